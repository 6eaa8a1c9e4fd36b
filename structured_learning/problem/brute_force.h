// Reference oracles that try every output, for tests on tiny problems. Use them to test the oracles of your
// own problem:
//
//     const OutputsOf<MyProblem> outputs = ...;  // outputs[i]: every output of sample i
//     const BruteForce reference(problem, outputs);
//     EXPECT_EQ(problem.LossAugmentedInference(i, weights), reference.LossAugmentedInference(i, weights));
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_H_

#include <limits>
#include <utility>
#include <vector>

#include "structured_learning/problem/multiclass.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// outputs[i] lists Y_i in the order in which ties are resolved (the first wins).
template <class P>
using OutputsOf = std::vector<std::vector<typename P::Output>>;

inline OutputsOf<MulticlassProblem> ListOutputs(const MulticlassProblem& problem) {
  std::vector<int> classes;
  for (int y = 0; y < problem.num_classes(); ++y) classes.push_back(y);
  return OutputsOf<MulticlassProblem>(problem.size(), classes);
}

// The first of `outputs` with the maximum value(y).
template <class Output, class Value>
Output FirstMaximum(const std::vector<Output>& outputs, const Value& value) {
  const Output* best = &outputs.front();
  for (const Output& y : outputs) {
    if (value(y) > value(*best)) best = &y;
  }
  return *best;
}

// A problem together with the list of its outputs. Both must outlive it.
template <StructuredProblem P>
class BruteForce {
 public:
  using Output = typename P::Output;

  BruteForce(const P& problem, const OutputsOf<P>& outputs) : problem_(problem), outputs_(outputs) {}

  double Score(int i, const Output& y, const WeightsView& weights) const {
    return Dot(problem_.JointFeature(i, y), weights);
  }
  Output Predict(int i, const WeightsView& weights) const {
    return FirstMaximum(outputs_[i], [&](const Output& y) { return Score(i, y, weights); });
  }
  Output LossAugmentedInference(int i, const WeightsView& weights) const {
    return FirstMaximum(outputs_[i],
                        [&](const Output& y) { return problem_.Loss(i, y) + Score(i, y, weights); });
  }
  Output SlackRescaledInference(int i, const WeightsView& weights) const {
    const double truth = Score(i, problem_.truth(i), weights);
    return FirstMaximum(outputs_[i], [&](const Output& y) {
      return problem_.Loss(i, y) * (1 - (truth - Score(i, y, weights)));
    });
  }
  // The maximum over y of the pieces of sample i: of H_i(y; w), or of what the problem's PlaneOf returns.
  double Hinge(int i, const WeightsView& weights) const {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Output& y : outputs_[i]) {
      highest = std::max(highest, PlaneOf(problem_, i, y).ValueAt(weights));
    }
    return highest;
  }
  double Objective(double lambda, const WeightsView& weights) const {
    double sum = 0;
    for (int i = 0; i < problem_.size(); ++i) sum += Hinge(i, weights);
    return lambda / 2 * weights.squaredNorm() + sum / problem_.size();
  }

 private:
  const P& problem_;
  const OutputsOf<P>& outputs_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_BRUTE_FORCE_H_
