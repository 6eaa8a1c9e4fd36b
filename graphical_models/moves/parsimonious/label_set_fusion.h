// Fusion moves towards another labeling, for cliques whose cost depends on the set of their labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/current_labeling.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// A labeling and its fusion moves: every variable keeps its label or takes that of a proposal (Lempitsky,
// Rother, Roth, Blake: Fusion moves for Markov random field optimization, 2010). A clique in which some
// variables keep and others take is charged the cost of the old and new labels of all its variables. If more
// labels never cost less, this is not less than its cost. Edges for which a move is not a cut are charged
// more if only one end takes (MoveCut). So a move of least charge is never worse than the current labeling.
template <class Energy>
class LabelSetFusion {
 public:
  // Keeps references to both energies.
  LabelSetFusion(const Energy& energy, const CliqueEnergy& cliques, Labeling start)
      : energy_(energy),
        cliques_(cliques),
        state_(energy, &cliques, std::move(start)),
        cut_({.variables = energy.num_variables(), .pairs = NumEdgesOf(energy)}),
        now_(cliques.num_labels()),
        proposed_(cliques.num_labels()) {}

  const Labeling& labeling() const { return state_.labeling(); }
  double energy() const { return state_.energy(); }
  int64_t num_cuts() const { return cut_.num_minimized(); }

  // Replaces the labeling by the best fusion with the proposal if that is better; returns whether it was.
  bool Fuse(std::span<const Label> proposal) {
    if (std::ranges::equal(proposal, labeling())) return false;
    cut_.Clear();
    for (int v = 0; v < energy_.num_variables(); ++v) {
      const Label label = proposal[v];
      if (label != Now(v)) cut_.AddUnary(v, UnaryOf(energy_, v, Now(v)), UnaryOf(energy_, v, label));
    }
    ForEachEdge(energy_, [&](int p, int q, int index, double weight) {
      if (weight != 0) AddEdge(p, q, PotentialOf(energy_, index), weight, proposal);
    });
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) AddClique(clique, proposal);
    const std::vector<bool> takes = cut_.Minimize();
    Labeling mixture = labeling();
    for (size_t v = 0; v < mixture.size(); ++v) {
      if (takes[v]) mixture[v] = proposal[v];
    }
    return state_.ReplaceIfBetter(std::move(mixture));
  }

 private:
  Label Now(int variable) const { return labeling()[variable]; }

  void AddEdge(int p, int q, const PairwisePotential& potential, double weight,
               std::span<const Label> proposal) {
    const Label a = Now(p), b = Now(q);
    const Label new_a = proposal[p], new_b = proposal[q];
    if (a == new_a && b == new_b) return;
    const auto cost = [&](Label x, Label y) { return x == y ? 0 : weight * potential(x, y); };
    if (b == new_b) {
      cut_.AddUnary(p, cost(a, b), cost(new_a, b));
    } else if (a == new_a) {
      cut_.AddUnary(q, cost(a, b), cost(a, new_b));
    } else {
      cut_.AddPair(p, q, cost(a, b), cost(a, new_b), cost(new_a, b), cost(new_a, new_b));
    }
  }

  void AddClique(int clique, std::span<const Label> proposal) {
    const double weight = cliques_.weight(clique);
    if (weight <= 0) return;
    choosing_.clear();
    now_.Clear();
    proposed_.Clear();
    for (const int v : cliques_.variables(clique)) {
      const Label label = proposal[v];
      now_.Add(Now(v));
      proposed_.Add(label);
      if (Now(v) != label) choosing_.push_back(v);
    }
    if (choosing_.empty()) return;
    const CliquePotential& potential = cliques_.potential(cliques_.potential_of(clique));
    const double keep = weight * potential(now_), take = weight * potential(proposed_);
    for (const Label label : proposed_.present()) now_.Add(label);
    cut_.AddPnPotts(choosing_, keep, take, weight * potential(now_));
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  CurrentLabeling<Energy> state_;
  MoveCut cut_;
  LabelHistogram now_, proposed_;  // scratch memory for one clique
  std::vector<int> choosing_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_
