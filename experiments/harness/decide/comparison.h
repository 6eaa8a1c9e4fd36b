// The comparisons of a rule: a against b, or a against a bound. Used by rules only.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_COMPARISON_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_COMPARISON_H_

#include <string>
#include <vector>

#include "experiments/harness/decide/print_chance.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::harness {

struct Contrast {
  std::string name;  // "kappa1=0.5", or empty
  Values a, b;

  std::string prefix() const { return name.empty() ? "" : name + ": "; }
};

// The comparisons of a rule without parts, as far as the run plans cases for both sides; `left_out` gets the
// values of the setting for which it does not.
std::vector<Contrast> ContrastsOf(const Rule& rule, const std::vector<Case>& planned,
                                  std::vector<std::string>& left_out);

// The outcome of one comparison. `certainty` has the comparisons and alternatives of the whole rule.
// `print` is null for our results.
ClaimOutcome Compare(const Rule& rule, const Contrast& contrast, const Results& results,
                     const Certainty& certainty, const Print* print);
// The same against the bound. The effect is the value that is nearest to breaking the bound or farthest
// beyond it.
ClaimOutcome CompareToBound(const Rule& rule, const Contrast& contrast, const Results& results,
                            const Certainty& certainty, const Print* print);

// Pairs of seeds by the rule's test; those of two deterministic sides, if fewer than 3, by the numbers only.
ClaimOutcome DecideSeeds(const Rule& rule, const Pairs& pairs, const Found& a, const Found& b,
                         const Question& question);

// A comparison before it is put into words.
struct Compared {
  ClaimOutcome outcome;
  double a = 0, b = 0;   // means over the pairs, or statistics of the items, with what the values add
  size_t num_pairs = 0;  // of seeds; 0 where nothing could be compared
  std::string unit = {};
};
// Over the items, by the rule's Over.
Compared CompareItems(const Rule& rule, const Contrast& contrast, const Results& results,
                      const Certainty& certainty);
ClaimOutcome CompareShare(const Rule& rule, const Contrast& contrast, const Results& results,
                          const Certainty& certainty);
// What the comparison of a value with the rule's bound came to.
ClaimOutcome AgainstBound(const Rule& rule, double value, const ClaimOutcome& outcome);
// The unit in which a case recorded the values or items; empty for quotients and where none is known.
std::string UnitOf(const Values& values, const FinishedCase& finished);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_COMPARISON_H_
