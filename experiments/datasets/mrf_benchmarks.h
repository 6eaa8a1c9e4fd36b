// Discrete energies that minimisers are compared on: instances of the UAI-2012 competition and of toulbar2.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MRF_BENCHMARKS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MRF_BENCHMARKS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/model/factor_graph.h"

namespace structlab::datasets {

// How large an instance is.
struct MrfSizes {
  int variables = 0;
  int min_labels = 0, max_labels = 0;  // of a variable
  std::vector<int> factors = {};       // how many of one variable, of two, and so on

  friend bool operator==(const MrfSizes&, const MrfSizes&) = default;
};

// An instance for minimisation.
struct MrfInstance {
  std::string name = {};      // "grid20x20.f10"
  std::string model = {};     // file in the data set's folder
  std::string evidence = {};  // likewise; empty if it has none
  std::string optimum = {};   // file with the least energy as its publisher states it; empty if there is none
  MrfSizes sizes = {};
  // Of grids of two labels: width and height (0: it is no grid), whether its ends are joined, and the largest
  // coupling of two neighbours.
  int side = 0;
  bool wraps = false;
  double strength = 0;
};

// All that the data set has: the grids, then the others.
std::span<const MrfInstance> MrfInstances();

// Throws common::Error(kUsage) that lists the nearest names.
const MrfInstance& FindMrfInstance(std::string_view name);

MrfSizes SizesOf(const graphical_models::FactorGraph& graph);

// The energy, with the evidence put in. Costs of WCSP and CFN files are taken as they are, potentials of UAI
// files as -log. Throws what the readers in graphical_models/model/files throw.
graphical_models::FactorGraph ReadMrfInstance(const std::string& folder, const MrfInstance& instance);

// The number in a file of the kind of MrfInstance::optimum. Throws common::Error at file:line:column.
double ReadMrfOptimum(const std::string& path);

// Reads any file of the data set, by what its name ends in, and throws the first fault with line and column.
void ExamineMrfFile(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MRF_BENCHMARKS_H_
