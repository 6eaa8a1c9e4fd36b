// Claims about the number of passes.
#include <utility>

#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::All;
using harness::Claim;
using harness::ClaimOutcome;
using harness::Results;

// Two test losses are the same if they differ by less than this: half a percent of the letters.
constexpr double kSameLoss = 0.005;

std::string AtKappa(double kappa1) { return std::string("kappa1=").append(Text(kappa1)); }

// One method against another at every kappa1.
ClaimOutcome LessAtEveryKappa(const Results& results, const std::string& a, const std::string& b) {
  std::vector<ClaimOutcome> outcomes;
  const std::vector<double> kappas = PlannedKappas(results, a);
  for (const double kappa1 : kappas) {
    outcomes.push_back(
        Named(AtKappa(kappa1), Less(results, "total_passes", {a, kappa1}, {b, kappa1}, kappas.size())));
  }
  return All(outcomes);
}

// Neighbouring kappa1: fewer passes at the larger one.
ClaimOutcome FallsWithKappa(const Results& results, const std::string& method) {
  const std::vector<double> kappas = PlannedKappas(results, method);
  std::vector<ClaimOutcome> outcomes;
  for (size_t i = 1; i < kappas.size(); ++i) {
    outcomes.push_back(Named(
        Text(kappas[i]) + " less than " + Text(kappas[i - 1]),
        Less(results, "total_passes", {method, kappas[i]}, {method, kappas[i - 1]}, kappas.size() - 1)));
  }
  return All(outcomes);
}

Claim D17(const std::string& variant, bool passes) {
  const std::string gap = "BCFW-" + variant + "-G", uniform = "BCFW-" + variant + "-U";
  if (passes) {
    return {
        .id = "D17",
        .part = "passes, " + variant,
        .rule = "total_passes of " + gap + " below those of " + uniform + LessRule(),
        .decide = [=](const Results& results) { return Less(results, "total_passes", {gap}, {uniform}); }};
  }
  return {.id = "D17",
          .part = "test loss, " + variant,
          .rule = "min_test_loss of " + gap + " and " + uniform + SameRule(kSameLoss),
          .decide = [=](const Results& results) {
            return Same(results, "min_test_loss", {gap}, {uniform}, kSameLoss);
          }};
}

Claim D20(const std::string& method) {
  return {.id = "D20",
          .part = method,
          .rule = "total_passes at each kappa1 below those at the next smaller one" + AllLessRule(),
          .decide = [=](const Results& results) { return FallsWithKappa(results, method); }};
}

Claim D21(const std::string& rule) {
  const std::string gap = "RP-BCFW-" + rule + "-G", uniform = "RP-BCFW-" + rule + "-U";
  return {
      .id = "D21",
      .part = rule,
      .rule = "total_passes of " + gap + " below those of " + uniform + " at every kappa1" + AllLessRule(),
      .decide = [=](const Results& results) { return LessAtEveryKappa(results, gap, uniform); }};
}

Claim D22(const std::string& sampling) {
  const std::string heuristic = "RP-BCFW-HEU-" + sampling, exact = "RP-BCFW-STD-" + sampling;
  return {.id = "D22",
          .part = sampling,
          .rule = "total_passes of " + heuristic + " below those of " + exact + " at every kappa1" +
                  AllLessRule(),
          .decide = [=](const Results& results) { return LessAtEveryKappa(results, heuristic, exact); }};
}

Claim D23(const std::string& sampling) {
  const std::string path = "RP-BCFW-STD-" + sampling, scratch = "BCFW-STD-" + sampling;
  return {.id = "D23",
          .part = sampling,
          .rule = "passes at lambda=1e-4 of " + path + " at kappa1=0.95 (the last breakpoint) below " +
                  "those of " + scratch + " from w = 0" + LessRule(),
          .decide = [=](const Results& results) {
            return Less(results, "passes_at_smallest_lambda", {path, 0.95}, {scratch});
          }};
}

// Passes of the tests of a path's models: one for each lambda of the grid.
size_t TestPasses(const Results& results, const MethodAt& path) {
  const auto measured = Measured(results, "total_passes", path);
  return measured.empty() ? 0 : Grid(ReadProtocol(measured.front().finished->c.parameters)).size();
}

ClaimOutcome CheaperWithTests(const Results& results, const MethodAt& path, const MethodAt& scratch) {
  const size_t tests = TestPasses(results, path);
  ClaimOutcome outcome =
      Less(results, "total_passes", path, scratch, 1, /*added_to_a=*/static_cast<double>(tests));
  if (tests == 0) return outcome;
  outcome.evidence += "; with " + std::to_string(tests) + " passes of tests added to the path";
  return outcome;
}

// The two recommended ways: as cheap as training at 20 lambdas, and as good.
void AddD27(const std::string& method, double kappa1, const std::string& printed,
            std::vector<Claim>& claims) {
  const std::string name = method + " at " + AtKappa(kappa1);
  claims.push_back(
      {.id = "D27",
       .part = "passes, " + name,
       .rule = "total_passes, and one pass more for each lambda of the grid, that tests its model, "
               "below the total_passes of BCFW-STD-G at these lambdas" +
               LessRule() +
               ". The models of BCFW-STD-G need the same tests, which are not counted: where the claim holds "
               "so, it holds with tests on both sides. Printed: " +
               printed,
       .decide = [=](const Results& results) {
         return CheaperWithTests(results, {method, kappa1}, {"BCFW-STD-G"});
       }});
  claims.push_back({.id = "D27",
                    .part = "test loss, " + name,
                    .rule = "min_test_loss over the grid and that of BCFW-STD-G" + SameRule(kSameLoss),
                    .decide = [=](const Results& results) {
                      return Same(results, "min_test_loss", {method, kappa1}, {"BCFW-STD-G"}, kSameLoss);
                    }});
}

}  // namespace

std::vector<Claim> PassClaims() {
  std::vector<Claim> claims;
  for (const bool passes : {true, false}) {
    for (const char* variant : {"STD", "HYB"}) claims.push_back(D17(variant, passes));
  }
  claims.push_back({.id = "D18",
                    .rule = "total_passes of BCFW-STD-G below those of BCFW-HYB-G" + LessRule(),
                    .decide = [](const Results& results) {
                      return Less(results, "total_passes", {"BCFW-STD-G"}, {"BCFW-HYB-G"});
                    }});
  for (const std::string& method : ThesisPathMethods()) claims.push_back(D20(method));
  for (const char* rule : {"HEU", "STD"}) claims.push_back(D21(rule));
  for (const char* sampling : {"G", "U"}) claims.push_back(D22(sampling));
  AddD27("RP-BCFW-STD-G", 0.7, "1786 + 20 against 1139, the opposite", claims);
  AddD27("RP-BCFW-HEU-G", 0.95, "1071 + 20 against 1139", claims);
  for (Claim& claim : claims) claim = Within(Scope::kWholePath, std::move(claim));
  for (const char* sampling : {"G", "U"}) claims.push_back(Within(Scope::kSmallestLambda, D23(sampling)));
  return claims;
}

}  // namespace structlab::regularization_path
