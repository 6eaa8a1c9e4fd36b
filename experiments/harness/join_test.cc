#include "experiments/harness/join.h"

#include <gtest/gtest.h>

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
