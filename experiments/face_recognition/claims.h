// Claims S20 to S28 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/claim.h"

namespace structlab::face_recognition {

std::vector<harness::Claim> AccuracyClaims();  // S20 to S22, S27, S28
std::vector<harness::Claim> TimeClaims();      // S23 to S26

// Two queries whose values are compared pair by pair: factor * a + offset < b.
struct Comparison {
  std::string name;
  harness::Query less, more;
  double factor = 1, offset = 0;
  std::vector<std::string> ignored_keys = {};  // of the settings, where these differ
};
// DecideLess on each, paired over the trials, where the claim needs them all: one that fails must do so with
// the confidence 1 - 0.05 / (number of comparisons). The evidence names each.
harness::ClaimOutcome AllLess(const harness::Results& results, const std::vector<Comparison>& comparisons);
// The end of a rule by AllLess.
inline constexpr const char* kAllLessRule =
    "; paired over the trials: the 95% t interval of the mean difference must be below 0 in each comparison; "
    "it fails if one is above 0 with the confidence 1 - 0.05 / (number of comparisons)";

// Dimensions of the plan, rising.
std::vector<int64_t> PlannedDimensions(const harness::Results& results);
harness::Query AccuracyOf(const std::string& dataset, const std::string& method, int64_t dimension);
harness::Query TimeOf(const std::string& dataset, const std::string& method, int64_t dimension);

// The number that the source prints in this table; none where it prints none.
std::optional<double> PrintedValue(const harness::RowKey& key);

// How many times faster HASH-OMP is than the printed time of RANDOM-l1, were that measured here: EIGEN-OMP,
// which the source has timed at the same dimension, is the yardstick. Pairs of trials: `a` has the time of
// HASH-OMP, `b` that scaled time. Empty where a time is missing.
harness::Pairs ScaledTimes(const harness::Results& results, const std::string& dataset, int64_t dimension);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_
