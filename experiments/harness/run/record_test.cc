#include "experiments/harness/run/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/testing/message_of.h"
#include "experiments/harness/run/random_record.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;

TEST(PackNumbers, KeepsEveryNumber) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "numbers");
    const std::vector<double> numbers = RandomNumbers(random, seed % 2 == 0 ? 5 : 3000);
    EXPECT_TRUE(IsSame(UnpackNumbers(PackNumbers(numbers), "w"), numbers));
  }
  EXPECT_TRUE(UnpackNumbers(PackNumbers({}), "w").empty());
}

// Another character gives an error or, in the unused bits at the end, the same numbers: never others.
TEST(PackNumbers, DamageNeverGivesOtherNumbers) {
  common::RandomStream random(1, "damage");
  for (const size_t count : {0u, 1u, 2u, 40u}) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = RandomNumber(random);
    const std::string good = PackNumbers(numbers);
    for (size_t i = 0; i < good.size(); ++i) {
      for (const char c : {'A', 'b', '7', '=', ':', '-', ' ', '\t'}) {
        std::string bad = good;
        bad[i] = c;
        SCOPED_TRACE(bad);
        try {
          EXPECT_TRUE(IsSame(UnpackNumbers(bad, "x.tsv:3:9"), numbers));
        } catch (const common::Error& error) {
          EXPECT_EQ(error.kind(), kData);
          EXPECT_EQ(error.parts().where, "x.tsv:3:9");
        }
      }
      const std::string message = MessageOf(kData, [&] { UnpackNumbers(good.substr(0, i), "w"); });
      EXPECT_TRUE(message.starts_with("w: expected ") || good.substr(i).find_first_not_of('=') == good.npos)
          << i;
    }
  }
  EXPECT_EQ(MessageOf(kData, [] { UnpackNumbers("8388609:AAAA", "w"); }),
            "w: expected at most 8388608 numbers, found 8388609");
  EXPECT_NE(MessageOf(kData, [] { UnpackNumbers("99999999999999999999:AAAA", "w"); }), "no error");
}

RecordedCase RandomCase(uint64_t seed) {
  common::RandomStream random(seed, "recorded case");
  RecordedCase c;
  c.name = fmt::format("grid/k={}", seed);
  c.seed = random.UniformIndex(2) == 0 ? 1 : INT64_MAX;
  c.data = static_cast<DataOrigin>(random.UniformIndex(3));
  c.protocol = static_cast<Protocol>(random.UniformIndex(3));
  c.seconds = random.Uniform();
  c.cpu_seconds = random.Uniform();
  c.peak_rss_mb = 1e4 * random.Uniform();
  c.processor = "a \t processor";
  c.commit = "0123456789ab";
  c.date = "2026-01-31";
  c.record = RandomRecord(random, /*with_pictures_and_files=*/false);
  return c;
}

void ExpectSameCases(const std::vector<RecordedCase>& a, const std::vector<RecordedCase>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE(a[i].Key());
    EXPECT_EQ(a[i].Key(), b[i].Key());
    EXPECT_EQ(a[i].data, b[i].data);
    EXPECT_EQ(a[i].protocol, b[i].protocol);
    EXPECT_EQ(
        std::tie(a[i].seconds, a[i].cpu_seconds, a[i].peak_rss_mb, a[i].processor, a[i].commit, a[i].date),
        std::tie(b[i].seconds, b[i].cpu_seconds, b[i].peak_rss_mb, b[i].processor, b[i].commit, b[i].date));
    ExpectSame(a[i].record, b[i].record);
  }
}

// Also of cases that recorded nothing, which would else count as never recorded.
TEST(Record, ReadsBackWhatWasWritten) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::vector<RecordedCase> cases;
    for (uint64_t i = 0; i < seed % 7; ++i) cases.push_back(RandomCase(7 * seed + i));
    const std::string text = FormatRecord(cases);
    const std::vector<RecordedCase> read = ParseRecord(text, "record.tsv");
    ExpectSameCases(read, cases);
    EXPECT_EQ(FormatRecord(read), text);
  }
  EXPECT_TRUE(ParseRecord("", "record.tsv").empty());
}

// The record of one value and one curve, as lines of cells.
std::vector<std::vector<std::string>> Lines() {
  RecordedCase c;
  c.name = "a";
  c.seed = 1;
  c.record.values = {{{"T", "D", "M", Setting{{"k", "1"}}, "m"}, 2.5, "s"}};
  c.record.curves = {{{"F", "D", "M", {}, "c"}, {1, 2}, {3, 4}}};
  std::vector<std::vector<std::string>> lines;
  const std::string text = FormatRecord({c});
  for (const std::string_view line : SplitList(text, '\n')) {
    std::vector<std::string>& cells = lines.emplace_back();
    for (const std::string_view cell : SplitList(line, '\t')) cells.emplace_back(cell);
  }
  return lines;
}

