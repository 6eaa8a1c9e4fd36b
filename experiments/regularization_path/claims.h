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
// The same, paired by seed.
harness::Pairs Compare(const harness::Results& results, const std::string& metric, const MethodAt& a,
                       const MethodAt& b);
// The kappa1 of the profile and any others at which the method was run, rising: a claim about every kappa1 is
// not decided while some are missing.
std::vector<double> PlannedKappas(const harness::Results& results, const std::string& method);

// What the cases must cover for a claim to be decided on them.
enum class Scope {
  kWholePath,       // all words, lambda down to 1e-3 at least, every lambda within its bound on the passes
  kSmallestLambda,  // the same down to 1e-4, of which the source speaks
};
// The claim, not tested while the cases with the folds swapped do not cover the scope, whatever it would say.
harness::Claim Within(Scope scope, harness::Claim claim);
// The outcome with a name before its evidence.
harness::ClaimOutcome Named(const std::string& name, harness::ClaimOutcome outcome);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_CLAIMS_H_
