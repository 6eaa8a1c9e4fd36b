#include "experiments/hashing/binomial.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "common/check.h"

namespace structlab::hashing {
namespace {

// Halvings of the unit interval: more than a double has digits.
constexpr int kHalvings = 60;

// Sums of the probabilities of numbers of hits.
class Binomial {
 public:
  explicit Binomial(int64_t trials) : log_ways_(static_cast<size_t>(trials) + 1) {
    for (size_t i = 0; i + 1 < log_ways_.size(); ++i) {
      log_ways_[i + 1] =
          log_ways_[i] + std::log(static_cast<double>(log_ways_.size() - 1 - i) / static_cast<double>(i + 1));
    }
  }

  // Of `first` to `last` hits.
  double Sum(int64_t first, int64_t last, double probability) const {
    const auto trials = static_cast<int64_t>(log_ways_.size()) - 1;
    if (probability <= 0) return first <= 0 && last >= 0 ? 1 : 0;
    if (probability >= 1) return first <= trials && last >= trials ? 1 : 0;
    const double log_hit = std::log(probability), log_miss = std::log1p(-probability);
    double sum = 0;
    for (int64_t i = std::max<int64_t>(0, first); i <= std::min(trials, last); ++i) {
      sum += std::exp(log_ways_[static_cast<size_t>(i)] + static_cast<double>(i) * log_hit +
                      static_cast<double>(trials - i) * log_miss);
    }
    return std::min(1.0, sum);
  }

 private:
  std::vector<double> log_ways_;  // the logarithm of trials over i
};

// Where a sum that rises or falls with the probability crosses `level`.
template <class SumAt>
double Crossing(const SumAt& sum_at, double level, bool rises) {
  double low = 0, high = 1;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    ((sum_at(middle) < level) == rises ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double ChanceOfAsMany(const Share& share, double probability) {
  STRUCTLAB_CHECK(share.trials >= 1 && 0 <= share.hits && share.hits <= share.trials);
  return Binomial(share.trials).Sum(share.hits, share.trials, probability);
}

common::Interval ProbabilitiesOf(const Share& share, double confidence) {
  STRUCTLAB_CHECK(share.trials >= 1 && 0 <= share.hits && share.hits <= share.trials);
  const Binomial binomial(share.trials);
  const double level = (1 - confidence) / 2;
  common::Interval interval = {0, 1};
  if (share.hits > 0) {
    interval.low = Crossing([&](double p) { return binomial.Sum(share.hits, share.trials, p); }, level, true);
  }
  if (share.hits < share.trials) {
    interval.high = Crossing([&](double p) { return binomial.Sum(0, share.hits, p); }, level, false);
  }
  return interval;
}

}  // namespace structlab::hashing
