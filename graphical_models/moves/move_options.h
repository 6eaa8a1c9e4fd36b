// Options of all move-making minimisers, and functions that check them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_

#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// What to do with a potential for which a move is not a minimum cut.
enum class NonMetric {
  kRefuse,    // throw an error that names labels which show it
  kTruncate,  // Raise the cost of a pair in which only one variable moves until the move is a minimum cut.
              // Moves never raise the true energy, but better ones can be missed and no guarantee holds.
              // kConverged then means that no move lowers the raised energy.
};

struct MoveOptions {
  Labeling start = {};            // one label a variable; empty: label 0 everywhere
  std::vector<Label> order = {};  // the order in which labels are tried, each once; empty: ascending
  // kRefuse keeps the guarantees of the methods; kTruncate accepts any potential.
  NonMetric non_metric = NonMetric::kRefuse;
  common::RunControl run = {};  // an iteration tries every move once
};

// The start of the options, or label 0 everywhere. Throws common::Error(kUsage) for a start that does not
// fit.
Labeling StartOf(const MoveOptions& options, std::span<const int> label_counts);

// The order of the options, or ascending. Throws common::Error(kUsage) unless it contains each label once.
std::vector<Label> OrderOf(const MoveOptions& options, int num_labels);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_OPTIONS_H_
