// The test of a record: runs some recorded cases again, and compares every value that is not a time, and is
// not recorded over times, bit for bit.
//
// Which cases: those of this package among the ones that ChooseReruns takes for all packages together, drawn
// by the commit. Environment variables change this for tools/rerun_records:
//   STRUCTLAB_RERUN_SECONDS   the budget of all packages together, in recorded CPU seconds (default: 100)
//   STRUCTLAB_RERUN_FROM      the folder that has experiments/*/record/cases.tsv and reruns.tsv
//   STRUCTLAB_RERUN_COMMIT    writes to reruns.tsv of the checkout, after each case with equal bits, that it
//                             was run again at this commit
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "common/file.h"
#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/harness/record/record_folder.h"
#include "experiments/harness/record/reruns.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/programs.h"

namespace structlab::harness {
namespace {

constexpr const char* kDefaultSeconds = "100";

std::string Variable(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

// The file of a package in the folder of tools/rerun_records, or else among the built files.
std::string PathOf(const std::string& package, const std::string& file) {
  const std::string relative = fmt::format("experiments/{}/{}", package, file);
  const std::string folder = Variable("STRUCTLAB_RERUN_FROM", "");
  return folder.empty() ? FindBuilt(relative) : folder + "/" + relative;
}

// The keys of the package's cases that are to run now.
std::set<std::string> ChosenOf(const std::string& package) {
  std::vector<RecordedCase> cases;
  for (const std::string& name : kPackages) {
    const std::vector<RecordedCase> more = RecordedCasesOf(
        name, ReadIfThere(PathOf(name, "record/cases.tsv")), ReadIfThere(PathOf(name, "reruns.tsv")));
    cases.insert(cases.end(), more.begin(), more.end());
  }
  const double seconds =
      common::ParseDouble(Variable("STRUCTLAB_RERUN_SECONDS", kDefaultSeconds), "STRUCTLAB_RERUN_SECONDS");
  const std::string draw = ReadIfThere(FindBuilt("experiments/harness/testing/commit.txt"));
  EXPECT_FALSE(draw.empty());
  std::set<std::string> keys;
  for (const RecordedCase& chosen : ChooseReruns(std::move(cases), seconds, draw)) {
    if (chosen.package == package) keys.insert(Case{.name = chosen.case_name, .seed = chosen.seed}.Key());
  }
  return keys;
}

// Keeps in reruns.tsv of the checkout that the case gave the recorded bits.
void Keep(const std::string& package, const FinishedCase& recorded) {
  const std::string commit = Variable("STRUCTLAB_RERUN_COMMIT", "");
  if (commit.empty()) return;
  const std::string path = PackageFilePath(package, "reruns.tsv");
  std::vector<Rerun> reruns = ParseReruns(ReadIfThere(path), path);
  reruns.push_back({.case_name = recorded.c.name,
                    .seed = recorded.c.seed,
                    .recorded = recorded.FactOf("commit"),
                    .commit = commit,
                    .date = FormatNow().substr(0, 10)});
  common::WriteFileAtomically(path, FormatReruns(reruns));
}

// Calls `check` with each recorded value, curve, ... and what is recorded now under its key.
template <typename Recorded, typename Check>
void ForEachPair(const std::vector<Recorded>& recorded, const std::vector<Recorded>& now, Check check) {
  for (const Recorded& expected : recorded) {
    const auto found = std::ranges::find(now, expected.key, &Recorded::key);
    ASSERT_NE(found, now.end()) << Describe(expected.key) << " is not recorded any more";
    check(expected, *found);
  }
}

std::vector<std::vector<uint64_t>> BitsOf(const std::vector<std::vector<double>>& parts) {
  std::vector<std::vector<uint64_t>> all;
  for (const std::vector<double>& part : parts) {
    for (std::vector<uint64_t>& of_part = all.emplace_back(); const double value : part) {
      of_part.push_back(std::bit_cast<uint64_t>(value));
    }
  }
  return all;
}

void ExpectSame(const Record& recorded, const Record& now) {
  std::vector<RecordedValue> timeless = recorded.values;
  std::erase_if(timeless, [](const RecordedValue& value) {
    const bool is_from_times = value.unit == "x" || value.unit == "days";  // ratios and extrapolations
    return IsTimeUnit(value.unit) || is_from_times || value.key.metric == "peak_memory";
  });
  ForEachPair(timeless, now.values, [](const RecordedValue& expected, const RecordedValue& found) {
    EXPECT_EQ(BitsOf({{found.value}}), BitsOf({{expected.value}}))
        << fmt::format("{}: recorded {}, now {}", Describe(expected.key), expected.value, found.value);
  });
  EXPECT_EQ(recorded.refusal.has_value(), now.refusal.has_value());
  for (const RecordedValue& value : now.values) {
    EXPECT_NE(std::ranges::find(recorded.values, value.key, &RecordedValue::key), recorded.values.end())
        << Describe(value.key) << " is not in the record";
  }
  ForEachPair(recorded.curves, now.curves, [](const RecordedCurve& expected, const RecordedCurve& found) {
    EXPECT_TRUE(expected.key.metric.ends_with("_vs_seconds") || found.x == expected.x) << expected.key.metric;
    EXPECT_EQ(found.y, expected.y) << Describe(expected.key);
  });
  // A record has the pictures of one seed of a case only, and the items of every seed.
  EXPECT_TRUE(recorded.pictures.empty() || recorded.pictures.size() == now.pictures.size());
  ForEachPair(recorded.pictures, now.pictures, [](const auto& expected, const auto& found) {
    EXPECT_EQ(found.picture, expected.picture) << Describe(expected.key);
  });
  EXPECT_EQ(recorded.items.size(), now.items.size()) << "lists of items";
  ForEachPair(recorded.items, now.items, [](const RecordedItems& expected, const RecordedItems& found) {
    EXPECT_EQ(found.items.ids, expected.items.ids) << Describe(expected.key);
    EXPECT_EQ(found.items.groups, expected.items.groups) << Describe(expected.key);
    EXPECT_EQ(BitsOf(found.parts), BitsOf(expected.parts)) << Describe(expected.key);
  });
}

// The failed expectations of this test so far.
int NumFailures() {
  const testing::TestResult& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
  int failures = 0;
  for (int i = 0; i < result.total_part_count(); ++i) failures += result.GetTestPartResult(i).failed();
  return failures;
}

TEST(Record, SomeOfItsCasesGiveTheSameNumbersAgain) {
  const Package package = MakePackage();
  const std::set<std::string> chosen = ChosenOf(package.name());
  if (chosen.empty()) return;
  const std::string data_folder = Variable("STRUCTLAB_DATA", "");
  ASSERT_TRUE(data_folder.empty() || std::filesystem::is_directory(data_folder))
      << "STRUCTLAB_DATA=" << data_folder << ": no such folder";
  const std::vector<FinishedCase> record = ReadRecord(package.name());
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = package.SettingsOf(flags);
  std::vector<Case> planned = package.CasesOf(settings, flags);
  FoundData data(package.datasets(), data_folder);
  size_t count = 0;
  for (const FinishedCase& recorded : record) {
    if (!chosen.contains(recorded.Key())) continue;
    const auto c = std::ranges::find(planned, recorded.Key(), &Case::Key);
    ASSERT_NE(c, planned.end()) << recorded.Key();
    SCOPED_TRACE(c->Key());
    for (const std::string& name : c->data) c->resolved.push_back(data.Find(name));
    if (OriginOf(*c) != OriginOf(recorded.c)) {
      std::printf("%s is not run: the recorded data is not there\n", c->Key().c_str());
      continue;
    }
    ++count;
    Recorder now(*c);
    c->run(c->seed, now);
    const int failed_before = NumFailures();
    ExpectSame(recorded.record, now.record());
    if (NumFailures() == failed_before) Keep(package.name(), recorded);
  }
  std::printf("%zu of %zu recorded cases run again\n", count, record.size());
  if (count == 0) GTEST_SKIP() << "the data of the chosen cases is not there";
}

}  // namespace
}  // namespace structlab::harness
