// Chooses the labels of eight pixels, given the labels of two neighbours of each, in 32-bit fixed point.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_READER_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graphical_models/approximate/fixed_point_grid.h"
#include "graphical_models/approximate/lanes.h"

namespace structlab::graphical_models {

// Add() gets the cost of each label without the edges to the left and upper neighbours, in ascending order of
// labels. The reader adds the costs of these two edges and keeps the first label of least cost (Kolmogorov
// 2006, section 3.4).
template <MessageForm form>
class LabelReader {
 public:
  // `left` and `up` are the labels of the left and the upper neighbours.
  LabelReader(const FixedPointGrid& grid, const EdgesOfStep& around, const Lanes& left, const Lanes& up)
      : grid_(grid), edges_{&around.edges[kLeft], &around.edges[kUp]}, labels_{left, up} {}

  void Add(Lanes cost) {
    cost += Edge<0>() + Edge<1>();
    const Lanes is_less = cost < least_;
    least_ = Least(cost, least_);
    best_ = (is_less & label_) | (~is_less & best_);
    label_ += 1;
  }

  Lanes label() const { return best_; }

 private:
  // The cost of an edge, up to a constant.
  template <size_t side>
  Lanes Edge() const {
    const EdgesOfStep::Edge& edge = *edges_[side];
    if constexpr (form == MessageForm::kPotts) return -((label_ == labels_[side]) & edge.cap);
    if constexpr (form == MessageForm::kLinear) {
      const Lanes difference = label_ - labels_[side];
      const Lanes distance = Least(-Least(difference, -difference), AllLanes(grid_.linear_limit));
      return Least(distance * edge.slope, edge.cap);
    }
    // One load for each lane: computing the message needed at least as many.
    const std::vector<int32_t>& costs = grid_.costs[side == 0 ? kLeft : kUp];
    const size_t row = static_cast<size_t>(label_[0]) * static_cast<size_t>(grid_.layout.labels);
    Lanes cost = {};
    for (int lane = 0; lane < kLanes; ++lane) {
      cost[lane] = costs[row + static_cast<size_t>(labels_[side][lane])];
    }
    return cost & edge.cap;
  }

  const FixedPointGrid& grid_;
  std::array<const EdgesOfStep::Edge*, 2> edges_;
  std::array<Lanes, 2> labels_;
  Lanes label_ = {};  // the next label
  Lanes best_ = {};
  Lanes least_ = AllLanes(INT32_MAX);
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_READER_H_
