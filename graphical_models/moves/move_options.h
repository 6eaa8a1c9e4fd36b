// What all move-making minimisers are told, and what they have in common.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_

#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// What to do with a potential for which a move is no minimum cut.
enum class NonMetric {
  kRefuse,    // throw, and name labels that show it
  kTruncate,  // raise what a pair costs of which one variable moves alone until it is one: moves never raise
              // the true energy, but better ones can be missed, and no bound holds. kConverged says that no
              // move lowers the energy that is raised so
};

struct MoveOptions {
  Labeling start = {};            // one label a variable; empty: label 0 everywhere
  std::vector<Label> order = {};  // in which labels are tried, each once; empty: ascending
  NonMetric non_metric = NonMetric::kRefuse;
  common::RunControl run = {};  // an iteration tries every move once
};

// The labeling to start with. Throws common::Error(kUsage) for a start that does not fit.
Labeling StartOf(const MoveOptions& options, std::span<const int> label_counts);

// The labels to try. Throws common::Error(kUsage) unless the order holds each of the labels once.
std::vector<Label> OrderOf(const MoveOptions& options, int num_labels);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_
