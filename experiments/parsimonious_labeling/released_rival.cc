#include "experiments/parsimonious_labeling/released_rival.h"

#include <cstdint>
#include <span>
#include <utility>

#include "graphical_models/moves/charged_expansions.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::parsimonious_labeling {

using graphical_models::CliqueEnergy;
using graphical_models::DiameterDiversity;
using graphical_models::GridEnergy;
using graphical_models::GridShape;
using graphical_models::ImageProblem;
using graphical_models::MapResult;
using graphical_models::MoveChoice;
using graphical_models::MoveCut;

namespace {

// Both nodes of the cut turned round (PublishedCharges has them right).
struct ReversedCharges {
  static void AddTaking(std::span<const int> members, double charge, MoveCut& cut) {
    cut.AddCount(members, MoveChoice::kKeep, charge, charge);
  }
  static void AddKeeping(std::span<const int> members, double charge, MoveCut& cut) {
    cut.AddCount(members, MoveChoice::kTake, charge, charge);
  }
};

template <class Energy>
MapResult Minimize(const Energy& energy, const CliqueEnergy& cliques) {
  graphical_models::ChargedExpansions<Energy, ReversedCharges> moves(energy, cliques, {});
  return RunMoves(moves, {});
}

}  // namespace

MapResult ReversedCoOccurrence(const graphical_models::PairwiseEnergy& energy, const CliqueEnergy& cliques) {
  return Minimize(energy, cliques);
}

MapResult ReversedCoOccurrence(const ImageProblem& problem) {
  const ImageProblem moved = PairsAmongCliques(problem);
  return Minimize(moved.pairwise, moved.cliques);
}

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
