// Claims D01 to D09 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_

#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

std::vector<harness::Claim> LatticeClaims();  // D01 to D03
std::vector<harness::Claim> ImageClaims();    // D04 to D07
std::vector<harness::Claim> TheoryClaims();   // D08, D09

// Two queries whose values are compared pair by pair.
struct Comparison {
  std::string name;  // "w_c=3"
  harness::Query less, more;
  std::vector<std::string> ignored_keys = {};  // of the settings, where these differ
};
// DecideLess on each, paired by seed, where the claim needs them all: one that fails must do so with the
// confidence 1 - 0.05 / (number of comparisons). The evidence names each, and says so where there are fewer
// pairs than planned seeds.
harness::ClaimOutcome AllLess(const harness::Results& results, const std::vector<Comparison>& comparisons);
// The end of a rule by AllLess: "over the <what>".
std::string AllLessRule(const std::string& what);
// One comparison, with a method without random choices, which has one value for all seeds. Where the other's
// seeds, 3 or more, all lead to one value, too, there is nothing to infer, and the two decide.
harness::ClaimOutcome LessThanConstant(const harness::Results& results, const harness::Query& less,
                                       const harness::Query& more);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_
