// Nested cross-validation of kernels: the cost is chosen inside the training part of each fold.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_NESTED_CROSS_VALIDATION_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_NESTED_CROSS_VALIDATION_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernels/support_vectors/cross_validation.h"

namespace structlab::kernels {

// Returns the Gram matrix of all examples for the training examples of a fold. Use `training` if features are
// scaled or selected by it; otherwise return the same matrix for all folds.
using GramOfFold = std::function<Eigen::MatrixXd(const std::vector<int>& training)>;

// The matrix with which the cost is chosen:
// - kPerFold: the matrix of the outer fold. Enough, and fast, if the matrix does not depend on labels.
// - kPerInnerFold: one matrix per inner fold. Needed if labels influence the matrix, so that it has not seen
//   the labels of the examples that it is judged by.
enum class InnerGram { kPerFold, kPerInnerFold };

struct NestedValidation {
  int inner_folds = 5;              // more folds train on more examples and take longer
  std::vector<double> costs = {1};  // candidates; with one candidate nothing is chosen
  InnerGram inner = InnerGram::kPerFold;
  uint64_t seed = 1;  // of the inner folds
};

struct CrossValidated {
  // Means over the folds (the area under the curve: over folds that have one).
  // - chosen: with the cost that each fold chooses by its training examples.
  // - highest: the highest accuracy, and the highest area, that one cost for all folds reaches. Only the
  //   test examples reveal this cost, so it is not a fair estimate.
  SvmQuality chosen = {}, highest = {};
  std::vector<SvmQuality> by_fold = {};  // with the chosen costs
};

// Nested cross-validation. Take it to report the accuracy of a kernel; take TrainAndTest (cross_validation.h)
// for one given split.
//
//     const CrossValidated result = CrossValidate(
//         labels, fold_of, [&](const std::vector<int>&) { return gram; }, {.costs = {0.1, 1, 10}});
//
// `fold_of` has the fold of each example, from 0 to the number of folds - 1; no fold is empty. `gram_of` is
// called with the training examples of each fold and, for kPerInnerFold, of each inner fold; test examples
// are never among them. Throws common::Error(kUsage) for an empty list of costs, for a fold without examples,
// and as TrainAndTest and ChooseCost. Deterministic.
CrossValidated CrossValidate(std::span<const int> labels, std::span<const int> fold_of,
                             const GramOfFold& gram_of, const NestedValidation& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_NESTED_CROSS_VALIDATION_H_
