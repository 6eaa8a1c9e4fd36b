#include <gtest/gtest.h>

#include <cmath>

#include "common/error.h"
#include "common/random_stream.h"
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
  EXPECT_EQ(rows[0].rule,
            "holds if all parts hold, fails if one fails whose chance to fail though it is true, times the "
            "number of parts, is at most 5%");
  EXPECT_EQ(rows[0].data, DataOrigin::kSubstitute);  // the worst of its parts'
  EXPECT_EQ(rows[0].statement, "first");
  EXPECT_EQ(rows[1].part, "a");
  EXPECT_EQ(rows[1].data, DataOrigin::kReal);
  EXPECT_EQ(rows[1].rule, "the rule a");
  EXPECT_EQ(rows[2].part, "b");
  EXPECT_EQ(rows[2].verdict, Verdict::kUndecided);
}

Claim FailingPart(const std::string& part, double chance) {
  Claim claim = ClaimOf(part, Verdict::kFails);
  claim.decide = [=](const Results&) { return ClaimOutcome{Verdict::kFails, "evidence", chance}; };
  return claim;
}

// One part of four that fails at 5%, as a true one does in one of twenty, is no failure of the whole.
TEST(DecideClaims, APartThatMayFailByChanceFailsTheWholeOnlyIfItIsSureEnough) {
  const auto whole = [](double chance, const std::vector<Claim>& others) {
    std::vector<Claim> claims = others;
    claims.push_back(FailingPart("d", chance));
    const auto rows = Decide(claims, {CaseOn({kReal})});
    EXPECT_EQ(rows[others.size() + 1].verdict, Verdict::kFails);  // the part itself
    return rows[0];
  };
  const std::vector<Claim> three = {ClaimOf("a", Verdict::kHolds), ClaimOf("b", Verdict::kHolds),
                                    ClaimOf("c", Verdict::kHolds)};
  EXPECT_EQ(whole(0, three).verdict, Verdict::kFails);
  EXPECT_EQ(whole(0.012, three).verdict, Verdict::kFails);
  EXPECT_EQ(whole(0.012, three).evidence, "a holds; b holds; c holds; d fails");
  EXPECT_EQ(whole(0.02, three).verdict, Verdict::kUndecided);
  EXPECT_EQ(
      whole(0.02, three).evidence,
      "a holds; b holds; c holds; d fails by itself, which one of 4 true parts does by chance with 0.08 at "
      "most");
  EXPECT_EQ(whole(0.04, {}).verdict, Verdict::kFails);  // the only part
  // Another that is sure fails the whole; one that is not tested leaves it open.
  EXPECT_EQ(whole(0.02, {ClaimOf("a", Verdict::kFails)}).verdict, Verdict::kFails);
  EXPECT_EQ(whole(0.03, {ClaimOf("a", Verdict::kNotTested)}).verdict, Verdict::kNotTested);
}

// Four parts of five comparisons each without any difference: the whole fails in at most 5% of 300 runs; by
// the parts' own confidence it would in about 10% (each part to one side). 3 standard deviations.
TEST(DecideClaims, ATrueClaimFailsNoMoreOftenForItsParts) {
  int failing = 0, failing_by_parts = 0;
  for (uint64_t run = 0; run < 300; ++run) {
    common::RandomStream random(run, "parts");
    std::vector<Claim> claims;
    for (const char* part : {"a", "b", "c", "d"}) {
      std::vector<ClaimOutcome> outcomes;
      for (int comparison = 0; comparison < 5; ++comparison) {
        Pairs pairs;
        for (int i = 0; i < 5; ++i) {
          pairs.a.push_back(random.Normal());
          pairs.b.push_back(random.Normal());
        }
        outcomes.push_back(DecideLess(pairs, {.comparisons = 5}));
      }
      claims.push_back(ClaimOf(part, Verdict::kHolds));
      claims.back().decide = [outcome = All(outcomes)](const Results&) { return outcome; };
    }
    const auto rows = Decide(claims, {CaseOn({kReal})});
    failing += rows[0].verdict == Verdict::kFails;
    bool by_parts = false;
    for (size_t i = 1; i <= 4; ++i) by_parts = by_parts || rows[i].verdict == Verdict::kFails;
    failing_by_parts += by_parts;
  }
  EXPECT_LE(failing, 300 * 0.025 + 3 * std::sqrt(300 * 0.025 * 0.975));
  EXPECT_GT(failing_by_parts, failing);
}

Claim WithRule(Claim claim, const std::string& rule) {
  claim.rule = rule;
  return claim;
}

