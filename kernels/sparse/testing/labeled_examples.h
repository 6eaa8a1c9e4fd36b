// Random examples of classes, for tests of classifiers.
#ifndef STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_
#define STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

struct LabeledExamples {
  Eigen::MatrixXd features;  // one example per column
  std::vector<int> labels;   // 10, 13, 16, ..., the same number of each, in this order
};

struct ExamplesOptions {
  int classes, each, dimension;
  int extent = 3;      // dimension of the linear span of a class
  double noise = 0.1;  // standard deviation of the noise; the coefficients have 1
};

// Random normal combinations of `extent` random normal vectors per class, plus noise.
LabeledExamples ExamplesOfClasses(const ExamplesOptions& options, uint64_t seed);

// A matrix of random normal numbers.
Eigen::MatrixXd RandomMatrix(int rows, int columns, uint64_t seed);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_
