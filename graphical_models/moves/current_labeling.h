// The labeling that moves improve.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CURRENT_LABELING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CURRENT_LABELING_H_

#include <utility>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/extended_cost.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// A labeling with its energy, which only a better labeling replaces. Keeps references to both energies.
template <class Energy>
class CurrentLabeling {
 public:
  // `cliques` may be null: no cliques.
  CurrentLabeling(const Energy& energy, const CliqueEnergy* cliques, Labeling start)
      : energy_of_(energy), cliques_(cliques), labeling_(std::move(start)), energy_(EnergyOf(labeling_)) {}

  const Labeling& labeling() const { return labeling_; }
  double energy() const { return energy_; }

  // Replaces the labeling if the proposal is better, and returns whether it is: of lower energy or, if both
  // are infinite, with fewer infinite costs. Every labeling is strictly better than the one before it, so
  // every sequence of moves ends.
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

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_CURRENT_LABELING_H_
