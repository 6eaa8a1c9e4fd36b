#include "experiments/rivals/reversed_co_occurrence.h"

#include <span>

#include "graphical_models/moves/charged_expansions.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::rivals {

using graphical_models::CliqueEnergy;
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
  const ImageProblem moved = PairsAsCliques(problem);
  return Minimize(moved.pairwise, moved.cliques);
}

}  // namespace structlab::rivals
