#include "kernels/support_vectors/validated_svm.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "common/error.h"
#include "common/folds.h"
#include "common/random_stream.h"
#include "kernels/support_vectors/kernel_svm.h"

namespace structlab::kernels {
namespace {

// Inner products with the training examples, one row per example.
struct Kernels {
  Eigen::MatrixXd training, validation, test;
};

double ShareCorrect(const KernelSvm& svm, const Eigen::MatrixXd& kernel, const std::vector<int>& labels) {
  const std::vector<int> found = Classify(svm, kernel);
  int right = 0;
  for (size_t i = 0; i < labels.size(); ++i) right += found[i] == labels[i];
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

void CheckExamples(const std::vector<int>& validation_labels, const std::vector<int>& test_labels,
                   std::span<const double> costs) {
  if (costs.empty() || test_labels.empty() || validation_labels.empty()) {
    common::ThrowUsageError("ValidatedSvmAccuracy", "costs, validation examples and test examples",
                            fmt::format("{} costs, {} and {} examples", costs.size(),
                                        validation_labels.size(), test_labels.size()));
  }
}

// Every part must have examples; see CheckExamples.
double Accuracy(const Kernels& kernel, const std::vector<int>& training_labels,
                const std::vector<int>& validation_labels, const std::vector<int>& test_labels,
                std::span<const double> costs) {
  double best = -1, accuracy = 0;
  for (const double cost : costs) {
    const KernelSvm svm = TrainKernelSvm(kernel.training, training_labels, {.cost = cost});
    const double of_validation = ShareCorrect(svm, kernel.validation, validation_labels);
    if (of_validation <= best) continue;
    best = of_validation;
    accuracy = ShareCorrect(svm, kernel.test, test_labels);
  }
  return accuracy;
}

// Divides by the mean squared length of the training examples, so that the same costs suit all features.
Kernels ScaledByTraining(Kernels kernel) {
  const double mean = kernel.training.diagonal().mean();
  if (!(mean > 0)) return kernel;
  for (Eigen::MatrixXd* part : {&kernel.training, &kernel.validation, &kernel.test}) *part /= mean;
  return kernel;
}

Eigen::MatrixXd Part(const Eigen::MatrixXd& gram, const std::vector<int>& rows,
                     const std::vector<int>& columns) {
  return gram(rows, columns);
}

}  // namespace

double ValidatedSvmAccuracy(const LabeledFeatures& training, const LabeledFeatures& validation,
                            const LabeledFeatures& test, std::span<const double> costs) {
  CheckExamples(validation.labels, test.labels, costs);
  for (const LabeledFeatures* part : {&validation, &test}) {
    if (part->features.rows() == training.features.rows()) continue;
    common::ThrowUsageError("ValidatedSvmAccuracy",
                            fmt::format("as many features as in training, {}", training.features.rows()),
                            std::to_string(part->features.rows()));
  }
  const auto with_training = [&](const Eigen::MatrixXd& features) {
    return Eigen::MatrixXd(features.transpose() * training.features);
  };
  const Kernels kernel = ScaledByTraining(
      {with_training(training.features), with_training(validation.features), with_training(test.features)});
  return Accuracy(kernel, training.labels, validation.labels, test.labels, costs);
}

double CrossValidatedSvmAccuracy(const LabeledFeatures& examples, int folds, std::span<const double> costs,
                                 uint64_t seed) {
  if (folds < 3)
    common::ThrowUsageError("CrossValidatedSvmAccuracy::folds", "3 or more", std::to_string(folds));
  common::RandomStream random(seed, "face_recognition/folds");
  const std::vector<int> fold_of = common::StratifiedFolds(examples.labels, folds, random);
  const Eigen::MatrixXd gram = examples.features.transpose() * examples.features;
  double right = 0;
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> parts[3], labels[3];  // training, validation, test
    for (size_t i = 0; i < fold_of.size(); ++i) {
      const int part = fold_of[i] == fold ? 2 : fold_of[i] == (fold + 1) % folds ? 1 : 0;
      parts[part].push_back(static_cast<int>(i));
      labels[part].push_back(examples.labels[i]);
    }
    CheckExamples(labels[1], labels[2], costs);
    const Kernels kernel = ScaledByTraining(
        {Part(gram, parts[0], parts[0]), Part(gram, parts[1], parts[0]), Part(gram, parts[2], parts[0])});
    right += Accuracy(kernel, labels[0], labels[1], labels[2], costs) * static_cast<double>(labels[2].size());
  }
  return right / static_cast<double>(examples.labels.size());
}

Eigen::MatrixXd ColumnsScaledToUnitInterval(Eigen::MatrixXd columns) {
  for (auto column : columns.colwise()) {
    const double least = column.minCoeff(), range = column.maxCoeff() - least;
    if (range > 0) {
      column = (column.array() - least) / range;
    } else {
      column.setZero();
    }
  }
  return columns;
}

}  // namespace structlab::kernels
