#include "experiments/parsimonious_labeling/pairs_among_cliques.h"

#include <cstdint>
#include <utility>

namespace structlab::parsimonious_labeling {

using graphical_models::CliqueEnergy;
using graphical_models::DiameterDiversity;
using graphical_models::GridEnergy;
using graphical_models::GridShape;
using graphical_models::ImageProblem;

ImageProblem PairsAmongCliques(const ImageProblem& problem) {
  const GridEnergy<int32_t>& pairwise = problem.pairwise;
  const GridShape& shape = pairwise.shape();
  CliqueEnergy cliques = problem.cliques;
  const int diameter = cliques.AddPotential(DiameterDiversity{pairwise.potential()});
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const int pixel = y * shape.width + x;
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (!shape.HasEdge(x, y, step)) continue;
        cliques.AddClique({{pixel, pixel + shape.Offset(step)}}, diameter, pairwise.weights()(step, pixel));
      }
    }
  }
  GridEnergy<int32_t> unaries(shape, {pairwise.unaries().begin(), pairwise.unaries().end()},
                              pairwise.potential(), 0);
  return {std::move(unaries), problem.superpixels, std::move(cliques)};
}

}  // namespace structlab::parsimonious_labeling
