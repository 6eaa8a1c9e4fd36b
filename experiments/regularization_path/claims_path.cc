// Claims about breakpoints and duality gaps.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::All;
using harness::Claim;
using harness::ClaimOutcome;
using harness::DecideAllAtMost;
using harness::Observation;
using harness::Results;
using harness::Verdict;

double EpsilonOf(const Results& results) {
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.c.name.starts_with(ClaimPrefix(results.profile()))) {
      return finished.c.parameters.Number("epsilon");
    }
  }
  return 0;
}

ClaimOutcome GrowsWithKappa(const Results& results, const std::string& method) {
  const std::vector<double> kappas = PlannedKappas(results, method);
  std::vector<ClaimOutcome> outcomes;
  for (size_t i = 1; i < kappas.size(); ++i) {
    outcomes.push_back(Named(
        Text(kappas[i - 1]) + " less than " + Text(kappas[i]),
        Less(results, "n_breakpoints", {method, kappas[i - 1]}, {method, kappas[i]}, kappas.size() - 1)));
  }
  return All(outcomes);
}

// The gaps that a claim is about, and what of the plan has none.
struct Gaps {
  std::vector<Observation> found;
  std::string missing;
  std::vector<double> at_full_size = {};

  void Add(const Results& results, const std::string& metric, const MethodAt& at) {
    if (const auto gap = AtFullSize(results, metric, at)) at_full_size.push_back(*gap);
    const auto gaps = Measured(results, metric, at);
    found.insert(found.end(), gaps.begin(), gaps.end());
    const std::string missing_here = MissingSeeds(results, metric, at);
    if (!missing_here.empty()) missing += (missing.empty() ? "" : ", ") + missing_here;
  }
};

// Those of the methods at the kappa1 that `wanted` picks.
template <class Wanted>
Gaps GapsOf(const Results& results, const std::string& metric, const std::vector<std::string>& methods,
            Wanted wanted) {
  Gaps gaps;
  for (const std::string& method : methods) {
    for (const double kappa1 : PlannedKappas(results, method)) {
      if (wanted(kappa1)) gaps.Add(results, metric, {method, kappa1});
    }
  }
  return gaps;
}

// "; at full size, one seed, above 0.1 in 2 of 6, largest 0.11"; empty if there is none.
std::string FullSizeBeside(const Gaps& gaps, double epsilon) {
  if (gaps.at_full_size.empty()) return "";
  const auto above =
      std::ranges::count_if(gaps.at_full_size, [&](double gap) { return IsAbove(gap, epsilon); });
  return "; at full size, one seed, above " + Text(epsilon) + " in " + std::to_string(above) + " of " +
         std::to_string(gaps.at_full_size.size()) + ", largest " +
         common::FormatShort(std::ranges::max(gaps.at_full_size));
}

// One gap above the bound is enough to fail; to hold, none may be missing.
ClaimOutcome AllWithin(const Gaps& gaps, double epsilon, const std::string& what) {
  ClaimOutcome outcome = DecideAllAtMost(gaps.found, epsilon * (1 + kRounding), what);
  if (outcome.verdict != Verdict::kNotTested) outcome.evidence += FullSizeBeside(gaps, epsilon);
  if (outcome.verdict != Verdict::kHolds || gaps.missing.empty()) return outcome;
  return {Verdict::kNotTested, "no values for " + gaps.missing + "; " + outcome.evidence};
}

ClaimOutcome ExactPathsWithinEpsilon(const Results& results) {
  Gaps gaps =
      GapsOf(results, "largest_true_gap", {"RP-BCFW-STD-G", "RP-BCFW-STD-U"}, [](double) { return true; });
  for (const std::string& method : ThesisScratchMethods()) gaps.Add(results, "largest_true_gap", {method});
  return AllWithin(gaps, EpsilonOf(results), "largest true gap");
}

