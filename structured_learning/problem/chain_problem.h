// Sequence labeling: linear chains as a structured problem, with one label at each position (Taskar,
// Guestrin, Koller 2003).
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

// Phi(x, y) consists of sum_t e_{y_t} (x) x_t and the counts of transitions y_{t-1} -> y_t. There is no bias,
// and there are no weights for begin or end. The (F + L) L weights are w[feature * L + label], followed by
// w[F * L + previous * L + next].
//
//     ChainSamples samples(num_features, num_labels);
//     samples.BeginSequence();
//     samples.AddPosition(label, std::vector<int>{3, 17, 64});  // the features that are 1
//     const ChainProblem problem(samples, ChainLoss::kMeanHamming);
//     const LearningResult result = Bcfw(problem, /*lambda=*/0.01, {});
//     const std::vector<int> labels = problem.Predict(0, result.weights);
//
// To predict labels of new sequences, make a second ChainProblem from them, with any labels: Predict does not
// read them.
//
// The oracles are exact (Viterbi). Time: O(T (active features + L) L) for a sequence of length T, O(T^2 L^2)
// for slack rescaling. Deterministic; const members are thread-safe.
class ChainProblem {
 public:
  using Output = std::vector<int>;
  // Block-coordinate learners use this class instead of the general dual state; see
  // optimization/frank_wolfe/chain_dual_state.h.
  using FastDualState = ChainDualState;

  // Throws common::Error if there is no sequence or a sequence is empty.
  ChainProblem(ChainSamples samples, ChainLoss loss);

  int size() const { return samples_.size(); }
  int dimension() const { return (samples_.num_features() + samples_.num_labels()) * samples_.num_labels(); }
  const ChainSamples& samples() const { return samples_; }
  ChainLoss loss_kind() const { return loss_; }

  Output truth(int i) const;
  double Loss(int i, const Output& y) const;
  // The loss of one wrong label of sequence i.
  double LossOfOneLabel(int i) const { return loss_ == ChainLoss::kHamming ? 1.0 : 1.0 / samples_.length(i); }
  SparseVector JointFeature(int i, const Output& y) const;
  // The next three members convert the weights to another memory layout at each call. For many calls with the
  // same weights see chain_kernels.h.
  Output Predict(int i, const WeightsView& weights) const;
  Output LossAugmentedInference(int i, const WeightsView& weights) const;
  // A random output with the maximum loss: every label is wrong, and all wrong labels have the same
  // probability.
  Output RandomLossMaximizer(int i, common::RandomStream& stream) const;
  // (1/n) sum_i max_y H_i(y; w). Converts the memory layout of the weights only once. Uses the threads of the
  // pool if there is one; the result has the same bits for any number of threads.
  double MeanHinge(const WeightsView& weights, common::ThreadPool* pool = nullptr) const;
  // Exact. The loss depends only on the number of wrong labels, so a dynamic program over positions and that
  // number finds the best labels for each number of wrong labels.
  Output SlackRescaledInference(int i, const WeightsView& weights) const;

 private:
  ChainSamples samples_;
  ChainLoss loss_;
};

static_assert(SlackRescalable<ChainProblem>);

// Prediction errors at the weights w: the share of wrong labels, and the share of sequences with a wrong
// label. Uses the threads of the pool if there is one; the result has the same bits for any number of
// threads.
struct ChainErrors {
  double label_error, sequence_error;
  double mean_loss;  // the problem's loss, averaged over sequences
};
ChainErrors MeasureErrors(const ChainProblem& problem, const WeightsView& weights,
                          common::ThreadPool* pool = nullptr);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_PROBLEM_H_
