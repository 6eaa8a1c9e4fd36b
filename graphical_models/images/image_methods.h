// The minimisers of image problems by name, for programs and comparisons.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/method_options.h"
#include "common/run_control.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

// Methods without cliques minimise the pairwise energy alone and read no clique: energy, bound and trace of
// their results are the pairwise energy's. Since no clique costs less than 0, the bound holds for the sum.
struct ImageMethod {
  std::string name;
  bool uses_cliques;    // minimises the sum of both energies
  std::string summary;  // what it is, in half a line
  std::vector<common::OptionDeclaration> options = {};
  double bytes_per_label = 16;  // memory for each pixel and label, about, with that of the energy
  // Gets values of exactly these options; a caller's {} is all defaults. Throws common::Error(kUsage) for
  // options that it does not have and values out of range. Threads of the run never change the result.
  std::function<MapResult(const GridEnergy<int32_t>&, const CliqueEnergy&, const common::RunControl&,
                          const common::OptionValues&)>
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
