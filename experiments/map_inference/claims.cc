// Claims MAP1 to MAP5. One exception is enough to fail a claim; to hold, all planned cases must be done.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/map_inference/outcomes.h"

namespace structlab::map_inference {
namespace {

using harness::All;
using harness::AtLeast;
using harness::AtMost;
using harness::ClaimOutcome;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

constexpr double kAutomaticMargin = 0.01;

using Outcomes = std::vector<Outcome>;  // on one instance

std::string Describe(const Outcome& outcome) {
  return fmt::format("{} of {} with value {} and bound {}", outcome.instance, outcome.method, outcome.value(),
                     outcome.bound());
}

// What is looked at one by one, what of it breaks the rule, and what the rule leaves out.
struct Tally {
  size_t all = 0;
  std::vector<std::string> exceptions = {}, excluded = {};

  void Add(bool is_right, const Outcome& outcome, const Outcome& other) {
    ++all;
    if (!is_right) exceptions.push_back(Describe(outcome) + " against " + Describe(other));
  }
};

size_t NumMissing(const std::vector<Values>& needs, const Results& results) {
  std::set<std::string> finished;
  for (const harness::FinishedCase& c : results.cases()) finished.insert(c.Key());
  return static_cast<size_t>(std::ranges::count_if(results.planned(), [&](const harness::Case& c) {
    return !finished.contains(c.Key()) &&
           std::ranges::any_of(needs, [&](const Values& values) { return values.FilledBy(c); });
  }));
}

ClaimOutcome Decide(const Tally& tally, const std::string& what, size_t missing) {
  std::string evidence = fmt::format("{} exceptions among {} {}", tally.exceptions.size(), tally.all, what);
  if (!tally.excluded.empty()) evidence += fmt::format("; excluded: {}", fmt::join(tally.excluded, ", "));
  if (!tally.exceptions.empty()) {
    return {Verdict::kFails, fmt::format("{}: {}", evidence, fmt::join(tally.exceptions, "; "))};
  }
  if (missing > 0) evidence += fmt::format("; {} planned cases are not done", missing);
  return {missing == 0 && tally.all > 0 ? Verdict::kHolds : Verdict::kNotTested, evidence};
}

// Looks at what all methods found on an instance, instance by instance.
Rule OnEachInstance(const std::string& sentence, const std::string& what, const std::vector<Values>& needs,
                    const std::function<void(const Outcomes&, Tally&)>& look) {
  return Custom(sentence, needs,
                [=](const Results& results) {
                  std::map<std::string, Outcomes> of;
                  for (Outcome& outcome : OutcomesOf(results)) of[outcome.instance].push_back(outcome);
                  Tally tally;
                  for (const auto& [instance, outcomes] : of) look(outcomes, tally);
                  return Decide(tally, what, NumMissing(needs, results));
                })
      .NotOfPrint();
}

const Outcome& Lowest(const Outcomes& outcomes) {
  return *std::ranges::min_element(outcomes, {}, &Outcome::value);
}

void BoundsBelowValues(const Outcomes& outcomes, Tally& tally) {
  const Outcome& highest = *std::ranges::max_element(outcomes, {}, &Outcome::bound);
  const Outcome& lowest = Lowest(outcomes);
  if (highest.has_bound()) tally.Add(highest.bound() <= lowest.value() + lowest.rounding, highest, lowest);
}

void ProofsAreTrue(const Outcomes& outcomes, Tally& tally) {
  const Outcome& lowest = Lowest(outcomes);
  for (const Outcome& outcome : outcomes) {
    if (!outcome.proved) continue;
    const double least = std::min(lowest.value(), outcome.bound());
    tally.Add(outcome.value() <= least + outcome.rounding, outcome, lowest);
  }
}

void TrwsBelowRoofDuality(const Outcomes& outcomes, Tally& tally) {
  const auto trws = std::ranges::find(outcomes, "trws", &Outcome::method);
  const auto qpbo = std::ranges::find(outcomes, "qpbo", &Outcome::method);
  if (trws == outcomes.end() || qpbo == outcomes.end() || !trws->has_bound() || !qpbo->has_bound()) return;
  tally.Add(trws->bound() <= qpbo->bound() + qpbo->rounding, *trws, *qpbo);
}

// What a method found is no measure of that method: there it would be compared with itself.
void AutomaticIsNear(const Outcomes& outcomes, Tally& tally) {
  const auto automatic = std::ranges::find(outcomes, kAutomatic, &Outcome::method);
  if (automatic == outcomes.end()) return tally.excluded.push_back(outcomes.front().instance);
  const Reference* const reference = automatic->reference();
  if (reference == nullptr || !(reference->proved || reference->IsOfAnotherProgram())) {
    tally.excluded.push_back(automatic->instance);
    return;
  }
  const double best = std::min(reference->energy, Lowest(outcomes).value());
  tally.Add(Share(automatic->value() - best, best) <= kAutomaticMargin, *automatic, Lowest(outcomes));
}

}  // namespace

void Claims(harness::Package& package) {
  package.Claim("MAP1", "bounds", AtMost({.metric = kBoundAboveReference}, 0).NotOfPrint());
  package.Claim("MAP1", "values", AtMost({.metric = kValueBelowMinimum}, 0).NotOfPrint());
  // The oracle that needs no other program: the smallest instance, solved to a proof.
  const Values example = {.metric = kValue, .method = "bucket-elimination", .dataset = "example"};
  Values proof = example;
  proof.metric = kProved;
  package.Claim("MAP1", "example",
                All({AtLeast(proof, 1), AtLeast(example, 27), AtMost(example, 27)}).NotOfPrint());

  const std::vector<Values> all = {{.metric = kValueOverTime}};
  package.Claim("MAP2", OnEachInstance("on every instance the highest lower bound is at most the lowest "
                                       "value, but for rounding",
                                       "instances", all, BoundsBelowValues)
                            .IndependentOfData());
  package.Claim("MAP3", OnEachInstance("every case that ended optimal has the lowest value of its instance "
                                       "and a bound as high, but for rounding",
                                       "proofs", all, ProofsAreTrue)
                            .IndependentOfData());
  // Two labels: what roof duality takes.
  const Values on_grids = {.metric = kBoundOverTime, .cases = "grids/"};
  package.Claim("MAP4",
                OnEachInstance("where both have a bound, that of trws is at most that of qpbo, but for "
                               "rounding",
                               "instances with both bounds", {on_grids.Of("trws"), on_grids.Of("qpbo")},
                               TrwsBelowRoofDuality)
                    .IndependentOfData());
  package.Claim("MAP5",
                OnEachInstance("the value of auto is at most 1% above the best of all methods and the "
                               "reference; excluded are instances whose reference is not proved and was "
                               "found by a method that is compared, or that auto does not take",
                               "instances", all, AutomaticIsNear)
                    .OnlyAtPaper({"descent_iterations"}));
}

}  // namespace structlab::map_inference
