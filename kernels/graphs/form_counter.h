// Counts canonical forms of subgraphs that are visited one by one.
#ifndef STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_
#define STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_

#include <unordered_map>
#include <vector>

#include "kernels/graphs/canonical_forms.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {

// Throws common::Error(kUsage) unless lowest <= nodes <= 9, and if labels are used but the graph has none.
void CheckGraphletNodes(const Graph& graph, int nodes, int lowest, NodeLabels labels);

class FormCounter {
 public:
  FormCounter(int nodes, NodeLabels labels, const CanonicalForms& forms);

  // Counts the set of the walker, whose first `nodes` slots are full.
  void Add(const SubgraphWalker& walker);

  GraphletCounts Take() const;

 private:
  int nodes_;
  bool labelled_;
  const CanonicalForms& forms_;
  std::vector<int64_t> small_;  // by SmallFormIndex; empty if labels are used or there are more than 7 nodes
  std::unordered_map<uint64_t, int64_t> large_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_
