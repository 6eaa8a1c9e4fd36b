// Multiclass classification as a structured problem (Crammer, Singer 2001).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MULTICLASS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_MULTICLASS_H_

#include <Eigen/Core>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/problem/structured_problem.h"

namespace structlab::structured_learning {

// Output: a class 0..K-1. Phi(x, y) = e_y (x) x: block y of the weights, of length D, meets x.
// Loss: 0/1, or any matrix with a zero diagonal. Oracles cost O(K D), planes 2 D.
class MulticlassProblem {
 public:
  using Output = int;

  // inputs: one sample a column, D x n. Throws common::Error on an empty set, a label outside 0..K-1, a
  // feature that is not finite, counts that differ, more weights, K D, than an int counts, and more than
  // 46340 classes (K^2 losses).
  MulticlassProblem(Eigen::MatrixXd inputs, std::vector<int> labels, int num_classes);
  // losses(true class, other class), K x K, >= 0, finite, zero on the diagonal.
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
  // One of the classes with the largest loss, each with the same probability.
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
