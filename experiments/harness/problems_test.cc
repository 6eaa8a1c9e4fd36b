#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/harness/experiment.h"
#include "experiments/harness/testing/fake_experiment.h"

namespace structlab::harness {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Problems, NoneInASoundExperiment) { EXPECT_THAT(Problems(MakeFakeExperiment("fake")), IsEmpty()); }

TEST(Problems, AReportedRowThatNoDeclaredRowMatches) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.rows.erase(experiment.rows.begin());
  EXPECT_THAT(Problems(experiment),
              Contains(HasSubstr("matched by no declared row: Table 1 | Tiny | steady | size=1")));
}

TEST(Problems, AReportedRowThatTwoDeclaredRowsMatch) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.rows.push_back(experiment.rows.front());
  experiment.rows.back().key.setting = Setting{{"size", "1.00"}};  // the same by value
  EXPECT_THAT(Problems(experiment),
              Contains(HasSubstr("matched by 2 declared rows: Table 1 | Tiny | steady")));
}

TEST(Problems, AClaimThatTheSourceDoesNotMake) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.claims.push_back(experiment.claims.front());
  EXPECT_THAT(Problems(experiment), Contains("claim declared twice: F1 "));
  experiment.claims.back().id = "F9";
  EXPECT_THAT(Problems(experiment), Contains("claim not in claims.tsv: F9"));
}

TEST(Problems, AClaimAboutDataThatIsNotDeclared) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.claims.front().data = {"no such set"};
  EXPECT_THAT(Problems(experiment), Contains("claim about undeclared data: F1 no such set"));
}

TEST(Problems, ADefaultThatItsOwnCheckRefuses) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.settings.front().quick = "-1";
  EXPECT_THAT(Problems(experiment), Contains(HasSubstr("default of size_factor: expected a number above 0")));
}

TEST(Problems, PlansWithBadCases) {
  Experiment experiment = MakeFakeExperiment("fake");
  const auto plan_of = [&](Case c) {
    experiment.plan = [c](const PlanRequest&) { return std::vector<Case>{c, c}; };
    return Problems(experiment);
  };
  EXPECT_THAT(plan_of({.name = "a", .dataset = "D", .method = "steady"}), Contains(HasSubstr("'a' twice")));
  EXPECT_THAT(plan_of({.name = "../a", .dataset = "D", .method = "steady"}),
              Contains(HasSubstr("case '../a'")));
  EXPECT_THAT(plan_of({.name = "a", .dataset = "D", .method = "steady", .data = {"x"}}),
              Contains(HasSubstr("expected a declared data set, found 'x'")));
}

}  // namespace
}  // namespace structlab::harness
