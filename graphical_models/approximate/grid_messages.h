// The messages of eight pixels to two of their neighbours, in 32-bit fixed point.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_GRID_MESSAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_GRID_MESSAGES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/approximate/fixed_point_grid.h"
#include "graphical_models/approximate/lanes.h"

namespace structlab::graphical_models {

// Larger than every sum, and a cost can be added without overflow.
inline constexpr int32_t kAboveAllSums = int32_t{1} << 30;

// Computes message[b] = min over a of given[a] + cost(a, b) for two edges of each of eight pixels, minus its
// least entry. Add() gets given[a] label by label, in ascending order; Finish() then writes the messages.
//
// How the pairwise costs enter:
//   kPotts      message = min(given - least, cap)
//   kLinear     distance transform in two passes, in Add() and in Finish(), then min with the cap
//   kQuadratic  all pairs of labels within Radius(), from the table FixedPointGrid::costs
//   kTable      all pairs of labels, from the same table
template <MessageForm form>
class MessagePair {
 public:
  // The edges are those in directions `first` and first + 1: right and down, or left and up.
  MessagePair(const FixedPointGrid& grid, const EdgesOfStep& around, GridDirection first,
              std::array<std::vector<LaneVector>, 3>& scratch)
      : grid_(grid),
        edges_{&around.edges[first], &around.edges[static_cast<size_t>(first) + 1]},
        costs_{&grid.costs[Opposite(first)], &grid.costs[Opposite(first + 1)]},
        labels_(grid.layout.labels),
        given_{scratch[0].data(), scratch[1].data()},
        scratch_(scratch[2].data()) {}

  void Add(size_t label, Lanes first, Lanes second) {
    AddTo<0>(label, first);
    AddTo<1>(label, second);
  }

  // Calls store_first(label, message) and store_second(label, message) for all labels.
  template <class First, class Second>
  void Finish(const First& store_first, const Second& store_second) {
    if constexpr (form == MessageForm::kPotts || form == MessageForm::kLinear) {
      // Labels in descending order, for the second pass of the distance transform.
      Lanes first = AllLanes(kAboveAllSums), second = first;
      for (size_t l = labels_; l-- > 0;) {
        store_first(l, Capped<0>(l, first));
        store_second(l, Capped<1>(l, second));
      }
    } else {
      FinishByPairs<0>(store_first);
      FinishByPairs<1>(store_second);
    }
  }

  // The sum of the constants subtracted from both messages, to be added to the bound.
  Lanes bound() const { return least_[0] + least_[1]; }

 private:
  template <size_t side>
  void AddTo(size_t label, Lanes given) {
    least_[side] = Least(least_[side], given);
    if constexpr (form == MessageForm::kLinear) {
      // The first pass of the distance transform (Felzenszwalb, Huttenlocher 2012, section 3).
      given = scan_[side] = Least(given, scan_[side] + edges_[side]->slope);
    }
    if constexpr (form == MessageForm::kQuadratic) most_[side] = -Least(-most_[side], -given);
    given_[side][label].lanes = given;
  }

  template <size_t side>
  Lanes Capped(size_t label, Lanes& scan) const {
    Lanes given = given_[side][label].lanes;
    if constexpr (form == MessageForm::kLinear) given = scan = Least(given, scan + edges_[side]->slope);
    return Least(given - least_[side], edges_[side]->cap);
  }

  // The largest label distance that can matter: pairs further apart cost at least as much as the largest
  // difference between two values given, in every lane.
  template <size_t side>
  size_t Radius() const {
    size_t radius = std::min(labels_, static_cast<size_t>(grid_.quadratic_radius));
    const Lanes spread = most_[side] - least_[side];
    int32_t largest = 0;
    for (int lane = 0; lane < kLanes; ++lane) largest = std::max(largest, spread[lane]);
    while (radius > 1 && (*costs_[side])[radius - 1] >= largest) --radius;
    return radius;
  }

  // Tries all labels of the sender for each label of the receiver; for quadratics only those within the
  // radius. With eight pixels at a time this is faster than the lower envelope, whose steps depend on the
  // data, up to hundreds of labels.
  template <size_t side, class Store>
  void FinishByPairs(const Store& store) {
    const size_t radius = form == MessageForm::kQuadratic ? Radius<side>() : labels_;
    const bool has_far = form == MessageForm::kQuadratic && radius < labels_;
    const int32_t far_cost = has_far ? (*costs_[side])[labels_ - 1] : kAboveAllSums;
    const LaneVector* const given = given_[side];
    Lanes lowest = AllLanes(kAboveAllSums);
    for (size_t to = 0; to < labels_; ++to) {
      const int32_t* const row = costs_[side]->data() + to * labels_;
      Lanes least = least_[side] + far_cost;
      const size_t begin = to + 1 > radius ? to + 1 - radius : 0;
      const size_t end = std::min(labels_, to + radius);
      for (size_t from = begin; from < end; ++from) least = Least(least, given[from].lanes + row[from]);
      scratch_[to].lanes = least;
      lowest = Least(lowest, least);
    }
    const Lanes exists = edges_[side]->cap;
    for (size_t l = 0; l < labels_; ++l) store(l, (scratch_[l].lanes - lowest) & exists);
    least_[side] = (lowest & exists) | (least_[side] & ~exists);
  }

  static size_t Opposite(int direction) { return static_cast<size_t>(direction + 2) % 4; }

  const FixedPointGrid& grid_;
  std::array<const EdgesOfStep::Edge*, 2> edges_;
  std::array<const std::vector<int32_t>*, 2> costs_;  // seen from the receivers: rows are their labels
  size_t labels_;
  std::array<LaneVector*, 2> given_;
  LaneVector* scratch_;
  std::array<Lanes, 2> least_ = {AllLanes(kAboveAllSums), AllLanes(kAboveAllSums)};
  std::array<Lanes, 2> scan_ = {AllLanes(kAboveAllSums), AllLanes(kAboveAllSums)};
  std::array<Lanes, 2> most_ = {AllLanes(-kAboveAllSums), AllLanes(-kAboveAllSums)};
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_GRID_MESSAGES_H_
