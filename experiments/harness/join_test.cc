#include "experiments/harness/join.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace structlab::harness {
namespace {

const std::vector<double> kX = {1, 2}, kY = {3, 4};

FinishedCase CaseOf(const std::string& method, const Setting& setting, uint64_t seed,
                    Protocol protocol = Protocol::kPaper) {
  FinishedCase finished;
  finished.c.name = method + NamePart(setting.Format()) + (protocol == Protocol::kPaper ? "" : "-cut");
  finished.c.dataset = "D";
  finished.c.method = method;
  finished.c.setting = setting;
  finished.c.seed = seed;
  finished.c.protocol = protocol;
  finished.seconds = 1;
  Recorder recorder(finished.c);
  recorder.Value("Table", "passes", 10 + static_cast<double>(seed));
  recorder.Curve("Figure", "gap", kX, kY);
  finished.record = recorder.record();
  return finished;
}

ReportedRow Reported(const RowKey& key, std::optional<double> value) {
  ReportedRow row;
  row.key = key;
  row.value = value;
  return row;
}

const RowKey kPanel = {"Figure", "D", "A and B", Setting{{"kappa1", "0.50"}}, "gap"};

Experiment WithPanel() {
  Experiment experiment;
  experiment.name = "p";
  experiment.rows = {{.key = kPanel, .figure = "panel", .needs_methods = {"A", "B"}}};
  return experiment;
}

ResultRow PanelOf(std::vector<FinishedCase> cases) {
  Figure drawn;
  drawn.id = "panel";
  return JoinRows(WithPanel(), {Reported(kPanel, {})}, Results(std::move(cases), Profile::kPaper), {drawn})
      .front();
}

TEST(JoinRows, AFigureNeedsTheCurvesOfAllItsMethods) {
  const ResultRow one = PanelOf({CaseOf("A", Setting{{"kappa1", "0.5"}}, 1)});
  EXPECT_EQ(one.figure, "");
  EXPECT_TRUE(one.cases.empty());
  EXPECT_EQ(one.seconds, 0);
  // B does not depend on kappa1, so that its curve belongs to every panel; A at another kappa1 does not.
  const ResultRow other = PanelOf({CaseOf("A", Setting{{"kappa1", "0.1"}}, 1), CaseOf("B", {}, 1)});
  EXPECT_EQ(other.figure, "");
  const ResultRow both =
      PanelOf({CaseOf("A", Setting{{"kappa1", "0.1"}}, 1), CaseOf("A", Setting{{"kappa1", "0.5"}}, 1),
               CaseOf("B", {}, 1), CaseOf("C", {}, 1)});
  EXPECT_EQ(both.figure, "panel");
  EXPECT_EQ(both.cases, (std::vector<std::string>{"Akappa1=0.5/seed=1", "B/seed=1"}));
  EXPECT_EQ(both.seconds, 2);
}

// A picture with the row's key does what a curve does, beside the curve of another method too.
TEST(JoinRows, APictureRegeneratesARowWithoutANumber) {
  const auto with_picture = [](const char* table, const char* metric, const Setting& setting) {
    FinishedCase finished;
    finished.c = {.name = "b", .dataset = "D", .method = "B", .setting = setting};
    finished.seconds = 5;
    Recorder recorder(finished.c);
    recorder.Picture(table, metric, {.width = 1, .height = 1, .values = {0}});
    finished.record = recorder.record();
    return finished;
  };
  const FinishedCase a = CaseOf("A", Setting{{"kappa1", "0.5"}}, 1);
  EXPECT_EQ(PanelOf({a}).figure, "");
  EXPECT_EQ(PanelOf({a, with_picture("Figure", "other", {})}).figure, "");
  EXPECT_EQ(PanelOf({a, with_picture("Other", "gap", {})}).figure, "");
  EXPECT_EQ(PanelOf({a, with_picture("Figure", "gap", Setting{{"kappa1", "0.1"}})}).figure, "");
  const ResultRow row = PanelOf({a, with_picture("Figure", "gap", {})});
  EXPECT_EQ(row.figure, "panel");
  EXPECT_EQ(row.cases.size(), 2u);
  EXPECT_EQ(row.seconds, 6);
  // Without a drawn figure it is recorded all the same.
  const RowKey key = {"Figure", "D", "B", {}, "gap"};
  std::vector<FinishedCase> alone = {with_picture("Figure", "gap", {})};
  EXPECT_EQ(JoinRows({}, {Reported(key, {})}, Results(std::move(alone), Profile::kPaper), {}).front().figure,
            "recorded");
}

TEST(JoinRows, AFigureIsAsGoodAsTheWorstOfItsMethods) {
  const Setting at = {{"kappa1", "0.5"}};
  const ResultRow cut = PanelOf({CaseOf("A", at, 1), CaseOf("B", {}, 1, Protocol::kCut)});
  EXPECT_EQ(cut.protocol, Protocol::kCut);
  const ResultRow paper =
      PanelOf({CaseOf("A", at, 1, Protocol::kCut), CaseOf("A", at, 1), CaseOf("B", {}, 1)});
  EXPECT_EQ(paper.protocol, Protocol::kPaper);
  EXPECT_EQ(paper.cases.size(), 2u);
  const ResultRow paper_first =
      PanelOf({CaseOf("A", at, 1), CaseOf("A", at, 1, Protocol::kCut), CaseOf("B", {}, 1)});
  EXPECT_EQ(paper_first.protocol, Protocol::kPaper);
  EXPECT_EQ(paper_first.cases, paper.cases);
  FinishedCase b = CaseOf("B", {}, 1, Protocol::kCut);
  b.c.departures = {"half of the points"};
  EXPECT_EQ(PanelOf({CaseOf("A", at, 1), b}).departures, std::vector<std::string>{"half of the points"});
}

// One case may draw the curves of two methods: it took its time once.
TEST(JoinRows, AFigureCountsEachCaseOnce) {
  FinishedCase both = CaseOf("A", {}, 1);
  Recorder recorder(both.c);
  recorder.Curve("Figure", "gap", kX, kY);
  recorder.Curve("Figure", "gap", kX, kY, {.method = "B"});
  both.record = recorder.record();
  const ResultRow row = PanelOf({both});
  EXPECT_EQ(row.figure, "panel");
  EXPECT_EQ(row.cases, std::vector<std::string>{"A/seed=1"});
  EXPECT_EQ(row.seconds, 1);
  EXPECT_EQ(row.n, 1);
  // Another data set's curve is another figure's.
  both.record.curves[1].key.dataset = "E";
  EXPECT_EQ(PanelOf({both}).figure, "");
}

TEST(JoinRows, MatchesSettingsByValueAndAveragesOverSeeds) {
  const RowKey key = {"Table", "D", "A", Setting{{"kappa1", "5e-1"}}, "passes"};
  std::vector<FinishedCase> cases;
  for (const uint64_t seed : {1u, 2u, 3u}) cases.push_back(CaseOf("A", Setting{{"kappa1", "0.50"}}, seed));
  cases.push_back(CaseOf("A", Setting{{"kappa1", "0.51"}}, 1));
  Experiment experiment;
  experiment.name = "p";
  const std::vector<ResultRow> rows =
      JoinRows(experiment, {Reported(key, 12)}, Results(std::move(cases), Profile::kPaper), {});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].value, 12);
  EXPECT_EQ(rows[0].std, 1);
  EXPECT_EQ(rows[0].n, 3);
  EXPECT_EQ(rows[0].reported, 12);
  EXPECT_EQ(rows[0].data, DataOrigin::kReal);
  EXPECT_FALSE(rows[1].is_reported_row);
}

