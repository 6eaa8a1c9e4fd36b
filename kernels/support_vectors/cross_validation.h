// How well support vector machines on a Gram matrix predict, with a cost chosen on the training examples
// alone.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace structlab::kernels {

// What is right among the examples that were not trained on.
struct SvmQuality {
  double accuracy = 0;
  // The probability that a machine ranks an example of its second class above one of its first: the area
  // under the curve of two classes; of more the mean over all pairs, each with its own machine and the
  // examples of its two classes (the measure of Hand, Till 2001, with the machines of the pairs as scores).
  // None if no pair has examples of both classes.
  std::optional<double> area_under_curve = {};
};

// `gram` has all examples; `training` and `test` name rows of it. Throws what TrainKernelSvm throws,
// common::Error(kUsage) too for a matrix without a row and a column for each label, a row that does not exist
// and without test examples.
SvmQuality TrainAndTest(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                        std::span<const int> training, std::span<const int> test, double cost);

// The cost of highest accuracy in stratified cross-validation among the training examples alone; the smallest
// of equals. Throws common::Error(kUsage) without costs, unless 2 <= folds <= training examples, and as
// TrainAndTest; a fold whose training part has one class counts as predicting that. Deterministic in the
// seed.
double ChooseCost(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                  std::span<const int> training, std::span<const double> costs, int folds, uint64_t seed);

// The same for matrices that are made with the labels of their training examples, as of features that these
// select: `gram_of` is called once a fold with those of the fold alone, so that what is held out has no part
// in the matrix that it is judged by; not with examples of one class, whose fold needs no matrix.
double ChooseCostOfFolds(const std::function<Eigen::MatrixXd(const std::vector<int>& training)>& gram_of,
                         std::span<const int> labels, std::span<const int> training,
                         std::span<const double> costs, int folds, uint64_t seed);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_
