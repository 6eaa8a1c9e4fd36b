#include <cstdint>

#include "common/error.h"
#include "kernels/graphs/form_counter.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/subgraph_enumeration.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {

std::optional<GraphletCounts> CountConnectedGraphlets(const Graph& graph, int nodes,
                                                      const CanonicalForms& forms, int64_t max_subgraphs,
                                                      NodeLabels labels) {
  CheckGraphletNodes(graph, nodes, 1, labels);
  SubgraphWalker walker(graph);
  FormCounter counter(nodes, labels, forms);
  int64_t count = 0, work = INT64_MAX;
  for (int root = 0; root < graph.num_nodes(); ++root) {
    const bool all = VisitConnectedSubgraphs(walker, root, nodes, work, [&] {
      if (++count > max_subgraphs) return false;
      counter.Add(walker);
      return true;
    });
    if (!all) return std::nullopt;
  }
  return counter.Take();
}

}  // namespace structlab::kernels
