// A model from a file of any of the formats that the program map reads.
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
  // Labelings whose energy is not below it are no solutions.
  double upper_bound = std::numeric_limits<double>::infinity();
  std::string upper_bound_text = {};  // as the file has it, of energies
  bool maximized = false;             // the file's sum of costs is minus the energy
  // Which labelings are solutions, where the file tells it without rounding.
  std::function<bool(std::span<const graphical_models::Label>)> is_allowed = {};
  // What the reader says of the file, one line each.
  std::vector<std::string> notes = {};
};

// "uai", "wcsp" or "cfn": the format that a file's name tells, with .gz after it or not. Throws
// common::Error(kUsage) if it tells none.
std::string FormatOfName(const std::string& path);

// Throws what the readers throw (graphical_models/model/files).
MapModel ReadMapModel(const std::string& path, const std::string& format);

// "36 variables of 2 to 4 labels, 81 factors of up to 2 variables".
std::string Describe(const graphical_models::FactorGraph& graph);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MAP_MODEL_H_