// The stand-in's part stays untested; the whole is that of the data which is there, and says so.
TEST(DecideClaims, APartOnAStandInIsLeftOutWhereItsRuleIsDecidedOnOtherData) {
  const std::vector<FinishedCase> cases = {CaseOn({kReal}), CaseOn({kSubstitute}), CaseOn({kStandIn})};
  const Claim missing = WithRule(ClaimOf("a", Verdict::kHolds, {"faces"}), "less");
  const auto decide = [&](const std::vector<Claim>& others) {
    std::vector<Claim> claims = {missing};
    claims.insert(claims.end(), others.begin(), others.end());
    const auto rows = Decide(claims, cases);
    EXPECT_EQ(rows[1].verdict, Verdict::kNotTested);
    EXPECT_EQ(rows[1].data, DataOrigin::kStandIn);
    return rows[0];
  };
  const auto part = [](const std::string& name, Verdict verdict, const std::string& data,
                       const std::string& rule = "less") {
    return WithRule(ClaimOf(name, verdict, {data}), rule);
  };
  const ClaimRow whole =
      decide({part("b", Verdict::kHolds, "digits"), part("c", Verdict::kHolds, "letters")});
  EXPECT_EQ(whole.verdict, Verdict::kHolds);
  EXPECT_EQ(whole.evidence, "b holds; c holds; left out, as the data is a stand-in: a");
  EXPECT_NE(whole.rule.find("; parts that depend on data of which there is a stand-in alone are left out"),
            std::string::npos)
      << whole.rule;
  EXPECT_EQ(whole.data, DataOrigin::kSubstitute);
  EXPECT_EQ(decide({part("b", Verdict::kHolds, "letters")}).data, DataOrigin::kReal);
  EXPECT_EQ(decide({part("b", Verdict::kFails, "digits")}).verdict, Verdict::kFails);
  EXPECT_EQ(decide({part("b", Verdict::kUndecided, "digits")}).verdict, Verdict::kUndecided);
  // Nothing else has this rule, or nothing that is decided, or on no data either.
  EXPECT_EQ(decide({}).verdict, Verdict::kNotTested);
  EXPECT_EQ(decide({part("b", Verdict::kHolds, "digits", "more")}).verdict, Verdict::kNotTested);
  EXPECT_EQ(decide({part("b", Verdict::kNotTested, "digits")}).verdict, Verdict::kNotTested);
  Claim speed = part("b", Verdict::kHolds, "faces");
  speed.independent_of_data = true;
  EXPECT_EQ(decide({speed}).verdict, Verdict::kNotTested);
  EXPECT_EQ(decide({speed}).evidence, "a is not tested; b holds");
  EXPECT_EQ(decide({speed}).data, DataOrigin::kStandIn);
  // A part that counts and is not tested leaves the whole open, whatever was left out.
  EXPECT_EQ(decide({part("b", Verdict::kHolds, "digits"), part("c", Verdict::kNotTested, "letters")}).verdict,
            Verdict::kNotTested);
  // A failing part is one of those that count.
  Claim failing = WithRule(FailingPart("b", 0.04), "less");
  failing.data = {"digits"};
  EXPECT_EQ(decide({failing}).verdict, Verdict::kFails);
}

// What the user changed of what a claim's cases read is said, and nothing counts as the source's claim.
TEST(DecideClaims, ChangedSettingsDecideNothingButSayWhatTheyComeTo) {
  const auto decide = [](const std::vector<std::string>& serves, Setting parameters, bool changed_by_user) {
    FinishedCase finished = CaseOn({kReal});
    finished.c.serves = serves;
    finished.c.parameters = std::move(parameters);
    finished.c.changed_by_user = changed_by_user;
    Experiment experiment;
    experiment.name = "pack";
    experiment.claims = {ClaimOf("a", Verdict::kFails), ClaimOf("b", Verdict::kNotTested)};
    experiment.settings = {{.name = "epsilon", .documentation = "", .paper = "0.1"},
                           {.name = "features", .documentation = "", .paper = "all"},
                           {.name = "start", .documentation = "", .paper = "zero"}};
    return DecideClaims(experiment, {{"C1", "first"}}, Results({finished}, Profile::kPaper));
  };
  const Setting changed = {{"epsilon", "2"}, {"features", "bias"}, {"start", "zero"}};
  const auto rows = decide({}, changed, true);
  EXPECT_EQ(rows[0].verdict, Verdict::kNotTested);
  EXPECT_EQ(rows[1].verdict, Verdict::kNotTested);
  EXPECT_EQ(rows[1].evidence, "settings changed by --set: epsilon, features; with them it fails: evidence a");
  EXPECT_EQ(rows[2].evidence, "evidence b");  // it was not tested anyway
  EXPECT_EQ(decide({"Table 1", "C1"}, changed, true)[1].verdict, Verdict::kNotTested);
  // Cases of other claims, and those that read nothing that was changed.
  EXPECT_EQ(decide({"Table 1", "C2"}, changed, true)[1].verdict, Verdict::kFails);
  EXPECT_EQ(decide({}, {{"start", "zero"}}, false)[1].verdict, Verdict::kFails);
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
