// A complete structured problem with hidden variables to copy from. latent_problem.h explains the members;
// optimization/example_problem_test.cc trains it. structured_learning/README.md shows the part between the
// two marks.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_LATENT_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_LATENT_PROBLEM_H_

#include <utility>
#include <vector>

#include "structured_learning/problem/latent_problem.h"

namespace structlab::structured_learning {

// README begins
// Says whether a signal contains a pattern of three values. The samples say that it does, but not where.
// Phi(x, true, h) = (the three values from position h on, 1), Phi(x, false, h) = 0.
class PatternProblem {
 public:
  using Output = bool;
  using Hidden = int;  // position of the pattern; 0 where there is none
  using Answer = ExplainedOutput<bool, int>;

  PatternProblem(std::vector<std::vector<double>> signals, std::vector<bool> truths)
      : signals_(std::move(signals)), truths_(std::move(truths)) {}

  int size() const { return static_cast<int>(signals_.size()); }
  int dimension() const { return 4; }
  bool truth(int i) const { return truths_[i]; }
  double Loss(int i, bool y, int) const { return y == truths_[i] ? 0 : 1; }
  DenseVector JointFeature(int i, bool y, int h) const {
    if (!y) return DenseVector::Zero(4);
    return DenseVector{{signals_[i][h], signals_[i][h + 1], signals_[i][h + 2], 1}};
  }
  int Complete(int i, const WeightsView& weights) const { return truths_[i] ? BestPosition(i, weights) : 0; }
  Answer Predict(int i, const WeightsView& weights) const { return Best(i, weights, 0); }
  Answer LossAugmentedInference(int i, const WeightsView& weights) const { return Best(i, weights, 1); }

 private:
  double Score(int i, int h, const WeightsView& weights) const {
    return Dot(JointFeature(i, true, h), weights);
  }
  int BestPosition(int i, const WeightsView& weights) const {
    int best = 0;
    for (int h = 1; h + 3 <= static_cast<int>(signals_[i].size()); ++h) {
      if (Score(i, h, weights) > Score(i, best, weights)) best = h;
    }
    return best;
  }
  Answer Best(int i, const WeightsView& weights, double loss_weight) const {
    const int h = BestPosition(i, weights);
    const double with = Score(i, h, weights) + loss_weight * Loss(i, true, h);
    const double without = loss_weight * Loss(i, false, 0);
    return with > without ? Answer{true, h} : Answer{false, 0};
  }

  std::vector<std::vector<double>> signals_;
  std::vector<bool> truths_;
};
static_assert(LatentStructuredProblem<PatternProblem>);
// README ends

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_LATENT_PROBLEM_H_
