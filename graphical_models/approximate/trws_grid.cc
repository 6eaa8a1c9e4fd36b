#include "graphical_models/approximate/trws_grid.h"

#include <utility>

#include "graphical_models/approximate/grid_messages.h"
#include "graphical_models/approximate/label_reader.h"

namespace structlab::graphical_models {
namespace {

// What a pixel gives to an edge: half of its sum, but for a few pixels.
template <bool unequal_shares>
inline Lanes Share(Lanes sum, const EdgesOfStep::Edge& edge) {
  const Lanes half = sum >> 1;  // rounds down
  if constexpr (!unequal_shares) return half;
  return (edge.all & sum) | (~(edge.all | edge.nothing) & half);
}

}  // namespace

GridTrws::GridTrws(FixedPointGrid grid)
    : grid_(std::move(grid)),
      labels_(static_cast<size_t>(grid_.layout.labels)),
      crossing_columns_(static_cast<size_t>(grid_.layout.width) + 2 * kLanes),
      rightward_(grid_.unaries.size()),
      downward_(grid_.unaries.size()),
      crossings_(static_cast<size_t>(grid_.layout.num_bands() + 1) * crossing_columns_ * labels_),
      read_(grid_.layout.num_stored_steps()) {
  for (std::vector<LaneVector>& scratch : scratch_) scratch.resize(labels_);
}

template <MessageForm form, bool unequal_shares>
void GridTrws::StepForward(int band, int step) {
  const BandLayout& layout = grid_.layout;
  const size_t index = layout.StepIndex(band, step);
  const EdgesOfStep& around = grid_.edges[grid_.edge_index[index]];
  const LaneVector* const unary = &grid_.unaries[index * labels_];
  const LaneVector* const from_left = &rightward_[(index - 1) * labels_];
  const LaneVector* const from_above = &downward_[(index - 1) * labels_];
  LaneVector* const right = &rightward_[index * labels_];
  LaneVector* const down = &downward_[index * labels_];
  const int32_t* const crossing_above = Crossing(band - 1, step);
  const int32_t* const crossing_below = Crossing(band, step - (kLanes - 1));
  int32_t* const crossing_below_before = Crossing(band, step - kLanes);

  const Lanes label_left = read_[index - 1].lanes;
  const Lanes label_above_in_band = RotateDown(read_[index - 1].lanes);
  const Lanes label_above =
      band == 0 || step >= layout.width
          ? label_above_in_band
          : WithFirst(label_above_in_band,
                      read_[layout.StepIndex(band - 1, step + kLanes - 1)].lanes[kLanes - 1]);

  MessagePair<form> messages(grid_, around, kRight, scratch_);
  LabelReader<form> reader(grid_, around, label_left, label_above);
  for (size_t l = 0; l < labels_; ++l) {
    const Lanes received_right = right[l].lanes;
    const Lanes received_down = WithLast(down[l].lanes, crossing_below[l]);
    const Lanes rotated = RotateDown(from_above[l].lanes);
    crossing_below_before[l] = rotated[0];  // what lane 7 sent in the previous step
    const Lanes after = unary[l].lanes + received_right + received_down;
    reader.Add(after);
    const Lanes sum = after + from_left[l].lanes + WithFirst(rotated, crossing_above[l]);
    messages.Add(l, Share<unequal_shares>(sum, around.edges[kRight]) - received_right,
                 Share<unequal_shares>(sum, around.edges[kDown]) - received_down);
  }
  read_[index].lanes = reader.label();
  messages.Finish([right](size_t l, Lanes message) { right[l].lanes = message; },
                  [down](size_t l, Lanes message) { down[l].lanes = message; });
}

template <MessageForm form, bool unequal_shares>
Lanes GridTrws::StepBackward(int band, int step) {
  const size_t index = grid_.layout.StepIndex(band, step);
  const EdgesOfStep& around = grid_.edges[grid_.edge_index[index]];
  const LaneVector* const unary = &grid_.unaries[index * labels_];
  const LaneVector* const from_right = &rightward_[index * labels_];
  const LaneVector* const from_below = &downward_[index * labels_];
  LaneVector* const left = &rightward_[(index - 1) * labels_];
  LaneVector* const up = &downward_[(index - 1) * labels_];
  int32_t* const crossing_above = Crossing(band - 1, step);
  const int32_t* const crossing_below = Crossing(band, step - (kLanes - 1));

  MessagePair<form> messages(grid_, around, kLeft, scratch_);
  for (size_t l = 0; l < labels_; ++l) {
    const Lanes received_left = left[l].lanes;
    const Lanes received_up = WithFirst(RotateDown(up[l].lanes), crossing_above[l]);
    const Lanes sum = unary[l].lanes + from_right[l].lanes +
                      WithLast(from_below[l].lanes, crossing_below[l]) + received_left + received_up;
    messages.Add(l, Share<unequal_shares>(sum, around.edges[kLeft]) - received_left,
                 Share<unequal_shares>(sum, around.edges[kUp]) - received_up);
  }
  messages.Finish([left](size_t l, Lanes message) { left[l].lanes = message; },
                  [up, crossing_above](size_t l, Lanes message) {
                    crossing_above[l] = message[0];
                    up[l].lanes = RotateUp(message);
                  });
  return messages.bound();
}

template <MessageForm form>
void GridTrws::RunForward() {
  const BandLayout& layout = grid_.layout;
  for (int band = 0; band < layout.num_bands(); ++band) {
    for (int step = 0; step < layout.num_steps(); ++step) {
      if (grid_.edges[grid_.edge_index[layout.StepIndex(band, step)]].has_unequal_shares) {
        StepForward<form, true>(band, step);
      } else {
        StepForward<form, false>(band, step);
      }
    }
    const LaneVector* const last = &downward_[layout.StepIndex(band, layout.num_steps() - 1) * labels_];
    int32_t* const crossing_below = Crossing(band, layout.width - 1);
    for (size_t l = 0; l < labels_; ++l) crossing_below[l] = last[l].lanes[kLanes - 1];
  }
}

template <MessageForm form>
int64_t GridTrws::RunBackward() {
  const BandLayout& layout = grid_.layout;
  int64_t bound = 0;
  for (int band = layout.num_bands() - 1; band >= 0; --band) {
    for (int step = layout.num_steps() - 1; step >= 0; --step) {
      const bool unequal = grid_.edges[grid_.edge_index[layout.StepIndex(band, step)]].has_unequal_shares;
      const Lanes bounds =
          unequal ? StepBackward<form, true>(band, step) : StepBackward<form, false>(band, step);
      for (int lane = 0; lane < kLanes; ++lane) bound += bounds[lane];
    }
  }
  return bound;
}

void GridTrws::CopyLabels(Labeling& labeling) const {
  const BandLayout& layout = grid_.layout;
  for (int band = 0; band < layout.num_bands(); ++band) {
    for (int step = 0; step < layout.num_steps(); ++step) {
      const LaneVector& labels = read_[layout.StepIndex(band, step)];
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!layout.Holds(band, step, lane)) continue;
        labeling[static_cast<size_t>(layout.Pixel(band, step, lane))] = labels.lanes[lane];
      }
    }
  }
}

double GridTrws::Iterate(Labeling& labeling) {
  int64_t bound = 0;
  switch (grid_.form) {
    case MessageForm::kPotts:
      RunForward<MessageForm::kPotts>();
      bound = RunBackward<MessageForm::kPotts>();
      break;
    case MessageForm::kLinear:
      RunForward<MessageForm::kLinear>();
      bound = RunBackward<MessageForm::kLinear>();
      break;
    case MessageForm::kQuadratic:
      RunForward<MessageForm::kQuadratic>();
      bound = RunBackward<MessageForm::kQuadratic>();
      break;
    case MessageForm::kTable:
      RunForward<MessageForm::kTable>();
      bound = RunBackward<MessageForm::kTable>();
      break;
  }
  CopyLabels(labeling);
  return grid_.constant + static_cast<double>(bound) * grid_.unit;
}

}  // namespace structlab::graphical_models
