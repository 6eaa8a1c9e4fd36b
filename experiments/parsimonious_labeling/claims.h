// Claims D01 to D09 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_

#include <string>
#include <vector>

#include "experiments/harness/claim.h"

namespace structlab::parsimonious_labeling {

std::vector<harness::Claim> LatticeClaims();  // D01 to D03
std::vector<harness::Claim> ImageClaims();    // D04 to D07
std::vector<harness::Claim> TheoryClaims();   // D08, D09

// DecideLess on what two queries find, paired by seed; keys of the settings that differ are ignored. The
// evidence says so where there are fewer pairs than seeds planned for the first.
harness::ClaimOutcome Less(const harness::Results& results, const harness::Query& a, const harness::Query& b,
                           const std::vector<std::string>& ignored_keys = {});
// The same against a method without random choices, which has one value for all seeds.
harness::ClaimOutcome LessThanConstant(const harness::Results& results, const harness::Query& a,
                                       const harness::Query& b);
// The outcome with a name before its evidence.
harness::ClaimOutcome Named(const std::string& name, harness::ClaimOutcome outcome);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CLAIMS_H_
