// The best labels of some variables, given the labels of all others.
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

// Minimises the costs of all factors that contain a variable of a subgraph, over the candidates of its
// variables. Exact, by eliminating the variables in the reverse of the order in which they were added. Reuses
// its memory in each call. Not thread-safe.
class SubgraphMinimum {
 public:
  // Keeps references to all three, which must belong to the same graph.
  SubgraphMinimum(const FactorGraph& graph, const FactorSlots& slots, const LabelCandidates& candidates);

  // Gives the variables of the subgraph their best candidates; among equally good ones a random choice. Keeps
  // the old labels if the new ones cost more (apart from rounding only possible if old labels are not
  // candidates) or +infinity. Returns true if the costs fell by more than rounding. `labeling` must have one
  // label for each variable of the graph; this is not checked. must_stop(), if given, is called before each
  // elimination; if it returns true, Improve ends and the labeling stays as it was. Time: O(sum over the
  // clusters of joint labels * tables). Memory: 12 bytes for each joint label of the separators, and copies
  // of the factors that have variables outside or fewer candidates than labels.
  bool Improve(const InducedSubgraph& subgraph, common::RandomStream& random, Labeling& labeling,
               const std::function<bool()>& must_stop = {});

 private:
  // A factor restricted to the candidates of the variables inside, given the labels of the others; or a
  // message.
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
  // State of one call.
  // Factors that contain a variable of the subgraph, each with the position of its last variable, which is
  // the bucket it belongs to; the buckets; [position][joint labels of the separator] the best candidate.
  std::vector<std::pair<int, int>> factors_;
  std::vector<std::vector<Piece>> buckets_;
  std::vector<std::vector<Label>> best_candidates_;
  std::vector<int> separator_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_MINIMUM_H_
