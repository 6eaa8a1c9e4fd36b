#include "experiments/harness/record/record_v1.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "common/packed_numbers.h"
#include "common/testing/message_of.h"
#include "experiments/harness/record/record.h"
#include "experiments/harness/record/record_tables.h"
#include "experiments/harness/testing/random_case.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using common::PackNumbers;
using enum common::ErrorKind;
using Lines = std::vector<std::vector<std::string>>;

// Lines 3 to 7 are a value, a curve and a picture of a case, a refused one and one that recorded nothing.
Lines OldRecord() {
  const std::vector<std::string> of_case = {"real:0123", "cut",         "1.5", "1.25",
                                            "30",        "a processor", "c0",  "2026-01-31"};
  Lines lines = {
      {"# structlab record 1"},
      {"case", "seed", "table", "dataset", "method", "setting", "metric", "unit", "value", "x", "y", "data",
       "protocol", "seconds", "cpu_seconds", "peak_rss_mb", "processor", "commit", "date"},
      {"a", "1", "T", "D", "M", "k=1", "m", "s", "2.5", "", ""},
      {"a", "1", "F", "D", "M", "", "c", "", "", PackNumbers({1, 2}), PackNumbers({3, -0.0})},
      {"a", "1", "P", "D", "M", "", "p", "picture", "", PackNumbers({2, 1, 1}), PackNumbers({7, 255})},
      {"b", "1", "", "", "", "", "refused", "", "1", "", ""},
      {"b", "2", "", "", "", "", "nothing", "", "0", "", ""}};
  for (size_t i = 2; i < lines.size(); ++i) lines[i].insert(lines[i].end(), of_case.begin(), of_case.end());
  return lines;
}

std::string TextOf(const Lines& lines) {
  std::string text;
  for (const auto& cells : lines) text += fmt::format("{}\n", fmt::join(cells, "\t"));
  return text;
}

std::string ErrorIn(const Lines& bad) {
  return MessageOf(kData, [&] { ParseRecordV1(TextOf(bad), "r"); });
}

TEST(RecordV1, IsReadAndWrittenAnew) {
  const std::vector<FinishedCase> read = ParseRecordV1(TextOf(OldRecord()), "record.tsv");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].Key(), "a/seed=1");
  EXPECT_EQ(CostOf(read[0]), std::tuple(1.5, 1.25, 30.0, "2026-01-31"));
  EXPECT_EQ(OriginOf(read[0].c), DataOrigin::kReal);
  EXPECT_EQ(DataDigestOf(read[0]), "0123");
  EXPECT_EQ(ProtocolOf(read[0].c), Protocol::kCut);
  EXPECT_EQ(read[0].FactOf("commit"), "c0");
  EXPECT_EQ(read[0].FactOf("processor"), "a processor");
  Record expected;
  expected.values = {{{"T", "D", "M", Setting{{"k", "1"}}, "m"}, 2.5, "s"}};
  expected.curves = {{{"F", "D", "M", {}, "c"}, {1, 2}, {3, -0.0}}};
  expected.pictures = {{{"P", "D", "M", {}, "p"}, {.width = 2, .height = 1, .values = {7, 255}}}};
  EXPECT_EQ(TextOf(read[0].record), TextOf(expected));
  EXPECT_TRUE(read[1].record.refusal.has_value());
  EXPECT_FALSE(read[2].record.refusal.has_value());
  EXPECT_EQ(TextOf(read[2].record), TextOf(Record()));
  const std::vector<FinishedCase> anew = ParseRecord(FormatRecord(read), "record");
  ASSERT_EQ(anew.size(), read.size());
  for (size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(anew[i].Key(), read[i].Key());
    EXPECT_EQ(CostOf(anew[i]), CostOf(read[i]));
    EXPECT_TRUE(anew[i].provenance == read[i].provenance);
    EXPECT_EQ(TextOf(anew[i].record), TextOf(read[i].record));
  }
  EXPECT_TRUE(ParseRecordV1("", "record.tsv").empty());
}

// Each error names the line and the column in it at which the damaged cell begins.
TEST(RecordV1, NamesThePlaceOfDamage) {
  const Lines lines = OldRecord();
  EXPECT_EQ(ErrorIn(lines), "no error");
  const std::tuple<size_t, const char*, std::string> damages[] = {
      {2, "case", "../a"},
      {2, "seed", "-1"},
      {2, "seed", "x"},
      {2, "seed", "1.0"},
      {2, "setting", "k"},
      {2, "value", ""},
      {2, "value", "2,5"},
      {2, "data", "fake"},
      {2, "protocol", ""},
      {2, "seconds", "1s"},
      {2, "cpu_seconds", ""},
      {2, "peak_rss_mb", "-"},
      {3, "x", "2:x"},
      {3, "y", "2"},
      {3, "y", ""},
      {3, "y", PackNumbers({1})},
      {3, "seconds", "2"},
      {3, "commit", "f"},  // another than in the case's first line
      {4, "x", PackNumbers({2, 2, 1})}};
  for (const auto& [line, name, value] : damages) {
    SCOPED_TRACE(fmt::format("{} = '{}'", name, value));
    Lines bad = lines;
    const auto column = static_cast<size_t>(std::ranges::find(lines[1], name) - lines[1].begin());
    ASSERT_LT(column, lines[1].size());
    bad[line][column] = value;
    size_t place = 1;
    for (size_t i = 0; i < column; ++i) place += bad[line][i].size() + 1;
    EXPECT_TRUE(ErrorIn(bad).starts_with(fmt::format("r:{}:{}: ", line + 1, place))) << ErrorIn(bad);
  }
  Lines short_line = lines, other_column = lines;
  short_line[3].pop_back();
  EXPECT_TRUE(ErrorIn(short_line).starts_with("r:4:"));
  other_column[1].front() = "kase";
  EXPECT_TRUE(ErrorIn(other_column).starts_with("r:2"));
  Lines bad = {lines[0], lines[1], lines[2], lines[2], lines[3]};
  EXPECT_NE(ErrorIn(bad).find("expected each value of a case once"), std::string::npos) << ErrorIn(bad);
  bad[3].front() = "b";
  EXPECT_EQ(ErrorIn(bad), "r:5:1: expected the lines of a case together, found 'a/seed=1' again");
  Lines newer = lines;
  newer[0][0] = "# structlab record 2";
  EXPECT_EQ(ErrorIn(newer),
            "r:1: expected '# structlab record 1', found '# structlab record 2'; the record is of a newer "
            "version of this program: update the checkout");
}

}  // namespace
}  // namespace structlab::harness
