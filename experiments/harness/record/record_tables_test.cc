#include "experiments/harness/record/record_tables.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/digest.h"
#include "common/packed_numbers.h"
#include "common/png/png_file.h"
#include "common/testing/message_of.h"
#include "experiments/harness/record/record.h"
#include "experiments/harness/testing/random_case.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;
using Lines = std::vector<std::vector<std::string>>;

// Also of cases that recorded nothing, which would else count as never recorded.
TEST(RecordTables, ReadBackWhatWasWritten) {
  const auto facts = [](const FinishedCase& c) {
    return std::tuple(c.Key(), OriginOf(c.c), DataDigestOf(c), ProtocolOf(c.c), c.FactOf("processor"),
                      c.FactOf("commit"), c.record.refusal.has_value(), CostOf(c));
  };
  size_t num_pictures = 0, num_items = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::vector<FinishedCase> cases;
    for (uint64_t i = 0; i < seed % 7; ++i) cases.push_back(RandomFinished(7 * seed + i, false));
    const RecordFiles files = FormatRecord(cases);
    const std::vector<FinishedCase> read = ParseRecord(files, "record");
    ASSERT_EQ(read.size(), cases.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(facts(read[i]), facts(cases[i]));
      EXPECT_EQ(TextOf(read[i].record), TextOf(cases[i].record));
      num_pictures += cases[i].record.pictures.size();
      num_items += cases[i].record.items.size();
    }
    EXPECT_EQ(FormatRecord(read), files);
    const auto without_values = ParseRecordedCases(files.at(kCasesFile), "cases.tsv");
    ASSERT_EQ(without_values.size(), cases.size());
    for (size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(facts(without_values[i]), facts(cases[i]));
  }
  EXPECT_GT(num_pictures, 50u);
  EXPECT_GT(num_items, 50u);
  EXPECT_TRUE(ParseRecord({}, "record").empty());
  EXPECT_TRUE(ParseRecordedCases("", "cases.tsv").empty());
}

// Two seeds of one case: figures need the curves and pictures of the first, claims all values and items.
TEST(RecordTables, KeepValuesAndItemsOfEverySeedAndFiguresOfTheFirst) {
  const RowKey key = {"F", "D", "M", {}, "c"};
  FinishedCase first = {.c = {.name = "a", .seed = std::numeric_limits<uint64_t>::max()}};
  first.record.values = {{key, 2.5, ""}};
  first.record.curves = {{key, {1}, {2}}};
  first.record.pictures = {{key, {.width = 1, .height = 1, .values = {7}}}};
  first.record.items = {{key, {.ids = {"x"}}, {{5}}}};
  FinishedCase second = first;
  second.c.seed = 1;
  const std::vector<FinishedCase> read = ParseRecord(FormatRecord({first, second}), "r");
  EXPECT_EQ(TextOf(read[0].record), TextOf(first.record));
  Record expected = second.record;
  expected.curves.clear();
  expected.pictures.clear();
  EXPECT_EQ(TextOf(read[1].record), TextOf(expected));
}

TEST(RecordTables, NamePicturesByCaseAndMetric) {
  const auto with_pictures = [](const std::string& name, const std::vector<std::string>& metrics) {
    FinishedCase c = {.c = {.name = name}};
    for (const std::string& metric : metrics) {
      const RowKey key = {fmt::format("T{}", c.record.pictures.size()), "D", "M", {}, metric};
      c.record.pictures.push_back({key, {.width = 1, .height = 1, .values = {7}}});
    }
    return c;
  };
  const std::string long_metric(300, 'm');
  const RecordFiles files = FormatRecord({with_pictures("a/B", {"../x y", "c", "c", "c-2", long_metric}),
                                          with_pictures("a", {"b-c"}), with_pictures("A/b", {"C"})});
  std::vector<std::string> names;
  for (const auto& [name, content] : files) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "a-b-..-x-y.png", "a-b-c-2-2.png", "a-b-c-2.png", "a-b-c-3.png", "a-b-c-4.png",
                       "a-b-c.png", "a-b-" + std::string(196, 'm') + ".png", kCasesFile, kValuesFile}));
}

Lines LinesOf(std::string_view text) {
  Lines lines;
  for (const std::string_view line : SplitList(text.substr(0, text.size() - 1), '\n')) {
    lines.emplace_back();
    for (const std::string_view cell : SplitList(line, '\t')) lines.back().emplace_back(cell);
  }
  return lines;
}

std::string TextOf(const Lines& lines) {
  std::string text;
  for (const auto& cells : lines) text += fmt::format("{}\n", fmt::join(cells, "\t"));
  return text;
}

