// The test of a record: runs a few recorded cases again, others after each change of the code, and compares
// every value that is not a time, and is not recorded over times, bit for bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "common/digest.h"
#include "experiments/harness/package.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/run/case_runner.h"

namespace structlab::harness {
namespace {

// Recorded processor seconds: of one case, so that those of full size have their turn, and of short ones
// together.
constexpr double kMaxSecondsOfOne = 75, kMaxSecondsOfOthers = 8;

// The recorded cases in an order that depends on the program: another one whenever its code changes.
std::map<std::string, const FinishedCase*> Shuffled(const std::vector<FinishedCase>& record) {
  const std::string program = common::Sha256OfFile("/proc/self/exe");
  std::map<std::string, const FinishedCase*> shuffled;
  for (const FinishedCase& c : record) shuffled.emplace(common::Sha256OfText(program + c.Key()), &c);
  return shuffled;
}

void ExpectSameValues(const Record& recorded, const Record& now) {
  for (const RecordedValue& expected : recorded.values) {
    if (IsTimeUnit(expected.unit)) continue;
    const auto found = std::ranges::find(now.values, expected.key, &RecordedValue::key);
    ASSERT_NE(found, now.values.end()) << Describe(expected.key) << " is not recorded any more";
    EXPECT_EQ(std::bit_cast<uint64_t>(found->value), std::bit_cast<uint64_t>(expected.value))
        << fmt::format("{}: recorded {}, now {}", Describe(expected.key), expected.value, found->value);
  }
  EXPECT_EQ(recorded.refusal.has_value(), now.refusal.has_value());
  const auto is_recorded = [&](const RecordedValue& value) {
    return std::ranges::find(recorded.values, value.key, &RecordedValue::key) != recorded.values.end();
  };
  for (const RecordedValue& value : now.values) {
    EXPECT_TRUE(is_recorded(value)) << Describe(value.key) << " is not in the record";
  }
  for (const RecordedCurve& expected : recorded.curves) {
    const auto found = std::ranges::find(now.curves, expected.key, &RecordedCurve::key);
    ASSERT_NE(found, now.curves.end()) << Describe(expected.key) << " is not recorded any more";
    EXPECT_TRUE(expected.key.metric.ends_with("_vs_seconds") || found->x == expected.x)
        << expected.key.metric;
    EXPECT_EQ(found->y, expected.y) << Describe(expected.key);
  }
  // A record has the pictures of one seed of a case only.
  EXPECT_TRUE(recorded.pictures.empty() || recorded.pictures.size() == now.pictures.size());
  for (const RecordedPicture& expected : recorded.pictures) {
    const auto found = std::ranges::find(now.pictures, expected.key, &RecordedPicture::key);
    ASSERT_NE(found, now.pictures.end()) << Describe(expected.key) << " is not recorded any more";
    EXPECT_EQ(found->picture, expected.picture) << Describe(expected.key);
  }
}

TEST(Record, SomeOfItsCasesGiveTheSameNumbersAgain) {
  const char* const data_folder = std::getenv("STRUCTLAB_DATA");
  const Package package = MakePackage();
  const std::vector<FinishedCase> record = ReadRecord(package.name());
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = package.SettingsOf(flags);
  std::vector<Case> planned = package.CasesOf(settings, flags);
  const bool has_folder = data_folder != nullptr && *data_folder != '\0';
  FoundData data(package.datasets(), has_folder ? data_folder : "");
  double seconds_of_others = 0;
  size_t count = 0;
  for (const auto& [digest, recorded] : Shuffled(record)) {
    const double seconds = recorded->cpu_seconds;
    const bool is_within =
        count == 0 ? seconds <= kMaxSecondsOfOne : seconds_of_others + seconds <= kMaxSecondsOfOthers;
    if (!is_within || OriginOf(recorded->c) == DataOrigin::kStandIn) continue;
    const auto c = std::ranges::find(planned, recorded->Key(), &Case::Key);
    ASSERT_NE(c, planned.end()) << recorded->Key();
    SCOPED_TRACE(c->Key());
    if (!has_folder && !c->data.empty()) continue;
    for (const std::string& name : c->data) c->resolved.push_back(data.Find(name));
    if (OriginOf(*c) == DataOrigin::kStandIn) continue;
    if (count > 0) seconds_of_others += seconds;
    ++count;
    Recorder now(*c);
    c->run(c->seed, now);
    ExpectSameValues(recorded->record, now.record());
  }
  if (count == 0 && !has_folder) GTEST_SKIP() << "STRUCTLAB_DATA names no data";
  EXPECT_GT(count, 0u) << "no recorded case is short enough, or the data is not there";
}

}  // namespace
}  // namespace structlab::harness
