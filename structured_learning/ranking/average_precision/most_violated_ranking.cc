#include "structured_learning/ranking/average_precision/most_violated_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

struct ScoredSample {
  double cost;  // 0 - score, so that rising costs are falling scores and there is no negative zero
  int index;
};

// By rising cost, equal costs by index. A radix sort first, which ignores the indices; half the time of
// std::sort.
void SortByCost(std::vector<ScoredSample>& samples) {
  const auto bits_of = [](const ScoredSample& sample, unsigned shift) {
    return boost::sort::spreadsort::float_mem_cast<double, int64_t>(sample.cost) >> shift;
  };
  boost::sort::spreadsort::float_sort(
      samples.begin(), samples.end(), bits_of,
      [](const ScoredSample& a, const ScoredSample& b) { return a.cost < b.cost; });
  for (auto begin = samples.begin(); begin != samples.end();) {
    auto end = begin + 1;
    while (end != samples.end() && end->cost == begin->cost) ++end;
    if (end - begin > 1)
      std::sort(begin, end, [](const auto& a, const auto& b) { return a.index < b.index; });
    begin = end;
  }
}

// The contribution of a negative to Delta + S as a function of its slot, in O(1). Positives have the ranks
// 1..|P|; in slot i the negative is above those of rank i + 1 and lower.
class SlotValues {
 public:
  SlotValues(std::span<const double> positives, std::span<const double> negatives)
      : positives_(static_cast<int>(positives.size())),
        pair_factor_(2 / static_cast<double>(negatives.size())),
        reciprocals_(positives.size() + negatives.size() + 1, 0.0),
        harmonic_(positives.size() + negatives.size() + 1, 0.0),
        sums_below_(positives.size() + 1, 0.0) {
    for (size_t m = 1; m < harmonic_.size(); ++m) {
      reciprocals_[m] = 1 / static_cast<double>(m);
      harmonic_[m] = harmonic_[m - 1] + reciprocals_[m];
    }
    for (int slot = positives_ - 1; slot >= 0; --slot)
      sums_below_[slot] = sums_below_[slot + 1] + positives[slot];
  }

  // |P| times the change against the slot below all positives, for the negative of rank `rank` >= 1. With
  //   j/(j+k) - (j-1)/(j+k-1) = 1/(j+k-1) - j (1/(j+k-1) - 1/(j+k))
  // the loss telescopes without cancellation of large numbers.
  double Value(int rank, double score, int slot) const {
    const int all = positives_;
    const double loss = harmonic_[rank + all - 1] - harmonic_[rank + slot - 1] -
                        rank * (reciprocals_[rank + slot] - reciprocals_[rank + all]);
    const double margin = sums_below_[slot] - (all - slot) * score;
    return loss - pair_factor_ * margin;
  }

  // The best slot in first..last, of equal ones the largest.
  int Best(int rank, double score, int first, int last) const {
    int best = last;
    double best_value = Value(rank, score, last);
    for (int slot = last - 1; slot >= first; --slot) {
      const double value = Value(rank, score, slot);
      if (value > best_value) best = slot, best_value = value;
    }
    return best;
  }

 private:
  int positives_;
  double pair_factor_;
  std::vector<double> reciprocals_, harmonic_;
  std::vector<double> sums_below_;  // [slot]: the sum of the scores of the positives of rank > slot
};

// Finds the slots of negatives begin..end-1, which are known to lie in first..last.
void Divide(const SlotValues& values, std::span<const double> negatives, int begin, int end, int first,
            int last, std::vector<int>& slots) {
  while (begin < end) {
    if (first == last) {
      std::fill(slots.begin() + begin, slots.begin() + end, first);
      return;
    }
    const int middle = begin + (end - begin) / 2;
    const int slot = values.Best(middle + 1, negatives[middle], first, last);
    slots[middle] = slot;
    Divide(values, negatives, begin, middle, first, slot, slots);
    begin = middle + 1;
    first = slot;
  }
}

void CheckSamples(std::span<const double> scores, Relevance is_relevant) {
  if (scores.size() != is_relevant.size()) {
    common::ThrowUsageError("scores", fmt::format("one for each of the {} labels", is_relevant.size()),
                            std::to_string(scores.size()));
  }
  bool has[2] = {false, false};
  for (size_t i = 0; i < scores.size(); ++i) {
    if (!std::isfinite(scores[i])) {
      common::ThrowUsageError(fmt::format("score of sample {}", i), "a finite number",
                              common::FormatShort(scores[i]));
    }
    if (is_relevant[i] > 1) {
      common::ThrowUsageError(fmt::format("label of sample {}", i), "0 or 1", std::to_string(is_relevant[i]));
    }
    has[is_relevant[i]] = true;
  }
  if (has[0] && has[1]) return;
  common::ThrowUsageError("labels", "relevant samples and others",
                          has[1] ? "only relevant ones" : "none relevant");
}

}  // namespace

