#include "experiments/harness/report/results_tables.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

// A row in which every column has a value, and every text what a table could stumble over.
ResultRow FullRow() {
  ResultRow row;
  row.package = "regularization_path";
  row.table = "Table 5.2";
  row.dataset = "OCR letters (Taskar)";
  row.data = DataOrigin::kSubstitute;
  row.method = "RP-BCFW-HEU-G\twith a tab";
  row.setting = {{"epsilon", "0.1"}, {"kappa1", "0.95"}};
  row.metric = "total_passes";
  row.value = 0.1 + 0.2;
  row.std = std::numeric_limits<double>::denorm_min();
  row.n = 5;
  row.unit = "passes";
  row.higher_is_better = false;
  row.reported = 1071.25;
  row.reported_std = 1e300;
  row.protocol = Protocol::kCut;
  row.departures = {"first; with a semicolon", "second \\ with a backslash", "third\nwith a line break"};
  row.profile = Profile::kPaper;
  row.seconds = 12.5;
  row.cpu_seconds = 1.0 / 3;
  row.peak_rss_mb = 101;
  row.seeds = {0, 18446744073709551615u};
  row.cases = {"ocr/a=1;b=2/seed=0", "ocr/a=1/seed=1"};
  return row;
}

TEST(ResultsTables, ResultColumnsStandInTheirOrder) {
  std::string columns;
  for (const std::string& column : ResultsTable({}).columns) columns += column + " ";
  EXPECT_EQ(columns,
            "package table dataset data method setting metric value std n unit higher_is_better reported "
            "reported_std protocol departures profile seconds cpu_seconds peak_rss_mb seed cases ");
}

TEST(ResultsTables, ClaimColumnsStandInTheirOrder) {
  std::string columns;
  for (const std::string& column : ClaimsTable({}).columns) columns += column + " ";
  EXPECT_EQ(columns, "id part package data profile verdict evidence statement ");
}

TEST(ResultsTables, WhatWasNotRunHasNeitherDataNorProtocol) {
  ResultRow row = FullRow();
  row.n = 0;
  row.data.reset();
  const common::Table table = ResultsTable({row, FullRow()});
  const auto protocol = static_cast<size_t>(table.Column("protocol"));
  EXPECT_EQ(table.rows[0][protocol], "");
  EXPECT_EQ(table.rows[1][protocol], "cut");
  const auto data = static_cast<size_t>(table.Column("data"));
  EXPECT_EQ(table.rows[0][data], "");
  EXPECT_EQ(table.rows[1][data], "substitute");
  EXPECT_EQ(ReadResults(table)[0].data, std::nullopt);
}

TEST(ResultsTables, ResultsReadBackAsTheyWere) {
  const std::vector<ResultRow> written = {FullRow(), ResultRow()};
  const std::string text = common::FormatTsv(ResultsTable(written));
  const std::vector<ResultRow> read = ReadResults(common::ParseTsv(text, "results.tsv"));
  ASSERT_EQ(read.size(), 2u);
  const ResultRow& a = written[0];
  const ResultRow& b = read[0];
  EXPECT_EQ(b.package, a.package);
  EXPECT_EQ(b.table, a.table);
  EXPECT_EQ(b.dataset, a.dataset);
  EXPECT_EQ(b.data, a.data);
  EXPECT_EQ(b.method, a.method);
  EXPECT_EQ(b.setting, a.setting);
  EXPECT_EQ(b.metric, a.metric);
  EXPECT_EQ(b.value, a.value);
  EXPECT_EQ(b.std, a.std);
  EXPECT_EQ(b.n, a.n);
  EXPECT_EQ(b.unit, a.unit);
  EXPECT_EQ(b.higher_is_better, a.higher_is_better);
  EXPECT_EQ(b.reported, a.reported);
  EXPECT_EQ(b.reported_std, a.reported_std);
  EXPECT_TRUE(b.is_reported_row);
  EXPECT_EQ(b.protocol, a.protocol);
  EXPECT_EQ(b.departures, a.departures);
  EXPECT_EQ(b.profile, a.profile);
  EXPECT_EQ(b.seconds, a.seconds);
  EXPECT_EQ(b.cpu_seconds, a.cpu_seconds);
  EXPECT_EQ(b.peak_rss_mb, a.peak_rss_mb);
  EXPECT_EQ(b.seeds, a.seeds);
  EXPECT_EQ(b.cases, a.cases);

  EXPECT_FALSE(read[1].value || read[1].std || read[1].reported || read[1].reported_std);
  EXPECT_FALSE(read[1].higher_is_better.has_value());
  EXPECT_FALSE(read[1].is_reported_row);
  EXPECT_TRUE(read[1].departures.empty() && read[1].seeds.empty() && read[1].cases.empty());
  EXPECT_EQ(common::FormatTsv(ResultsTable(read)), text);
}

