#include "graphical_models/exact/max_flow_grid_builder.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "common/error.h"
#include "graphical_models/exact/terminal_excess.h"

namespace structlab::graphical_models::internal {
namespace {

template <class Capacity>
struct Range {
  bool valid;  // whether all are valid capacities
  Capacity largest;
};

// One pass without branches, so that the compiler can use vector registers.
template <class Capacity>
Range<Capacity> RangeOf(std::span<const Capacity> capacities) {
  using Count = std::conditional_t<sizeof(Capacity) == 4, uint32_t, uint64_t>;
  Count invalid = 0;
  Capacity largest = 0;
  for (const Capacity capacity : capacities) {
    const bool valid = (capacity >= 0) & (capacity <= std::numeric_limits<Capacity>::max());
    invalid |= valid ? Count{0} : Count{1};
    largest = capacity > largest ? capacity : largest;
  }
  return {invalid == 0, largest};
}

// Like Cancelled, but without branches.
template <class Capacity>
Capacity CancelledInLoop(Capacity excess, Capacity change) {
  const Capacity zero = 0, minus_excess = -excess, minus_change = -change;
  return std::max(zero, std::min(excess, minus_change)) + std::max(zero, std::min(minus_excess, change));
}

}  // namespace

template <FlowCapacity Capacity>
FlowRowBuilder<Capacity>::FlowRowBuilder(int width, int height)
    : width_(width), height_(height), from_source_(width), to_sink_(width), row_(width), above_(width) {}

template <FlowCapacity Capacity>
GridRow<Capacity> FlowRowBuilder<Capacity>::Capacities() {
  std::swap(above_, row_);
  return {from_source_, to_sink_, row_.right, row_.left, row_.down, row_.up};
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::AddRow() {
  ++y_;
  Check();
  AddTerminals();
  if (PushingFits()) {
    PushRight();
    if (y_ > 0) PushDown();
  }
  if (y_ > 0) row_.above_up = above_.up;
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::Check() {
  if (width_ > 0) row_.right[width_ - 1] = row_.left[width_ - 1] = 0;
  if (y_ + 1 == height_) {
    std::fill(row_.down.begin(), row_.down.end(), Capacity{0});
    std::fill(row_.up.begin(), row_.up.end(), Capacity{0});
  }
  const auto from_source = RangeOf<Capacity>(from_source_), to_sink = RangeOf<Capacity>(to_sink_);
  const auto right = RangeOf<Capacity>(row_.right), left = RangeOf<Capacity>(row_.left);
  const auto down = RangeOf<Capacity>(row_.down), up = RangeOf<Capacity>(row_.up);
  Capacity sum;
  if (!from_source.valid || !to_sink.valid || !right.valid || !left.valid || !down.valid || !up.valid ||
      !AddFits(right.largest, left.largest, &sum) || !AddFits(down.largest, up.largest, &sum)) {
    CheckEachPixel();
  }
  max_excess_ = std::max(from_source.largest, to_sink.largest);
  max_along_ = std::max(right.largest, left.largest);
  max_down_above_ = max_down_;
  max_down_ = std::max(down.largest, up.largest);
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::CheckEachPixel() const {
  for (int x = 0; x < width_; ++x) {
    const auto where = [this, x](const char* name) {
      return "MaxFlowGrid: " + std::string(name) + " of pixel (" + std::to_string(x) + ", " +
             std::to_string(y_) + ")";
    };
    const auto check = [&where](const char* name, Capacity capacity) {
      if (!IsCapacity(capacity)) {
        common::ThrowUsageError(where(name), "a capacity >= 0 and finite", FormatCapacity(capacity));
      }
    };
    check("from_source", from_source_[x]);
    check("to_sink", to_sink_[x]);
    check("right", row_.right[x]);
    check("left", row_.left[x]);
    check("down", row_.down[x]);
    check("up", row_.up[x]);
    Capacity sum;
    if (!AddFits(row_.right[x], row_.left[x], &sum)) ThrowCapacityOverflow(where("right + left"));
    if (!AddFits(row_.down[x], row_.up[x], &sum)) ThrowCapacityOverflow(where("down + up"));
  }
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::AddTerminals() {
  Value source_sum = 0, sink_sum = 0, flow = 0;
  bool flow_fits = true;
  for (int x = 0; x < width_; ++x) {
    const Capacity from_source = from_source_[x], to_sink = to_sink_[x];
    if constexpr (std::is_same_v<Capacity, int32_t>) {  // sums of 2^31 pixels fit into 64 bits
      source_sum += from_source;
      sink_sum += to_sink;
      flow += std::min(from_source, to_sink);
    } else {
      source_fits_ = source_fits_ && AddFits<Value>(source_sum, from_source, &source_sum);
      sink_fits_ = sink_fits_ && AddFits<Value>(sink_sum, to_sink, &sink_sum);
      flow_fits = flow_fits && AddFits<Value>(flow, std::min(from_source, to_sink), &flow);
    }
    row_.excess[x] = from_source - to_sink;
  }
  source_fits_ = source_fits_ && AddFits(source_sum_, source_sum, &source_sum_);
  sink_fits_ = sink_fits_ && AddFits(sink_sum_, sink_sum, &sink_sum_);
  // The flow is at most the smaller of the two sums, so it fits if one of them does.
  if (!flow_fits || (!source_fits_ && !sink_fits_))
    ThrowCapacityOverflow("MaxFlowGrid: row " + std::to_string(y_));
  flow_ += flow;
}

// Whether no excess can overflow, however much flow is pushed to it.
template <FlowCapacity Capacity>
bool FlowRowBuilder<Capacity>::PushingFits() const {
  Capacity sum;
  return AddFits(max_excess_, max_along_, &sum) && AddFits(sum, max_down_above_, &sum);
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::PushDown() {
  Capacity* __restrict above_excess = above_.excess.data();
  Capacity* __restrict down = above_.down.data();
  Capacity* __restrict up = above_.up.data();
  Capacity* __restrict excess = row_.excess.data();
  Value flow = 0;
  for (int x = 0; x < width_; ++x) {
    const Capacity amount = std::max<Capacity>(std::min(above_excess[x], down[x]), -up[x]);
    flow += CancelledInLoop(excess[x], amount);
    above_excess[x] -= amount;
    down[x] -= amount;
    up[x] += amount;
    excess[x] += amount;
  }
  flow_ += flow;
}

template <FlowCapacity Capacity>
void FlowRowBuilder<Capacity>::PushRight() {
  Capacity* __restrict excess = row_.excess.data();
  Capacity* __restrict right = row_.right.data();
  Capacity* __restrict left = row_.left.data();
  Value flow = 0;
  if (width_ == 0) return;
  Capacity carried = excess[0];
  for (int x = 0; x + 1 < width_; ++x) {
    const Capacity amount = std::max<Capacity>(std::min(carried, right[x]), -left[x]);
    excess[x] = carried - amount;
    right[x] -= amount;
    left[x] += amount;
    flow += CancelledInLoop(excess[x + 1], amount);
    carried = excess[x + 1] + amount;
  }
  excess[width_ - 1] = carried;
  flow_ += flow;
}

template class FlowRowBuilder<int32_t>;
template class FlowRowBuilder<int64_t>;
template class FlowRowBuilder<double>;

}  // namespace structlab::graphical_models::internal
