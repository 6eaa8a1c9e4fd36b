// The rows of a MaxFlowGrid while it is built: checked, and with all flow pushed that needs no search.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_BUILDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_BUILDER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_grid.h"

namespace structlab::graphical_models::internal {

// Excesses and residuals of a row, by pixel: right and down are this pixel's, left, up and above_up the
// residuals of the arcs back from the right neighbour, from the one below, and of this pixel to the one
// above.
template <FlowCapacity Capacity>
struct FlowRow {
  explicit FlowRow(int width)
      : excess(width), right(width), left(width), down(width), up(width), above_up(width) {}

  std::vector<Capacity> excess, right, left, down, up, above_up;
};

// Turns rows of capacities into rows of residuals, the last two of which are in work: a row is ready once
// what it has left is pushed to the row below.
template <FlowCapacity Capacity>
class FlowRowBuilder {
 public:
  using Value = FlowValue<Capacity>;

  FlowRowBuilder(int width, int height);

  // The capacities of the next row, to be written by the caller.
  GridRow<Capacity> Capacities();

  // Takes over what was written there. Throws common::Error if a number is no capacity, or does not fit.
  void AddRow();

  // The row before the one added last, final by now; after Finish the last one.
  const FlowRow<Capacity>& ready() const { return above_; }
  void Finish() { std::swap(above_, row_); }

  // What was pushed so far.
  Value flow() const { return flow_; }

 private:
  void Check();
  void CheckEachPixel() const;
  void AddTerminals();
  bool PushingFits() const;
  void PushDown();
  void PushRight();

  int width_, height_;
  int y_ = -1;  // of row_
  std::vector<Capacity> from_source_, to_sink_;
  FlowRow<Capacity> row_, above_;
  // Bounds of the excess and of the capacities along the row and down.
  Capacity max_excess_ = 0, max_along_ = 0, max_down_ = 0, max_down_above_ = 0;
  Value source_sum_ = 0, sink_sum_ = 0;
  bool source_fits_ = true, sink_fits_ = true;
  Value flow_ = 0;
};

extern template class FlowRowBuilder<int32_t>;
extern template class FlowRowBuilder<int64_t>;
extern template class FlowRowBuilder<double>;

}  // namespace structlab::graphical_models::internal

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_BUILDER_H_