std::vector<int> FindSlots(std::span<const double> positives, std::span<const double> negatives,
                           SlotScan scan) {
  const SlotValues values(positives, negatives);
  const int all = static_cast<int>(positives.size()), count = static_cast<int>(negatives.size());
  std::vector<int> slots(count);
  if (scan == SlotScan::kDivideAndConquer) {
    Divide(values, negatives, 0, count, 0, all, slots);
    return slots;
  }
  for (int j = 0; j < count; ++j) {
    // The contributions of the positives one after the other, from the last one upwards.
    const double rank = j + 1;
    double value = 0, best_value = 0;
    int best = all;
    for (int k = all; k >= 1; --k) {
      value += (rank / (rank + k) - (rank - 1) / (rank + k - 1)) -
               2 * (positives[k - 1] - negatives[j]) / static_cast<double>(count);
      if (value > best_value) best = k - 1, best_value = value;
    }
    slots[j] = j > 0 ? std::max(best, slots[j - 1]) : best;
  }
  return slots;
}

ViolatedRanking MostViolatedRanking(std::span<const double> scores, Relevance is_relevant, SlotScan scan) {
  CheckSamples(scores, is_relevant);
  std::vector<ScoredSample> samples[2];
  for (size_t i = 0; i < scores.size(); ++i) {
    samples[is_relevant[i]].push_back({0 - scores[i], static_cast<int>(i)});
  }
  ViolatedRanking ranking;
  std::vector<double> sorted[2];
  for (const int label : {0, 1}) {
    SortByCost(samples[label]);
    std::vector<int>& indices = label == 1 ? ranking.positives : ranking.negatives;
    indices.reserve(samples[label].size());
    sorted[label].reserve(samples[label].size());
    for (const ScoredSample& sample : samples[label]) {
      indices.push_back(sample.index);
      sorted[label].push_back(0 - sample.cost);
    }
  }
  ranking.slots = FindSlots(sorted[1], sorted[0], scan);
  return ranking;
}

ViolatedRanking SplitByLabel(std::span<const int> order, Relevance is_relevant) {
  ViolatedRanking split;
  for (const int i : order) {
    if (is_relevant[i] == 1) {
      split.positives.push_back(i);
    } else {
      split.negatives.push_back(i);
      split.slots.push_back(static_cast<int>(split.positives.size()));
    }
  }
  return split;
}

std::vector<int> OrderOf(const ViolatedRanking& ranking) {
  std::vector<int> order;
  order.reserve(ranking.positives.size() + ranking.negatives.size());
  size_t above = 0;
  for (size_t j = 0; j < ranking.negatives.size(); ++j) {
    for (; above < static_cast<size_t>(ranking.slots[j]); ++above) order.push_back(ranking.positives[above]);
    order.push_back(ranking.negatives[j]);
  }
  for (; above < ranking.positives.size(); ++above) order.push_back(ranking.positives[above]);
  return order;
}

double ApLossOf(const ViolatedRanking& ranking) {
  const size_t all = ranking.positives.size(), count = ranking.negatives.size();
  double loss = 0;
  size_t negatives_above = 0;
  for (size_t k = 1; k <= all; ++k) {
    while (negatives_above < count && static_cast<size_t>(ranking.slots[negatives_above]) < k)
      ++negatives_above;
    loss += static_cast<double>(negatives_above) / static_cast<double>(negatives_above + k);
  }
  return loss / static_cast<double>(all);
}

std::vector<double> InversionWeights(const ViolatedRanking& ranking) {
  const size_t all = ranking.positives.size(), count = ranking.negatives.size();
  std::vector<double> weights(all + count);
  const double pair = 2 / (static_cast<double>(all) * static_cast<double>(count));
  size_t negatives_above = 0;
  for (size_t k = 0; k < all; ++k) {
    while (negatives_above < count && static_cast<size_t>(ranking.slots[negatives_above]) <= k)
      ++negatives_above;
    weights[ranking.positives[k]] = pair * static_cast<double>(negatives_above);
  }
  for (size_t j = 0; j < count; ++j) {
    weights[ranking.negatives[j]] = pair * static_cast<double>(all - static_cast<size_t>(ranking.slots[j]));
  }
  return weights;
}

}  // namespace structlab::structured_learning
