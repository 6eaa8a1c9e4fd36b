// Multiclass classification as a structured problem (Crammer, Singer 2001).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MULTICLASS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MULTICLASS_H_

#include <Eigen/Core>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// The output is a class 0..K-1. Phi(x, y) = e_y (x) x: block y of the weights, of length D, is multiplied
// with x. The loss is 0/1 or any matrix with a zero diagonal. Take it for classes whose confusions have
// different costs, or to compare learners; for text and very many features see linear/.
//
//     const MulticlassProblem problem(inputs, labels, /*num_classes=*/3);  // inputs: D x n
//     const LearningResult result = Bcfw(problem, /*lambda=*/0.01, {});
//     const int predicted = problem.Predict(0, result.weights);
//
// Time: O(K D) for each oracle call. A plane has at most 2 D entries. Deterministic; const members are
// thread-safe.
class MulticlassProblem {
 public:
  using Output = int;

  // inputs: one sample in each column, D x n. Throws common::Error if there is no sample, a label is outside
  // 0..K-1, a feature is not finite, the numbers of samples and labels differ, the number of weights K D
  // exceeds an int, or there are more than 46340 classes (K^2 losses).
  MulticlassProblem(Eigen::MatrixXd inputs, std::vector<int> labels, int num_classes);
  // losses(true class, other class) is a K x K matrix, >= 0, finite, and zero on the diagonal.
  MulticlassProblem(Eigen::MatrixXd inputs, std::vector<int> labels, Eigen::MatrixXd losses);

  int size() const { return static_cast<int>(labels_.size()); }
  int dimension() const { return num_classes() * input_dimension(); }
  int num_classes() const { return static_cast<int>(losses_.rows()); }
  int input_dimension() const { return static_cast<int>(inputs_.rows()); }

  int truth(int i) const { return labels_[i]; }
  double Loss(int i, int y) const { return losses_(labels_[i], y); }
  SparseVector JointFeature(int i, int y) const;
  int Predict(int i, const WeightsView& weights) const;
  int LossAugmentedInference(int i, const WeightsView& weights) const;
  int SlackRescaledInference(int i, const WeightsView& weights) const;
  // A random class among those with the maximum loss, each with the same probability.
  int RandomLossMaximizer(int i, common::RandomStream& stream) const;

 private:
  Eigen::VectorXd Scores(int i, const WeightsView& weights) const;

  Eigen::MatrixXd inputs_;
  std::vector<int> labels_;
  Eigen::MatrixXd losses_;
};

static_assert(SlackRescalable<MulticlassProblem>);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MULTICLASS_H_
