// Probabilities from scores that the logistic loss has taught; the standard library alone.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LABEL_PROBABILITIES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LABEL_PROBABILITIES_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace structlab::structured_learning {

// 1 / (1 + exp(-score)): of a label that is there or not whatever others are, and of label 0 of a binary
// task.
inline double LogisticProbability(double score) {
  return score >= 0 ? 1 / (1 + std::exp(-score)) : std::exp(score) / (1 + std::exp(score));
}

// Of exactly one label of several that were learned one against the rest: their logistic probabilities
// divided by the sum of all. Takes spans of equal, positive size, which may be the same.
inline void OneOfManyProbabilities(std::span<const float> scores, std::span<float> probabilities) {
  // By logarithms, so that probabilities that are all tiny keep their ratios.
  std::vector<double> logarithms(scores.size());
  for (size_t c = 0; c < scores.size(); ++c) {
    const double score = scores[c];
    logarithms[c] = score >= 0 ? -std::log1p(std::exp(-score)) : score - std::log1p(std::exp(score));
  }
  const double largest = *std::max_element(logarithms.begin(), logarithms.end());
  double sum = 0;
  for (double& logarithm : logarithms) sum += logarithm = std::exp(logarithm - largest);
  for (size_t c = 0; c < scores.size(); ++c) probabilities[c] = static_cast<float>(logarithms[c] / sum);
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LABEL_PROBABILITIES_H_
