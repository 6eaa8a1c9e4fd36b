// What every package promises, and what this one promises beyond it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/harness/testing/package_checks.h"
#include "experiments/map_inference/outcomes.h"

namespace structlab::map_inference {
namespace {

using harness::Verdict;

STRUCTLAB_TEST_PACKAGE("map_inference")

// What a method ended with on an instance.
struct FakeResult {
  const char *instance, *method;
  double value, bound = -kNever;
  bool proved = false;
};

Verdict Decide(const std::string& claim, const std::vector<FakeResult>& made_up) {
  std::vector<harness::FinishedCase> cases;
  for (const FakeResult& of : made_up) {
    harness::FinishedCase& made = cases.emplace_back();
    made.c.dataset = of.instance;
    made.c.method = of.method;
    const auto key = [&](const char* metric) {
      return harness::RowKey{"table", of.instance, of.method, {}, metric};
    };
    made.record.curves = {{key(kValueOverTime), {1, 2}, {of.value + 5, of.value}},
                          {key(kBoundOverTime), {1}, {of.bound}},
                          {key(kRounding), {100}, {1e-6}}};
    made.record.values = {{key(kProved), of.proved ? 1.0 : 0.0}};
  }
  const harness::Package package = harness::MakePackage();
  const auto rule = std::ranges::find(package.claims(), claim, &harness::ClaimRule::id);
  return rule->rule.Decide(harness::Results(std::move(cases), harness::Profile::kPaper)).verdict;
}

TEST(Claims, ComparePairsOfMethodsOnOneInstance) {
  EXPECT_EQ(Decide("MAP2", {{"404", "icm", 10}, {"404", "tree", 12, 10}}), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP2", {{"404", "icm", 10}, {"404", "tree", 12, 11}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP2", {{"404", "icm", 10}, {"example", "tree", 12, 11}}), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP3", {{"404", "icm", 10}, {"404", "tree", 10, 10, true}}), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP3", {{"404", "icm", 9}, {"404", "tree", 10, 10, true}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP3", {{"404", "icm", 10}, {"404", "tree", 10, 9, true}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP3", {{"404", "icm", 10}}), Verdict::kNotTested);
  EXPECT_EQ(Decide("MAP4", {{"404", "trws", 9, 3}, {"404", "qpbo", 9, 3}}), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP4", {{"404", "trws", 9, 4}, {"404", "qpbo", 9, 3}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP4", {{"404", "trws", 9, 4}}), Verdict::kNotTested);
}

// The reference of grid40x40.f2 was found by the method that auto takes there.
TEST(Claims, LeaveOutWhatWouldBeComparedWithItself) {
  EXPECT_EQ(Decide("MAP5", {{"celar6sub0", "auto", 160}, {"grid40x40.f2", "auto", -1}}), Verdict::kHolds);
  EXPECT_EQ(Decide("MAP5", {{"celar6sub0", "auto", 161}, {"celar6sub0", "icm", 170}}), Verdict::kFails);
  EXPECT_EQ(Decide("MAP5", {{"grid40x40.f2", "auto", -1}}), Verdict::kNotTested);
}

TEST(References, NoneIsBelowAProofAndEveryInstanceThatIsRunHasOne) {
  const harness::Flags flags = harness::FlagsOf(harness::Profile::kPaper);
  const auto names = harness::MakePackage().SettingsOf(flags).Texts("instances");
  EXPECT_EQ(names.size(), Instances().size());
  for (const std::string& name : names) EXPECT_NE(FindReference(name), nullptr) << name;
  for (const Reference& reference : References()) {
    const Reference& best = *FindReference(reference.instance);
    EXPECT_GE(reference.energy, best.energy - best.tolerance) << reference.instance;
    EXPECT_TRUE(&reference == &best || reference.IsOfAnotherProgram()) << reference.instance;
  }
}

}  // namespace
}  // namespace structlab::map_inference
