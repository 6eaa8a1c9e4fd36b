#include "graphical_models/moves/clique_moves.h"

#include <algorithm>
#include <string>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// A clique in a move.
struct CliqueMove {
  std::vector<int> choosing;       // members that do not have alpha
  std::vector<int> most_frequent;  // those of them with the label that most of them have
  Label label = -1;                // which
  int size = 0;                    // of the clique
};

class CliqueMover {
 public:
  CliqueMover(std::span<const Label> labeling, int num_labels, Label alpha, MoveCut& cut)
      : labeling_(labeling), alpha_(alpha), histogram_(num_labels), cut_(cut) {}

  // False if all members have alpha: then there is nothing to choose.
  bool Read(std::span<const int> variables) {
    move_ = {};
    move_.size = static_cast<int>(variables.size());
    histogram_.Clear();
    for (const int v : variables) {
      if (LabelOf(v) == alpha_) continue;
      move_.choosing.push_back(v);
      histogram_.Add(LabelOf(v));
    }
    if (move_.choosing.empty()) return false;
    move_.label =
        *std::max_element(histogram_.present().begin(), histogram_.present().end(),
                          [this](Label a, Label b) { return histogram_.count(a) < histogram_.count(b); });
    for (const int v : move_.choosing) {
      if (LabelOf(v) == move_.label) move_.most_frequent.push_back(v);
    }
    return true;
  }

  void Add(const PnPotts& potential, double weight) {
    const bool one_label = static_cast<int>(move_.most_frequent.size()) == move_.size;
    cut_.AddPnPotts(move_.choosing, weight * (one_label ? CostOf(potential, move_.label) : potential.largest),
                    weight * CostOf(potential, alpha_), weight * potential.largest);
  }

  // At most one label has a cost below the largest, and that is then the most frequent one.
  void Add(const RobustPnPotts& potential, double weight) {
    const double full_share = potential.truncation * move_.size;  // Q of the source
    const double below = potential.largest - CostOf(potential, move_.label);
    const double alpha_below = potential.largest - CostOf(potential, alpha_);
    // What the clique costs now is this much below the largest.
    const double others = static_cast<double>(move_.size) - static_cast<double>(move_.most_frequent.size());
    const double reserve = std::max(below - others * (below / full_share), 0.0);
    cut_.AddCount(move_.most_frequent, MoveChoice::kTake, weight * (below / full_share), weight * reserve);
    cut_.AddCount(move_.choosing, MoveChoice::kKeep, weight * (alpha_below / full_share),
                  weight * alpha_below);
  }

  // Refused by CheckExpandable.
  template <class Potential>
  void Add(const Potential&, double) {}

 private:
  Label LabelOf(int variable) const { return labeling_[static_cast<size_t>(variable)]; }
  template <class Potential>
  static double CostOf(const Potential& potential, Label label) {
    return potential.label_costs[static_cast<size_t>(label)];
  }

  std::span<const Label> labeling_;
  Label alpha_;
  LabelHistogram histogram_;
  MoveCut& cut_;
  CliqueMove move_;
};

}  // namespace

void CheckExpandable(const CliqueEnergy& cliques) {
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    const CliquePotential& potential = cliques.potential(cliques.potential_of(clique));
    if (potential.As<PnPotts>() != nullptr || potential.As<RobustPnPotts>() != nullptr) continue;
    common::ThrowUsageError("clique " + std::to_string(clique), "a P^n Potts or robust P^n Potts potential",
                            "another one");
  }
}

void AddExpansion(const CliqueEnergy& cliques, std::span<const Label> labeling, Label alpha, MoveCut& cut) {
  CliqueMover mover(labeling, cliques.num_labels(), alpha, cut);
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    if (!mover.Read(cliques.variables(clique))) continue;
    cliques.potential(cliques.potential_of(clique)).Visit([&](const auto& potential) {
      mover.Add(potential, cliques.weight(clique));
    });
  }
}

}  // namespace structlab::graphical_models
