// One node of the hierarchical move-making algorithm: fuses the labelings of its children.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/extended_cost.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"
#include "graphical_models/moves/parsimonious/fusion_measure.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {

// Chooses a child for every variable, which then takes the label that this child's labeling gives it (Dokania
// 2016, Alg. 7, lines 5 to 9). Minimises, by expansion moves over the children,
//
//   sum_v unary_v(label) + sum_c weight_c diameter_c,
//
// where diameter_c is that of child k in c if all of c choose k, otherwise that of the union over all
// children.
//
// This is a P^n Potts energy over children; edges are cliques of two variables. Potentials are not read:
// diameters are those of the FusionMeasure. Read are the unaries, the edges and cliques with their variables
// and weights.
template <class Energy>
class ChildFusion {
 public:
  // Two or more children with their labelings, and a cut with the energy's variables. Keeps references to
  // them and to both energies.
  ChildFusion(const Energy& energy, const CliqueEnergy& cliques, FusionMeasure measure,
              std::span<const NodeLabeling> children, MoveCut& cut)
      : energy_(energy),
        cliques_(cliques),
        measure_(std::move(measure)),
        children_(children),
        cut_(cut),
        common_union_(measure_.CommonUnion()) {
    if (!common_union_) MeasureEdges();
    MeasureCliques();
  }

  // Starts with the labeling of the first child. Ends when no child lowers the energy, or when must_stop() is
  // true.
  template <class MustStop>
  Labeling Fuse(const MustStop& must_stop) {
    Begin();
    const int num_children = static_cast<int>(children_.size());
    // Repeating a successful move at once cannot succeed, so it is enough that all other children fail. With
    // two children the first move is exact.
    int failed = 0;  // in a row
    for (int child = 1; failed < num_children - 1 && !must_stop(); child = (child + 1) % num_children) {
      failed = Expand(child) ? 0 : failed + 1;
      if (num_children == 2) break;
    }
    return std::move(labels_);
  }

 private:
  // The state of a variable, for undoing a move.
  struct Change {
    int variable;
    int32_t choice;
    Label label;
    double unary;
  };

  // The cost of an edge, without its weight, if its ends choose different children.
  double EdgeUnion(size_t edge) const { return common_union_ ? *common_union_ : edge_unions_[edge]; }
  double CliqueUnion(int clique) const { return common_union_ ? *common_union_ : clique_unions_[clique]; }
  // The cost of a clique, without its weight, if all its variables choose this child.
  double CliqueDiameter(int clique, int child) const {
    return clique_diameters_[static_cast<size_t>(clique) * children_.size() + static_cast<size_t>(child)];
  }
  double Distance(Label a, Label b) const { return measure_.Distance(a, b); }

  void MeasureEdges() {
    ForEachEdge(energy_, [this](int p, int q, int, double) {
      edge_unions_.push_back(measure_.UnionOnEdge(children_, p, q));
    });
  }