TEST(ResultsTables, ClaimsReadBackAsTheyWere) {
  ClaimRow claim;
  claim.id = "D21";
  claim.part = "STD";
  claim.package = "regularization_path";
  claim.data = DataOrigin::kStandIn;
  claim.profile = Profile::kSmoke;
  claim.verdict = Verdict::kNotTested;
  claim.evidence = "p = 0.03\n95% interval [-3, 1]";
  claim.statement = "needs fewer passes";
  const std::string text = common::FormatTsv(ClaimsTable({claim, ClaimRow()}));
  const std::vector<ClaimRow> read = ReadClaims(common::ParseTsv(text, "claims.tsv"));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].id, claim.id);
  EXPECT_EQ(read[0].part, claim.part);
  EXPECT_EQ(read[0].package, claim.package);
  EXPECT_EQ(read[0].data, claim.data);
  EXPECT_EQ(read[1].data, std::nullopt);
  EXPECT_EQ(read[0].profile, claim.profile);
  EXPECT_EQ(read[0].verdict, claim.verdict);
  EXPECT_EQ(read[0].evidence, claim.evidence);
  EXPECT_EQ(read[0].statement, claim.statement);
  EXPECT_EQ(common::FormatTsv(ClaimsTable(read)), text);
}

TEST(ResultsTables, ListsLeaveOutWhatIsEmpty) {
  ResultRow row = FullRow();
  row.departures = {"", "a", "", "b", ""};
  const common::Table table = ResultsTable({row});
  EXPECT_EQ(table.rows[0][static_cast<size_t>(table.Column("departures"))], "a;b");
  EXPECT_EQ(ReadResults(table)[0].departures, (std::vector<std::string>{"a", "b"}));
}

// What is wrong in a cell is said with the file, its place there, the column and what would be right.
TEST(ResultsTables, WrongCellsAreNamed) {
  std::string place;
  const auto damage = [&place](const char* column, const std::string& cell) {
    common::Table table = ResultsTable({ResultRow(), FullRow()});
    table.name = "measured.tsv";
    table.rows[1][static_cast<size_t>(table.Column(column))] = cell;
    place = table.Where(1, table.Column(column)) + ", column " + column;
    return common::MessageOf(common::ErrorKind::kData, [&] { ReadResults(table); });
  };
  for (const char* column :
       {"data", "setting", "value", "std", "n", "higher_is_better", "reported", "reported_std", "protocol",
        "profile", "seconds", "cpu_seconds", "peak_rss_mb", "seed"}) {
    const std::string message = damage(column, "?");
    EXPECT_TRUE(message.starts_with(place)) << column << ": " << message;
    EXPECT_TRUE(place.starts_with("measured.tsv:3:")) << place;
  }
  EXPECT_NE(damage("data", "Real").find("real or substitute or stand-in"), std::string::npos);
  EXPECT_TRUE(damage("n", "-1").starts_with(place));
  EXPECT_TRUE(damage("n", "9999999999").starts_with(place));
  EXPECT_NE(damage("seed", "1;18446744073709551616").find("column seed"), std::string::npos);
}

TEST(ResultsTables, AbsentColumnsAreNamed) {
  common::Table table = ClaimsTable({ClaimRow()});
  table.columns[5] = "judgement";
  EXPECT_NE(common::MessageOf(common::ErrorKind::kData, [&] { ReadClaims(table); }).find("verdict"),
            std::string::npos);
}

}  // namespace
}  // namespace structlab::harness
