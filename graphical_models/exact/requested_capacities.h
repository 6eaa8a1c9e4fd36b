// The capacities that a flow network was given, beside what a flow has left of them: in debug builds, so that
// the value of a cut can be summed from the capacities themselves and compared with the flow's.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_REQUESTED_CAPACITIES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_REQUESTED_CAPACITIES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"

namespace structlab::graphical_models {

// A class that keeps them has another layout. With the tag its functions have other names, so that a program
// and a library of which one alone was compiled with NDEBUG do not link, instead of writing where they must
// not. With STRUCTLAB_UNCHECKED_CUTS, which tools/take_out defines for both, none keeps them whatever NDEBUG
// is.
#if defined(NDEBUG) || defined(STRUCTLAB_UNCHECKED_CUTS)
inline constexpr bool kKeepsRequestedCapacities = false;
#define STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES
#else
#define STRUCTLAB_CHECKS_CUTS
inline constexpr bool kKeepsRequestedCapacities = true;
#define STRUCTLAB_TAG_OF_REQUESTED_CAPACITIES [[gnu::abi_tag("requested_capacities")]]
#endif

// Nodes are any small numbers from 0 on, edges are counted from 0. Memory: 16 bytes up to the largest node,
// 24 an edge. Changes may be of either sign.
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

  // From a node to itself it costs nothing in any cut.
  void AddEdge(int32_t from, int32_t to, Capacity capacity, Capacity reverse_capacity) {
    edges_.push_back({.from = from, .to = to});
    ChangeEdge(edges_.size() - 1, capacity, reverse_capacity);
  }

  void ChangeEdge(size_t edge, Capacity change, Capacity reverse_change) {
    Add(change, &edges_[edge].capacity);
    Add(reverse_change, &edges_[edge].reverse_capacity);
  }

  // Whether this is what the capacities over the cut sum up to; on_source_side(node). With double but for
  // rounding: a capacity that is forgotten, or counted twice, shows unless it is below 1e-9 of their sum.
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
  // Integers are summed modulo 2^64: the value of a flow fits, and so does that of its cut, whatever the sums
  // on the way.
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
  double magnitude_ = 0;  // of all numbers that were added
};

// Keeps nothing and takes no time.
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
