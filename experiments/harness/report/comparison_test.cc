#include "experiments/harness/report/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

ResultRow Row(double ours, double theirs) {
  ResultRow row;
  row.value = ours;
  row.reported = theirs;
  row.data = DataOrigin::kReal;
  row.n = 1;
  row.is_reported_row = true;
  return row;
}

std::string Mark(const ResultRow& row) { return MarkOf(row, Compare(row)); }

TEST(Compare, OneSeedAgreesWithinFivePercent) {
  EXPECT_EQ(Compare(Row(105, 100)).agreement, Agreement::kAgrees);
  EXPECT_EQ(Compare(Row(95, 100)).agreement, Agreement::kAgrees);
  EXPECT_EQ(Compare(Row(105.01, 100)).agreement, Agreement::kDiffers);
  EXPECT_EQ(Compare(Row(-105, -100)).agreement, Agreement::kAgrees);
}

TEST(Compare, SeveralSeedsAgreeWithinTheirSpread) {
  ResultRow row = Row(103, 100);
  row.n = 5;
  row.std = 2.9;
  EXPECT_EQ(Compare(row).agreement, Agreement::kDiffers);
  row.std = 3;
  EXPECT_EQ(Compare(row).agreement, Agreement::kAgrees);
}

// Several seeds without a spread, and a spread that is not over seeds, say nothing about the 5%.
TEST(Compare, OneSeedIsWhatHasNoSpreadOverSeeds) {
  ResultRow row = Row(104, 100);
  row.n = 5;
  EXPECT_EQ(Compare(row).agreement, Agreement::kAgrees);
  row.n = 1;
  row.std = 1;
  EXPECT_EQ(Compare(row).agreement, Agreement::kAgrees);
  row.n = 2;
  EXPECT_EQ(Compare(row).agreement, Agreement::kDiffers);
}

TEST(Compare, DifferenceIsOursMinusTheirs) {
  const Comparison comparison = Compare(Row(90, -100));
  EXPECT_EQ(*comparison.difference, 190);
  EXPECT_EQ(*comparison.percent, 190);
  EXPECT_FALSE(Compare(Row(1, 0)).percent.has_value());
  EXPECT_EQ(Compare(Row(1, 0)).agreement, Agreement::kDiffers);
}

TEST(Compare, TheBetterSideIsTheMetrics) {
  ResultRow row = Row(120, 100);
  row.higher_is_better = true;
  EXPECT_EQ(Mark(row), "▲ better, unexplained");
  row.higher_is_better = false;
  EXPECT_EQ(Mark(row), "▼ worse, unexplained");
  row.value = 80;
  EXPECT_EQ(Mark(row), "▲ better, unexplained");
  row.higher_is_better = true;
  EXPECT_EQ(Mark(row), "▼ worse, unexplained");
  row.explanation = {ExplanationKind::kExplained, "another stopping rule"};
  EXPECT_EQ(Mark(row), "▼ worse, explained");
  row.higher_is_better.reset();
  EXPECT_EQ(Mark(row), "≠ differs, explained");
}

// Words alone explain nothing: what was tried in vain is unexplained, whatever is written about it.
TEST(Compare, TextDoesNotMakeAnExplanation) {
  ResultRow row = Row(120, 100);
  for (const ExplanationKind kind : {ExplanationKind::kNone, ExplanationKind::kUnexplained}) {
    row.explanation = {kind, "the text names neither method nor kappa1"};
    EXPECT_EQ(Mark(row), "≠ differs, unexplained");
    EXPECT_EQ(ReadableExplanation(row.explanation), "unexplained: the text names neither method nor kappa1");
  }
  PackageReport package;
  package.rows = {row, row, row, Row(100, 100)};
  package.rows[0].explanation.kind = ExplanationKind::kExplained;
  package.rows[1].explanation = {};
  const Summary summary = Summarise(package);
  EXPECT_EQ(summary.compared, 4);
  EXPECT_EQ(summary.agreeing, 1);
  EXPECT_EQ(summary.explained, 1);
  EXPECT_EQ(summary.unexplained, 2);
}

// Where the spread of seeds covers a difference, it is neither explained nor a difference in its own right:
// it has a word of its own, and is counted apart.
TEST(Compare, WhatSeedsAloneCouldMakeIsCountedApart) {
  ResultRow row = Row(120, 100);
  row.explanation = {ExplanationKind::kWithinSpread, "118 with another start"};
  EXPECT_EQ(Mark(row), "≠ differs, within the spread of seeds");
  EXPECT_EQ(ReadableExplanation(row.explanation), "within the spread of seeds: 118 with another start");
  PackageReport package;
  package.rows = {row, row, row, Row(120, 100), Row(100, 100)};
  package.rows[0].explanation.kind = ExplanationKind::kExplained;
  package.rows[4].explanation = row.explanation;  // does not differ
  const Summary summary = Summarise(package);
  EXPECT_EQ(summary.compared, 5);
  EXPECT_EQ(summary.agreeing, 1);
  EXPECT_EQ(summary.explained, 1);
  EXPECT_EQ(summary.within_spread, 2);
  EXPECT_EQ(summary.unexplained, 1);
  EXPECT_EQ(WordsOnDifferences(summary), "1 explained, 2 within the spread of seeds, 1 unexplained");
  package.rows = {row};
  EXPECT_EQ(WordsOnDifferences(Summarise(package)),
            "0 explained, 1 within the spread of seeds, 0 unexplained");
  package.rows = {Row(120, 100)};
  EXPECT_EQ(WordsOnDifferences(Summarise(package)), "0 explained, 1 unexplained");
}