// The rows of these cases alone, with the values that `record` gives them.
std::vector<ResultRow> RowsOf(std::vector<FinishedCase> cases, const Experiment& experiment = {},
                              const std::vector<ReportedRow>& reported = {}) {
  return JoinRows(experiment, reported, Results(std::move(cases), Profile::kPaper), {});
}

FinishedCase WithValues(Case c, const std::vector<std::pair<std::string, double>>& values) {
  Recorder recorder(c);
  for (const auto& [dataset, value] : values) recorder.Value("Table", "passes", value, {.dataset = dataset});
  return {.c = std::move(c), .record = recorder.record()};
}

// Time and memory, origin, protocol and departures are those of the cases behind a row.
TEST(JoinRows, SaysWhatItsCasesTook) {
  std::vector<FinishedCase> cases = {CaseOf("A", {}, 1, Protocol::kCut), CaseOf("A", {}, 2, Protocol::kCut),
                                     CaseOf("A", {}, 3, Protocol::kCut)};
  const double cpu[] = {2, 3, 4}, memory[] = {10, 30, 20};
  for (size_t i = 0; i < cases.size(); ++i) {
    cases[i].cpu_seconds = cpu[i];
    cases[i].peak_rss_mb = memory[i];
    cases[i].c.departures = {"a tenth of the passes"};
  }
  cases[1].c.resolved = {{.name = "d", .origin = DataOrigin::kSubstitute}};
  const ResultRow row = RowsOf(cases).front();
  EXPECT_EQ(row.seconds, 3);
  EXPECT_EQ(row.cpu_seconds, 9);
  EXPECT_EQ(row.peak_rss_mb, 30);
  EXPECT_EQ(row.data, DataOrigin::kSubstitute);
  EXPECT_EQ(row.protocol, Protocol::kCut);
  EXPECT_EQ(row.departures, std::vector<std::string>{"a tenth of the passes"});
  EXPECT_EQ(row.seeds, (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(row.cases, (std::vector<std::string>{"A-cut/seed=1", "A-cut/seed=2", "A-cut/seed=3"}));
  EXPECT_EQ(row.profile, Profile::kPaper);
}

// Cases of two names are two rows beside one of the source, and two data sets are two rows.
TEST(JoinRows, AveragesOverNothingButSeeds) {
  const RowKey key = {"Table", "D", "A", {}, "passes"};
  const std::vector<ResultRow> rows = RowsOf(
      {CaseOf("A", {}, 1), CaseOf("A", {}, 2), CaseOf("A", {}, 1, Protocol::kCut)}, {}, {Reported(key, 12)});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].value, 11.5);
  EXPECT_EQ(rows[0].protocol, Protocol::kPaper);
  EXPECT_EQ(rows[1].value, 11);
  EXPECT_EQ(rows[1].protocol, Protocol::kCut);
  for (const ResultRow& row : rows) EXPECT_EQ(row.reported, 12);
  const std::vector<ResultRow> sets =
      RowsOf({WithValues({.name = "a", .dataset = "", .method = "A"}, {{"D", 1}, {"E", 2}})});
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].dataset, "D");
  EXPECT_EQ(sets[0].value, 1);
  EXPECT_EQ(sets[1].dataset, "E");
  EXPECT_EQ(sets[1].value, 2);
}

