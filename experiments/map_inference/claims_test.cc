// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/map_inference/claims.h"

#include <gtest/gtest.h>

#include <string>

#include "experiments/map_inference/made_up_results.h"
#include "experiments/map_inference/references.h"

namespace structlab::map_inference {
namespace {

using harness::Verdict;

harness::ClaimOutcome Outcome(const std::string& id, const std::string& part,
                              const std::vector<MadeUpRun>& runs, const MadeUpSetup& setup = {}) {
  for (const harness::Claim& claim : Claims()) {
    if (claim.id == id && claim.part == part) return claim.decide(MadeUpResults(runs, setup));
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return {};
}

Verdict Decide(const std::string& id, const std::string& part, const std::vector<MadeUpRun>& runs,
               const MadeUpSetup& setup = {}) {
  return Outcome(id, part, runs, setup).verdict;
}

// 27 as proved by the reference.
double Example() { return FindReference("example")->energy; }

TEST(Claims, NothingIsDecidedWithoutResults) {
  for (const harness::Claim& claim : Claims()) {
    EXPECT_EQ(claim.decide(MadeUpResults({})).verdict, Verdict::kNotTested) << claim.id << claim.part;
  }
}

// What breaks no rule holds only when every case is done; what breaks one fails in any case.
void ExpectVerdicts(const std::string& id, const std::string& part, const std::vector<MadeUpRun>& right,
                    const std::vector<MadeUpRun>& wrong) {
  SCOPED_TRACE(id + " " + part);
  EXPECT_EQ(Decide(id, part, right), Verdict::kHolds) << Outcome(id, part, right).evidence;
  EXPECT_EQ(Decide(id, part, right, {.is_complete = false}), Verdict::kNotTested);
  EXPECT_EQ(Decide(id, part, wrong), Verdict::kFails) << Outcome(id, part, wrong).evidence;
  EXPECT_EQ(Decide(id, part, wrong, {.is_complete = false}), Verdict::kFails);
}

TEST(Claims, BoundsMayNotBeAboveTheReference) {
  ExpectVerdicts("MAP1", "bounds", {{"example", "trws", {30}, {20, Example()}}},
                 {{"example", "trws", {30}, {20, Example() + 1e-3}}});
  EXPECT_EQ(Decide("MAP1", "bounds", {{"example", "trws", {30}, {99}}}, {.is_real = false}),
            Verdict::kNotTested);
}

TEST(Claims, ValuesMayNotBeBelowTheReference) {
  ASSERT_TRUE(FindReference("example")->proved);
  ExpectVerdicts("MAP1", "values", {{"example", "icm", {30, Example()}}},
                 {{"example", "icm", {30, Example() - 1e-3}}, {"example", "trws", {31}}});
}

TEST(Claims, TheExampleMustBeProved) {
  const std::vector<MadeUpRun> proved = {{"example", "trws", {Example()}, {Example()}, true}};
  EXPECT_EQ(Decide("MAP1", "example", proved), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP1", "example", {{"example", "trws", {Example()}}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP1", "example", {{"example", "trws", {Example()}}}, {.is_complete = false}),
            Verdict::kNotTested);
  // One that was not run may prove another energy.
  EXPECT_EQ(Decide("MAP1", "example", proved, {.is_complete = false}), Verdict::kNotTested);
  std::vector<MadeUpRun> wrong = proved;
  wrong.push_back({"example", "tree", {Example() + 1}, {Example() + 1}, true});
  EXPECT_EQ(Decide("MAP1", "example", wrong), Verdict::kFails);
  EXPECT_EQ(Decide("MAP1", "example", {{"scen06", "trws", {1}, {1}, true}}), Verdict::kNotTested);
}

TEST(Claims, BoundsMayNotBeAboveAnyValue) {
  ExpectVerdicts("MAP2", "", {{"scen06", "trws", {9}, {5, 7}}, {"scen06", "icm", {7}}},
                 {{"scen06", "trws", {9}, {5, 7.1}}, {"scen06", "icm", {7}}});
  // Each instance is looked at for itself.
  EXPECT_EQ(Decide("MAP2", "", {{"scen06", "trws", {9}, {8}}, {"example", "icm", {1}}}), Verdict::kHolds);
}

TEST(Claims, NothingIsBelowAProof) {
  const MadeUpRun proof = {"scen06", "trws", {7}, {7}, true};
  ExpectVerdicts("MAP3", "", {proof, {"scen06", "icm", {7}}}, {proof, {"scen06", "icm", {6.9}}});
  EXPECT_EQ(Decide("MAP3", "", {{"scen06", "trws", {7}, {6}, true}}), Verdict::kFails) << "no proof";
  EXPECT_EQ(Decide("MAP3", "", {{"scen06", "icm", {7}}}), Verdict::kNotTested);
}

TEST(Claims, TrwsMayNotProveMoreThanRoofDuality) {
  const MadeUpRun roof = {"grid20x20.f10", "qpbo", {9}, {5}};
  ExpectVerdicts("MAP4", "", {roof, {"grid20x20.f10", "trws", {9}, {4, 5}}},
                 {roof, {"grid20x20.f10", "trws", {9}, {4, 5.1}}});
  EXPECT_EQ(Decide("MAP4", "", {roof}), Verdict::kNotTested);
}

TEST(Claims, AutoMustComeNearTheBest) {
  const MadeUpRun best = {"scen06", "trws", {1e9, -1e9}};
  ExpectVerdicts("MAP5", "", {best, {"scen06", "auto", {-0.991e9}}}, {best, {"scen06", "auto", {-0.989e9}}});
  EXPECT_EQ(Decide("MAP5", "", {best}), Verdict::kNotTested);
  // Then it is not what the claim is of.
  EXPECT_EQ(Decide("MAP5", "", {best, {"scen06", "auto", {-0.989e9}}}, {.is_descent_cut = true}),
            Verdict::kNotTested);
}

TEST(Claims, TheEvidenceNamesTheExceptions) {
  const std::string evidence =
      Outcome("MAP2", "", {{"scen06", "trws", {9}, {8}}, {"scen06", "icm", {7}}}).evidence;
  EXPECT_EQ(evidence, "1 exceptions among 1 instances; scen06: bound 8 of trws above value 7 of icm");
}

}  // namespace
}  // namespace structlab::map_inference
