// Builds the rows of a MaxFlowGrid: checks capacities and pushes the flow that needs no search.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_BUILDER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_MAX_FLOW_GRID_BUILDER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_grid.h"

namespace structlab::graphical_models::internal {

// Excesses and residuals of one row, by pixel. right and down leave this pixel. left, up and above_up are
// residuals of reverse arcs: from the right neighbour, from the pixel below, and from this pixel to the one
// above.
template <FlowCapacity Capacity>
struct FlowRow {
  explicit FlowRow(int width)
      : excess(width), right(width), left(width), down(width), up(width), above_up(width) {}

  std::vector<Capacity> excess, right, left, down, up, above_up;
};

// Turns rows of capacities into rows of residuals, two rows at a time: a row is ready once its excess has
// been pushed to the row below.
template <FlowCapacity Capacity>
class FlowRowBuilder {
 public:
  using Value = FlowValue<Capacity>;

  FlowRowBuilder(int width, int height);

  // The capacities of the next row, to be filled by the caller.
  GridRow<Capacity> Capacities();

  // Takes the filled capacities. Throws common::Error for an invalid capacity or an overflow.
  void AddRow();

  // The final residuals of the row before the one added last; after Finish, of the last row.
  const FlowRow<Capacity>& ready() const { return above_; }
  void Finish() { std::swap(above_, row_); }

  // The flow pushed so far.
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
  // Upper bounds of the excess and of the capacities along the row and down.
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
