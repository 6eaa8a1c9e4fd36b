#include "graphical_models/exact/max_flow_grid.h"

#include <algorithm>
#include <limits>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "graphical_models/exact/max_flow_grid_builder.h"
#include "graphical_models/exact/terminal_excess.h"

namespace structlab::graphical_models {
namespace {

using common::ThrowUsageError;

std::string PixelName(const char* function, int x, int y) {
  return std::string(function) + "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

// Throws before memory of that size is allocated.
size_t CheckedNodes(int width, int height) {
  if (width < 0 || height < 0) {
    ThrowUsageError("MaxFlowGrid: width and height", "at least 0",
                    std::to_string(width) + " and " + std::to_string(height));
  }
  const int64_t nodes = (int64_t{width} + 1) * (int64_t{height} + 2);
  if (nodes > std::numeric_limits<int32_t>::max()) {
    ThrowUsageError("MaxFlowGrid: width and height", "less than 2^31 pixels with a border of one",
                    std::to_string(width) + " and " + std::to_string(height));
  }
  return static_cast<size_t>(nodes);
}

}  // namespace

template <FlowCapacity Capacity>
MaxFlowGrid<Capacity>::MaxFlowGrid(int width, int height, const RowWriter& write_row)
    : width_(width),
      height_(height),
      offset_{1, -1, width + 1, -(width + 1)},
      nodes_(CheckedNodes(width, height)) {
  StoreBorder();
  Rebuild(write_row);
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::Rebuild(const RowWriter& write_row) {
  cut_is_valid_ = false;
  requested_.Clear();
  internal::FlowRowBuilder<Capacity> builder(width_, height_);
  for (int y = 0; y < height_; ++y) {
    const GridRow<Capacity> row = builder.Capacities();
    write_row(y, row);
    if constexpr (kKeepsRequestedCapacities) KeepRequested(y, row);
    builder.AddRow();
    if (y > 0) StoreRow(y - 1, builder.ready());
  }
  builder.Finish();
  if (height_ > 0) StoreRow(height_ - 1, builder.ready());
  flow_ = builder.flow();
  planted_ = true;
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::StoreRow(int y, const internal::FlowRow<Capacity>& row) {
  Node* nodes = nodes_.data() + NodeOf(0, y);
  Capacity left = 0;
  for (int x = 0; x < width_; ++x) {
    Node node;
    node.excess = row.excess[x];
    node.Plant(kRootArc, kNoArc);
    node.residual[kRight] = row.right[x];
    node.residual[kLeft] = left;
    node.residual[kDown] = row.down[x];
    node.residual[kUp] = row.above_up[x];
    left = row.left[x];
    nodes[x] = node;
  }
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::KeepRequested(int y, const GridRow<Capacity>& row) {
  for (int x = 0; x < width_; ++x) {
    const int32_t v = NodeOf(x, y);
    const bool has_right = x + 1 < width_, has_down = y + 1 < height_;
    requested_.AddTerminal(v, row.from_source[x], row.to_sink[x]);
    requested_.AddEdge(v, has_right ? Head(v, kRight) : v, row.right[x], row.left[x]);
    requested_.AddEdge(v, has_down ? Head(v, kDown) : v, row.down[x], row.up[x]);
  }
}

// Adds nodes around the image that no flow can enter or leave.
template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::StoreBorder() {
  Node none{};
  none.Plant(kRootArc, kNoArc);
  std::fill(nodes_.begin(), nodes_.begin() + NodeOf(0, 0), none);
  for (int y = 0; y < height_; ++y) nodes_[NodeOf(width_, y)] = none;
  std::fill(nodes_.begin() + NodeOf(0, height_), nodes_.end(), none);
}

template <FlowCapacity Capacity>
MaxFlowGrid<Capacity>::MaxFlowGrid(int width, int height, std::span<const Capacity> from_source,
                                   std::span<const Capacity> to_sink, Capacity neighbour_capacity)
    : MaxFlowGrid(width, height, [&](int y, const GridRow<Capacity>& row) {
        const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
        if (from_source.size() != pixels || to_sink.size() != pixels) {
          ThrowUsageError("MaxFlowGrid: from_source and to_sink", std::to_string(pixels) + " capacities",
                          std::to_string(from_source.size()) + " and " + std::to_string(to_sink.size()));
        }
        const size_t begin = static_cast<size_t>(y) * static_cast<size_t>(width);
        std::copy_n(from_source.begin() + begin, width, row.from_source.begin());
        std::copy_n(to_sink.begin() + begin, width, row.to_sink.begin());
        for (const std::span<Capacity> edges : {row.right, row.left, row.down, row.up}) {
          std::fill(edges.begin(), edges.end(), neighbour_capacity);
        }
      }) {}

template <FlowCapacity Capacity>
int32_t MaxFlowGrid<Capacity>::CheckedNode(int x, int y, const char* function) const {
  if (x < 0 || x >= width_ || y < 0 || y >= height_) {
    ThrowUsageError(PixelName(function, x, y),
                    "a pixel of " + std::to_string(width_) + " x " + std::to_string(height_),
                    "(" + std::to_string(x) + ", " + std::to_string(y) + ")");
  }
  return NodeOf(x, y);
}

template <FlowCapacity Capacity>
int32_t MaxFlowGrid<Capacity>::CheckedEdge(int x, int y, Arc arc, const char* function) const {
  const int32_t v = CheckedNode(x, y, function);
  if (arc == kRight ? x + 1 == width_ : y + 1 == height_) {
    ThrowUsageError(PixelName(function, x, y), "a pixel with that neighbour", "the border of the image");
  }
  return v;
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::ChangeTerminal(int x, int y, Capacity from_source_change,
                                           Capacity to_sink_change) {
  const int32_t v = CheckedNode(x, y, "ChangeTerminal");
  if (!ChangeExcess(from_source_change, to_sink_change, &nodes_[v].excess, &flow_)) {
    ThrowCapacityOverflow(PixelName("ChangeTerminal", x, y));
  }
  requested_.AddTerminal(v, from_source_change, to_sink_change);
  planted_ = false;
  cut_is_valid_ = false;
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::ChangeEdge(int x, int y, Arc arc, Capacity change, Capacity reverse_change,
                                       const char* function) {
  const int32_t v = CheckedEdge(x, y, arc, function);
  const int32_t w = Head(v, arc);
  ChangeResiduals(PixelName(function, x, y), change, reverse_change, &nodes_[v].residual[arc],
                  &nodes_[w].residual[Reverse(arc)], &nodes_[v].excess, &nodes_[w].excess, &flow_);
  const size_t pixel = static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  requested_.ChangeEdge(2 * pixel + (arc == kDown ? 1 : 0), change, reverse_change);
  planted_ = false;
  cut_is_valid_ = false;
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::ChangeRight(int x, int y, Capacity right_change, Capacity left_change) {
  ChangeEdge(x, y, kRight, right_change, left_change, "ChangeRight");
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::ChangeDown(int x, int y, Capacity down_change, Capacity up_change) {
  ChangeEdge(x, y, kDown, down_change, up_change, "ChangeDown");
}

template <FlowCapacity Capacity>
typename MaxFlowGrid<Capacity>::Value MaxFlowGrid<Capacity>::Solve(CutChoice choice) {
  CheckFlowFits<Capacity>(num_nodes(), flow_, [this](int32_t v) { return nodes_[v].excess; });
  if (!planted_) {
    for (Node& node : nodes_) node.Plant(kRootArc, kNoArc);
  }
  planted_ = false;
  SearchForests<MaxFlowGrid> forests(*this);
  flow_ += forests.Run();
  if (choice == CutChoice::kSmallestSinkSide) forests.CompleteSinkSide();
  source_side_complete_ = forests.source_side_complete();
  cut_is_valid_ = true;
#ifdef STRUCTLAB_CHECKS_CUTS
  Verify();
#endif
  return flow_;
}

template <FlowCapacity Capacity>
bool MaxFlowGrid<Capacity>::OnSourceSide(int x, int y) const {
  const int32_t v = CheckedNode(x, y, "OnSourceSide");
  if (!cut_is_valid_)
    ThrowUsageError(PixelName("OnSourceSide", x, y), "Solve before it", "a grid not solved");
  return OnSourceSide(v);
}

template <FlowCapacity Capacity>
Capacity MaxFlowGrid<Capacity>::TerminalResidual(int x, int y) const {
  return nodes_[CheckedNode(x, y, "TerminalResidual")].excess;
}

template <FlowCapacity Capacity>
Capacity MaxFlowGrid<Capacity>::RightResidual(int x, int y) const {
  return nodes_[CheckedEdge(x, y, kRight, "RightResidual")].residual[kRight];
}

template <FlowCapacity Capacity>
Capacity MaxFlowGrid<Capacity>::LeftResidual(int x, int y) const {
  return nodes_[Head(CheckedEdge(x, y, kRight, "LeftResidual"), kRight)].residual[kLeft];
}

template <FlowCapacity Capacity>
Capacity MaxFlowGrid<Capacity>::DownResidual(int x, int y) const {
  return nodes_[CheckedEdge(x, y, kDown, "DownResidual")].residual[kDown];
}

template <FlowCapacity Capacity>
Capacity MaxFlowGrid<Capacity>::UpResidual(int x, int y) const {
  return nodes_[Head(CheckedEdge(x, y, kDown, "UpResidual"), kDown)].residual[kUp];
}

template <FlowCapacity Capacity>
void MaxFlowGrid<Capacity>::Verify() const {
  if (!cut_is_valid_) ThrowUsageError("Verify", "Solve before it", "a grid not solved");
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const int32_t v = NodeOf(x, y);
      const bool source_side = OnSourceSide(v);
      STRUCTLAB_CHECK(source_side ? nodes_[v].excess >= 0 : nodes_[v].excess <= 0);
      ForEachArc(v, [&](Arc arc) {
        const Capacity residual = nodes_[v].residual[arc];
        STRUCTLAB_CHECK(residual >= 0);
        STRUCTLAB_CHECK(!source_side || residual == 0 || OnSourceSide(Head(v, arc)));
        return true;
      });
    }
  }
  STRUCTLAB_CHECK(requested_.IsCutValue(flow_, [this](int32_t v) { return OnSourceSide(v); }));
}

template class MaxFlowGrid<int32_t>;
template class MaxFlowGrid<int64_t>;
template class MaxFlowGrid<double>;

}  // namespace structlab::graphical_models
