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

// Methods that do not use cliques minimise only the pairwise energy: energy, bound and trace of their results
// are those of the pairwise energy. Since no clique costs less than 0, the bound also holds for the sum of
// both energies.
struct ImageMethod {
  std::string name;
  bool uses_cliques;    // true: minimises the sum of both energies
  std::string summary;  // a short description, half a line
  std::vector<common::OptionDeclaration> options = {};
  double bytes_per_label = 16;  // approximate memory for each pixel and label, including that of the energy
  // Gets values of exactly these options; {} from a caller means all defaults. Throws common::Error(kUsage)
  // for unknown options and values out of range. The number of threads of the run never changes the result.
  std::function<MapResult(const GridEnergy<int32_t>&, const CliqueEnergy&, const common::RunControl&,
                          const common::OptionValues&)>
      minimize;
};

// "parsimonious", "co-occurrence", "alpha-expansion", "trws" and "fast-pd", each with its usual options; then
// the registered methods, by name. All five take metric potentials with weights >= 0, and as cliques the
// diameters of the same metric; they throw common::Error(kUsage) for energies that they cannot take.
// Deterministic unless the time limit ends them.
//
//   const MapResult result = FindImageMethod("trws").minimize(problem.pairwise, problem.cliques, {}, {});
std::span<const ImageMethod> ImageMethods();

// Adds a method, as RegisterMapMethod does (methods/map_methods.h); its results are checked in the same way.
bool RegisterImageMethod(ImageMethod method);

// Throws common::Error(kUsage), which names the existing methods, if there is none of this name.
const ImageMethod& FindImageMethod(const std::string& name);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_METHODS_H_
