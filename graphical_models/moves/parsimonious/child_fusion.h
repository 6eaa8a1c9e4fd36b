// One node of the hierarchical move-making algorithm: the labelings of its children, mixed.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/extended_cost.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {

// Chooses a child for every variable, which then has the label that this child's labeling gives it (Dokania
// 2016, Alg. 7, lines 5 to 9). What is minimised, by expansion moves over the children, is
//
//   sum_v unary_v(label) + sum_c weight_c (diameter in child k if all of c choose k, else of the union over
//   all children),
//
// a P^n Potts energy over children; edges are cliques of two. Only the unaries, the edges with their weights
// and the cliques with their members and weights are read, not the potentials: distances are the tree's.
template <class Energy>
class ChildFusion {
 public:
  // Two or more children with the labelings given; none is owned.
  ChildFusion(const Energy& energy, const CliqueEnergy& cliques, const TreeDistances& distances, int node,
              std::span<const Labeling> children)
      : energy_(energy), cliques_(cliques), distances_(distances), node_(node), children_(children) {
    ForEachEdge(energy_, [this](int p, int q, int, double) {
      UnionDiameter all;
      for (size_t k = 0; k < children_.size(); ++k) all.Add(EdgeSpread(p, q, k));
      edge_unions_.push_back(all.value());
    });
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      UnionDiameter all;
      for (const Labeling& child : children_) {
        const LabelSpread spread = distances_.SpreadOf(node_, cliques_.variables(clique), child);
        clique_diameters_.push_back(spread.diameter);
        all.Add(spread);
      }
      clique_unions_.push_back(all.value());
    }
  }

  // Starts with the first child. Ends when no child brings anything, or when must_stop() is true.
  template <class MustStop>
  Labeling Fuse(const MustStop& must_stop) const {
    const size_t num_children = children_.size();
    std::vector<size_t> choice(static_cast<size_t>(energy_.num_variables()), 0);
    ExtendedCost least = EnergyOf(choice);
    size_t failed = 0;  // in a row
    for (size_t child = 1; failed < num_children && !must_stop(); child = (child + 1) % num_children) {
      std::vector<size_t> proposal = Expand(choice, child);
      const ExtendedCost energy = EnergyOf(proposal);
      failed = energy < least ? 0 : failed + 1;
      if (energy < least) {
        choice = std::move(proposal);
        least = energy;
      }
      if (num_children == 2) break;  // the one cut is exact
    }
    Labeling labeling(choice.size());
    for (size_t v = 0; v < choice.size(); ++v) labeling[v] = children_[choice[v]][v];
    return labeling;
  }

 private:
  Label LabelOf(int variable, size_t child) const { return children_[child][static_cast<size_t>(variable)]; }

  LabelSpread EdgeSpread(int p, int q, size_t child) const {
    return distances_.SpreadOf(node_, LabelOf(p, child), LabelOf(q, child));
  }

  // What a clique costs, without its weight, if all choose this child.
  double CliqueDiameter(int clique, size_t child) const {
    return clique_diameters_[static_cast<size_t>(clique) * children_.size() + child];
  }
  double CliqueUnion(int clique) const { return clique_unions_[static_cast<size_t>(clique)]; }

  // Whether all variables choose the same child.
  static bool IsUniform(std::span<const int> variables, const std::vector<size_t>& choice) {
    const size_t first = choice[static_cast<size_t>(variables.front())];
    return std::ranges::all_of(variables, [&](int v) { return choice[static_cast<size_t>(v)] == first; });
  }

  ExtendedCost EnergyOf(const std::vector<size_t>& choice) const {
    ExtendedCost sum;
    for (int v = 0; v < energy_.num_variables(); ++v) {
      sum += UnaryOf(energy_, v, LabelOf(v, choice[static_cast<size_t>(v)]));
    }
    size_t edge = 0;
    ForEachEdge(energy_, [&](int p, int q, int, double weight) {
      const size_t of_p = choice[static_cast<size_t>(p)], of_q = choice[static_cast<size_t>(q)];
      sum += weight * (of_p == of_q ? distances_(LabelOf(p, of_p), LabelOf(q, of_p)) : edge_unions_[edge]);
      ++edge;
    });
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const std::span<const int> variables = cliques_.variables(clique);
      const size_t first = choice[static_cast<size_t>(variables.front())];
      sum += cliques_.weight(clique) *
             (IsUniform(variables, choice) ? CliqueDiameter(clique, first) : CliqueUnion(clique));
    }
    return sum;
  }

  // The best change of some variables' choice to this child.
  std::vector<size_t> Expand(const std::vector<size_t>& choice, size_t child) const {
    MoveCut cut({.variables = energy_.num_variables(),
                 .groups = 2 * cliques_.num_cliques(),
                 .pairs = NumEdgesOf(energy_)});
    const auto has_choice = [&](int v) { return choice[static_cast<size_t>(v)] != child; };
    for (int v = 0; v < energy_.num_variables(); ++v) {
      if (!has_choice(v)) continue;
      cut.AddUnary(v, UnaryOf(energy_, v, LabelOf(v, choice[static_cast<size_t>(v)])),
                   UnaryOf(energy_, v, LabelOf(v, child)));
    }
    size_t edge = 0;
    ForEachEdge(energy_, [&](int p, int q, int, double weight) {
      const double mixed = weight * edge_unions_[edge++];
      const double take = weight * distances_(LabelOf(p, child), LabelOf(q, child));
      const size_t of_p = choice[static_cast<size_t>(p)], of_q = choice[static_cast<size_t>(q)];
      if (has_choice(p) && has_choice(q)) {
        const double keep = of_p == of_q ? weight * distances_(LabelOf(p, of_p), LabelOf(q, of_p)) : mixed;
        cut.AddPair(p, q, keep, mixed, mixed, take);
      } else if (has_choice(p) || has_choice(q)) {
        cut.AddUnary(has_choice(p) ? p : q, mixed, take);
      }
    });
    AddCliques(choice, child, cut);
    const std::vector<bool> takes = cut.Minimize();
    std::vector<size_t> proposal = choice;
    for (size_t v = 0; v < proposal.size(); ++v) {
      if (takes[v]) proposal[v] = child;
    }
    return proposal;
  }

  void AddCliques(const std::vector<size_t>& choice, size_t child, MoveCut& cut) const {
    std::vector<int> choosing;
    for (int clique = 0; clique < cliques_.num_cliques(); ++clique) {
      const std::span<const int> variables = cliques_.variables(clique);
      choosing.clear();
      std::ranges::copy_if(variables, std::back_inserter(choosing),
                           [&](int v) { return choice[static_cast<size_t>(v)] != child; });
      if (choosing.empty()) continue;
      const double weight = cliques_.weight(clique);
      const double mixed = weight * CliqueUnion(clique);
      const size_t first = choice[static_cast<size_t>(variables.front())];
      const bool keeps_one = choosing.size() == variables.size() && IsUniform(variables, choice);
      cut.AddPnPotts(choosing, keeps_one ? weight * CliqueDiameter(clique, first) : mixed,
                     weight * CliqueDiameter(clique, child), mixed);
    }
  }

  const Energy& energy_;
  const CliqueEnergy& cliques_;
  const TreeDistances& distances_;
  int node_;
  std::span<const Labeling> children_;
  std::vector<double> edge_unions_;       // what an edge costs if its ends choose different children
  std::vector<double> clique_diameters_;  // [clique][child]
  std::vector<double> clique_unions_;
};

// The labeling of the root (Alg. 7): leaves label everything with their label, and every other node mixes
// what its children have. Where must_stop() is true, a node takes the labeling of its first child.
template <class Energy, class MustStop>
Labeling LabelAlongTree(const Energy& energy, const CliqueEnergy& cliques, const LabelTree& tree,
                        const TreeDistances& distances, const MustStop& must_stop, int node = 0) {
  while (tree.children(node).size() == 1) node = tree.children(node).front();
  const std::span<const int> below = tree.children(node);
  if (below.empty()) {
    return Labeling(static_cast<size_t>(energy.num_variables()),
                    tree.nodes()[static_cast<size_t>(node)].label);
  }
  std::vector<Labeling> children;
  for (const int child : below) {
    children.push_back(LabelAlongTree(energy, cliques, tree, distances, must_stop, child));
    if (must_stop()) return std::move(children.front());
  }
  return ChildFusion<Energy>(energy, cliques, distances, node, children).Fuse(must_stop);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_CHILD_FUSION_H_
