// Moves towards another labeling where cliques cost what the set of their labels costs.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_

#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/labeling_under_moves.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// A labeling and the moves in which every variable keeps its label or takes that of a proposal (Lempitsky,
// Rother, Roth, Blake: Fusion moves for Markov random field optimization, 2010). A clique whose variables
// neither all keep nor all take is charged the cost of both labels of each, which is no less than it costs if
// more labels never cost less; edges for which that is no cut are charged less where both keep (MoveCut). A
// move of least charge is therefore no worse than the labeling as it is.
template <class Energy>
class LabelSetFusion {
 public:
  // Neither energy is owned.
  LabelSetFusion(const Energy& energy, const CliqueEnergy& cliques, Labeling start)
      : energy_(energy), cliques_(cliques), state_(energy, &cliques, std::move(start)) {}

  const Labeling& labeling() const { return state_.labeling(); }
  double energy() const { return state_.energy(); }

  // Whether a mixture was better, which then is the labeling.
  bool Fuse(std::span<const Label> proposal) {
    const auto differs = [&](int v) { return Now(v) != proposal[static_cast<size_t>(v)]; };
    MoveCut cut({.variables = energy_.num_variables(),
                 .groups = 2 * cliques_.num_cliques(),
                 .pairs = NumEdgesOf(energy_)});
    for (int v = 0; v < energy_.num_variables(); ++v) {
      if (!differs(v)) continue;
      cut.AddUnary(v, UnaryOf(energy_, v, Now(v)), UnaryOf(energy_, v, proposal[static_cast<size_t>(v)]));
    }
    ForEachEdge(energy_, [&](int p, int q, int index, double weight) {
      if (differs(p) || differs(q)) AddEdge(p, q, PotentialOf(energy_, index), weight, proposal, cut);
    });
    AddCliques(proposal, cut);
    const std::vector<bool> takes = cut.Minimize();
    Labeling mixture = labeling();
    for (size_t v = 0; v < mixture.size(); ++v) {
      if (takes[v]) mixture[v] = proposal[v];
    }
    return state_.ReplaceIfBetter(std::move(mixture));
  }

 private:
  Label Now(int variable) const { return labeling()[static_cast<size_t>(variable)]; }

  void AddEdge(int p, int q, const PairwisePotential& potential, double weight,
               std::span<const Label> proposal, MoveCut& cut) const {
    const Label a = Now(p), b = Now(q);
    const Label new_a = proposal[static_cast<size_t>(p)], new_b = proposal[static_cast<size_t>(q)];
    const auto cost = [&](Label x, Label y) { return weight * potential(x, y); };
    if (b == new_b) {
      cut.AddUnary(p, cost(a, b), cost(new_a, b));
    } else if (a == new_a) {
      cut.AddUnary(q, cost(a, b), cost(a, new_b));
    } else {
      cut.AddPair(p, q, cost(a, b), cost(a, new_b), cost(new_a, b), cost(new_a, new_b));
    }
  }

  void AddCliques(std::span<const Label> proposal, MoveCut& cut) const {
    LabelHistogram labels(cliques_.num_labels());
    std::vector<int> choosing;
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const std::span<const int> variables = cliques_.variables(clique);
      choosing.clear();
      labels.Clear();
      for (const int v : variables) {
        labels.Add(Now(v));
        labels.Add(proposal[static_cast<size_t>(v)]);
        if (Now(v) != proposal[static_cast<size_t>(v)]) choosing.push_back(v);
      }
      if (choosing.empty()) continue;
      const double mixed =
          cliques_.weight(clique) * cliques_.potential(cliques_.potential_of(clique))(labels);
      const double keep = cliques_.EnergyOfClique(clique, labeling(), labels);
      const double take = cliques_.EnergyOfClique(clique, proposal, labels);
      cut.AddPnPotts(choosing, keep, take, mixed);
    }
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  LabelingUnderMoves<Energy> state_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_LABEL_SET_FUSION_H_