std::string Text(const std::vector<std::vector<std::string>>& lines) {
  std::string text;
  for (const auto& cells : lines) {
    for (size_t i = 0; i < cells.size(); ++i) text.append(i == 0 ? "" : "\t").append(cells[i]);
    if (&cells != &lines.back()) text.append("\n");
  }
  return text;
}

// Each error names the line and the column in it at which the damaged cell begins.
TEST(Record, NamesThePlaceOfDamage) {
  const auto lines = Lines();
  ASSERT_EQ(lines.size(), 5u);  // format, columns, value, curve, and nothing after the last line break
  ASSERT_EQ(ParseRecord(Text(lines), "record.tsv").front().record.curves.size(), 1u);
  const std::pair<size_t, std::pair<const char*, const char*>> damages[] = {
      {2, {"case", "../a"}}, {2, {"seed", "-1"}},    {2, {"seed", "x"}},       {2, {"seed", "1.0"}},
      {2, {"setting", "k"}}, {2, {"value", ""}},     {2, {"value", "2,5"}},    {2, {"data", "fake"}},
      {2, {"protocol", ""}}, {2, {"seconds", "1s"}}, {2, {"cpu_seconds", ""}}, {2, {"peak_rss_mb", "-"}},
      {3, {"x", "2:x"}},     {3, {"y", "2"}},        {3, {"y", ""}},           {3, {"y", "1:eJwDAAAAAAE="}}};
  for (const auto& [line, change] : damages) {
    SCOPED_TRACE(fmt::format("{} = '{}'", change.first, change.second));
    auto bad = lines;
    const size_t column = static_cast<size_t>(std::ranges::find(lines[1], change.first) - lines[1].begin());
    ASSERT_LT(column, lines[1].size());
    bad[line][column] = change.second;
    size_t place = 1;
    for (size_t i = 0; i < column; ++i) place += bad[line][i].size() + 1;
    const std::string message = MessageOf(kData, [&] { ParseRecord(Text(bad), "record.tsv"); });
    EXPECT_TRUE(message.starts_with(fmt::format("record.tsv:{}:{}: ", line + 1, place))) << message;
  }
  auto bad = lines;
  bad[3].pop_back();
  EXPECT_TRUE(MessageOf(kData, [&] { ParseRecord(Text(bad), "r"); }).starts_with("r:4:"));
  bad = lines;
  bad[1].front() = "kase";
  EXPECT_TRUE(MessageOf(kData, [&] { ParseRecord(Text(bad), "r"); }).starts_with("r:2"));
  // One curve of two lengths, and the lines of a case that do not stand together.
  bad = lines;
  bad[3][10] = PackNumbers({1});
  EXPECT_NE(MessageOf(kData, [&] { ParseRecord(Text(bad), "r"); })
                .find("expected 2 numbers, as many as x, found 1"),
            std::string::npos);
  bad = {lines[0], lines[1], lines[2], lines[2], lines[3], lines[4]};
  bad[3].front() = "b";
  EXPECT_EQ(MessageOf(kData, [&] { ParseRecord(Text(bad), "r"); }),
            "r:5:1: expected the lines of a case together, found 'a/seed=1' again");
}

// Against the definition, over all subsets of before, now and the plan of four cases.
TEST(MergeRecord, IsNowThenBeforeInTheOrderOfThePlan) {
  const auto chosen = [](int subset, double seconds) {
    std::vector<RecordedCase> cases;
    for (int i = 3; i >= 0; --i) {  // not in the order of the plan
      if (!(subset >> i & 1)) continue;
      RecordedCase& c = cases.emplace_back();
      c.name = fmt::format("c{}", i);
      c.seconds = seconds;
    }
    return cases;
  };
  for (int before = 0; before < 16; ++before) {
    for (int now = 0; now < 16; ++now) {
      for (int plan = 0; plan < 16; ++plan) {
        SCOPED_TRACE(fmt::format("{} {} {}", before, now, plan));
        std::vector<Case> planned;
        std::vector<std::pair<std::string, double>> expected, found;
        std::vector<std::string> not_planned, not_recorded;
        for (int i = 0; i < 4; ++i) {
          const std::string name = fmt::format("c{}", i), key = name + "/seed=0";
          const bool is_planned = plan >> i & 1, is_recorded = (before | now) >> i & 1;
          if (is_planned) planned.emplace_back().name = name;
          if (is_planned && is_recorded) expected.emplace_back(name, now >> i & 1 ? 2 : 1);
          if (!is_planned && before >> i & 1) not_planned.push_back(key);
          if (is_planned && !(before >> i & 1)) not_recorded.push_back(key);
        }
        for (const RecordedCase& c : MergeRecord(chosen(before, 1), chosen(now, 2), planned)) {
          found.emplace_back(c.name, c.seconds);
        }
        EXPECT_EQ(found, expected);
        const RecordGaps gaps = GapsOf(chosen(before, 1), planned);
        EXPECT_EQ(gaps.not_planned, not_planned);
        EXPECT_EQ(gaps.not_recorded, not_recorded);
      }
    }
  }
}

}  // namespace
}  // namespace structlab::harness
