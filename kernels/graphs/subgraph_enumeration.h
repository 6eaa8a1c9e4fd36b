// All connected induced subgraphs of some number of nodes (Wernicke, Efficient detection of network motifs,
// 2006, algorithm ESU).
#ifndef STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_ENUMERATION_H_
#define STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_ENUMERATION_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "common/stop_point.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {

// Calls visit() with the walker at each set of `nodes` connected nodes of which `root` is the one of lowest
// number; together, all roots name each set once. Ends, with false, when visit returns false or `work`, from
// which the nodes that are looked at are taken, falls below 0. The walker is empty before and after.
template <class Visit>
bool VisitConnectedSubgraphs(SubgraphWalker& walker, int root, int nodes, int64_t& work, const Visit& visit) {
  // `extension` holds nodes beside the set that no earlier branch has taken.
  const auto extend = [&](const auto& self, int size, std::vector<int> extension) -> bool {
    if (size == nodes) return visit();
    while (!extension.empty()) {
      if (size <= 2) common::StopPoint();
      const int node = extension.back();
      extension.pop_back();
      work -= walker.graph().degree(node) + 1;
      std::vector<int> next;
      if (size + 1 < nodes) {
        work -= static_cast<int64_t>(extension.size());
        next = extension;
        for (const int neighbor : walker.graph().neighbors(node)) {
          // Beside the node, but not beside the set: those are in the extension, or have been taken from it.
          const bool exclusive = walker.Slots(neighbor) == 0 && !walker.IsMember(neighbor);
          if (neighbor > root && exclusive) next.push_back(neighbor);
        }
      }
      if (work < 0) return false;
      walker.Enter(size, node);
      const bool go_on = self(self, size + 1, std::move(next));
      walker.Leave(size);
      if (!go_on) return false;
    }
    return true;
  };
  std::vector<int> beside;
  for (const int neighbor : walker.graph().neighbors(root)) {
    if (neighbor > root) beside.push_back(neighbor);
  }
  work -= walker.graph().degree(root) + 1;
  if (work < 0) return false;
  walker.Enter(0, root);
  const bool all = extend(extend, 1, std::move(beside));
  walker.Leave(0);
  return all;
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_ENUMERATION_H_
