// Maximum flow and minimum cut of images: 4-connected grids, whose arcs need no storage.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/huge_page_allocator.h"
#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/requested_capacities.h"
#include "graphical_models/exact/search_forests.h"

namespace structlab::graphical_models {

namespace internal {
template <FlowCapacity Capacity>
struct FlowRow;
}

// The capacities of one image row; all spans have the width of the image. right[x] leads from (x, y) to (x +
// 1, y) and left[x] back; down[x] leads from (x, y) to (x, y + 1) and up[x] back. The last entries of right
// and left are ignored, and so are down and up in the last row.
template <FlowCapacity Capacity>
struct GridRow {
  std::span<Capacity> from_source, to_sink;
  std::span<Capacity> right, left, down, up;
};

// A grid of width x height pixels with a source and a sink. It is built row by row, so that no caller has to
// hold the capacities of a whole image.
//
//     MaxFlowGrid<int32_t> grid(width, height, [&](int y, const GridRow<int32_t>& row) {
//       for (int x = 0; x < width; ++x) {
//         row.from_source[x] = std::abs(image[y * width + x] - 48);
//         row.to_sink[x] = std::abs(image[y * width + x] - 146);
//         row.right[x] = row.left[x] = row.down[x] = row.up[x] = 20;
//       }
//     });
//     grid.Solve();
//     const bool is_source = grid.OnSourceSide(x, y);
//
// Take MaxFlowGraph for other graphs, such as 8-connected images. While the grid is built, every pixel passes
// its excess or deficit to the right, and the rest down, as far as the capacities allow; on images this is
// most of the flow, without any search. Solve then searches shortest augmenting paths with two forests
// (search_forests.h).
//
// Capacities, rounding, errors, changes and values are as for MaxFlowGraph. Memory: per pixel 32 bytes with
// int32_t and 64 with 64 bits, and 4 bytes per pixel of the search's front. Deterministic; not thread-safe.
// Copies are independent.
template <FlowCapacity CapacityType>
class STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES MaxFlowGrid {
 public:
  using Capacity = CapacityType;
  using Value = FlowValue<Capacity>;
  // Writes all capacities of row y; called once for every row, in order.
  using RowWriter = std::function<void(int y, const GridRow<Capacity>& row)>;

  // Throws if a size is negative, if the grid with a border of one pixel has 2^31 pixels or more, and if a
  // capacity is negative, not finite or too large; the message names the pixel.
  MaxFlowGrid(int width, int height, const RowWriter& write_row);

  // Terminal capacities row by row, width * height of each, and one capacity for all pairs of neighbours in
  // both directions.
  MaxFlowGrid(int width, int height, std::span<const Capacity> from_source, std::span<const Capacity> to_sink,
              Capacity neighbour_capacity);

  // Builds another problem of the same size in the same memory, as if the grid were new. Throws like the
  // constructor; after an error the grid must be rebuilt before use.
  void Rebuild(const RowWriter& write_row);

  int width() const { return width_; }
  int height() const { return height_; }

  // Like MaxFlowGraph::ChangeTerminal. Throws for a pixel that does not exist and an overflow.
  void ChangeTerminal(int x, int y, Capacity from_source_change, Capacity to_sink_change);

  // Like MaxFlowGraph::ChangeEdge, for the edge to the right neighbour and for the edge to the one below.
  void ChangeRight(int x, int y, Capacity right_change, Capacity left_change);
  void ChangeDown(int x, int y, Capacity down_change, Capacity up_change);

  // Makes the flow maximal and returns its value; after changes it starts from the previous flow.
  Value Solve(CutChoice choice = CutChoice::kAny);

  Value flow() const { return flow_; }

  // As in MaxFlowGraph.
  bool OnSourceSide(int x, int y) const;
  Capacity TerminalResidual(int x, int y) const;
  Capacity RightResidual(int x, int y) const;
  Capacity LeftResidual(int x, int y) const;  // from the right neighbour to (x, y)
  Capacity DownResidual(int x, int y) const;
  Capacity UpResidual(int x, int y) const;  // from the neighbour below to (x, y)
  void Verify() const;

