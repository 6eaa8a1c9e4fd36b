// The minimisers of image problems by name, for programs and comparisons.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct ImageMethodOptions {
  StopRule stop = {};
  int trees = 10;     // of parsimonious labeling, >= 1
  uint64_t seed = 1;  // of its trees
  int threads = 1;    // of parsimonious labeling and of trws, >= 1; more never change the result
  // Whether parsimonious labeling improves the labeling of the best tree. Without, it is Dokania 2016,
  // Alg. 8.
  bool refine = true;
};

// Methods without cliques minimise the pairwise energy alone and read no clique: energy, bound and trace of
// their results are the pairwise energy's. Since no clique costs less than 0, the bound holds for the sum.
struct ImageMethod {
  std::string name;
  bool uses_cliques;    // minimises the sum of both energies
  std::string summary;  // what it is, in half a line
  std::function<MapResult(const GridEnergy<int32_t>&, const CliqueEnergy&, const ImageMethodOptions&)>
      minimize;
};

// "parsimonious", "co-occurrence", "alpha-expansion", "trws", "fast-pd", each with its usual options. All
// take metric potentials with weights >= 0 and the diameters of the same metric as cliques, and throw
// common::Error(kUsage) for others that they cannot take. Deterministic unless time ends them. Then those
// that were registered, by name.
std::span<const ImageMethod> ImageMethods();

// As RegisterMapMethod (methods/map_methods.h); results are checked likewise.
bool RegisterImageMethod(ImageMethod method);

// Throws common::Error(kUsage) that names those that there are.
const ImageMethod& FindImageMethod(const std::string& name);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_
