#include "common/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

void CheckValues(std::span<const double> values, size_t fewest) {
  if (values.size() < fewest) {
    ThrowUsageError("statistics", "at least " + std::to_string(fewest) + " values",
                    std::to_string(values.size()));
  }
  for (const double value : values) {
    if (!std::isfinite(value)) ThrowUsageError("statistics", "finite values", FormatDouble(value));
  }
}

void CheckConfidence(double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    ThrowUsageError("statistics", "0 < confidence < 1", FormatDouble(confidence));
  }
}

std::vector<double> Differences(std::span<const double> a, std::span<const double> b, size_t fewest) {
  if (a.size() != b.size()) {
    ThrowUsageError("statistics", "as many values of a as of b",
                    std::to_string(a.size()) + " and " + std::to_string(b.size()));
  }
  CheckValues(a, fewest);
  CheckValues(b, fewest);
  std::vector<double> differences(a.size());
  for (size_t i = 0; i < a.size(); ++i) differences[i] = a[i] - b[i];
  CheckValues(differences, fewest);
  return differences;
}

// The p-quantile of sorted values, interpolated linearly between order statistics.
double Quantile(const std::vector<double>& sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

// Calls tie(begin, end) for each run of equal keys; the n keys are sorted.
template <typename Key, typename Tie>
void ForEachTie(size_t n, const Key& key, const Tie& tie) {
  for (size_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && key(end) == key(begin)) ++end;
    tie(begin, end);
  }
}

struct SignedRanks {
  // Twice the ranks of the absolute differences: mean ranks of ties are multiples of one half.
  std::vector<int64_t> doubled;
  int64_t doubled_positive = 0;  // the sum over positive differences
  double tie_correction = 0.0;   // sum of t^3 - t over ties of size t
};

SignedRanks RankDifferences(std::vector<double> differences) {
  std::erase(differences, 0.0);
  std::sort(differences.begin(), differences.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  SignedRanks ranks;
  ForEachTie(
      differences.size(), [&](size_t i) { return std::abs(differences[i]); },
      [&](size_t begin, size_t end) {
        const auto size = static_cast<double>(end - begin);
        ranks.tie_correction += size * size * size - size;
        for (size_t i = begin; i < end; ++i) {
          // Ranks begin + 1 ... end have the mean (begin + 1 + end) / 2.
          ranks.doubled.push_back(static_cast<int64_t>(begin + 1 + end));
          if (differences[i] > 0.0) ranks.doubled_positive += ranks.doubled.back();
        }
      });
  return ranks;
}

// Under the null hypothesis, all assignments of signs are equally likely. So the sum of the positive ranks is
// a sum of independent terms, one for each rank: each is the rank or 0, with probability 1/2. The loop
// convolves them.
double ExactSignedRankPValue(const SignedRanks& ranks) {
  const int64_t total = std::accumulate(ranks.doubled.begin(), ranks.doubled.end(), int64_t{0});
  std::vector<double> probability(static_cast<size_t>(total) + 1);
  probability[0] = 1.0;
  for (const int64_t rank : ranks.doubled) {
    for (int64_t sum = total; sum >= 0; --sum) {
      const double without = probability[sum];
      const double with = sum >= rank ? probability[sum - rank] : 0.0;
      probability[sum] = 0.5 * (without + with);
    }
  }
  // The distribution is symmetric, so both tails together are twice the lower tail at the smaller sum.
  const int64_t smaller = std::min(ranks.doubled_positive, total - ranks.doubled_positive);
  const double tail = std::accumulate(probability.begin(), probability.begin() + smaller + 1, 0.0);
  return std::min(1.0, 2.0 * tail);
}

double ApproximateSignedRankPValue(const SignedRanks& ranks) {
  const auto n = static_cast<double>(ranks.doubled.size());
  const double sum = static_cast<double>(ranks.doubled_positive) / 2.0;
  const double mean = n * (n + 1.0) / 4.0;
  const double variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranks.tie_correction / 48.0;
  const double distance = std::max(0.0, std::abs(sum - mean) - 0.5);  // corrected for continuity
  return std::min(1.0, 2.0 * cdf(complement(boost::math::normal(), distance / std::sqrt(variance))));
}

}  // namespace

double Mean(std::span<const double> values) {
  CheckValues(values, 1);
  const auto n = static_cast<double>(values.size());
  double sum = 0.0;
  double lost = 0.0;   // rounding error of `sum`
  double parts = 0.0;  // the mean, if the sum overflows
  for (const double value : values) {
    const double next = sum + value;
    lost += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
    parts += value / n;
  }
  // Clamping ensures that the mean of equal values is exactly this value.
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return std::clamp(std::isfinite(sum + lost) ? (sum + lost) / n : parts, *least, *most);
}