  // Calls visit(x, OnSourceSide(x, y), LeftResidual(x, y), UpResidual(x, y)) for the pixels of row y, after
  // Solve; residuals of missing neighbours are 0. For fast passes over whole images: nothing is checked.
  template <class Visitor>
  void VisitRow(int y, const Visitor& visit) const {
    const int32_t row = NodeOf(0, y);
    for (int x = 0; x < width_; ++x) {
      visit(x, OnSourceSide(row + x), nodes_[row + x + 1].residual[kLeft],
            nodes_[row + x + offset_[kDown]].residual[kUp]);
    }
  }

 private:
  friend class SearchForests<MaxFlowGrid>;
  using Arc = int8_t;  // a direction
  static constexpr Arc kRight = 0, kLeft = 1, kDown = 2, kUp = 3, kRootArc = 4, kNoArc = 5;
  static constexpr Arc Reserved(Arc arc) { return static_cast<Arc>(arc ^ 8); }
  static constexpr bool IsReserved(Arc parent) { return parent >= 8; }

  struct alignas(sizeof(Capacity) == 4 ? 32 : 64) Node : SearchNode<Capacity, Arc> {
    Capacity residual[4];
  };
  static_assert(sizeof(Node) == (sizeof(Capacity) == 4 ? 32 : 64), "no node may lie across two cache lines");

  // The network interface of SearchForests. Nodes form rows of width + 1; the last node of a row has no
  // capacities and separates it from the next row. One row of such border nodes lies above and one below.
  int32_t num_nodes() const { return static_cast<int32_t>(nodes_.size()); }
  Node& node(int32_t v) { return nodes_[v]; }
  const Node& node(int32_t v) const { return nodes_[v]; }
  int32_t Head(int32_t v, Arc arc) const { return v + offset_[arc]; }
  static Arc Reverse(Arc arc) { return static_cast<Arc>(arc ^ 1); }
  Capacity& Residual(int32_t v, Arc arc) { return nodes_[v].residual[arc]; }
  const Capacity& Residual(int32_t v, Arc arc) const { return nodes_[v].residual[arc]; }
  void PrefetchNode(int32_t v) const { __builtin_prefetch(&nodes_[v]); }
  void PrefetchArcs(int32_t) const {}  // stored in the node
  template <class Visitor>
  void ForEachArc(int32_t, Visitor&& visit) const {
    if (visit(kRight) && visit(kLeft) && visit(kDown)) visit(kUp);
  }

  void StoreRow(int y, const internal::FlowRow<Capacity>& row);
  void StoreBorder();
  void KeepRequested(int y, const GridRow<Capacity>& row);
  int32_t NodeOf(int x, int y) const { return (y + 1) * (width_ + 1) + x; }
  int32_t CheckedNode(int x, int y, const char* function) const;
  int32_t CheckedEdge(int x, int y, Arc arc, const char* function) const;
  void ChangeEdge(int x, int y, Arc arc, Capacity change, Capacity reverse_change, const char* function);
  bool OnSourceSide(int32_t v) const {
    return source_side_complete_ ? nodes_[v].label > 0 : nodes_[v].label >= 0;
  }

  int width_, height_;
  int32_t offset_[4];
  std::vector<Node, common::HugePageAllocator<Node>> nodes_;
  Value flow_ = 0;
  bool planted_ = true;  // all nodes are roots or free, as the search needs
  bool cut_is_valid_ = false;
  bool source_side_complete_ = false;
  // The edges of each pixel in order: right, then down; at the border they lead to the pixel itself.
  [[no_unique_address]] RequestedCapacities<Capacity> requested_;
};

extern template class MaxFlowGrid<int32_t>;
extern template class MaxFlowGrid<int64_t>;
extern template class MaxFlowGrid<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_H_