// A case with one of each kind: lines 2 to 5 of values.tsv are a value, a curve, items and a picture.
class DamagedRecord : public testing::Test {
 protected:
  DamagedRecord() {
    FinishedCase c{.c = {.name = "a", .seed = 1}, .provenance = {{"commit", "0"}}};
    c.record.values = {{{"T", "D", "M", Setting{{"k", "1"}}, "m"}, 2.5, "s"}};
    c.record.curves = {{{"F", "D", "M", {}, "c"}, {1, 2}, {3, 4}}};
    c.record.items = {
        {{"I", "D", "M", {}, "i"}, {.ids = {"x", "y"}, .groups = {{"g", "h"}}}, {{1, 2}, {3, 4}}}};
    c.record.pictures = {{{"P", "D", "M", {}, "p"}, {.width = 1, .height = 2, .values = {7, 8}}}};
    files_ = FormatRecord({c});
    cases_ = LinesOf(files_[kCasesFile]);
    values_ = LinesOf(files_[kValuesFile]);
  }

  // The error of these tables; the digest of the values is right, so that it is the damage that is found.
  std::string ErrorIn(Lines cases, const Lines& values) {
    RecordFiles files = files_;
    files[kValuesFile] = TextOf(values);
    cases[1][0] = "# sha256 of values.tsv: " + common::Sha256OfText(files[kValuesFile]);
    files[kCasesFile] = TextOf(cases);
    return ErrorOf(files);
  }
  static std::string ErrorOf(const RecordFiles& files) {
    return MessageOf(kData, [&] { ParseRecord(files, "r"); });
  }

  // With a cell of a table replaced; in `place` where that is.
  static Lines Damaged(Lines lines, size_t line, const std::string& name, const std::string& value,
                       std::string* place) {
    const auto head = std::ranges::find_if(lines, [](const auto& cells) { return cells.size() > 1; });
    const auto column = static_cast<size_t>(std::ranges::find(*head, name) - head->begin());
    size_t at = 1;
    for (size_t i = 0; i < column; ++i) at += lines[line - 1][i].size() + 1;
    lines[line - 1].at(column) = value;
    *place = fmt::format("{}:{}: ", line, at);
    return lines;
  }

  RecordFiles files_;
  Lines cases_, values_;
};

// Each error names the line and the column in it at which the damaged cell begins.
TEST_F(DamagedRecord, NamesThePlace) {
  ASSERT_EQ(cases_.size(), 4u);
  ASSERT_EQ(values_.size(), 5u);
  EXPECT_EQ(ErrorIn(cases_, values_), "no error");
  const std::string two = common::PackNumbers({1, 2}), one = common::PackNumbers({1});
  const std::tuple<const char*, size_t, const char*, std::string> damages[] = {
      {kCasesFile, 4, "case", "../a"},     {kCasesFile, 4, "seed", "-1"},
      {kCasesFile, 4, "seed", "x"},        {kCasesFile, 4, "seed", "1.0"},
      {kCasesFile, 4, "data", "fake"},     {kCasesFile, 4, "protocol", ""},
      {kCasesFile, 4, "seconds", "1s"},    {kCasesFile, 4, "cpu_seconds", ""},
      {kCasesFile, 4, "peak_rss_mb", "-"}, {kCasesFile, 4, "refused", "no"},
      {kValuesFile, 2, "case", "b"},       {kValuesFile, 2, "seed", ""},
      {kValuesFile, 2, "setting", "k"},    {kValuesFile, 2, "value", ""},
      {kValuesFile, 2, "value", "2,5"},    {kValuesFile, 2, "x", "1"},
      {kValuesFile, 2, "y", "1"},          {kValuesFile, 3, "value", "curves"},
      {kValuesFile, 3, "x", "2:x"},        {kValuesFile, 3, "y", "2"},
      {kValuesFile, 3, "y", ""},           {kValuesFile, 3, "y", one},
      {kValuesFile, 4, "x", ""},           {kValuesFile, 4, "x", "3"},
      {kValuesFile, 4, "x", "2;2:g"},      {kValuesFile, 4, "x", "2:x,x"},
      {kValuesFile, 4, "y", ""},           {kValuesFile, 4, "y", two + ";" + one},
      {kValuesFile, 4, "y", one},          {kValuesFile, 5, "value", "other.png"},
      {kValuesFile, 5, "x", "0123"},       {kValuesFile, 5, "y", "1"}};
  for (const auto& [file, line, name, value] : damages) {
    SCOPED_TRACE(fmt::format("{}:{} {} = '{}'", file, line, name, value));
    std::string place;
    const bool is_case = std::string_view(file) == kCasesFile;
    const Lines bad = Damaged(is_case ? cases_ : values_, line, name, value, &place);
    std::string error = is_case ? ErrorIn(bad, values_) : ErrorIn(cases_, bad);
    // Where the first cell tells of the second, the place is that of the second.
    if (std::string_view(name) == "value" && value == "curves") place = place.substr(0, 2);
    if (std::string_view(name) == "y" && value == one && line == 4) place = place.substr(0, 2);
    EXPECT_TRUE(error.starts_with(fmt::format("r/{}:{}", file, place))) << error;
  }
}