double StandardDeviation(std::span<const double> values) {
  CheckValues(values, 2);
  const double mean = Mean(values);
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

Interval StudentInterval(std::span<const double> values, double confidence) {
  return StudentInterval(std::ssize(values), Mean(values), StandardDeviation(values), confidence);
}

Interval StudentInterval(int64_t n, double mean, double deviation, double confidence) {
  CheckConfidence(confidence);
  if (n < 2) ThrowUsageError("values", "at least 2", std::to_string(n));
  const auto count = static_cast<double>(n);
  const boost::math::students_t student(count - 1.0);
  const double half = quantile(complement(student, (1.0 - confidence) / 2.0)) * deviation / std::sqrt(count);
  return {mean - half, mean + half};
}

Interval BootstrapInterval(std::span<const double> values, double confidence, int resamples,
                           RandomStream& stream) {
  CheckConfidence(confidence);
  CheckValues(values, 2);
  if (resamples < 100) ThrowUsageError("resamples", "at least 100", std::to_string(resamples));
  std::vector<double> means(resamples);
  std::vector<double> sample(values.size());
  for (double& mean : means) {
    for (double& value : sample) value = values[stream.UniformIndex(values.size())];
    mean = Mean(sample);
  }
  std::sort(means.begin(), means.end());
  return {Quantile(means, (1.0 - confidence) / 2.0), Quantile(means, (1.0 + confidence) / 2.0)};
}

PairedTest PairedStudentTest(std::span<const double> a, std::span<const double> b, double confidence) {
  const std::vector<double> differences = Differences(a, b, 2);
  const auto n = static_cast<double>(differences.size());
  PairedTest test = {.mean_difference = Mean(differences),
                     .p_value = 1.0,
                     .interval = StudentInterval(differences, confidence),
                     .n = static_cast<int>(differences.size())};
  const double error = StandardDeviation(differences) / std::sqrt(n);
  if (error > 0.0) {
    const double t = std::abs(test.mean_difference) / error;
    test.p_value = 2.0 * cdf(complement(boost::math::students_t(n - 1.0), t));
  } else if (test.mean_difference != 0.0) {
    test.p_value = 0.0;
  }
  return test;
}

double SignTest(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> differences = Differences(a, b, 1);
  const auto positive =
      std::count_if(differences.begin(), differences.end(), [](double d) { return d > 0.0; });
  const auto negative =
      std::count_if(differences.begin(), differences.end(), [](double d) { return d < 0.0; });
  if (positive + negative == 0) return 1.0;
  const boost::math::binomial binomial(static_cast<double>(positive + negative), 0.5);
  return std::min(1.0, 2.0 * cdf(binomial, static_cast<double>(std::min(positive, negative))));
}

double WilcoxonSignedRankTest(std::span<const double> a, std::span<const double> b) {
  constexpr size_t kMaxExact = 50;
  const SignedRanks ranks = RankDifferences(Differences(a, b, 1));
  if (ranks.doubled.empty()) return 1.0;
  return ranks.doubled.size() <= kMaxExact ? ExactSignedRankPValue(ranks)
                                           : ApproximateSignedRankPValue(ranks);
}

double AreaUnderCurve(std::span<const double> scores, std::span<const int> labels) {
  if (scores.size() != labels.size()) {
    ThrowUsageError(
        "AreaUnderCurve", "as many labels as scores",
        std::to_string(labels.size()) + " labels of " + std::to_string(scores.size()) + " scores");
  }
  CheckValues(scores, 2);
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t i, size_t j) { return scores[i] < scores[j]; });
  int64_t negatives = 0;      // negatives with a lower score
  int64_t doubled_pairs = 0;  // 2 for a positive above a negative, 1 for a tie
  int64_t positives = 0;
  ForEachTie(
      order.size(), [&](size_t i) { return scores[order[i]]; },
      [&](size_t begin, size_t end) {
        int64_t tied_positives = 0;
        for (size_t i = begin; i < end; ++i) tied_positives += labels[order[i]] > 0 ? 1 : 0;
        const int64_t tied_negatives = static_cast<int64_t>(end - begin) - tied_positives;
        doubled_pairs += tied_positives * (2 * negatives + tied_negatives);
        negatives += tied_negatives;
        positives += tied_positives;
      });
  if (positives == 0 || negatives == 0) {
    ThrowUsageError("AreaUnderCurve", "positive and negative labels",
                    std::to_string(positives) + " positive and " + std::to_string(negatives) + " negative");
  }
  return static_cast<double>(doubled_pairs) /
         (2.0 * static_cast<double>(positives) * static_cast<double>(negatives));
}

}  // namespace structlab::common
