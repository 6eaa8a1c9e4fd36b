#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_MEAN_OF_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_MEAN_OF_H_

#include <optional>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::parsimonious_labeling {

// Over the values that the query finds, if there are any.
inline std::optional<double> MeanOf(const harness::Results& results, const harness::Query& query) {
  const std::vector<harness::Observation> values = results.Values(query);
  if (values.empty()) return std::nullopt;
  double sum = 0;
  for (const harness::Observation& value : values) sum += value.value();
  return sum / static_cast<double>(values.size());
}

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_MEAN_OF_H_
