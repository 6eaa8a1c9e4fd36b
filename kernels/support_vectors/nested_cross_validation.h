// Nested cross-validation of kernels: the cost is chosen within the training part of each fold.
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

// The Gram matrix of all examples, made by the training examples of a fold: of features that are scaled by
// these, say, or the same for all folds.
using GramOfFold = std::function<Eigen::MatrixXd(const std::vector<int>& training)>;

// Which matrix the cost is chosen with among a fold's training examples: the fold's own or, where labels have
// a part in it, one for each of the folds among them, which has not seen what it is judged by.
enum class InnerGram { kPerFold, kPerInnerFold };

struct NestedValidation {
  int inner_folds = 5;
  std::vector<double> costs = {1};  // of one nothing is chosen
  InnerGram inner = InnerGram::kPerFold;
  uint64_t seed = 1;  // of the inner folds
};

struct CrossValidated {
  // Means over the folds, the area over those that have one: with the cost that is chosen in each fold by its
  // training examples; and the highest that one cost for all folds has, which nobody knows who has not seen
  // the test examples.
  SvmQuality chosen = {}, highest = {};
  std::vector<SvmQuality> by_fold = {};  // of the chosen costs
};

// The fold of each example is a number below the number of folds, none of which is empty. `gram_of` is called
// with the training examples of each fold, and with kPerInnerFold with those of each inner fold, too; test
// examples are never among them. Throws common::Error (usage) without costs, for a fold without examples and
// as TrainAndTest and ChooseCost. Deterministic.
CrossValidated CrossValidate(std::span<const int> labels, std::span<const int> fold_of,
                             const GramOfFold& gram_of, const NestedValidation& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_NESTED_CROSS_VALIDATION_H_
