// The original capacities of a flow network, kept in debug builds beside the residuals, so that the value of
// a cut can be summed from them and compared with the flow.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_REQUESTED_CAPACITIES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_REQUESTED_CAPACITIES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

// A class with these capacities has another memory layout. The ABI tag changes the names of its functions, so
// that a program and a library cannot be linked if only one of them was compiled with NDEBUG; otherwise they
// would corrupt memory. STRUCTLAB_UNCHECKED_CUTS, which tools/take_out defines for both, disables these
// capacities whatever NDEBUG is.
#if defined(NDEBUG) || defined(STRUCTLAB_UNCHECKED_CUTS)
inline constexpr bool kKeepsRequestedCapacities = false;
#define STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES
#else
#define STRUCTLAB_CHECKS_CUTS
inline constexpr bool kKeepsRequestedCapacities = true;
#define STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES [[gnu::abi_tag("requested_capacities")]]
#endif

// Nodes are any small numbers >= 0; edges are counted from 0. Changes may have either sign. Memory: 16 bytes
// for each node up to the largest, 24 per edge.
template <FlowCapacity Capacity, bool kKept = kKeepsRequestedCapacities>
class RequestedCapacities {
 public:
  void Clear() { *this = {}; }

  void AddTerminal(int32_t node, Capacity from_source, Capacity to_sink) {
    const size_t v = node;
    if (v >= terminals_.size()) terminals_.resize(v + 1);
    Add(from_source, &terminals_[v].from_source);
    Add(to_sink, &terminals_[v].to_sink);
  }

  // A loop costs nothing in any cut.
  void AddEdge(int32_t from, int32_t to, Capacity capacity, Capacity reverse_capacity) {
    edges_.push_back({.from = from, .to = to});
    ChangeEdge(edges_.size() - 1, capacity, reverse_capacity);
  }

  void ChangeEdge(size_t edge, Capacity change, Capacity reverse_change) {
    Add(change, &edges_[edge].capacity);
    Add(reverse_change, &edges_[edge].reverse_capacity);
  }

  // Whether `value` is the sum of the capacities over the cut given by on_source_side(node); with double,
  // except for rounding: a missing or doubly counted capacity is detected unless it is below 1e-9 of their
  // sum.
  template <class OnSourceSide>
  bool IsCutValue(FlowValue<Capacity> value, const OnSourceSide& on_source_side) const {
    Sum cut = 0;
    for (size_t v = 0; v < terminals_.size(); ++v) {
      const bool is_source_side = on_source_side(static_cast<int32_t>(v));
      cut += is_source_side ? terminals_[v].to_sink : terminals_[v].from_source;
    }
    for (const Edge& edge : edges_) {
      const bool from = on_source_side(edge.from), to = on_source_side(edge.to);
      if (from && !to) cut += edge.capacity;
      if (to && !from) cut += edge.reverse_capacity;
    }
    if constexpr (std::is_integral_v<Capacity>) {
      return cut == static_cast<Sum>(value);
    } else {
      return std::abs(cut - value) <= 1e-9 * magnitude_;
    }
  }

 private:
  // Integers are summed modulo 2^64: the value of a flow and of its cut fit, even if intermediate sums do
  // not.
  using Sum = std::conditional_t<std::is_integral_v<Capacity>, uint64_t, double>;

  struct Terminals {
    Sum from_source = 0, to_sink = 0;
  };
  struct Edge {
    int32_t from, to;
    Sum capacity = 0, reverse_capacity = 0;
  };

  void Add(Capacity amount, Sum* sum) {
    *sum += static_cast<Sum>(amount);
    if constexpr (!std::is_integral_v<Capacity>) magnitude_ += std::abs(amount);
  }

  std::vector<Terminals> terminals_;
  std::vector<Edge> edges_;
  double magnitude_ = 0;  // sum of the magnitudes of all numbers added
};

// Stores nothing and takes no time.
template <FlowCapacity Capacity>
class RequestedCapacities<Capacity, false> {
 public:
  void Clear() {}
  void AddTerminal(int32_t, Capacity, Capacity) {}
  void AddEdge(int32_t, int32_t, Capacity, Capacity) {}
  void ChangeEdge(size_t, Capacity, Capacity) {}
  template <class OnSourceSide>
  bool IsCutValue(FlowValue<Capacity>, const OnSourceSide&) const {
    return true;
  }
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_REQUESTED_CAPACITIES_H_
