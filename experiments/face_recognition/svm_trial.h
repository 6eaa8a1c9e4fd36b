// Support vector machines on features of faces, and on sparse codes.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SVM_TRIAL_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SVM_TRIAL_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace structlab::face_recognition {

// Examples with features, one a column, and labels.
struct LabeledFeatures {
  Eigen::MatrixXd features;
  std::vector<int> labels;
};

// Accuracy on `test` of a linear machine, one against one, trained on `training` with the cost of highest
// accuracy on `validation`, the smallest of equals. Features are divided by the root of their mean squared
// length over the training examples, so that costs mean the same for all. Deterministic. Throws as
// kernels::TrainKernelSvm.
double SvmAccuracy(const LabeledFeatures& training, const LabeledFeatures& validation,
                   const LabeledFeatures& test, std::span<const double> costs);

// Cross-validation with stratified folds (Shi 2011, section 3.4.2): in turn one fold tests, the next one
// chooses the cost, the others train. The share of all examples that are right. Throws as
// common::StratifiedFolds, and as above.
double CrossValidatedSvmAccuracy(const LabeledFeatures& examples, int folds, std::span<const double> costs,
                                 uint64_t seed);

// Each column moved and scaled so that its least entry is 0 and its largest 1; one whose entries are equal
// becomes 0.
Eigen::MatrixXd NormalizedToUnitInterval(Eigen::MatrixXd columns);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SVM_TRIAL_H_