TEST_F(DamagedRecord, NamesLinesThatDoNotBelongThere) {
  for (Lines* const lines : {&cases_, &values_}) {
    Lines short_line = *lines, other_column = *lines;
    short_line.back().pop_back();
    auto& head = *std::ranges::find_if(other_column, [](const auto& cells) { return cells.size() > 1; });
    head.front() = "kase";
    const bool is_case = lines == &cases_;
    const auto error = [&](const Lines& bad) {
      return is_case ? ErrorIn(bad, values_) : ErrorIn(cases_, bad);
    };
    EXPECT_TRUE(error(short_line).starts_with(is_case ? "r/cases.tsv:4:" : "r/values.tsv:5:"));
    EXPECT_TRUE(error(other_column).starts_with(is_case ? "r/cases.tsv:3" : "r/values.tsv:1"));
  }
  for (size_t line = 2; line <= 5; ++line) {
    Lines twice = values_;
    twice.push_back(values_[line - 1]);
    EXPECT_NE(ErrorIn(cases_, twice).find("r/values.tsv:6:"), std::string::npos);
    EXPECT_NE(ErrorIn(cases_, twice).find("expected each value of a case once"), std::string::npos);
  }
  Lines twice = cases_;
  twice.push_back(cases_.back());
  EXPECT_EQ(ErrorIn(twice, values_),
            "r/cases.tsv:5:1: expected each case and seed once, found 'a/seed=1' again");
}

TEST_F(DamagedRecord, NamesAnotherFormatAndFilesThatDoNotGoTogether) {
  Lines newer = cases_, much_newer = cases_, older = cases_;
  newer[0][0] = "# structlab record 3";
  much_newer[0][0] = "# structlab record 10";
  older[0][0] = "# structlab record 1";
  EXPECT_EQ(
      ErrorIn(newer, values_),
      "r/cases.tsv:1: expected '# structlab record 2', found '# structlab record 3'; the record is of a "
      "newer version of this program: update the checkout");
  EXPECT_NE(ErrorIn(much_newer, values_).find("newer version"), std::string::npos);
  EXPECT_EQ(ErrorIn(older, values_),
            "r/cases.tsv:1: expected '# structlab record 2', found '# structlab record 1'");

  RecordFiles other_values = files_, no_digest = files_, no_values = files_, no_picture = files_;
  other_values[kValuesFile].replace(files_[kValuesFile].find("2.5"), 3, "3.5");
  EXPECT_EQ(ErrorOf(other_values),
            fmt::format("r/cases.tsv:2: expected {}, the digest of values.tsv, found {}",
                        common::Sha256OfText(other_values[kValuesFile]),
                        common::Sha256OfText(files_[kValuesFile])));
  no_digest[kCasesFile].replace(no_digest[kCasesFile].find("# sha256"), 8, "# digest");
  EXPECT_TRUE(
      ErrorOf(no_digest).starts_with("r/cases.tsv:2: expected '# sha256 of values.tsv: DIGEST', found"))
      << ErrorOf(no_digest);
  no_values.erase(kValuesFile);
  EXPECT_EQ(ErrorOf(no_values),
            "r/values.tsv: expected the values of the recorded cases, found no such file");
  no_picture.erase("a-p.png");
  EXPECT_TRUE(ErrorOf(no_picture).starts_with("r/values.tsv:5:")) << ErrorOf(no_picture);
}

TEST_F(DamagedRecord, NamesAPictureThatIsNotTheRecordedOne) {
  RecordFiles other = files_, damaged = files_, deep = files_;
  other["a-p.png"] = common::EncodePng({.width = 2, .height = 1, .values = {7, 8}}, "");
  EXPECT_NE(ErrorOf(other).find(": expected the digest of r/a-p.png, "), std::string::npos) << ErrorOf(other);
  EXPECT_TRUE(ErrorOf(other).starts_with("r/values.tsv:5:"));
  damaged["a-p.png"].resize(40);
  EXPECT_TRUE(ErrorOf(damaged).starts_with("r/a-p.png: damaged PNG file")) << ErrorOf(damaged);
  const uint8_t samples[] = {0, 7, 0, 8};
  deep["a-p.png"] = common::EncodePng(1, 2, 1, 16, samples);
  EXPECT_NE(ErrorOf(deep).find("expected a picture of 8 bits, found 16"), std::string::npos) << ErrorOf(deep);
}

}  // namespace
}  // namespace structlab::harness