  void MeasureCliques() {
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const double all = measure_.MeasureClique(children_, cliques_.variables(clique), clique_diameters_);
      if (!common_union_) clique_unions_.push_back(all);
    }
  }

  void Begin() {
    choice_.assign(energy_.num_variables(), 0);
    labels_.clear();
    unaries_.clear();
    for (int v = 0; v < energy_.num_variables(); ++v) {
      labels_.push_back(children_[0][v]);
      unaries_.push_back(UnaryOf(energy_, v, labels_.back()));
    }
    min_energy_ = EnergyOfChoice();
  }

  // True if all variables of a clique choose the same child.
  bool IsUniform(std::span<const int> variables) const {
    const int32_t first = choice_[variables.front()];
    return std::ranges::all_of(variables, [&](int v) { return choice_[v] == first; });
  }

  ExtendedCost EnergyOfChoice() const {
    ExtendedCost sum;
    for (const double unary : unaries_) sum += unary;
    size_t edge = 0;
    ForEachEdge(energy_, [&](int p, int q, int, double weight) {
      const size_t i = p, j = q;
      sum.finite += weight * (choice_[i] == choice_[j] ? Distance(labels_[i], labels_[j]) : EdgeUnion(edge));
      ++edge;
    });
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const std::span<const int> variables = cliques_.variables(clique);
      const int32_t first = choice_[variables.front()];
      sum.finite += cliques_.weight(clique) *
                    (IsUniform(variables) ? CliqueDiameter(clique, first) : CliqueUnion(clique));
    }
    return sum;
  }

  // Lets any variables choose this child, as is best; returns true if the energy fell.
  bool Expand(int32_t child) {
    cut_.Clear();
    AddUnaries(child);
    AddEdges(child);
    AddCliques(child);
    const std::vector<bool> takes = cut_.Minimize();
    std::vector<Change> changes;
    for (size_t v = 0; v < takes.size(); ++v) {
      if (takes[v]) changes.push_back({static_cast<int>(v), choice_[v], labels_[v], unaries_[v]});
    }
    if (changes.empty()) return false;
    for (const Change& change : changes) {
      const int v = change.variable;
      const Label label = children_[child][v];
      Set({v, child, label, UnaryOf(energy_, v, label)});
    }
    const ExtendedCost energy = EnergyOfChoice();
    if (energy < min_energy_) {
      min_energy_ = energy;
      return true;
    }
    for (const Change& change : changes) Set(change);
    return false;
  }

  void Set(const Change& change) {
    const size_t v = change.variable;
    choice_[v] = change.choice;
    labels_[v] = change.label;
    unaries_[v] = change.unary;
  }

  void AddUnaries(int32_t child) {
    const NodeLabeling& proposal = children_[child];
    for (int v = 0; v < energy_.num_variables(); ++v) {
      const size_t i = v;
      if (choice_[i] != child) cut_.AddUnary(v, unaries_[i], UnaryOf(energy_, v, proposal[v]));
    }
  }

  void AddEdges(int32_t child) {
    const NodeLabeling& proposal = children_[child];
    size_t edge = 0;
    ForEachEdge(energy_, [&](int p, int q, int, double weight) {
      const size_t i = p, j = q;
      const int32_t of_p = choice_[i], of_q = choice_[j];
      const double mixed = weight * EdgeUnion(edge++);
      if (of_p == child && of_q == child) return;
      const double take = weight * Distance(proposal[p], proposal[q]);
      if (of_p != child && of_q != child) {
        const double keep = of_p == of_q ? weight * Distance(labels_[i], labels_[j]) : mixed;
        cut_.AddPair(p, q, keep, mixed, mixed, take);
      } else {
        cut_.AddUnary(of_p != child ? p : q, mixed, take);
      }
    });
  }

  void AddCliques(int32_t child) {
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const double weight = cliques_.weight(clique);
      const double mixed = weight * CliqueUnion(clique);
      if (mixed <= 0) continue;
      const std::span<const int> variables = cliques_.variables(clique);
      const int32_t first = choice_[variables.front()];
      bool is_uniform = true;
      choosing_.resize(variables.size());
      size_t count = 0;
      for (const int v : variables) {
        const int32_t choice = choice_[v];
        is_uniform = is_uniform && choice == first;
        choosing_[count] = v;
        count += choice != child;
      }
      if (count == 0) continue;
      cut_.AddPnPotts(std::span(choosing_).first(count),
                      is_uniform ? weight * CliqueDiameter(clique, first) : mixed,
                      weight * CliqueDiameter(clique, child), mixed);
    }
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  FusionMeasure measure_;
  std::span<const NodeLabeling> children_;
  MoveCut& cut_;
  // Costs of edges and cliques that choose different children: one number if all are equal, else one for
  // each.
  std::optional<double> common_union_;
  std::vector<double> edge_unions_;
  std::vector<double> clique_unions_;
  std::vector<double> clique_diameters_;  // [clique][child]
  // Current state.
  std::vector<int32_t> choice_;
  Labeling labels_;
  std::vector<double> unaries_;
  ExtendedCost min_energy_;
  std::vector<int> choosing_;  // scratch memory
};

// The labeling of a node (Alg. 7). A leaf gives its label to all variables. Every other node fuses the
// labelings of its children, measured along the tree or, if `metric` is given, by the metric. If must_stop()
// becomes true, a node returns the labeling of least energy among those it has: its children's and the result
// of its fusion so far. `cut` must have the energy's variables.
template <class Energy, class MustStop>
NodeLabeling LabelAlongTree(const Energy& energy, const CliqueEnergy& cliques, const LabelTree& tree,
                            const TreeDistances& distances, const MustStop& must_stop, MoveCut& cut,
                            const PairwisePotential* metric = nullptr, int node = 0) {
  while (tree.children(node).size() == 1) node = tree.children(node).front();
  const std::span<const int> below = tree.children(node);
  if (below.empty()) return NodeLabeling(tree.nodes()[node].label);
  const auto least = [&](std::vector<NodeLabeling> labelings) {
    Labeling best;
    double min_energy = std::numeric_limits<double>::infinity();
    for (NodeLabeling& each : labelings) {
      Labeling labeling = std::move(each).Take(energy.num_variables());
      const double value = energy.Energy(labeling) + cliques.Energy(labeling);
      if (!best.empty() && !(value < min_energy)) continue;
      min_energy = value;
      best = std::move(labeling);
    }
    return NodeLabeling(std::move(best));
  };
  std::vector<NodeLabeling> children;
  for (const int child : below) {
    children.push_back(LabelAlongTree(energy, cliques, tree, distances, must_stop, cut, metric, child));
    if (must_stop()) return least(std::move(children));
  }
  const FusionMeasure measure =
      metric != nullptr ? FusionMeasure(*metric, cliques.num_labels()) : FusionMeasure(distances, node);
  NodeLabeling mixed(ChildFusion<Energy>(energy, cliques, measure, children, cut).Fuse(must_stop));
  if (!must_stop()) return mixed;
  children.push_back(std::move(mixed));
  return least(std::move(children));
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_
