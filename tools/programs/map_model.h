// Reads a graphical model in any format of the program map.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MAP_MODEL_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MAP_MODEL_H_

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::tools {

struct MapModel {
  graphical_models::FactorGraph graph;
  // A labeling is a solution only if its energy is below this bound.
  double upper_bound = std::numeric_limits<double>::infinity();
  std::string upper_bound_text = {};  // the bound as an energy, as the file writes it
  bool maximized = false;             // if true, the file's sum of costs is minus the energy
  // If set, decides exactly (without rounding) whether a labeling is a solution.
  std::function<bool(std::span<const graphical_models::Label>)> is_allowed = {};
  // Notes of the reader about the file, one line each.
  std::vector<std::string> notes = {};
};

// The format by the ending of the file's name, with or without .gz: "uai", "wcsp" or "cfn". Throws
// common::Error(kUsage) for any other ending.
std::string FormatOfName(const std::string& path);

// Reads the model. Throws the errors of the readers (graphical_models/model/files).
MapModel ReadMapModel(const std::string& path, const std::string& format);

// The size of a model in words: "36 variables of 2 to 4 labels, 81 factors of up to 2 variables".
std::string Describe(const graphical_models::FactorGraph& graph);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MAP_MODEL_H_
