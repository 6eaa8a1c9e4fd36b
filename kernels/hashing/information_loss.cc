#include "kernels/hashing/information_loss.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMaxBinsOfCopies = int64_t{1} << 28;
constexpr int64_t kFewFeatures = 4096;

void CheckCount(const std::string& where, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(where, std::to_string(low) + " to " + std::to_string(high), std::to_string(value));
}

void CheckFeaturesAndBins(int64_t features, int64_t bins) {
  CheckCount("the number of features", features, 1, int64_t{1} << 31);
  CheckCount("the number of bins", bins, 1, int64_t{1} << 32);
}

void Check(const Duplication& duplication) {
  CheckFeaturesAndBins(duplication.features, duplication.bins);
  CheckCount("the number of copies", duplication.copies, 1, std::min<int64_t>(255, duplication.bins));
}

// 1 - (1 - p)^k without cancellation, also for p = 1.
double OneMinusPower(double p, double k) { return -std::expm1(k * std::log1p(-p)); }

// The variance of the number Z of empty bins, for at least 2 bins, feature by feature. E(Z' | Z) = Z (1 -
// 1/n) and Var(Z' | Z) = (Z/n) (1 - Z/n), so
//     Var Z' = (1 - 1/n)^2 Var Z + E[(Z/n) (1 - Z/n)],
// where after k features the last term is (1 - 1/n) [(1 - 1/n)^k - (1 - 2/n)^k]. No term is below 0, whereas
// the closed form suffers from cancellation for few features in many bins.
double VarianceOfFew(int features, double n) {
  const double kept = 1 - 1 / n;
  double variance = 0;
  for (int k = 1; k < features; ++k) {
    const double difference = std::exp(k * std::log1p(-1 / n)) * OneMinusPower(1 / (n - 1), k);
    variance = kept * kept * variance + kept * difference;
  }
  return variance;
}

// The same in closed form: with q = (1 - 1/n)^l, n (n-1) (1 - 2/n)^l + n q - n^2 q^2 equals
//     n q {1 - q - (n-1) q [1 - (1 - 1/(n-1)^2)^l]}.
// If l is far below n, the braces cancel down to (l - 1) / (2n) of 1 - q.
double VarianceOfMany(double features, double n) {
  const double q = std::exp(features * std::log1p(-1 / n));
  const double less = (n - 1) * q * OneMinusPower(1 / ((n - 1) * (n - 1)), features);
  return n * q * std::max(0.0, OneMinusPower(1 / n, features) - less);
}

void CheckNumber(const char* name, double value, bool is_right, const char* expected) {
  if (is_right && std::isfinite(value)) return;
  common::ThrowUsageError(std::string("DeviationTail::").append(name), expected, common::FormatDouble(value));
}

void Check(const DeviationTail& tail) {
  CheckNumber("observations", tail.observations, tail.observations >= 1, "a finite number of at least 1");
  CheckNumber("classes", tail.classes, tail.classes >= 1, "a finite number of at least 1");
  CheckNumber("bins", tail.bins, tail.bins >= 1, "a finite number of at least 1");
  CheckNumber("delta", tail.delta, tail.delta > 0 && tail.delta < 1, "a number between 0 and 1");
  CheckNumber("factor", tail.factor, tail.factor > 0, "a finite number above 0");
  CheckNumber("rate", tail.rate, tail.rate > 0, "a finite number above 0");
}

// Computed from the logarithm of the number of entries. If the tail is below delta anyway, epsilon is 0.
double ErrorBound(double log_entries, const DeviationTail& tail) {
  const double log_tail = log_entries + std::log(tail.factor) - std::log(tail.delta);
  return std::sqrt(std::max(0.0, log_tail) / tail.bins / tail.rate);
}

