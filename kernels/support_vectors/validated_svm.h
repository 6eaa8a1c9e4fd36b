// Linear support vector machines whose cost is chosen on validation examples.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace structlab::kernels {

// Examples with features, one a column, and labels.
struct LabeledFeatures {
  Eigen::MatrixXd features;
  std::vector<int> labels;
};

// Accuracy on `test` of a linear machine, one against one, trained on `training` with the cost of highest
// accuracy on `validation`, the first of equals. Features are divided by the root of their mean squared
// length over the training examples, so that costs mean the same for all features. Deterministic. O(d n^2)
// for the kernel of n training examples with d features, and a training for each cost. Throws common::Error
// (usage) without costs, validation or test examples, and as TrainKernelSvm.
double ValidatedSvmAccuracy(const LabeledFeatures& training, const LabeledFeatures& validation,
                            const LabeledFeatures& test, std::span<const double> costs);

// Cross-validation with stratified folds (Shi 2011, section 3.4.2): each fold tests once, the next one
// chooses the cost, the others train. The share of all examples that are right. Deterministic in the seed.
// Throws common::Error (usage) for fewer than 3 folds, as common::StratifiedFolds, and as above.
double CrossValidatedSvmAccuracy(const LabeledFeatures& examples, int folds, std::span<const double> costs,
                                 uint64_t seed);

// Each column moved and scaled so that its smallest entry is 0 and its largest 1; a column of equal entries
// becomes 0.
Eigen::MatrixXd ColumnsScaledToUnitInterval(Eigen::MatrixXd columns);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_VALIDATED_SVM_H_
