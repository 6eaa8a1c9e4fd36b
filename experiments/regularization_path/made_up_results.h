// Results that no case made, for tests of rules.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_MADE_UP_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_MADE_UP_RESULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/claim.h"

namespace structlab::regularization_path {

std::vector<harness::Claim> AllClaims();

// What the part of a claim says of these cases; fails the test if there is none.
harness::ClaimOutcome Outcome(const std::string& id, const std::string& part,
                              std::vector<harness::FinishedCase> cases);
harness::Verdict Decide(const std::string& id, const std::string& part,
                        std::vector<harness::FinishedCase> cases);

// A finished case with the folds swapped, of three seeds.
harness::FinishedCase Finished(const std::string& method, std::optional<double> kappa1, uint64_t seed);
harness::FinishedCase With(harness::FinishedCase finished, const std::string& metric, double value);

// The value, with something for the seed that differences between two values do not cancel.
double OfSeed(double value, double each, uint64_t seed);
// A value for each kappa1 of the source, between its neighbours' where it is not given.
std::vector<std::pair<double, double>> AtEveryKappa(const std::vector<std::pair<double, double>>& given);

// Three seeds of each; the value of the method at each kappa1, plus a little for the seed.
std::vector<harness::FinishedCase> AtKappas(const std::string& method, const std::string& metric,
                                            const std::vector<std::pair<double, double>>& values);
// The same gap in every case of the methods.
std::vector<harness::FinishedCase> GapEverywhere(const std::vector<std::string>& methods,
                                                 const std::string& metric, double gap);
// Three seeds without a path.
std::vector<harness::FinishedCase> Scratch(const std::string& method, const std::string& metric,
                                           double value);
std::vector<harness::FinishedCase> Join(std::vector<harness::FinishedCase> a,
                                        const std::vector<harness::FinishedCase>& b);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_MADE_UP_RESULTS_H_
