// Linear chains as a structured problem (Taskar, Guestrin, Koller 2003): one label a position.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_PROBLEM_H_

#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "structured_learning/problem/chain_samples.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

class ChainDualState;

enum class ChainLoss {
  kMeanHamming,  // share of wrong labels of the sequence, in [0, 1]
  kHamming       // number of wrong labels
};

// Phi(x, y) = sum_t e_{y_t} (x) x_t and the counts of transitions y_{t-1} -> y_t; no bias, no weights for
// begin or end. Weights: w[feature * L + label], then w[F * L + previous * L + next], (F + L) L in all.
// Oracles are exact (Viterbi): O(T (features on + L) L) a sequence; slack rescaling O(T^2 L^2).
class ChainProblem {
 public:
  using Output = std::vector<int>;
  // Block-coordinate learners take this in place of the general state: optimization/frank_wolfe/
  // chain_dual_state.h.
  using FastDualState = ChainDualState;

  // Throws common::Error on an empty set or an empty sequence.
  ChainProblem(ChainSamples samples, ChainLoss loss);

  int size() const { return samples_.size(); }
  int dimension() const { return (samples_.num_features() + samples_.num_labels()) * samples_.num_labels(); }
  const ChainSamples& samples() const { return samples_; }
  ChainLoss loss_kind() const { return loss_; }

  Output truth(int i) const;
  double Loss(int i, const Output& y) const;
  // What one wrong label of sequence i adds to the loss.
  double LossOfOneLabel(int i) const { return loss_ == ChainLoss::kHamming ? 1.0 : 1.0 / samples_.length(i); }
  SparseVector JointFeature(int i, const Output& y) const;
  // These three lay the weights out anew at each call; for many calls with the same weights see
  // chain_kernels.h.
  Output Predict(int i, const WeightsView& weights) const;
  Output LossAugmentedInference(int i, const WeightsView& weights) const;
  // One of the outputs with the largest loss: every label wrong, each wrong one with the same probability.
  Output RandomLossMaximizer(int i, common::RandomStream& stream) const;
  // (1/n) sum_i max_y H_i(y; w), the weights laid out once. On the threads of the pool, if there is one; the
  // same bits for any number of them.
  double MeanHinge(const WeightsView& weights, common::ThreadPool* pool = nullptr) const;
  // Exact: the loss depends on the number of wrong labels alone, so the best labels for each number are found
  // by a dynamic program over positions and that number.
  Output SlackRescaledInference(int i, const WeightsView& weights) const;

 private:
  ChainSamples samples_;
  ChainLoss loss_;
};

static_assert(SlackRescalable<ChainProblem>);

// Wrong labels over all labels, and sequences with a wrong label over all sequences, when predicting with w.
// On the threads of the pool, if there is one; the same bits for any number of them.
struct ChainErrors {
  double label_error, sequence_error;
  double mean_loss;  // the problem's loss, averaged over sequences
};
ChainErrors MeasureErrors(const ChainProblem& problem, const WeightsView& weights,
                          common::ThreadPool* pool = nullptr);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_PROBLEM_H_
