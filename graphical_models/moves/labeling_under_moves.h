// The labeling that moves improve.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_LABELING_UNDER_MOVES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_LABELING_UNDER_MOVES_H_

#include <utility>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/extended_cost.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// A labeling with its energy; only better ones replace it. Neither energy is owned.
template <class Energy>
class LabelingUnderMoves {
 public:
  // Cliques: null if there are none.
  LabelingUnderMoves(const Energy& energy, const CliqueEnergy* cliques, Labeling start)
      : energy_of_(energy), cliques_(cliques), labeling_(std::move(start)), energy_(EnergyOf(labeling_)) {}

  const Labeling& labeling() const { return labeling_; }
  double energy() const { return energy_; }

  // Whether it was better: of less energy or, if both are forbidden, of fewer infinite costs. Since every
  // labeling is worth strictly less than the one before it, no sequence of moves is endless.
  bool ReplaceIfBetter(Labeling proposal) {
    if (proposal == labeling_) return false;
    const double energy = EnergyOf(proposal);
    const bool better = energy < kInfinity || energy_ < kInfinity ? energy < energy_
                                                                  : Extended(proposal) < Extended(labeling_);
    if (!better) return false;
    labeling_ = std::move(proposal);
    energy_ = energy;
    return true;
  }

 private:
  double EnergyOf(const Labeling& labeling) const {
    return energy_of_.Energy(labeling) + (cliques_ == nullptr ? 0.0 : cliques_->Energy(labeling));
  }

  ExtendedCost Extended(const Labeling& labeling) const {
    ExtendedCost sum = ExtendedEnergyOf(energy_of_, labeling);
    if (cliques_ != nullptr) sum += cliques_->Energy(labeling);
    return sum;
  }

  const Energy& energy_of_;
  const CliqueEnergy* cliques_;
  Labeling labeling_;
  double energy_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_LABELING_UNDER_MOVES_H_
