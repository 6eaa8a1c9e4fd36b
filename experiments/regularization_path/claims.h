// Claims D17 to D29 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CLAIMS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/claim.h"

namespace structlab::regularization_path {

std::vector<harness::Claim> PassClaims();  // D17, D18, D20 to D23, D27: how many passes
std::vector<harness::Claim> PathClaims();  // D19, D24, D28, D29: breakpoints, gaps, certificates
std::vector<harness::Claim> LossClaims();  // D25, D26: test loss

// A method, at one kappa1 if it follows the path.
struct MethodAt {
  std::string method;
  std::optional<double> kappa1 = {};
};

// The values of a metric over the seeds of the cases that claims are decided on (folds swapped).
std::vector<harness::Observation> Measured(const harness::Results& results, const std::string& metric,
                                           const MethodAt& at);
// The same of the first seed at full size, which decides nothing, where it is done.
std::optional<double> AtFullSize(const harness::Results& results, const std::string& metric,
                                 const MethodAt& at);
// "RP-BCFW-STD-G kappa1=0.5".
std::string NameOf(const MethodAt& at);
// The end of a rule by Less: of one comparison, and of several that must all hold.
std::string LessRule();
std::string AllLessRule();
// That of a rule by Same.
std::string SameRule(double margin);
// How many seeds of the cases whose names begin so were planned; 0 if none of them is done.
size_t PlannedSeeds(const harness::Results& results, const std::string& case_prefix);
// Where a planned seed has no value, because its case failed, ran into a limit or was not selected: "2 of 3
// seeds of RP-BCFW-STD-G kappa1=0.5"; else empty.
std::string MissingSeeds(const harness::Results& results, const std::string& metric, const MethodAt& at);

// DecideLess and DecideEqual on the metric, a against b, paired by seed, as one of so many comparisons. The
// evidence says so where pairs are fewer than planned, and what both are at full size. `added_to_a` is added
// to each value of a.
harness::ClaimOutcome Less(const harness::Results& results, const std::string& metric, const MethodAt& a,
                           const MethodAt& b, size_t comparisons = 1, double added_to_a = 0);
harness::ClaimOutcome Same(const harness::Results& results, const std::string& metric, const MethodAt& a,
                           const MethodAt& b, double margin);
// The outcome of that many pairs, with what its evidence must say of those that are missing.
harness::ClaimOutcome OfPairs(const harness::Results& results, size_t pairs, harness::ClaimOutcome outcome);
// The kappa1 of the profile and of the run's settings, and any others at which the method was run, rising: a
// claim about every kappa1 is not decided while some are missing.
std::vector<double> PlannedKappas(const harness::Results& results, const std::string& method);

// What the cases must cover for a claim to be decided on them.
enum class Scope {
  // All words, lambda down to 1e-3 at least, and every case that is done reached its tolerance. Cases that
  // are not done, and so do not say, are named by what decides the claim.
  kWholePath,
  kSmallestLambda,  // the same down to 1e-4, of which the source speaks
};
// The claim, not tested while the cases with the folds swapped do not cover the scope, whatever it would say.
harness::Claim Within(Scope scope, harness::Claim claim);
// The outcome with a name before its evidence.
harness::ClaimOutcome Named(const std::string& name, harness::ClaimOutcome outcome);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CLAIMS_H_