// A smaller protocol is another quantity: its difference is shown, and counts as neither agreement nor
// unexplained difference.
TEST(Compare, OtherProtocolsAreNotJudged) {
  for (const double ours : {100.0, 200.0}) {
    ResultRow row = Row(ours, 100);
    row.protocol = Protocol::kCut;
    EXPECT_EQ(Mark(row), "not compared: smaller protocol");
    row.protocol = Protocol::kChanged;
    EXPECT_EQ(Mark(row), "not compared: changed protocol");
    EXPECT_EQ(*Compare(row).difference, ours - 100);
    PackageReport package;
    package.rows = {row};
    EXPECT_EQ(Summarise(package).compared, 0);
    EXPECT_EQ(Summarise(package).unexplained, 0);
    EXPECT_EQ(Summarise(package).other_protocol, 1);
  }
}

// A reported row that two protocols have results for is one row, regenerated by the better of them.
TEST(Summary, CountsEachReportedRowOnce) {
  PackageReport package;
  package.rows = {Row(1, 1), Row(1, 1), Row(1, 1), Row(1, 1), Row(1, 1)};
  package.rows[0].protocol = Protocol::kChanged;
  package.rows[1].protocol = Protocol::kCut;
  package.rows[2].setting = Setting{{"size", "2"}};
  package.rows[2].protocol = Protocol::kCut;
  package.rows[3].setting = Setting{{"size", "2.0"}};  // the same by value
  package.rows[4].metric = "other";
  package.rows[4].value.reset();
  const Summary summary = Summarise(package);
  EXPECT_EQ(summary.regenerated, 1);
  EXPECT_EQ(summary.cut, 1);
  EXPECT_EQ(summary.changed, 0);
}

// What does not apply is a reported row as any other, and neither regenerated nor compared.
TEST(Summary, CountsApartWhatIsNotApplicable) {
  PackageReport package;
  package.reported_rows = 3;
  package.rows = {Row(1, 1), Row(1, 1), Row(1, 1)};
  for (const size_t i : {1u, 2u}) package.rows[i].value.reset();
  package.rows[2].is_applicable = false;
  const Summary summary = Summarise(package);
  EXPECT_EQ(summary.reported, 3);
  EXPECT_EQ(summary.regenerated, 1);
  EXPECT_EQ(summary.not_applicable, 1);
  EXPECT_EQ(summary.compared, 1);
  EXPECT_EQ(summary.real, 1);
}

// Every count of the whole is the sum of its parts'.
TEST(Summary, OfTwoPackagesIsTheSum) {
  Summary a;
  int next = 1;
  std::vector<int Summary::*> counts = {
      &Summary::reported,       &Summary::regenerated,   &Summary::cut,           &Summary::changed,
      &Summary::compared,       &Summary::agreeing,      &Summary::explained,     &Summary::real,
      &Summary::unexplained,    &Summary::substitute,    &Summary::stand_in,      &Summary::holds,
      &Summary::other_protocol, &Summary::fails,         &Summary::undecided,     &Summary::cases,
      &Summary::not_tested,     &Summary::done,          &Summary::refused,       &Summary::failed,
      &Summary::not_run,        &Summary::within_spread, &Summary::not_applicable};
  // There are no others: the 24th member is no count (which could not be 0.5), and the last.
  [[maybe_unused]] constexpr Summary kAllMembers = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5};
  static_assert(sizeof(Summary) == 24 * sizeof(int) + sizeof(double));  // with a gap before the double
  for (int Summary::*count : counts) a.*count = next++;
  a.seconds = 0.5;
  Summary b;
  for (int Summary::*count : counts) b.*count = 100 * next++;
  b.seconds = 2;
  const Summary sum = a + b;
  for (int Summary::*count : counts) EXPECT_EQ(sum.*count, a.*count + b.*count);
  EXPECT_EQ(sum.seconds, 2.5);
}

// Without anything to compare no count is shown, which would look like a failure, but the reason.
TEST(Summary, SaysWhyNothingIsCompared) {
  PackageReport package;
  EXPECT_EQ(CountOnComparison(Summarise(package)), "nothing to compare");
  EXPECT_EQ(WordsOnComparison(Summarise(package)), "no reported number has one of ours");
  package.rows = {Row(100, 100), Row(100, 100)};
  package.rows[0].data = DataOrigin::kStandIn;
  package.rows[1].protocol = Protocol::kCut;
  EXPECT_EQ(CountOnComparison(Summarise(package)), "nothing to compare");
  EXPECT_EQ(WordsOnComparison(Summarise(package)),
            "stand-in data; 1 number by a smaller or changed protocol");
  package.rows.push_back(Row(100, 100));
  EXPECT_EQ(CountOnComparison(Summarise(package)), "1 of 1");
}

