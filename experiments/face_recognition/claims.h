// Claims S20 to S28 of the source, and the rules that decide them.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/face_recognition/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

std::vector<harness::Claim> AccuracyClaims();         // S20 to S22, S27, S28
std::vector<harness::Claim> TimeClaims();             // S23 to S26
harness::Claim EqualTimeClaim(const FaceTask& task);  // S25 of one set

// Two queries whose values are compared pair by pair: factor * a + offset < b.
struct Comparison {
  std::string name;
  harness::Query less, more;
  double factor = 1, offset = 0;
  std::vector<std::string> ignored_keys = {};  // of the settings, where these differ
};
harness::Pairs PairsOf(const harness::Results& results, const Comparison& comparison);

// DecideLessOfSplits on each, paired over the trials, where the claim needs them all: one that fails must do
// so with the confidence 1 - 0.05 / (number of comparisons). The evidence names each.
harness::ClaimOutcome AllLess(const harness::Results& results, const std::vector<Comparison>& comparisons,
                              double test_by_training);
// The end of a rule by AllLess.
inline constexpr const char* kAllLessRule =
    "; paired over the trials, which are random splits of the same images: the 95% interval of the mean "
    "difference by the corrected resampled t test (variance s^2 (1/n + test images / training images of a "
    "subject), Nadeau and Bengio 2003) must be below 0 in each comparison; it fails if one is above 0 with "
    "the confidence 1 - 0.05 / (number of comparisons); that other subjects would differ is in no interval";

// Test images by training images of a subject.
double TestByTraining(const FaceTask& task);

// Of outcomes that differ in what the source leaves open, as a yardstick: holds if all hold, fails if all
// fail, is not tested if one is not, and else undecided. The evidence says how each was decided.
struct NamedOutcome {
  std::string name;
  harness::ClaimOutcome outcome;
};
harness::ClaimOutcome Agreed(const std::vector<NamedOutcome>& outcomes);

// "dim=300"
std::string AtDimension(int64_t dimension);
// Dimensions of the plan, rising.
std::vector<int64_t> PlannedDimensions(const harness::Results& results);
harness::Query AccuracyOf(const std::string& dataset, const std::string& method, int64_t dimension);
// Of the table of times side by side; `percent` is 100 u of HASH-OMP, none of others.
harness::Query TimedOf(const std::string& dataset, const std::string& method, int64_t dimension,
                       std::optional<int> percent, const char* metric = "running_time",
                       bool at_equal_atoms = false);

// The number that the source prints in this table; none where it prints none.
std::optional<double> PrintedValue(const harness::RowKey& key);

// Pursuits on dense features that the source has timed, too: one has as much to do as the other, and in
// print one takes up to ten times as long.
inline constexpr const char* kYardsticks[] = {kRandomOmp, kEigenOmp};

// The printed time of RANDOM-l1, were it measured here as the yardstick was: printed time times (our time of
// the yardstick / its printed time). Pairs of trials: `a` has the time of HASH-OMP with 100 u = percent, `b`
// that scaled time. Empty where a time is missing.
harness::Pairs ScaledTimes(const harness::Results& results, const std::string& dataset, int64_t dimension,
                           int percent, const char* yardstick);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CLAIMS_H_
