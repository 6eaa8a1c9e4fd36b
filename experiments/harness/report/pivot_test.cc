#include "experiments/harness/report/pivot.h"

#include <gtest/gtest.h>

namespace structlab::harness {
namespace {

ResultRow Row(const std::string& table, const std::string& method, Setting setting, double value) {
  ResultRow row;
  row.table = table;
  row.method = method;
  row.dataset = "OCR";
  row.metric = "passes";
  row.setting = std::move(setting);
  row.value = value;
  return row;
}

TEST(GroupByTable, KeepsTheOrderOfTheSource) {
  const auto tables = GroupByTable({Row("B", "m", {}, 1), Row("A", "m", {}, 2), Row("B", "n", {}, 3)});
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].name, "B");
  EXPECT_EQ(tables[0].rows, (std::vector<size_t>{0, 2}));
  EXPECT_EQ(tables[1].name, "A");
}

std::vector<Pivot> PivotsOf(const std::vector<ResultRow>& rows) {
  return MakePivots(rows, GroupByTable(rows).at(0));
}

TEST(MakePivots, MethodsDownAndTheVaryingKeyAcross) {
  const std::vector<ResultRow> rows = {Row("T", "U", {{"epsilon", "0.1"}, {"kappa1", "0.95"}}, 1),
                                       Row("T", "G", {{"epsilon", "0.1"}, {"kappa1", "0.95"}}, 2),
                                       Row("T", "U", {{"epsilon", "0.1"}, {"kappa1", "0.5"}}, 3)};
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 1u);
  EXPECT_EQ(pivots[0].column_axis, "kappa1");
  EXPECT_EQ(pivots[0].columns, (std::vector<std::string>{"0.5", "0.95"}));
  EXPECT_EQ(pivots[0].methods, (std::vector<std::string>{"U", "G"}));
  EXPECT_EQ(pivots[0].scope, "passes; OCR; epsilon=0.1");
  EXPECT_EQ(pivots[0].cells, (std::vector<std::vector<size_t>>{{2, 0}, {Pivot::kNone, 1}}));
}

TEST(MakePivots, MetricsAcrossWhereNothingElseVaries) {
  std::vector<ResultRow> rows = {Row("T", "U", {}, 1), Row("T", "U", {}, 2)};
  rows[1].metric = "loss";
  rows[1].unit = "%";
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 1u);
  EXPECT_EQ(pivots[0].column_axis, "metric");
  EXPECT_EQ(pivots[0].columns, (std::vector<std::string>{"passes", "loss (%)"}));
}

TEST(MakePivots, OnePivotForEachValueOfASecondKey) {
  std::vector<ResultRow> rows;
  for (const char* folds : {"as printed", "swapped"}) {
    for (const char* kappa : {"0.1", "0.5", "0.9"}) {
      rows.push_back(Row("T", "U", {{"folds", folds}, {"kappa1", kappa}}, 1));
    }
  }
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 2u);
  EXPECT_EQ(pivots[0].scope, "passes; OCR; folds=as printed");
  EXPECT_EQ(pivots[1].scope, "passes; OCR; folds=swapped");
  EXPECT_EQ(pivots[1].cells, (std::vector<std::vector<size_t>>{{3, 4, 5}}));
}

// The table as the source prints it stands first, whatever was measured beside it; the others keep its
// columns, and what would be a single column of them stands side by side.
TEST(MakePivots, TheReportedRowsFirstThenTheOthers) {
  std::vector<ResultRow> rows;
  for (const char* dataset : {"swapped", "OCR", "bias", "random", "pixels", "more"}) {
    const std::string name = dataset;
    for (const char* kappa : {"0.1", "0.5"}) {
      if (name != "swapped" && name != "OCR" && std::string(kappa) == "0.1") continue;
      rows.push_back(Row("T", "U", {{"kappa1", kappa}}, 1));
      rows.back().dataset = name;
      rows.back().is_reported_row = name == "OCR";
    }
  }
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 3u);
  EXPECT_TRUE(pivots[0].is_reported);
  EXPECT_EQ(pivots[0].scope, "passes; OCR");
  EXPECT_EQ(pivots[0].cells, (std::vector<std::vector<size_t>>{{2, 3}}));
  EXPECT_FALSE(pivots[1].is_reported);
  EXPECT_EQ(pivots[1].column_axis, "kappa1");
  EXPECT_EQ(pivots[1].cells, (std::vector<std::vector<size_t>>{{0, 1}}));
  EXPECT_FALSE(pivots[2].is_reported);
  EXPECT_EQ(pivots[2].columns, (std::vector<std::string>{"bias", "random", "pixels", "more"}));
  EXPECT_EQ(pivots[2].scope, "passes; kappa1=0.5");
}