// Whether some feature shares all its bins with others. `bins_of_copies` has the bins of all copies, with
// those of a feature side by side. `taken` and `shared` have one bit per bin; all bits are clear before and
// after.
bool LosesAFeature(std::span<const uint32_t> bins_of_copies, size_t copies, std::vector<bool>& taken,
                   std::vector<bool>& shared) {
  for (size_t i = 0; i < bins_of_copies.size(); ++i) {
    const std::span earlier_copies = bins_of_copies.subspan(i - i % copies, i % copies);
    const uint32_t bin = bins_of_copies[i];
    if (std::ranges::find(earlier_copies, bin) != earlier_copies.end()) continue;
    if (taken[bin]) shared[bin] = true;
    taken[bin] = true;
  }
  bool loses = false;
  for (size_t begin = 0; begin < bins_of_copies.size() && !loses; begin += copies) {
    loses =
        std::ranges::all_of(bins_of_copies.subspan(begin, copies), [&](uint32_t bin) { return shared[bin]; });
  }
  for (const uint32_t bin : bins_of_copies) taken[bin] = shared[bin] = false;
  return loses;
}

}  // namespace

double InformationLossBound(const Duplication& duplication) {
  Check(duplication);
  const double l = static_cast<double>(duplication.features);
  const double n = static_cast<double>(duplication.bins);
  const double c = duplication.copies;
  return l * (OneMinusPower(c / n, c) + std::pow(l * c / n, c));
}

double SimulateInformationLoss(const Duplication& duplication, int trials, uint64_t seed) {
  Check(duplication);
  CheckCount("the number of trials", trials, 1, 1 << 30);
  CheckCount("features times copies", duplication.features * duplication.copies, 1, kMaxBinsOfCopies);
  const auto bins = static_cast<size_t>(duplication.bins);
  const auto copies = static_cast<size_t>(duplication.copies);
  std::vector<bool> taken(bins), shared(bins);
  std::vector<uint32_t> bins_of_copies(static_cast<size_t>(duplication.features) * copies);
  int losses = 0;
  for (int trial = 0; trial < trials; ++trial) {
    common::RandomStream stream(seed, "hashing/information-loss", static_cast<uint64_t>(trial));
    for (uint32_t& bin : bins_of_copies) bin = static_cast<uint32_t>(stream.UniformIndex(bins));
    losses += LosesAFeature(bins_of_copies, copies, taken, shared);
  }
  return static_cast<double>(losses) / trials;
}

double LogProbabilityOfNoCollision(int64_t features, int64_t bins) {
  CheckFeaturesAndBins(features, bins);
  if (features > bins) return -INFINITY;
  double sum = 0;
  for (int64_t i = 1; i < features; ++i) {
    sum += std::log1p(-static_cast<double>(i) / static_cast<double>(bins));
  }
  return sum;
}

OccupiedBins ExpectedOccupiedBins(int64_t features, int64_t bins) {
  CheckFeaturesAndBins(features, bins);
  if (bins == 1) return {1, 0};
  const double n = static_cast<double>(bins);
  const double variance = features <= kFewFeatures ? VarianceOfFew(static_cast<int>(features), n)
                                                   : VarianceOfMany(static_cast<double>(features), n);
  return {n * OneMinusPower(1 / n, static_cast<double>(features)), std::sqrt(variance)};
}

double ApproximationErrorBound(const DeviationTail& tail) {
  Check(tail);
  // log(m M + 1) = log(m M) + log(1 + 1/(m M)), since m M itself may overflow.
  const double log_joint = std::log(tail.observations) + std::log(tail.classes);
  const double log_one_more = log_joint + std::log1p(1 / tail.observations / tail.classes);
  return ErrorBound(log_joint + log_one_more - std::log(2), tail);
}

double PrintedApproximationErrorBound(const DeviationTail& tail) {
  Check(tail);
  return ErrorBound(2 * std::log(tail.observations + 1) + 2 * std::log(tail.classes + 1) - 2 * std::log(2),
                    tail);
}

}  // namespace structlab::kernels