TEST(JoinRows, WhatIsNotFiniteHasNoSpread) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto of = [](uint64_t seed, double value) {
    return WithValues({.name = "a", .dataset = "", .method = "A", .seed = seed}, {{"D", value}});
  };
  const ResultRow endless = RowsOf({of(1, 1), of(2, infinity)}).front();
  EXPECT_EQ(endless.value, infinity);
  EXPECT_EQ(endless.std, std::nullopt);
  const ResultRow unknown = RowsOf({of(1, infinity), of(2, -infinity)}).front();
  EXPECT_TRUE(std::isnan(*unknown.value));
  EXPECT_EQ(unknown.std, std::nullopt);
  EXPECT_EQ(RowsOf({of(1, 3)}).front().std, std::nullopt);  // one has none
}

// Unit and better side: as recorded, else as declared, else as the source says.
TEST(JoinRows, TakesUnitAndBetterSideFromWhoSaysThem) {
  const RowKey key = {"Table", "D", "A", {}, "passes"};
  ReportedRow reported = Reported(key, 12);
  reported.unit = "theirs";
  reported.higher_is_better = true;
  reported.std = 0.5;
  reported.note = "as printed";
  Experiment experiment;
  const ResultRow theirs = RowsOf({CaseOf("A", {}, 1)}, experiment, {reported}).front();
  EXPECT_EQ(theirs.unit, "theirs");
  EXPECT_EQ(theirs.higher_is_better, true);
  EXPECT_EQ(theirs.reported_std, 0.5);
  EXPECT_EQ(theirs.reported_note, "as printed");
  experiment.rows = {{.key = key, .unit = "declared", .higher_is_better = false}};
  const ResultRow declared = RowsOf({CaseOf("A", {}, 1)}, experiment, {reported}).front();
  EXPECT_EQ(declared.unit, "declared");
  EXPECT_EQ(declared.higher_is_better, false);
  FinishedCase recorded = CaseOf("A", {}, 1);
  recorded.record.values.front().unit = "recorded";
  EXPECT_EQ(RowsOf({recorded}, experiment, {reported}).front().unit, "recorded");
}

TEST(JoinRows, AsksThePackageWhyEachRowDiffers) {
  Experiment experiment;
  experiment.explain = [](const ResultRow& row, const Results& results) {
    return Explanation{ExplanationKind::kUnexplained,
                       row.method + " of " + std::to_string(results.cases().size())};
  };
  const RowKey key = {"Table", "D", "A", {}, "passes"};
  for (const ResultRow& row :
       RowsOf({CaseOf("A", {}, 1), CaseOf("B", {}, 1)}, experiment, {Reported(key, 12)})) {
    EXPECT_EQ(row.explanation.kind, ExplanationKind::kUnexplained);
    EXPECT_EQ(row.explanation.text, row.method + " of 2");
  }
}

TEST(JoinRows, ARowWithoutNumberOfOursIsNotRun) {
  Experiment experiment;
  experiment.name = "p";
  const std::vector<ResultRow> rows = JoinRows(experiment, {Reported({"Table", "D", "Z", {}, "passes"}, 5)},
                                               Results({}, Profile::kPaper), {});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_FALSE(rows[0].value.has_value());
  EXPECT_EQ(rows[0].n, 0);
  EXPECT_EQ(rows[0].figure, "");
  EXPECT_EQ(rows[0].data, std::nullopt);
  EXPECT_TRUE(rows[0].is_reported_row);
}

}  // namespace
}  // namespace structlab::harness
