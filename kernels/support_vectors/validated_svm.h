// Linear support vector machines with the cost chosen on validation examples.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace structlab::kernels {

// Examples with features (one example per column) and labels.
struct LabeledFeatures {
  Eigen::MatrixXd features;
  std::vector<int> labels;
};

// Accuracy on `test` of a linear support vector machine (one against one) that is trained on `training`. The
// cost is the one with the highest accuracy on `validation`, the first of several. Features are divided by
// the root of their mean squared length over the training examples, so that a cost means the same for all
// features.
//
//     const std::vector<double> costs = {0.1, 1, 10};
//     const double accuracy = ValidatedSvmAccuracy(training, validation, test, costs);
//
// Throws common::Error(kUsage) for an empty list of costs, if there are no validation or test examples, and
// as TrainKernelSvm. Deterministic. O(d n^2) for the kernel of n training examples with d features, and one
// training per cost.
double ValidatedSvmAccuracy(const LabeledFeatures& training, const LabeledFeatures& validation,
                            const LabeledFeatures& test, std::span<const double> costs);

// Cross-validation with stratified folds (Shi 2011, section 3.4.2): each fold tests once, the next fold
// chooses the cost, and the others train. Returns the share of all examples that are classified correctly.
// Throws common::Error(kUsage) for fewer than 3 folds, as common::StratifiedFolds, and as
// ValidatedSvmAccuracy. Deterministic given the seed.
double CrossValidatedSvmAccuracy(const LabeledFeatures& examples, int folds, std::span<const double> costs,
                                 uint64_t seed);

// Shifts and scales each column so that its smallest entry is 0 and its largest is 1. A column of equal
// entries becomes 0.
Eigen::MatrixXd ColumnsScaledToUnitInterval(Eigen::MatrixXd columns);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_
