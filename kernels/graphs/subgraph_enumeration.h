// Enumeration of all connected induced subgraphs of a given number of nodes (algorithm ESU: Wernicke,
// Efficient detection of network motifs, 2006).
#ifndef STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_ENUMERATION_H_
#define STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_ENUMERATION_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "common/stop_point.h"
#include "kernels/graphs/subgraph_walker.h"

namespace structlab::kernels {

// Calls visit() with the walker at each set of `nodes` connected nodes in which `root` has the lowest number.
// Over all roots, each set is visited once. Returns false if it ended early: because visit returned false, or
// because `work`, from which the number of nodes looked at is subtracted, fell below 0. The walker is empty
// before and after.
template <class Visit>
bool VisitConnectedSubgraphs(SubgraphWalker& walker, int root, int nodes, int64_t& work, const Visit& visit) {
  // `extension` has neighbours of the set that no earlier branch has used.
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
          // Neighbours of the set are in the extension already, or were taken from it.
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