// kappa2 is 1 - kappa1: one table, not three.
TEST(MakePivots, WhatChangesWithTheColumnStandsInItsHeading) {
  const std::vector<ResultRow> rows = {Row("T", "U", {{"kappa1", "0.9"}, {"kappa2", "0.1"}}, 1),
                                       Row("T", "G", {{"kappa1", "0.9"}, {"kappa2", "0.1"}}, 2),
                                       Row("T", "U", {{"kappa1", "0.1"}, {"kappa2", "0.9"}}, 3)};
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 1u);
  EXPECT_EQ(pivots[0].columns, (std::vector<std::string>{"0.1", "0.9"}));
  EXPECT_EQ(pivots[0].column_notes, (std::vector<std::string>{"kappa2=0.9", "kappa2=0.1"}));
  EXPECT_EQ(pivots[0].scope, "passes; OCR");
}

// Each data set has its own setting: the scope names neither.
TEST(MakePivots, TheScopeLeavesOutADataSetThatChangesWithTheColumn) {
  std::vector<ResultRow> rows = {Row("T", "U", {{"M", "5"}, {"nu", "20"}}, 1),
                                 Row("T", "U", {{"M", "40"}, {"nu", "30"}}, 2)};
  rows[1].dataset = "penguin";
  const std::vector<Pivot> pivots = PivotsOf(rows);
  ASSERT_EQ(pivots.size(), 1u);
  EXPECT_EQ(pivots[0].column_notes, (std::vector<std::string>{"OCR; nu=20", "penguin; nu=30"}));
  EXPECT_EQ(pivots[0].scope, "passes");
}

TEST(MakePivots, NoneWhereRowsWouldShareACellOrThereAreNoNumbers) {
  EXPECT_TRUE(PivotsOf({Row("T", "U", {}, 1), Row("T", "U", {}, 2)}).empty());
  ResultRow curve = Row("T", "U", {}, 1);
  curve.value.reset();
  ResultRow other = curve;
  other.method = "G";
  EXPECT_TRUE(PivotsOf({curve, other}).empty());
  std::vector<ResultRow> wide;
  for (int i = 0; i < 13; ++i) wide.push_back(Row("T", "U", {{"k", std::to_string(i)}}, 1));
  EXPECT_TRUE(PivotsOf(wide).empty());
}

// Each reason once, whatever the number of cells; only of cells that are there and not applicable.
TEST(WhyNotApplicable, NamesTheCellsOfEachReason) {
  std::vector<ResultRow> rows;
  for (const char* method : {"U", "G"}) {
    for (const char* k : {"1", "2", "3"}) {
      if (*method == 'G' && *k == '1') continue;
      rows.push_back(Row("T", method, {{"k", k}}, 1));
    }
  }
  EXPECT_TRUE(WhyNotApplicable(PivotsOf(rows).at(0), rows).empty());
  rows[1].missing = "– not run: no time";
  const auto refuse = [](const std::string& reason, ResultRow& row) {
    row.value.reset();
    row.reported = 7;
    row.is_applicable = false;
    row.missing = reason;
  };
  refuse("⊘ refused: too large", rows[2]);
  refuse("⊘ refused: too even", rows[3]);
  refuse("⊘ refused: too large", rows[4]);
  const Pivot pivot = PivotsOf(rows).at(0);
  EXPECT_EQ(WhyNotApplicable(pivot, rows),
            (std::vector<std::string>{"U, k = 3; G, k = 3: ⊘ refused: too large",
                                      "G, k = 2: ⊘ refused: too even"}));
}

TEST(HeadingOf, NamesTheAxisWhereTheValueDoesNotSayIt) {
  std::vector<ResultRow> rows = {Row("T", "U", {{"k", "1"}}, 1), Row("T", "U", {{"k", "2"}}, 2)};
  EXPECT_EQ(HeadingOf(PivotsOf(rows).at(0), 1), "k = 2");
  for (ResultRow& row : rows) row.setting = {};
  rows[1].metric = "loss";
  EXPECT_EQ(HeadingOf(PivotsOf(rows).at(0), 1), "loss");
  rows[1].metric = rows[0].metric;
  rows[1].dataset = "USPS";
  EXPECT_EQ(HeadingOf(PivotsOf(rows).at(0), 1), "USPS");
}

TEST(PivotTable, HasExactNumbers) {
  std::vector<ResultRow> rows = {Row("T", "U", {{"k", "1"}}, 0.1 + 0.2), Row("T", "U", {{"k", "2"}}, 2)};
  rows[1].std = 0.5;
  rows[1].reported = 3;
  const common::Table table = PivotTable(PivotsOf(rows).at(0), rows);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"method", "k=1 ours", "k=1 std", "k=1 reported",
                                                     "k=2 ours", "k=2 std", "k=2 reported"}));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"U", "0.30000000000000004", "", "", "2", "0.5", "3"}));
}

}  // namespace
}  // namespace structlab::harness
