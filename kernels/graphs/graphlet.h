// Graphs of a few nodes as bits.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace structlab::kernels {

inline constexpr int kMaxGraphletNodes = 9;

// The edges of a graph of n <= 9 nodes: the pairs i < j in lexicographic order, bit 0 for (0, 1), bit 1 for
// (0, 2), ... The n that belongs to it is not part of it: 3 is a path of three nodes, and of four one with a
// node beside it.
using Graphlet = uint64_t;

// Bit j of entry i says whether nodes i and j are neighbours.
using GraphletRows = std::array<uint16_t, kMaxGraphletNodes>;

constexpr int NumPairs(int nodes) { return nodes * (nodes - 1) / 2; }
constexpr uint16_t AllNodes(int nodes) { return static_cast<uint16_t>((1 << nodes) - 1); }

// Of the bit for (i, i + 1); those of the other pairs of i follow it.
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

// The nodes of `among` that a path within `among` leads to from its lowest node; none if it is empty.
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
