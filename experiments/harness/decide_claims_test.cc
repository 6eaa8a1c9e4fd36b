#include <gtest/gtest.h>

#include "common/error.h"
#include "experiments/harness/join.h"

namespace structlab::harness {
namespace {

// A case that read data sets of these names and origins.
FinishedCase CaseOn(const std::vector<Dataset>& datasets) {
  FinishedCase finished;
  for (const Dataset& dataset : datasets) finished.c.data.push_back(dataset.name);
  finished.c.resolved = datasets;
  return finished;
}

const Dataset kReal = {.name = "letters", .origin = DataOrigin::kReal};
const Dataset kSubstitute = {.name = "digits", .origin = DataOrigin::kSubstitute};
const Dataset kStandIn = {.name = "faces", .origin = DataOrigin::kStandIn};

Claim ClaimOf(const std::string& part, Verdict verdict, const std::vector<std::string>& data = {}) {
  return {.id = "C1",
          .part = part,
          .rule = "the rule " + part,
          .decide =
              [=](const Results&) {
                return ClaimOutcome{verdict, "evidence " + part};
              },
          .data = data};
}

std::vector<ClaimRow> Decide(const std::vector<Claim>& claims, std::vector<FinishedCase> cases) {
  Experiment experiment;
  experiment.name = "pack";
  experiment.claims = claims;
  experiment.not_tested = {{"C2", "nobody can"}};
  const std::vector<ReportedClaim> reported = {{"C1", "first"}, {"C2", "second"}, {"C3", "third"}};
  return DecideClaims(experiment, reported, Results(std::move(cases), Profile::kPaper));
}

TEST(DecideClaims, GivesEachReportedClaimARowInTheirOrder) {
  const std::vector<ClaimRow> rows = Decide({ClaimOf("", Verdict::kFails)}, {CaseOn({kReal})});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].id, "C1");
  EXPECT_EQ(rows[0].part, "");
  EXPECT_EQ(rows[0].package, "pack");
  EXPECT_EQ(rows[0].data, DataOrigin::kReal);
  EXPECT_EQ(rows[0].profile, Profile::kPaper);
  EXPECT_EQ(rows[0].verdict, Verdict::kFails);
  EXPECT_EQ(rows[0].evidence, "evidence ");
  EXPECT_EQ(rows[0].statement, "first");
  EXPECT_EQ(rows[0].rule, "the rule ");
  EXPECT_EQ(rows[1].id, "C2");
  EXPECT_EQ(rows[1].verdict, Verdict::kNotTested);
  EXPECT_EQ(rows[1].evidence, "nobody can");
  EXPECT_EQ(rows[1].data, std::nullopt);
  EXPECT_EQ(rows[2].evidence, "no rule decides it here");
  EXPECT_EQ(rows[2].statement, "third");
}

TEST(DecideClaims, NothingIsDecidedWhereNothingWasRun) {
  const ClaimRow row = Decide({ClaimOf("", Verdict::kHolds)}, {}).front();
  EXPECT_EQ(row.verdict, Verdict::kNotTested);
  EXPECT_EQ(row.evidence, "nothing was run");
  EXPECT_EQ(row.data, std::nullopt);
}

// What a claim is about decides, not what else was run; a substitute is data, a stand-in is none.
TEST(DecideClaims, ItsOwnDataDecides) {
  const auto decided = [](const std::vector<std::string>& data, const std::vector<FinishedCase>& cases) {
    return Decide({ClaimOf("", Verdict::kHolds, data)}, cases).front();
  };
  const std::vector<FinishedCase> all = {CaseOn({kReal}), CaseOn({kStandIn}), CaseOn({kSubstitute})};
  EXPECT_EQ(decided({"letters"}, all).verdict, Verdict::kHolds);
  EXPECT_EQ(decided({"letters"}, all).data, DataOrigin::kReal);
  EXPECT_EQ(decided({"digits", "letters"}, all).verdict, Verdict::kHolds);
  EXPECT_EQ(decided({"digits", "letters"}, all).data, DataOrigin::kSubstitute);
  EXPECT_EQ(decided({"absent"}, all).data, std::nullopt);
  for (const std::vector<std::string>& data : {std::vector<std::string>{}, {"faces"}, {"letters", "faces"}}) {
    EXPECT_EQ(decided(data, all).verdict, Verdict::kNotTested);
    EXPECT_EQ(decided(data, all).evidence, "the data is a stand-in, and the claim depends on the data");
    EXPECT_EQ(decided(data, all).data, DataOrigin::kStandIn);
  }
  // A case that reads two sets is as good as the worse of them.
  EXPECT_EQ(decided({"letters"}, {CaseOn({kReal, kStandIn})}).verdict, Verdict::kNotTested);
  Claim speed = ClaimOf("", Verdict::kHolds);
  speed.independent_of_data = true;
  EXPECT_EQ(Decide({speed}, all).front().verdict, Verdict::kHolds);
}

// What a rule stumbles over is said, and no run ends by it.
TEST(DecideClaims, ARuleThatCannotDecideSaysWhy) {
  Claim claim = ClaimOf("", Verdict::kHolds);
  claim.decide = [](const Results&) -> ClaimOutcome {
    common::ThrowUsageError("setting epsilon", "a declared setting", "none");
  };
  const ClaimRow row = Decide({claim}, {CaseOn({kReal})}).front();
  EXPECT_EQ(row.verdict, Verdict::kNotTested);
  EXPECT_EQ(row.evidence, "setting epsilon: expected a declared setting, found none");
}

TEST(DecideClaims, ThePartsMakeTheWhole) {
  const auto rows =
      Decide({ClaimOf("a", Verdict::kHolds, {"letters"}), ClaimOf("b", Verdict::kUndecided, {"digits"})},
             {CaseOn({kReal}), CaseOn({kSubstitute})});
  ASSERT_EQ(rows.size(), 5u);  // the whole, its parts, and the other claims
  EXPECT_EQ(rows[0].part, "");
  EXPECT_EQ(rows[0].verdict, Verdict::kUndecided);
  EXPECT_EQ(rows[0].evidence, "a holds; b is undecided");
  EXPECT_EQ(rows[0].rule, "holds if all parts hold, fails if one fails");
  EXPECT_EQ(rows[0].data, DataOrigin::kSubstitute);  // the worst of its parts'
  EXPECT_EQ(rows[0].statement, "first");
  EXPECT_EQ(rows[1].part, "a");
  EXPECT_EQ(rows[1].data, DataOrigin::kReal);
  EXPECT_EQ(rows[1].rule, "the rule a");
  EXPECT_EQ(rows[2].part, "b");
  EXPECT_EQ(rows[2].verdict, Verdict::kUndecided);
}

// Where a rule decides the whole by itself, none is made of the parts.
TEST(DecideClaims, ARuleForTheWholeStandsForIt) {
  const auto rows = Decide({ClaimOf("", Verdict::kHolds), ClaimOf("b", Verdict::kFails)}, {CaseOn({kReal})});
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].part, "");
  EXPECT_EQ(rows[0].verdict, Verdict::kHolds);
  EXPECT_EQ(rows[1].part, "b");
}

}  // namespace
}  // namespace structlab::harness
