// Examples of classes for the tests of what recognises them.
#ifndef STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_
#define STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

struct LabeledExamples {
  Eigen::MatrixXd features;  // an example a column
  std::vector<int> labels;   // 10, 13, 16, ..., as many of each, in this order
};

struct ExamplesOptions {
  int classes, each, dimension;
  int extent = 3;      // dimensions of the linear span of a class
  double noise = 0.1;  // standard deviation of what is added, where coefficients have 1
};

// Normal combinations of `extent` normal vectors of the class, and noise.
LabeledExamples ExamplesOfClasses(const ExamplesOptions& options, uint64_t seed);

// Normal numbers.
Eigen::MatrixXd RandomMatrix(int rows, int columns, uint64_t seed);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_TESTING_LABELED_EXAMPLES_H_
