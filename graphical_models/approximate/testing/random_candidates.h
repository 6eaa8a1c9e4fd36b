// Random candidates for tests of searches.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_RANDOM_CANDIDATES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_RANDOM_CANDIDATES_H_

#include "common/random_stream.h"
#include "graphical_models/approximate/label_candidates.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// For each variable either all labels, or one or more of them in random order, with equal probability.
inline void DrawCandidates(const FactorGraph& graph, common::RandomStream& random,
                           LabelCandidates& candidates) {
  for (int variable = 0; variable < graph.num_variables(); ++variable) {
    const int labels = graph.num_labels(variable);
    if (random.UniformIndex(2) == 0) {
      candidates.SetAll(variable);
    } else {
      const auto count = static_cast<int>(1 + random.UniformIndex(static_cast<uint64_t>(labels)));
      candidates.Set(variable, random.SampleWithoutReplacement(labels, count));
    }
  }
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_RANDOM_CANDIDATES_H_
