// Graphs of at most nine nodes, stored as bits of an integer.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace structlab::kernels {

inline constexpr int kMaxGraphletNodes = 9;

// The edges of a graph of n <= 9 nodes. Bit 0 is the pair (0, 1), bit 1 the pair (0, 2), and so on: the pairs
// i < j in lexicographic order. n is not stored: the number 3 is a path for three nodes; for four nodes it is
// a path of three nodes and an isolated node.
using Graphlet = uint64_t;

// The adjacency matrix: bit j of entry i is set if nodes i and j are neighbours.
using GraphletRows = std::array<uint16_t, kMaxGraphletNodes>;

constexpr int NumPairs(int nodes) { return nodes * (nodes - 1) / 2; }
constexpr uint16_t AllNodes(int nodes) { return static_cast<uint16_t>((1 << nodes) - 1); }

// The bit of the pair (i, i + 1); the bits of the other pairs of i follow it.
constexpr int FirstPairOf(int i, int nodes) { return i * (2 * nodes - i - 1) / 2; }

constexpr Graphlet GraphletOf(const GraphletRows& rows, int nodes) {
  Graphlet graphlet = 0;
  for (int i = 0, first = 0; i + 1 < nodes; first += nodes - 1 - i, ++i) {
    graphlet |= static_cast<Graphlet>((rows[i] & AllNodes(nodes)) >> (i + 1)) << first;
  }
  return graphlet;
}

constexpr GraphletRows RowsOf(Graphlet graphlet, int nodes) {
  GraphletRows rows{};
  for (int i = 0, first = 0; i + 1 < nodes; first += nodes - 1 - i, ++i) {
    for (int j = i + 1; j < nodes; ++j) {
      const uint16_t bit = graphlet >> (first + j - i - 1) & 1;
      rows[i] |= static_cast<uint16_t>(bit << j);
      rows[j] |= static_cast<uint16_t>(bit << i);
    }
  }
  return rows;
}

// The nodes of `among` that are connected to its lowest node by a path within `among`; 0 if `among` is empty.
constexpr uint16_t ComponentOfLowest(const GraphletRows& rows, uint16_t among) {
  uint16_t reached = static_cast<uint16_t>(among & -among), open = reached;
  while (open != 0) {
    const uint16_t next = rows[std::countr_zero(open)] & among & ~reached;
    open = static_cast<uint16_t>((open & (open - 1)) | next);
    reached |= next;
  }
  return reached;
}

constexpr bool IsConnected(const GraphletRows& rows, int nodes) {
  return ComponentOfLowest(rows, AllNodes(nodes)) == AllNodes(nodes);
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_H_