// `metric`: over the whole path, or at its breakpoints alone.
ClaimOutcome HeuristicPathsWithinEpsilon(const Results& results, const std::string& metric) {
  const Gaps gaps = GapsOf(results, metric, {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"},
                           [](double kappa1) { return kappa1 <= 0.5; });
  return AllWithin(gaps, EpsilonOf(results), "true gap");
}

// "; of 30 seeds at kappa1=0.5, those of the comparison among them, above in 8 of RP-BCFW-HEU-G and in 0 of
// RP-BCFW-HEU-U"; empty without them.
std::string ManySeedsBeside(const Results& results) {
  std::string text;
  for (const char* method : {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"}) {
    harness::Query query{.method = method, .metric = kShareAbove};
    query.case_prefix = kSamplingPrefix;
    const std::vector<Observation> values = results.Values(query);
    if (values.empty()) continue;
    const auto above =
        std::ranges::count_if(values, [](const Observation& value) { return value.value() > 0; });
    text += !text.empty() ? " and in "
                          : "; of " + std::to_string(values.size()) +
                                " seeds at kappa1=0.5, those of the comparison among them, above in ";
    text += std::to_string(above) + " of " + method;
  }
  return text;
}

ClaimOutcome HeuristicPathsWithinEpsilonAtBreakpoints(const Results& results) {
  ClaimOutcome outcome = HeuristicPathsWithinEpsilon(results, "largest_true_gap_at_a_breakpoint");
  if (outcome.verdict != Verdict::kNotTested) outcome.evidence += ManySeedsBeside(results);
  return outcome;
}

ClaimOutcome HeuristicPathsExceedEpsilon(const Results& results) {
  const Gaps gaps = GapsOf(results, kGapAtSmallLambda, {"RP-BCFW-HEU-G", "RP-BCFW-HEU-U"},
                           [](double kappa1) { return kappa1 > 0.5; });
  if (gaps.found.empty()) return {Verdict::kNotTested, "no values of the largest true gap at small lambda"};
  if (!gaps.missing.empty()) return {Verdict::kNotTested, "no values for " + gaps.missing};
  const double epsilon = EpsilonOf(results);
  const auto above = std::count_if(gaps.found.begin(), gaps.found.end(),
                                   [&](const Observation& gap) { return IsAbove(gap.value(), epsilon); });
  const std::string evidence = "largest true gap at small lambda above " + Text(epsilon) + " in " +
                               std::to_string(above) + " of " + std::to_string(gaps.found.size()) + " paths" +
                               FullSizeBeside(gaps, epsilon);
  const bool all = above == static_cast<std::ptrdiff_t>(gaps.found.size());
  return {all ? Verdict::kHolds : above == 0 ? Verdict::kFails : Verdict::kUndecided, evidence};
}

// Of a case of sections 5.5 and 5.6, at every planned seed.
ClaimOutcome TheoryAtMost(const Results& results, const std::string& case_name, const std::string& metric,
                          double bound, const std::string& what) {
  harness::Query query{.table = kOurs, .metric = metric};
  query.case_prefix = case_name;
  const std::vector<Observation> values = results.Values(query);
  const ClaimOutcome outcome = DecideAllAtMost(values, bound, what);
  std::set<uint64_t> seeds;
  for (const Observation& value : values) seeds.insert(value.seed());
  const size_t planned = PlannedSeeds(results, case_name);
  if (outcome.verdict != Verdict::kHolds || seeds.size() >= planned) return outcome;
  return {Verdict::kNotTested, "values for " + std::to_string(seeds.size()) + " of " +
                                   std::to_string(planned) + " seeds; " + outcome.evidence};
}

}  // namespace

std::vector<Claim> PathClaims() {
  std::vector<Claim> claims;
  for (const std::string& method : ThesisPathMethods()) {
    claims.push_back(
        {.id = "D19",
         .part = method,
         .rule = "n_breakpoints at each kappa1 below those at the next larger one" + AllLessRule(),
         .decide = [=](const Results& results) { return GrowsWithKappa(results, method); }});
    claims.back() = Within(Scope::kWholePath, std::move(claims.back()));
  }
  const std::string rounding = " (for more than 1e-9 of it, which is rounding)";
  const std::string measured =
      " (by one oracle pass a breakpoint; within a segment the gap is linear in lambda), "
      "in every planned case with the folds swapped";
  claims.push_back(
      {.id = "D24",
       .part = "exact stopping",
       .rule =
           "the true gap of RP-BCFW-STD-* at every lambda, and of the methods without path at the lambdas "
           "of the grid, is at most epsilon" +
           rounding + measured,
       .decide = ExactPathsWithinEpsilon,
       .independent_of_data = true});
  claims.push_back(
      {.id = "D24",
       .part = "heuristic, kappa1 up to 0.5, at breakpoints",
       .rule = "the true gap of RP-BCFW-HEU-* right after each optimisation, which is what Figure 5.2 "
               "shows, is at most epsilon" +
               rounding + ", in every planned case with the folds swapped",
       .decide = HeuristicPathsWithinEpsilonAtBreakpoints});
  claims.back() = Within(Scope::kWholePath, std::move(claims.back()));
  claims.push_back(
      {.id = "D24",
       .part = "heuristic, kappa1 up to 0.5, everywhere",
       .rule = "the true gap of RP-BCFW-HEU-* is at most epsilon" + rounding + " at every lambda" + measured,
       .decide = [](const Results& results) {
         return HeuristicPathsWithinEpsilon(results, "largest_true_gap");
       }});
  claims.back() = Within(Scope::kWholePath, std::move(claims.back()));
  claims.push_back({.id = "D24",
                    .part = "heuristic, kappa1 above 0.5",
                    .rule = "the true gap of RP-BCFW-HEU-* is above epsilon" + rounding +
                            " at some lambda of at most " + common::FormatShort(LargestSmallLambda()) +
                            ", the geometric middle of the source's grid" + measured +
                            "; fails if in none, undecided if in some",
                    .decide = HeuristicPathsExceedEpsilon});
  claims.back() = Within(Scope::kSmallestLambda, std::move(claims.back()));  // "for smaller values of lambda"
  claims.push_back(
      {.id = "D28",
       .rule =
           "after each of 20 passes, with w >= 0 and |w| <= 0.2, on the words of the test fold, with "
           "the short step (5.38) of Algorithm 15 and with our exact line search: the gap by the Lagrange "
           "dual and the sum of block gaps differ by at most 1e-12",
       .decide =
           [](const Results& results) {
             return TheoryAtMost(results, "theory/box", "largest_difference_of_gaps", 1e-12,
                                 "difference of the two gaps");
           },
       .independent_of_data = true});
  claims.push_back(
      {.id = "D29",
       .part = "start",
       .rule =
           "the exact gap at the first lambda of RP-BCFW-STD-G at kappa1 = 0.5 is at most kappa1 epsilon" +
           rounding,
       .decide =
           [](const Results& results) {
             return TheoryAtMost(results, "theory/start-and-segments", "gap_at_start_over_kappa1_epsilon",
                                 1 + kRounding, "gap over kappa1 epsilon");
           },
       .independent_of_data = true});
  claims.push_back(
      {.id = "D29",
       .part = "segments",
       .rule = "the exact gap of RP-BCFW-STD-G at kappa1 = 0.5, each by its own oracle pass, is at most "
               "epsilon" +
               rounding + " at 200 random lambdas",
       .decide =
           [](const Results& results) {
             return TheoryAtMost(results, "theory/start-and-segments", "largest_gap_over_epsilon",
                                 1 + kRounding, "gap over epsilon");
           },
       .independent_of_data = true});
  return claims;
}

}  // namespace structlab::regularization_path
