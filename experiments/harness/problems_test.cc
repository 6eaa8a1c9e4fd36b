#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/harness/experiment.h"
#include "experiments/harness/testing/fake_experiment.h"

namespace structlab::harness {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
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

TEST(Problems, AClaimOfTheSourceThatNobodyDecides) {
  const auto problems_with = [](const std::vector<UntestedClaim>& not_tested) {
    Experiment experiment = MakeFakeExperiment("fake");
    experiment.not_tested = not_tested;
    return Problems(experiment);
  };
  const UntestedClaim sound = MakeFakeExperiment("fake").not_tested.front();
  EXPECT_THAT(problems_with({}),
              ElementsAre("claim of claims.tsv without a rule, and not in not_tested: F3"));
  EXPECT_THAT(problems_with({sound, sound}), ElementsAre("claim twice in not_tested: F3"));
  EXPECT_THAT(problems_with({{"F3", ""}}), ElementsAre("claim not tested without a reason: F3"));
  EXPECT_THAT(problems_with({sound, {"F9", "no"}}), ElementsAre("claim not in claims.tsv: F9"));
  EXPECT_THAT(problems_with({sound, {"F1", "no"}}), ElementsAre("claim both tested and not: F1"));
}

TEST(Problems, AClaimAboutDataThatIsNotDeclared) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.claims.front().data = {"no such set"};
  EXPECT_THAT(Problems(experiment), Contains("claim about undeclared data: F1 no such set"));
}

// Whichever profile it is of.
TEST(Problems, ADefaultThatItsOwnCheckRefuses) {
  for (const int profile : {0, 1, 2}) {
    Experiment experiment = MakeFakeExperiment("fake");
    SettingDeclaration& setting = experiment.settings.front();
    (profile == 0 ? setting.paper : profile == 1 ? setting.quick.emplace() : setting.smoke.emplace()) = "-1";
    EXPECT_THAT(Problems(experiment),
                Contains(HasSubstr("default of size_factor: expected a number above 0")))
        << profile;
  }
}

TEST(Problems, ARowOrClaimThatStandsTwice) {
  Experiment experiment = MakeFakeExperiment("fake");
  const std::string rows =
      std::string(experiment.reported_tsv) + "Table 1\tTiny\tsteady\tsize=1.00\tarea\t1\t\tm2\ttrue\t\n";
  const std::string claims = std::string(experiment.claims_tsv) + "F1\tOnce more.\n";
  experiment.reported_tsv = rows;
  experiment.claims_tsv = claims;
  experiment.rows.push_back(experiment.rows.back());
  EXPECT_THAT(Problems(experiment),
              testing::UnorderedElementsAre(HasSubstr("reported twice: Table 1 | Tiny | steady | size=1"),
                                            HasSubstr("declared twice: Figure 4"),
                                            HasSubstr("reported, matched by 2 declared rows: Figure 4"),
                                            "claim twice in claims.tsv: F1"));
}

TEST(Problems, AClaimOrSettingThatSaysTooLittle) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.claims.front().rule.clear();
  experiment.claims.back().decide = nullptr;
  experiment.settings.front().documentation.clear();
  EXPECT_THAT(Problems(experiment),
              ElementsAre("claim without a stated rule: F1 ", "claim that nothing decides: F2 small",
                          "setting without documentation: size_factor"));
}

// In each of the three profiles.
TEST(Problems, APlanWithoutCasesOrWithUnknownMethods) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.plan = [](const PlanRequest&) { return std::vector<Case>(); };
  EXPECT_THAT(Problems(experiment), ElementsAre("no cases in profile smoke", "no cases in profile quick",
                                                "no cases in profile paper"));
  experiment.plan = [](const PlanRequest&) {
    return std::vector<Case>{{.name = "a", .dataset = "D", .method = "other"}};
  };
  const std::string end = " has a method that `methods` lacks: other";
  EXPECT_THAT(Problems(experiment),
              ElementsAre("case a in profile smoke" + end, "case a in profile quick" + end,
                          "case a in profile paper" + end));
}

TEST(Problems, PlansWithBadCases) {
  Experiment experiment = MakeFakeExperiment("fake");
  const auto plan_of = [&](const Case& c) {
    experiment.plan = [c](const PlanRequest&) { return std::vector<Case>{c, c}; };
    return Problems(experiment);
  };
  EXPECT_THAT(plan_of({.name = "a", .dataset = "D", .method = "steady"}), Contains(HasSubstr("'a' twice")));
  EXPECT_THAT(plan_of({.name = "../a", .dataset = "D", .method = "steady"}),
              Contains(HasSubstr("case '../a'")));
  EXPECT_THAT(plan_of({.name = "a", .dataset = "D", .method = "steady", .data = {"x"}}),
              Contains(HasSubstr("expected a declared data set, found 'x'")));
}

TEST(Problems, ACaseThatDepartsFromTheSourceAndDoesNotSayHow) {
  Experiment experiment = MakeFakeExperiment("fake");
  for (const Protocol protocol : {Protocol::kCut, Protocol::kChanged}) {
    experiment.plan = [&](const PlanRequest&) {
      return std::vector<Case>{{.name = "a", .dataset = "D", .method = "steady", .protocol = protocol}};
    };
    EXPECT_THAT(Problems(experiment),
                Contains("case a in profile smoke departs from the source and does not say how"));
  }
}

// The page prints --only=package/key as what runs one case.
TEST(Problems, ACaseWhoseNameChoosesAnotherToo) {
  Experiment experiment = MakeFakeExperiment("fake");
  experiment.plan = [&](const PlanRequest&) {
    return std::vector<Case>{{.name = "a", .dataset = "D", .method = "steady"},
                             {.name = "a/seed=1/b", .dataset = "D", .method = "steady"}};
  };
  EXPECT_THAT(Problems(experiment), Contains("--only=fake/a/seed=1 in profile smoke chooses 2 cases"));
}

}  // namespace
}  // namespace structlab::harness
