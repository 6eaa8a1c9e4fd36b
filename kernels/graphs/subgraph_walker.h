// A set of up to nine nodes of a graph that grows and shrinks, with its induced subgraph.
#ifndef STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_WALKER_H_
#define STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_WALKER_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/graphs/graph.h"
#include "kernels/graphs/graphlet.h"

namespace structlab::kernels {

// Each node of the set has a slot. Each node of the graph has a word: bit s is set if the node in slot s is
// its neighbour. The words of the nodes in the set form its adjacency matrix; a node outside is a neighbour
// of the set if its word is not 0. Memory: 2 bytes per node of the graph.
class SubgraphWalker {
 public:
  explicit SubgraphWalker(const Graph& graph) : graph_(graph), words_(graph.num_nodes()) {}

  const Graph& graph() const { return graph_; }
  int node(int slot) const { return nodes_[slot]; }

  // Puts a node into an empty slot; the node must not be in the set.
  void Enter(int slot, int node) {
    nodes_[slot] = node;
    words_[node] |= kMember;
    const uint16_t bit = static_cast<uint16_t>(1 << slot);
    for (const int neighbor : graph_.neighbors(node)) words_[neighbor] |= bit;
  }

  void Leave(int slot) {
    const int node = nodes_[slot];
    const uint16_t others = static_cast<uint16_t>(~(1 << slot));
    words_[node] &= static_cast<uint16_t>(~kMember);
    for (const int neighbor : graph_.neighbors(node)) words_[neighbor] &= others;
  }

  bool IsMember(int node) const { return (words_[node] & kMember) != 0; }
  // The slots of the node's neighbours, as bits.
  uint16_t Slots(int node) const { return words_[node] & AllNodes(kMaxGraphletNodes); }
  // The slots of the neighbours of member `slot`.
  uint16_t Row(int slot) const { return Slots(node(slot)); }

  GraphletRows Rows(int slots) const {
    GraphletRows rows{};
    for (int slot = 0; slot < slots; ++slot) rows[slot] = Row(slot);
    return rows;
  }

  // Sets `nodes` to the nodes outside the set that are neighbours of the members in `among`, each once, in
  // a fixed order. All slots that are not in `among` must be empty.
  void CollectNeighbors(uint16_t among, std::vector<int>& nodes) const {
    size_t count = 0;
    for (uint16_t rest = among; rest != 0; rest = static_cast<uint16_t>(rest & (rest - 1))) {
      const uint16_t others = static_cast<uint16_t>(kMember | ((rest & -rest) - 1));
      const std::span<const int> neighbors = graph_.neighbors(node(std::countr_zero(rest)));
      if (nodes.size() < count + neighbors.size()) nodes.resize(2 * (count + neighbors.size()));
      for (const int neighbor : neighbors) {
        // A node is kept only by the first member that has it as a neighbour. Without a branch,
        // because the processor could not predict it.
        nodes[count] = neighbor;
        count += (words_[neighbor] & others) == 0 ? 1 : 0;
      }
    }
    nodes.resize(count);
  }

 private:
  static constexpr uint16_t kMember = 1 << 15;

  const Graph& graph_;
  std::vector<uint16_t> words_;
  std::array<int, kMaxGraphletNodes> nodes_{};
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SUBGRAPH_WALKER_H_
