// Probabilities from scores that were learned with the logistic loss. Needs only the standard library.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LABEL_PROBABILITIES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_LABEL_PROBABILITIES_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace structlab::structured_learning {

// 1 / (1 + exp(-score)): the probability of a label that is independent of the others, or of label 0 of a
// binary task.
inline double LogisticProbability(double score) {
  return score >= 0 ? 1 / (1 + std::exp(-score)) : std::exp(score) / (1 + std::exp(score));
}

// Probabilities if exactly one of several labels is present and they were learned one against the rest: their
// logistic probabilities divided by the sum of all. Takes spans of equal, positive size, which may be the
// same.
inline void OneOfManyProbabilities(std::span<const float> scores, std::span<float> probabilities) {
  // Uses logarithms so that tiny probabilities keep their ratios.
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