// A number from other data is another quantity: no difference, no percentage, and the words say so.
TEST(Compare, OtherDataIsNeverCompared) {
  for (const DataOrigin data : {DataOrigin::kSubstitute, DataOrigin::kStandIn}) {
    ResultRow row = Row(100, 100);
    row.data = data;
    const Comparison comparison = Compare(row);
    EXPECT_EQ(comparison.agreement, Agreement::kOtherData);
    EXPECT_FALSE(comparison.difference || comparison.percent);
  }
  ResultRow row = Row(100, 100);
  row.data = DataOrigin::kStandIn;
  EXPECT_EQ(Mark(row), "not compared: stand-in data");
}

TEST(Compare, NotANumberAgreesWithNothing) {
  ResultRow row = Row(std::nan(""), 100);
  row.higher_is_better = true;
  EXPECT_EQ(Compare(row).agreement, Agreement::kDiffers);
}

TEST(Mark, SaysWhyNothingIsCompared) {
  ResultRow row;
  row.is_reported_row = true;
  EXPECT_EQ(Mark(row), "not run");
  row.is_applicable = false;
  EXPECT_EQ(Mark(row), "not applicable");
  row.is_applicable = true;
  row.figure = "figure_5.1";
  EXPECT_EQ(Mark(row), "see the figure");
  row.value = 3;
  EXPECT_EQ(Mark(row), "no number reported");
}

TEST(Readable, OursHasTheDecimalsOfTheirsOrOneMore) {
  EXPECT_EQ(ReadableValue(0.12345, 0.121), "0.1235");
  EXPECT_EQ(ReadableValue(0.12, 0.121), "0.120");
  EXPECT_EQ(ReadableValue(131.4, 132), "131.4");
  EXPECT_EQ(ReadableValue(131, 132), "131");
  EXPECT_EQ(ReadableValue(2711.9461234, 2711.946), "2711.946");
  EXPECT_EQ(ReadableValue(1071.96, 1071), "1072");
  EXPECT_EQ(ReadableValue(0.000012, 1), "0.000012");
  EXPECT_EQ(ReadableValue(-3, 2), "−3");
}

TEST(Readable, WithoutTheirsFiveDigits) {
  EXPECT_EQ(ReadableValue(2711.9461, std::nullopt), "2711.9");
  EXPECT_EQ(ReadableValue(100, std::nullopt), "100");
  EXPECT_EQ(ReadableValue(123456789, std::nullopt), "123456789");
  EXPECT_EQ(ReadableValue(0.25, std::nullopt), "0.25");
  EXPECT_EQ(ReadableValue(1.5e-9, std::nullopt), "1.5e-09");
  EXPECT_EQ(ReadableValue(std::numeric_limits<double>::infinity(), std::nullopt), "inf");
}

TEST(Readable, DifferencesHaveASign) {
  EXPECT_EQ(ReadableDifference(-0.0015, 0.121), "−0.0015");
  EXPECT_EQ(ReadableDifference(3, 100), "+3");
  EXPECT_EQ(ReadableDifference(0, 100), "0");
  EXPECT_EQ(ReadablePercent(-3.21), "−3.2%");
  EXPECT_EQ(ReadablePercent(-0.01), "0.0%");
  EXPECT_EQ(ReadablePercent(123.45), "+123%");
}

TEST(Readable, SpreadsAndSeconds) {
  ResultRow row = Row(1614.8312, 1614.769);
  row.std = 12.345;
  row.reported_std = 10;
  EXPECT_EQ(ReadableOurs(row), "1615 ± 12");
  row.std = 0.0123;
  EXPECT_EQ(ReadableOurs(row), "1614.831 ± 0.012");
  row.std = 0;
  EXPECT_EQ(ReadableOurs(row), "1614.831 ± 0");
  row.std = 1234;
  EXPECT_EQ(ReadableOurs(row), "1615 ± 1234");
  EXPECT_EQ(ReadableTheirs(row), "1614.769 ± 10");
  EXPECT_EQ(ReadableSeconds(12.34), "12.3 s");
  EXPECT_EQ(ReadableSeconds(59.96), "1 min 0 s");
  EXPECT_EQ(ReadableSeconds(3599), "59 min 59 s");
  EXPECT_EQ(ReadableSeconds(3599.6), "1 h 0 min");
  EXPECT_EQ(ReadableSeconds(-1), "");
  EXPECT_EQ(ReadableSeconds(200), "3 min 20 s");
  EXPECT_EQ(ReadableSeconds(7500), "2 h 5 min");
}

}  // namespace
}  // namespace structlab::harness
