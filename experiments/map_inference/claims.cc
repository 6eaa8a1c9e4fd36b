#include "experiments/map_inference/claims.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include "common/number.h"
#include "experiments/map_inference/outcomes.h"
#include "experiments/map_inference/references.h"

namespace structlab::map_inference {
namespace {

using common::FormatDouble;
using harness::Claim;
using harness::ClaimOutcome;
using harness::Results;
using harness::Verdict;

constexpr double kAutomaticMargin = 0.01;

// Whatever is looked at one by one, and what of it breaks the rule.
class Tally {
 public:
  explicit Tally(std::string what) : what_(std::move(what)) {}

  // `text` says what was found, for the evidence if the rule is broken.
  void Add(bool is_right, const std::string& text) {
    ++all_;
    if (!is_right) exceptions_.push_back(text);
  }

  ClaimOutcome Decide(const Results& results) const {
    if (all_ == 0) return {Verdict::kNotTested, "no " + what_ + " to look at"};
    std::string evidence =
        std::to_string(exceptions_.size()) + " exceptions among " + std::to_string(all_) + " " + what_;
    for (const std::string& exception : exceptions_) evidence.append("; ").append(exception);
    if (!exceptions_.empty()) return {Verdict::kFails, evidence};
    if (const std::string missing = MissingCases(results); !missing.empty()) {
      return {Verdict::kNotTested, missing + "; " + evidence};
    }
    return {Verdict::kHolds, evidence};
  }

 private:
  std::string what_;
  size_t all_ = 0;
  std::vector<std::string> exceptions_;
};

std::string Place(const Outcome& outcome) { return outcome.method + " on " + outcome.instance; }

const Reference* ReferenceFor(const Outcome& outcome) {
  return outcome.is_real ? FindReference(outcome.instance) : nullptr;
}

ClaimOutcome BoundsBelowReferences(const Results& results) {
  Tally tally("lower bounds");
  for (const Outcome& outcome : OutcomesOf(results)) {
    const Reference* const reference = ReferenceFor(outcome);
    if (reference == nullptr || !outcome.has_bound()) continue;
    tally.Add(
        outcome.bound() <= reference->energy + outcome.rounding,
        Place(outcome) + ": " + FormatDouble(outcome.bound()) + " above " + FormatDouble(reference->energy));
  }
  return tally.Decide(results);
}

ClaimOutcome ValuesAboveReferences(const Results& results) {
  Tally tally("values");
  for (const Outcome& outcome : OutcomesOf(results)) {
    const Reference* const reference = ReferenceFor(outcome);
    if (reference == nullptr || !reference->proved) continue;
    tally.Add(
        outcome.value() >= reference->energy - reference->tolerance - outcome.rounding,
        Place(outcome) + ": " + FormatDouble(outcome.value()) + " below " + FormatDouble(reference->energy));
  }
  return tally.Decide(results);
}

// The oracle that needs no other program: the smallest instance, solved to a proof.
ClaimOutcome ExampleIsSolved(const Results& results) {
  std::string solvers;
  bool was_run = false;
  for (const Outcome& outcome : OutcomesOf(results)) {
    const Reference* const reference = ReferenceFor(outcome);
    if (outcome.instance != "example" || reference == nullptr) continue;
    was_run = true;
    const bool is_right = std::abs(outcome.value() - reference->energy) <= outcome.rounding;
    if (outcome.proved && !is_right) {
      return {Verdict::kFails, Place(outcome) + ": proved " + FormatDouble(outcome.value()) + " instead of " +
                                   FormatDouble(reference->energy)};
    }
    if (outcome.proved) solvers.append(solvers.empty() ? "" : ", ").append(outcome.method);
  }
  if (!was_run) return {Verdict::kNotTested, "example was not run"};
  const std::string missing = MissingCases(results);
  if (!missing.empty()) return {Verdict::kNotTested, missing};
  if (!solvers.empty()) return {Verdict::kHolds, "proved by " + solvers};
  return {Verdict::kFails, "no method proved it"};
}

std::map<std::string, std::vector<Outcome>> ByInstance(const Results& results) {
  std::map<std::string, std::vector<Outcome>> of;
  for (Outcome& outcome : OutcomesOf(results)) of[outcome.instance].push_back(outcome);
  return of;
}

ClaimOutcome BoundsBelowValues(const Results& results) {
  Tally tally("instances");
  for (const auto& [instance, outcomes] : ByInstance(results)) {
    const auto& highest = *std::ranges::max_element(outcomes, {}, &Outcome::bound);
    const auto& lowest = *std::ranges::min_element(outcomes, {}, &Outcome::value);
    if (!highest.has_bound()) continue;
    tally.Add(highest.bound() <= lowest.value() + lowest.rounding,
              instance + ": bound " + FormatDouble(highest.bound()) + " of " + highest.method +
                  " above value " + FormatDouble(lowest.value()) + " of " + lowest.method);
  }
  return tally.Decide(results);
}

ClaimOutcome ProofsAreTrue(const Results& results) {
  Tally tally("proofs");
  for (const auto& [instance, outcomes] : ByInstance(results)) {
    const auto& lowest = *std::ranges::min_element(outcomes, {}, &Outcome::value);
    for (const Outcome& outcome : outcomes) {
      if (!outcome.proved) continue;
      const bool is_least = outcome.value() <= lowest.value() + outcome.rounding;
      const bool is_bounded = outcome.bound() >= outcome.value() - outcome.rounding;
      tally.Add(is_least && is_bounded, Place(outcome) + ": value " + FormatDouble(outcome.value()) +
                                            ", bound " + FormatDouble(outcome.bound()) + ", and " +
                                            lowest.method + " has " + FormatDouble(lowest.value()));
    }
  }
  return tally.Decide(results);
}

ClaimOutcome TrwsBelowRoofDuality(const Results& results) {
  Tally tally("instances with both bounds");
  for (const auto& [instance, outcomes] : ByInstance(results)) {
    const auto trws = std::ranges::find(outcomes, "trws", &Outcome::method);
    const auto qpbo = std::ranges::find(outcomes, "qpbo", &Outcome::method);
    if (trws == outcomes.end() || qpbo == outcomes.end() || !trws->has_bound() || !qpbo->has_bound())
      continue;
    tally.Add(trws->bound() <= qpbo->bound() + qpbo->rounding,
              instance + ": " + FormatDouble(trws->bound()) + " of trws above " +
                  FormatDouble(qpbo->bound()) + " of roof duality");
  }
  return tally.Decide(results);
}

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g%%", 100 * share);
  return text;
}

ClaimOutcome AutomaticIsNear(const Results& results) {
  if (IsDescentCut(results.settings())) {
    return {
        Verdict::kNotTested,
        "the setting descent_iterations stops auto before the program map would: the paper profile does not"};
  }
  const std::vector<Outcome> outcomes = OutcomesOf(results);
  const std::map<std::string, double> best = BestValues(outcomes);
  Tally tally("instances");
  for (const Outcome& outcome : outcomes) {
    const auto found = best.find(outcome.instance);
    if (outcome.method != kAutomatic || found == best.end()) continue;
    const double above = Share(outcome.value() - found->second, found->second);
    tally.Add(above <= kAutomaticMargin, outcome.instance + ": " + FormatDouble(outcome.value()) + ", " +
                                             Percent(above) + " above " + FormatDouble(found->second));
  }
  return tally.Decide(results);
}

}  // namespace

