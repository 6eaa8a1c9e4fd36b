// Common parts of the keyword functions.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_PENALTY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_PENALTY_H_

#include <string>
#include <utility>
#include <vector>

#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {

// The metric of functions whose names begin with w: the cost of a gap.
struct Penalty {
  std::string metric;
  ExactCost cost = 0;

  ExactCost Of(int64_t gap) const {
    if (gap == 0 || metric == "lin") return Times(cost, gap);
    return metric == "quad" ? Times(Times(cost, gap), gap) : cost;
  }
};

inline Penalty ReadPenalty(KeywordParameters& parameters,
                           const std::vector<std::string>& metrics = {"hard", "lin", "quad"}) {
  Penalty penalty;
  penalty.metric = parameters.Word("metric", metrics);
  penalty.cost = parameters.Cost("cost");
  return penalty;
}

inline void ExpectHalves(size_t num_variables, const KeywordParameters& parameters) {
  if (num_variables % 2 == 0) return;
  parameters.Refuse("an even number of variables, as two lists", std::to_string(num_variables));
}

inline KeywordFunction OfLabels(std::function<ExactCost(std::span<const Label>)> cost) {
  KeywordFunction function;
  function.cost = std::move(cost);
  return function;
}

inline KeywordFunction OfPairs(std::function<ExactCost(size_t, Label, size_t, Label)> of_pair) {
  KeywordFunction function;
  function.cost = [of_pair](std::span<const Label> labels) {
    ExactCost sum = 0;
    for (size_t i = 0; i < labels.size(); ++i) {
      for (size_t j = i + 1; j < labels.size(); ++j) sum = Plus(sum, of_pair(i, labels[i], j, labels[j]));
    }
    return sum;
  };
  function.cost_of_pair = std::move(of_pair);
  return function;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_PENALTY_H_
