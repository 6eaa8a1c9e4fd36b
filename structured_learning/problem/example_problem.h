// A complete structured problem to copy from. structured_problem.h explains the members;
// optimization/example_problem_test.cc trains it, predicts, saves the model, and checks it by brute force.
// structured_learning/README.md shows the part between the two marks.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_PROBLEM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_PROBLEM_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// README begins
// Finds an interval in a signal. Phi(x, y) = (sum of the signal inside, length); the loss is the share of
// the positions that are inside one of the two intervals and outside the other.
class IntervalProblem {
 public:
  struct Output {
    int begin, end;  // positions begin..end-1
    friend bool operator==(const Output&, const Output&) = default;
  };

  IntervalProblem(std::vector<std::vector<double>> signals, std::vector<Output> truths)
      : signals_(std::move(signals)), truths_(std::move(truths)) {}

  int size() const { return static_cast<int>(signals_.size()); }
  int dimension() const { return 2; }
  Output truth(int i) const { return truths_[i]; }
  double Loss(int i, const Output& y) const {
    const Output& t = truths_[i];
    const int common = std::max(0, std::min(t.end, y.end) - std::max(t.begin, y.begin));
    return static_cast<double>(Length(t) + Length(y) - 2 * common) / LengthOfSignal(i);
  }
  DenseVector JointFeature(int i, const Output& y) const {
    double sum = 0;
    for (int t = y.begin; t < y.end; ++t) sum += signals_[i][t];
    return DenseVector{{sum, static_cast<double>(Length(y))}};
  }
  Output Predict(int i, const WeightsView& weights) const { return Best(i, weights, 0); }
  Output LossAugmentedInference(int i, const WeightsView& weights) const { return Best(i, weights, 1); }

 private:
  static int Length(const Output& y) { return y.end - y.begin; }
  int LengthOfSignal(int i) const { return static_cast<int>(signals_[i].size()); }
  // argmax_y w'Phi(x_i, y) + loss_weight Delta(y_i, y), by trying all intervals; of equals the first.
  Output Best(int i, const WeightsView& weights, double loss_weight) const {
    Output best{0, 0};
    double best_score = loss_weight * Loss(i, best);  // Phi of the empty interval is 0
    for (int begin = 0; begin < LengthOfSignal(i); ++begin) {
      for (int end = begin + 1; end <= LengthOfSignal(i); ++end) {
        const Output y{begin, end};
        const double score = Dot(JointFeature(i, y), weights) + loss_weight * Loss(i, y);
        if (score > best_score) best = y, best_score = score;
      }
    }
    return best;
  }

  std::vector<std::vector<double>> signals_;
  std::vector<Output> truths_;
};
static_assert(StructuredProblem<IntervalProblem>);
// README ends

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_EXAMPLE_PROBLEM_H_