std::vector<Claim> Claims() {
  const std::vector<std::string> all_data = {kMrfBenchmarks, kStereo, kDenoising};
  return {
      {.id = "MAP1",
       .part = "bounds",
       .rule = "every lower bound at most the reference energy, but for rounding",
       .decide = BoundsBelowReferences,
       .data = all_data},
      {.id = "MAP1",
       .part = "values",
       .rule = "every value at least the reference energy where that is proved, but for rounding and the "
               "unit of the program that proved it",
       .decide = ValuesAboveReferences,
       .data = {kMrfBenchmarks, kStereo}},  // no reference of the others is proved
      {.id = "MAP1",
       .part = "example",
       .rule = "on the WCSP example some method proves the reference energy, and none proves another",
       .decide = ExampleIsSolved,
       .data = {kMrfBenchmarks}},
      {.id = "MAP2",
       .rule = "on every instance the highest lower bound at most the lowest value, but for rounding",
       .decide = BoundsBelowValues,
       .independent_of_data = true},
      {.id = "MAP3",
       .rule = "every case that ended optimal has the lowest value of its instance and a bound as high, but "
               "for rounding",
       .decide = ProofsAreTrue,
       .independent_of_data = true},
      {.id = "MAP4",
       .rule = "where both have a bound, that of trws at most that of qpbo, but for rounding",
       .decide = TrwsBelowRoofDuality,
       .independent_of_data = true,
       .data = {kMrfBenchmarks}},  // qpbo takes two labels
      {.id = "MAP5",
       .rule =
           "value of auto at most 1% above the best value of all methods and the reference, on every "
           "instance that it takes; where the time limit stopped it, the last value of its curve counts. "
           "(On eight grids, GeomSurf and the pedigree the reference was found by subgraph-descent, which "
           "is what auto takes there)",
       .decide = AutomaticIsNear,
       .data = all_data},
  };
}

}  // namespace structlab::map_inference
