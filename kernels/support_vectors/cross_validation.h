// Accuracy of support vector machines on a Gram matrix, with the cost chosen only on training examples.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace structlab::kernels {

// Quality of the predictions for test examples, which are not among the training examples.
struct SvmQuality {
  double accuracy = 0;
  // The probability that a machine ranks an example of its second class above one of its first class (area
  // under the ROC curve). For more than two classes: the mean over all pairs of classes, each with its own
  // machine and the examples of its two classes (the measure of Hand, Till 2001, with the machines of the
  // pairs as scores). Empty if no pair has examples of both classes.
  std::optional<double> area_under_curve = {};
};

// Trains on one part of the examples and tests on another. Take ChooseCost first if the cost is not known.
//
//     const std::vector<double> costs = {0.1, 1, 10};
//     const double cost = ChooseCost(gram, labels, training, costs, /*folds=*/5, /*seed=*/1);
//     const SvmQuality quality = TrainAndTest(gram, labels, training, test, cost);
//
// `gram` covers all examples; `training` and `test` list rows of it. Throws as TrainKernelSvm, and
// common::Error(kUsage) unless the matrix has one row and one column per label, for a row that does not
// exist, and if there are no test examples. Deterministic, thread-safe.
SvmQuality TrainAndTest(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                        std::span<const int> training, std::span<const int> test, double cost);

// The cost with the highest accuracy in stratified cross-validation among the training examples; the smallest
// of several. More folds train on more examples and take longer. A fold whose training part has only one
// class predicts this class. Throws common::Error(kUsage) for an empty list of costs, unless 2 <= folds <=
// training examples, and as TrainAndTest. Deterministic given the seed.
double ChooseCost(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                  std::span<const int> training, std::span<const double> costs, int folds, uint64_t seed);

// The same for Gram matrices that depend on the labels of the training examples, such as those of selected
// features. Calls `gram_of` once per fold with the training examples of this fold, so that held-out examples
// do not influence the matrix by which they are judged. Does not call it for training examples of one class,
// whose fold needs no matrix.
double ChooseCostOfFolds(const std::function<Eigen::MatrixXd(const std::vector<int>& training)>& gram_of,
                         std::span<const int> labels, std::span<const int> training,
                         std::span<const double> costs, int folds, uint64_t seed);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_CROSS_VALIDATION_H_
