// Strongly connected components of directed graphs (Tarjan 1972).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_STRONG_COMPONENTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_STRONG_COMPONENTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace structlab::graphical_models {

using Arc = std::pair<int32_t, int32_t>;  // from first to second

// Adjacency lists: the heads of the arcs of every node. Memory: 8 bytes per node, 4 per arc.
class OutgoingArcs {
 public:
  // Does not check that nodes are below num_nodes. O(nodes + arcs) time.
  OutgoingArcs(int32_t num_nodes, std::span<const Arc> arcs);

  int32_t num_nodes() const { return static_cast<int32_t>(begin_.size()) - 1; }
  std::span<const int32_t> heads(int32_t node) const {
    const size_t v = node;
    return std::span(heads_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }

 private:
  std::vector<size_t> begin_;  // one entry more than there are nodes
  std::vector<int32_t> heads_;
};

// Returns the component of each node, numbered from 0 so that no arc leads to a component of a larger number.
// O(nodes + arcs) time, without recursion; deterministic, thread-safe.
std::vector<int32_t> StrongComponents(const OutgoingArcs& arcs);

// Whether each node can be reached from a node of `start` (which itself counts). O(nodes + arcs) time.
std::vector<bool> ReachableFrom(const OutgoingArcs& arcs, std::vector<int32_t> start);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_STRONG_COMPONENTS_H_
