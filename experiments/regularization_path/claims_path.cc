// Claims about breakpoints and duality gaps.
#include <algorithm>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::All;
using harness::Claim;
using harness::ClaimOutcome;
using harness::DecideAllAtMost;
using harness::DecideLess;
using harness::Observation;
using harness::Results;
using harness::Verdict;

// The share of a bound that rounding may add: gaps are sums of thousands of terms.
constexpr double kRounding = 1e-9;

double EpsilonOf(const Results& results) {
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.c.name.starts_with(ClaimPrefix(results.profile()))) {
      return finished.c.parameters.Number("epsilon");
    }
  }
  return 0;
}

ClaimOutcome GrowsWithKappa(const Results& results, const std::string& method) {
  const std::vector<double> kappas = MeasuredKappas(results, method);
  std::vector<ClaimOutcome> outcomes;
  for (size_t i = 1; i < kappas.size(); ++i) {
    outcomes.push_back(
        Named(Text(kappas[i - 1]) + " less than " + Text(kappas[i]),
              DecideLess(Compare(results, "n_breakpoints", {method, kappas[i - 1]}, {method, kappas[i]}))));
  }
  return All(outcomes);
}

// All gaps of the methods at the kappa1 that `wanted` picks.
template <class Wanted>
std::vector<Observation> Gaps(const Results& results, const std::string& metric,
                              const std::vector<std::string>& methods, Wanted wanted) {
  std::vector<Observation> gaps;
  for (const std::string& method : methods) {
    for (const double kappa1 : MeasuredKappas(results, method)) {
      if (!wanted(kappa1)) continue;
      const auto found = Measured(results, metric, {method, kappa1});
      gaps.insert(gaps.end(), found.begin(), found.end());
    }
  }
  return gaps;
}

ClaimOutcome ExactPathsWithinEpsilon(const Results& results) {
  std::vector<Observation> gaps =
      Gaps(results, "largest_true_gap", {"RP-BCFW-STD-G", "RP-BCFW-STD-U"}, [](double) { return true; });
  for (const std::string& method : ThesisScratchMethods()) {
    const auto found = Measured(results, "largest_true_gap", {method});
    gaps.insert(gaps.end(), found.begin(), found.end());
  }
  return DecideAllAtMost(gaps, EpsilonOf(results) * (1 + kRounding), "largest true gap");
}

// `metric`: over the whole path, or at its breakpoints alone.
ClaimOutcome HeuristicPathsWithinEpsilon(const Results& results, const std::string& metric) {
  const auto gaps =
      Gaps(results, metric, {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}, [](double kappa1) { return kappa1 <= 0.5; });
  return DecideAllAtMost(gaps, EpsilonOf(results) * (1 + kRounding), "true gap");
}

ClaimOutcome HeuristicPathsExceedEpsilon(const Results& results) {
  const auto gaps = Gaps(results, "largest_true_gap", {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"},
                         [](double kappa1) { return kappa1 > 0.5; });
  if (gaps.empty()) return {Verdict::kNotTested, "no values of the largest true gap"};
  const double epsilon = EpsilonOf(results);
  const auto above =
      std::count_if(gaps.begin(), gaps.end(), [&](const Observation& gap) { return gap.value() > epsilon; });
  const std::string evidence = "largest true gap above " + Text(epsilon) + " in " + std::to_string(above) +
                               " of " + std::to_string(gaps.size()) + " paths";
  const bool all = above == static_cast<std::ptrdiff_t>(gaps.size());
  return {all ? Verdict::kHolds : above == 0 ? Verdict::kFails : Verdict::kUndecided, evidence};
}

std::vector<Observation> ValuesOf(const Results& results, const std::string& metric,
                                  const std::string& case_prefix) {
  harness::Query query{.table = kOurs, .metric = metric};
  query.case_prefix = case_prefix;
  return results.Values(query);
}

}  // namespace

std::vector<Claim> PathClaims() {
  std::vector<Claim> claims;
  for (const std::string& method : ThesisPathMethods()) {
    claims.push_back({.id = "D19",
                      .part = method,
                      .rule =
                          "n_breakpoints at each kappa1 below those at the next larger one, paired over the "
                          "seeds of the cases with the folds swapped: the 95% t interval of the mean "
                          "difference must not contain 0",
                      .decide = [=](const Results& results) { return GrowsWithKappa(results, method); }});
  }
  const std::string measured =
      " (by one oracle pass a breakpoint; within a segment the gap is linear in lambda), in every case with "
      "the "
      "folds swapped";
  claims.push_back(
      {.id = "D24",
       .part = "exact stopping",
       .rule = "the true gap of RP-BCFW-STD-* and of the methods without path is at most epsilon at "
               "every lambda" +
               measured,
       .decide = ExactPathsWithinEpsilon,
       .independent_of_data = true});
  claims.push_back(
      {.id = "D24",
       .part = "heuristic, kappa1 up to 0.5, at breakpoints",
       .rule = "the true gap of RP-BCFW-HEU-* right after each optimisation, which is what Figure 5.2 "
               "shows, is at most epsilon, in every case with the folds swapped",
       .decide = [](const Results& results) {
         return HeuristicPathsWithinEpsilon(results, "largest_true_gap_at_a_breakpoint");
       }});
  claims.push_back({.id = "D24",
                    .part = "heuristic, kappa1 up to 0.5, everywhere",
                    .rule = "the true gap of RP-BCFW-HEU-* is at most epsilon at every lambda" + measured,
                    .decide = [](const Results& results) {
                      return HeuristicPathsWithinEpsilon(results, "largest_true_gap");
                    }});
  claims.push_back({.id = "D24",
                    .part = "heuristic, kappa1 above 0.5",
                    .rule = "the true gap of RP-BCFW-HEU-* is above epsilon at some lambda" + measured +
                            "; fails if in none, undecided if in some",
                    .decide = HeuristicPathsExceedEpsilon});
  claims.push_back(
      {.id = "D28",
       .rule = "after each of 20 passes, with w >= 0 and |w| <= 0.2, on three samples and on the "
               "words: the gap by the Lagrange dual and the sum of block gaps differ by at most 1e-12",
       .decide =
           [](const Results& results) {
             return DecideAllAtMost(ValuesOf(results, "largest_difference_of_gaps", "theory/box"), 1e-12,
                                    "difference of the two gaps");
           },
       .independent_of_data = true});
  claims.push_back({.id = "D29",
                    .part = "start",
                    .rule = "the exact gap at the first lambda is at most kappa1 epsilon",
                    .decide =
                        [](const Results& results) {
                          return DecideAllAtMost(
                              ValuesOf(results, "gap_at_start_over_kappa1_epsilon", "theory/"), 1 + kRounding,
                              "gap over kappa1 epsilon");
                        },
                    .independent_of_data = true});
  claims.push_back(
      {.id = "D29",
       .part = "segments",
       .rule = "the exact gap, each by its own oracle pass, is at most epsilon at 200 random lambdas",
       .decide =
           [](const Results& results) {
             return DecideAllAtMost(ValuesOf(results, "largest_gap_over_epsilon", "theory/"), 1 + kRounding,
                                    "gap over epsilon");
           },
       .independent_of_data = true});
  return claims;
}

}  // namespace structlab::regularization_path
