// The best labels of some variables given those of all others.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_MINIMUM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_MINIMUM_H_

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/induced_subgraph.h"
#include "graphical_models/approximate/label_candidates.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Minimises the costs of all factors that touch a subgraph over the candidates of its variables, exactly: by
// eliminating them backwards as they were added. Keeps its memory from call to call. Not thread-safe.
class SubgraphMinimum {
 public:
  // Keeps references to all three, which belong together.
  SubgraphMinimum(const FactorGraph& graph, const FactorSlots& slots, const LabelCandidates& candidates);

  // Gives the variables of the subgraph the candidates of least cost, of equals any, drawn from `random`;
  // leaves their labels if these would cost more, which beside rounding only labels that are no candidates
  // can make so, or +infinity. Returns whether the costs fell by more than rounding. The labeling has one
  // label for each variable of the graph, which is not checked. Before each variable must_stop() is asked, if
  // there is one; true ends it, and the labeling stays as it was. Time: O(sum over the clusters of joint
  // labels * tables). Memory: 12 bytes for each joint label of the separators, and what is read of the
  // factors that have variables outside or labels that are no candidates.
  bool Improve(const InducedSubgraph& subgraph, common::RandomStream& random, Labeling& labeling,
               const std::function<bool()>& must_stop = {});

 private:
  // A factor, of the variables inside, by their candidates, given the labels of the others; or a message.
  struct Piece {
    std::vector<int> scope;
    std::vector<double> own_values;
    std::span<const double> values;  // own_values, or the table of the graph
  };
  struct Cost {
    double sum = 0, magnitude = 0;
  };

  bool IsWholeTable(std::span<const int> scope, const InducedSubgraph& subgraph) const;
  void TakeBest(const InducedSubgraph& subgraph, Labeling& labeling) const;
  void CollectFactors(const InducedSubgraph& subgraph);
  Cost CostOf(const Labeling& labeling) const;
  Piece Restricted(int factor, const InducedSubgraph& subgraph, const Labeling& labeling) const;
  void Eliminate(const InducedSubgraph& subgraph, int position, common::RandomStream& random);

  const FactorGraph& graph_;
  const FactorSlots& slots_;
  const LabelCandidates& candidates_;
  // Of one call: the factors that touch the subgraph with the position of their last variable, by which each
  // belongs to one bucket; the buckets; the best candidate of each variable for all those of its separator.
  std::vector<std::pair<int, int>> factors_;
  std::vector<std::vector<Piece>> buckets_;
  std::vector<std::vector<Label>> best_candidates_;
  std::vector<int> separator_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_MINIMUM_H_
