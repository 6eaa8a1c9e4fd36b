// Counts of canonical forms while they come in.
#ifndef STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_
#define STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_

#include <unordered_map>
#include <vector>

#include "kernels/graphs/canonical_forms.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {

// Throws common::Error(kUsage) unless lowest <= nodes <= 9, and for labels of a graph without.
void CheckGraphletNodes(const Graph& graph, int nodes, int lowest, NodeLabels labels);

class FormCounter {
 public:
  FormCounter(int nodes, NodeLabels labels, const CanonicalForms& forms);

  // Of the set, all of whose slots up to `nodes` are full.
  void Add(const SubgraphWalker& walker);

  GraphletCounts Take() const;

 private:
  int nodes_;
  bool labelled_;
  const CanonicalForms& forms_;
  std::vector<int64_t> small_;  // by SmallFormIndex; empty if there are labels or more than 7 nodes
  std::unordered_map<uint64_t, int64_t> large_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_FORM_COUNTER_H_
