// Slack-rescaled inference on chains, for losses that count wrong labels.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "structured_learning/problem/chain_kernels.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::structured_learning {
namespace {

// best(t, c, a): the maximum score of positions t.. with label a at t and exactly c wrong labels among them.
class CountingTable {
 public:
  CountingTable(int length, int num_labels)
      : length_(length),
        num_labels_(num_labels),
        values_(static_cast<size_t>(length) * (length + 1) * num_labels,
                -std::numeric_limits<double>::infinity()) {}

  double& operator()(int t, int wrong, int label) {
    return values_[(static_cast<size_t>(t) * (length_ + 1) + wrong) * num_labels_ + label];
  }

 private:
  int length_, num_labels_;
  std::vector<double> values_;
};

}  // namespace

ChainProblem::Output ChainProblem::SlackRescaledInference(int i, const WeightsView& weights) const {
  ChainWeights packed(samples_.num_features(), samples_.num_labels());
  packed.Load(weights);
  const int length = samples_.length(i);
  const int num_labels = samples_.num_labels();
  const auto truth = samples_.labels(i);
  ChainWorkspace workspace(length, packed.stride());
  ComputeScores(samples_, i, packed, workspace);

  CountingTable best(length, num_labels);
  for (int t = length - 1; t >= 0; --t) {
    for (int a = 0; a < num_labels; ++a) {
      const int wrong_here = a != truth[t];
      const double score = workspace.scores(t)[a];
      if (t == length - 1) {
        best(t, wrong_here, a) = score;
        continue;
      }
      for (int wrong = 0; wrong < length - t; ++wrong) {
        double value = -std::numeric_limits<double>::infinity();
        for (int b = 0; b < num_labels; ++b) {
          value = std::max(value, packed.transition_row(b)[a] + best(t + 1, wrong, b));
        }
        best(t, wrong + wrong_here, a) = score + value;
      }
    }
  }

  // Maximises Delta (1 - w'Psi) over the number of wrong labels and the first label. Several numbers may be
  // equally good; which of them has the lowest labels is decided only at later positions.
  const double true_score = ScoreOf(packed, workspace, truth);
  // The numbers of wrong labels, at positions t.., of the labelings with the best value.
  std::vector<int> wrong_counts;
  Output labels(length, 0);
  double best_value = -std::numeric_limits<double>::infinity();
  for (int a = 0; a < num_labels; ++a) {
    for (int c = 0; c <= length; ++c) {
      const double score = best(0, c, a);
      if (score == -std::numeric_limits<double>::infinity()) continue;
      const double value = c * LossOfOneLabel(i) * (1 + score - true_score);
      if (value > best_value) {
        best_value = value;
        wrong_counts.clear();
        labels[0] = a;
      }
      if (value == best_value && labels[0] == a) wrong_counts.push_back(c);
    }
  }
  // If weights are not finite, nothing can be compared: return the lowest labels, as in the other oracles.
  if (wrong_counts.empty()) return labels;
  for (int t = 1; t < length; ++t) {
    const int wrong_before = labels[t - 1] != truth[t - 1];
    labels[t] = num_labels;
    std::vector<int> kept;
    for (const int count : wrong_counts) {
      const int wrong = count - wrong_before;
      int lowest = 0;
      double value = -std::numeric_limits<double>::infinity();
      for (int b = 0; b < num_labels; ++b) {
        const double candidate = packed.transition_row(b)[labels[t - 1]] + best(t, wrong, b);
        if (candidate > value) {
          value = candidate;
          lowest = b;
        }
      }
      if (lowest < labels[t]) {
        labels[t] = lowest;
        kept.clear();
      }
      if (lowest == labels[t]) kept.push_back(wrong);
    }
    wrong_counts = std::move(kept);
  }
  return labels;
}

}  // namespace structlab::structured_learning
