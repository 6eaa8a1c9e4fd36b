// Small problems of the joint SVM with linear kernels, on which its theory is checked.
#ifndef STRUCTLAB_EXPERIMENTS_JOINT_SVM_SMALL_PROBLEM_H_
#define STRUCTLAB_EXPERIMENTS_JOINT_SVM_SMALL_PROBLEM_H_

#include <Eigen/Core>
#include <cstdint>

#include "structured_learning/multilabel/joint_perceptron.h"

namespace structlab::joint_svm {

// A row an example: features, and tags as a vector.
struct SmallProblem {
  Eigen::MatrixXd features, tags;
};

// Four examples with two features and three tags, +1 or -1; `unit_length`: features and tags of length 1.
SmallProblem ExampleProblem(bool unit_length);
// 12 examples with five features and four tags, all of length 1, that a linear map separates: tags are the
// signs of a random one.
SmallProblem DrawSeparable(uint64_t seed, uint64_t index);
// size x size, standard normal entries plus 2 on the diagonal: not symmetric.
Eigen::MatrixXd DrawMatrix(uint64_t seed, uint64_t index, Eigen::Index size);

// The least value of 1/2 |W|^2 + C sum of hinge losses, where the output kernel has these values (III (11)).
double Optimum(const SmallProblem& problem, const Eigen::MatrixXd& output_kernel, double cost);

// Gamma = max over |W| = 1 of min_i <y_i, W x_i>, from above: 1 / |W| of a machine whose dual has not quite
// reached its optimum, by at most one part in a million.
double LargestMargin(const SmallProblem& problem);

struct PerceptronOutcome {
  int64_t updates = 0;
  double margin = 0;  // min_i <y_i, W x_i> / |W|
  bool is_separated = false;
};
PerceptronOutcome RunPerceptron(const SmallProblem& problem, structured_learning::PerceptronRule rule,
                                double margin, double step);

}  // namespace structlab::joint_svm

#endif  // STRUCTLAB_EXPERIMENTS_JOINT_SVM_SMALL_PROBLEM_H_
