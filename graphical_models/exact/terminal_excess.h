// Arithmetic of excesses: how the value of a flow changes with terminal capacities and with flow between two
// nodes. A node's excess is its unused capacity from the source minus its unused capacity to the sink; the
// smaller one of both always flows through the node.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TERMINAL_EXCESS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TERMINAL_EXCESS_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "common/error.h"
#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

// The part of `change` that cancels excess of the other sign when they are added: >= 0. `sum` is excess +
// change, which must fit.
template <FlowCapacity Capacity>
Capacity Cancelled(Capacity excess, Capacity change, Capacity sum) {
  if constexpr (std::is_integral_v<Capacity>) {
    // Without branches, which could not be predicted.
    return std::max<Capacity>(excess, 0) + std::max<Capacity>(change, 0) - std::max<Capacity>(sum, 0);
  } else {
    // Does not subtract sums, in which a small flow would be lost beside a huge capacity.
    if (excess >= 0) return change >= 0 ? 0 : std::min(excess, -change);
    return change <= 0 ? 0 : std::min(-excess, change);
  }
}

// Adds to a node's terminal capacities. Returns false, and changes nothing, if a sum overflows.
template <FlowCapacity Capacity>
bool ChangeExcess(Capacity from_source, Capacity to_sink, Capacity* excess, FlowValue<Capacity>* flow) {
  // The smallest integer has no negative.
  if (std::is_integral_v<Capacity> && from_source == std::numeric_limits<Capacity>::min()) return false;
  Capacity with_source, with_both, negative_change;
  if (!SubtractFits<Capacity>(0, to_sink, &negative_change) || !AddFits(*excess, from_source, &with_source) ||
      !AddFits(with_source, negative_change, &with_both)) {
    return false;
  }
  // A removed capacity was either unused, or carried flow that is removed with it.
  FlowValue<Capacity> value = *flow;
  const auto add = [&value](Capacity amount) { return AddFits<FlowValue<Capacity>>(value, amount, &value); };
  const Capacity first = Cancelled(*excess, from_source, with_source);
  const Capacity second = Cancelled(with_source, negative_change, with_both);
  if (!add(from_source >= 0 ? first : from_source + first)) return false;
  if (!add(to_sink >= 0 ? second : to_sink + second)) return false;
  *excess = with_both;
  *flow = value;
  return true;
}

// Moves flow from one node to another; a negative amount flows back. The amount has the sign of the first
// node's excess and is at most as large. Returns false, and changes nothing, if the second node's excess
// overflows.
template <FlowCapacity Capacity>
bool MoveExcess(Capacity amount, Capacity* from, Capacity* to, FlowValue<Capacity>* flow) {
  Capacity sum;
  if (!AddFits(*to, amount, &sum)) return false;
  *flow += Cancelled(*to, amount, sum);
  *from -= amount;
  *to = sum;
  return true;
}

// Throws common::Error if the final value of the flow may overflow: it grows at most by the sum of the
// positive excesses, and at most by the sum of the negative ones. excess_of(v) is called for v below
// num_nodes.
template <FlowCapacity Capacity, class ExcessOf>
void CheckFlowFits(int32_t num_nodes, FlowValue<Capacity> flow, const ExcessOf& excess_of) {
  // The excesses of 2^31 nodes of 32 bits always fit.
  if constexpr (!std::is_same_v<Capacity, int32_t>) {
    FlowValue<Capacity> with_positive = flow, with_negative = flow;
    bool positive_fits = true, negative_fits = true;
    for (int32_t v = 0; v < num_nodes; ++v) {
      const Capacity excess = excess_of(v);
      if (excess > 0)
        positive_fits = positive_fits && AddFits<FlowValue<Capacity>>(with_positive, excess, &with_positive);
      if (excess < 0)
        negative_fits = negative_fits && AddFits<FlowValue<Capacity>>(with_negative, -excess, &with_negative);
    }
    if (!positive_fits && !negative_fits) ThrowCapacityOverflow("Solve");
  }
}

// Adds changes to the residuals of an edge and takes back flow above its capacities. Throws common::Error,
// and then changes nothing, if a change is not finite, the sum of both capacities becomes negative, or a sum
// overflows. Residuals of type double are rounded with each flow over the edge: a sum that is negative only
// by that rounding becomes 0.
template <FlowCapacity Capacity>
void ChangeResiduals(const std::string& where, Capacity change, Capacity reverse_change, Capacity* residual,
                     Capacity* reverse_residual, Capacity* tail_excess, Capacity* head_excess,
                     FlowValue<Capacity>* flow) {
  Capacity forward, backward, sum;
  if (!AddFits(*residual, change, &forward) || !AddFits(*reverse_residual, reverse_change, &backward) ||
      !AddFits(forward, backward, &sum)) {
    ThrowCapacityOverflow(where);
  }
  if constexpr (std::is_floating_point_v<Capacity>) {
    constexpr Capacity kRounding = 1e4 * std::numeric_limits<Capacity>::epsilon();
    const Capacity largest = std::max(
        {std::abs(*residual), std::abs(*reverse_residual), std::abs(change), std::abs(reverse_change)});
    if (sum < 0 && sum >= -kRounding * largest) sum = 0;
  }
  if (sum < 0) {
    common::ThrowUsageError(where, "a sum of both capacities of at least 0", FormatCapacity(sum));
  }
  // Flow to take back: > 0 to the tail, < 0 to the head.
  const Capacity back = forward < 0 ? -forward : backward < 0 ? backward : 0;
  Capacity tail, head;
  FlowValue<Capacity> value = *flow;
  if (!AddFits(*tail_excess, back, &tail) || !SubtractFits(*head_excess, back, &head) ||
      !AddFits<FlowValue<Capacity>>(value, Cancelled(*tail_excess, back, tail), &value) ||
      !AddFits<FlowValue<Capacity>>(value, Cancelled<Capacity>(*head_excess, -back, head), &value) ||
      !SubtractFits<FlowValue<Capacity>>(value, back < 0 ? -back : back, &value)) {
    ThrowCapacityOverflow(where);
  }
  *residual = forward < 0 ? 0 : backward < 0 ? sum : forward;
  *reverse_residual = backward < 0 ? 0 : forward < 0 ? sum : backward;
  *tail_excess = tail;
  *head_excess = head;
  *flow = value;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TERMINAL_EXCESS_H_
