// Expansion moves for cliques whose cost depends on the set of their labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_CHARGED_EXPANSIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_CHARGED_EXPANSIONS_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/expansion_charge.h"
#include "graphical_models/moves/expansion_terms.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_options.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// How the charges of a clique enter the cut of a move (Ladicky, Russell, Kohli, Torr 2010).
struct PublishedCharges {
  // The charge is paid if some variable of the clique takes alpha; `members` are those without alpha.
  static void AddTaking(std::span<const int> members, double charge, MoveCut& cut) {
    cut.AddCount(members, MoveChoice::kTake, charge, charge);
  }
  // The charge is paid if some variable with a certain label keeps it; `members` are those with this label.
  static void AddKeeping(std::span<const int> members, double charge, MoveCut& cut) {
    cut.AddCount(members, MoveChoice::kKeep, charge, charge);
  }
};

// The moves of CoOccurrenceExpansion, one for every label, for RunMoves (move_loop.h). Another class
// `Charges` gives other moves. A move that does not lower the energy is not made.
template <class Energy, class Charges = PublishedCharges>
class ChargedExpansions {
 public:
  ChargedExpansions(const Energy& energy, const CliqueEnergy& cliques, const MoveOptions& options)
      : energy_(energy),
        cliques_(cliques),
        order_(OrderOf(options, cliques.num_labels())),
        state_(energy, &cliques, StartOf(options, LabelCountsOf(energy))),
        cut_({.variables = energy.num_variables(), .pairs = NumEdgesOf(energy)}),
        others_(cliques.num_labels()),
        ends_(cliques.num_labels()) {}

  int num_moves() const { return static_cast<int>(order_.size()); }
  double energy() const { return state_.energy(); }
  const Labeling& labeling() const { return state_.labeling(); }
  int64_t num_cuts() const { return cut_.num_minimized(); }
  const CutTotals& totals() const { return cut_.totals(); }
  bool is_only_labeling() const { return num_moves() <= 1; }

  bool Try(int move) {
    const Label alpha = order_[move];
    cut_.Clear();
    AddExpansionTerms(energy_, labeling(), alpha, cut_);
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) AddClique(clique, alpha);
    const std::vector<bool> takes = cut_.Minimize();
    Labeling proposal = labeling();
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (takes[v]) proposal[v] = alpha;
    }
    return state_.ReplaceIfBetter(std::move(proposal));
  }

 private:
  Label LabelOf(int variable) const { return labeling()[variable]; }

  void AddClique(int clique, Label alpha) {
    const std::span<const int> variables = cliques_.variables(clique);
    others_.Clear();
    for (const int v : variables) {
      if (LabelOf(v) != alpha) others_.Add(LabelOf(v));
    }
    if (others_.size() == 0) return;
    const bool has_alpha = others_.size() < static_cast<int>(variables.size());
    const ExpansionCharge& charge = ChargeOfOthers(cliques_.potential_of(clique), alpha, has_alpha);
    if (charge.taking <= 0 && std::ranges::none_of(charge.keeping, [](double k) { return k > 0; })) return;
    SortByLabel(variables, alpha);
    const double weight = cliques_.weight(clique);
    Charges::AddTaking(choosing_, weight * charge.taking, cut_);
    auto first = choosing_.begin();
    for (size_t i = 0; i < others_.present().size(); ++i) {
      const auto last = choosing_.begin() + ends_[others_.present()[i]];
      Charges::AddKeeping({first, last}, weight * charge.keeping[i], cut_);
      first = last;
    }
  }

  // Neighbouring cliques often have the same labels; then the charge of the previous clique is used again.
  const ExpansionCharge& ChargeOfOthers(int potential, Label alpha, bool has_alpha) {
    const std::span<const Label> others = others_.present();
    if (potential != known_.potential || alpha != known_.alpha || has_alpha != known_.has_alpha ||
        !std::ranges::equal(others, known_.others)) {
      known_ = {potential,
                alpha,
                has_alpha,
                {others.begin(), others.end()},
                ChargeOf(cliques_.potential(potential), cliques_.num_labels(), others, alpha, has_alpha)};
    }
    return known_.charge;
  }

  // Sets choosing_ to the members without alpha, sorted by label in the order of others_, and ends_ to the
  // index where each label's members end.
  void SortByLabel(std::span<const int> variables, Label alpha) {
    int begin = 0;
    for (const Label label : others_.present()) {
      ends_[label] = begin;  // incremented below for each member
      begin += others_.count(label);
    }
    choosing_.resize(begin);
    for (const int v : variables) {
      if (LabelOf(v) == alpha) continue;
      choosing_[ends_[LabelOf(v)]++] = v;
    }
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  std::vector<Label> order_;
  CurrentLabeling<Energy> state_;
  MoveCut cut_;
  struct {
    int potential = -1;
    Label alpha = -1;
    bool has_alpha = false;
    std::vector<Label> others;
    ExpansionCharge charge;
  } known_;
  // Scratch memory for one clique.
  LabelHistogram others_;  // labels other than alpha
  std::vector<int> choosing_;
  std::vector<int> ends_;  // [label]
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_CHARGED_EXPANSIONS_H_
