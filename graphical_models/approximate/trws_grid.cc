// TRW-S on grids: StepForward and StepBackward handle eight pixels at a time, ForwardAlong and BackwardAlong
// a band of eight rows, RunForward and RunBackward a sweep with threads. Messages are computed by MessagePair
// (grid_messages.h), labels chosen by LabelReader (label_reader.h); both evaluate the pairwise potential from
// the integers of FixedPointGrid (fixed_point_grid.cc).
#include "graphical_models/approximate/trws_grid.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "graphical_models/approximate/grid_messages.h"
#include "graphical_models/approximate/label_reader.h"

namespace structlab::graphical_models {
namespace {

// The share of a pixel's sum that an edge gets: half of it, except for a few pixels (EdgesOfStep::Edge::all).
template <bool unequal_shares>
inline Lanes Share(Lanes sum, const EdgesOfStep::Edge& edge) {
  const Lanes half = sum >> 1;  // rounds down
  if constexpr (!unequal_shares) return half;
  return (edge.all & sum) | (~(edge.all | edge.nothing) & half);
}

// Prefetches the rows of labels that the next step reads first. The hardware prefetcher guesses wrong where
// steps go backward while labels go forward, and starts anew on each page.
class NextRows {
 public:
  NextRows(const LaneVector* unary, const LaneVector* rightward, const LaneVector* downward)
      : rows_{unary, rightward, downward} {}

  void Prefetch(size_t label) const {
    for (const LaneVector* row : rows_) __builtin_prefetch(row + label);
  }

 private:
  const LaneVector* rows_[3];
};

// Steps between two reports of a band's progress. With fewer, a cache line would move back and forth more
// often.
constexpr int kStepsBetweenReports = 8;

// Waits for the previous band before a step where needed; remembers what the last wait has found.
class BandBefore {
 public:
  BandBefore(const BandProgress& progress, int band, bool is_there)
      : progress_(progress), band_(band), done_(is_there ? 0 : std::numeric_limits<int>::max()) {}

  void WaitFor(int steps) {
    if (done_ < steps) done_ = progress_.WaitFor(band_, steps);
  }

 private:
  const BandProgress& progress_;
  int band_, done_;
};

}  // namespace

int BandProgress::WaitFor(int band, int wanted) const {
  constexpr int kSpins = 1000;  // a few microseconds; then other threads may have the processor
  const std::atomic<int>& steps = steps_[band];
  int done = steps.load(std::memory_order_acquire);
  for (int spins = 0; done < wanted; ++spins) {
    if (spins >= kSpins) std::this_thread::yield();
    done = steps.load(std::memory_order_acquire);
  }
  return done;
}

GridTrws::GridTrws(FixedPointGrid grid, int threads)
    : grid_(std::move(grid)),
      labels_(grid_.layout.labels),
      crossing_columns_(static_cast<size_t>(grid_.layout.width) + 2 * kLanes),
      rightward_(grid_.unaries.size()),
      downward_(grid_.unaries.size()),
      crossings_(static_cast<size_t>(grid_.layout.num_bands() + 1) * crossing_columns_ * labels_),
      read_(grid_.layout.num_stored_steps()),
      scratch_(grid_.layout.num_bands()),
      pool_(std::make_unique<common::ThreadPool>(threads)),
      progress_(grid_.layout.num_bands()) {
  for (Scratch& of_band : scratch_) {
    for (std::vector<LaneVector>& each : of_band) each.resize(labels_);
  }
}

template <MessageForm form, bool unequal_shares>
void GridTrws::StepForward(int band, int step, Scratch& scratch) {
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

  MessagePair<form> messages(grid_, around, kRight, scratch);
  LabelReader<form> reader(grid_, around, label_left, label_above);
  const size_t next = std::min(index + 1, read_.size() - 1) * labels_;
  const NextRows next_rows(&grid_.unaries[next], &rightward_[next], &downward_[next]);
  for (size_t l = 0; l < labels_; ++l) {
    next_rows.Prefetch(l);
    const Lanes received_right = right[l].lanes;
    const Lanes received_down = WithLast(down[l].lanes, crossing_below[l]);
    const Lanes rotated = RotateDown(from_above[l].lanes);
    crossing_below_before[l] = rotated[0];  // the message that lane 7 sent in the previous step
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
Lanes GridTrws::StepBackward(int band, int step, Scratch& scratch) {
  const size_t index = grid_.layout.StepIndex(band, step);
  const EdgesOfStep& around = grid_.edges[grid_.edge_index[index]];
  const LaneVector* const unary = &grid_.unaries[index * labels_];
  const LaneVector* const from_right = &rightward_[index * labels_];
  const LaneVector* const from_below = &downward_[index * labels_];
  LaneVector* const left = &rightward_[(index - 1) * labels_];
  LaneVector* const up = &downward_[(index - 1) * labels_];
  int32_t* const crossing_above = Crossing(band - 1, step);
  const int32_t* const crossing_below = Crossing(band, step - (kLanes - 1));

  MessagePair<form> messages(grid_, around, kLeft, scratch);
  // The next step reads the unaries of the step before this one, and the messages of the step before that.
  const size_t next = (std::max<size_t>(index, 2) - 2) * labels_;
  const NextRows next_rows(&grid_.unaries[(index - 1) * labels_], &rightward_[next], &downward_[next]);
  for (size_t l = 0; l < labels_; ++l) {
    next_rows.Prefetch(l);
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

// What a step reads from the band above was written there eight steps later; for the last column, at the end.
template <MessageForm form>
void GridTrws::ForwardAlong(int band) {
  const BandLayout& layout = grid_.layout;
  const int steps = layout.num_steps();
  Scratch& scratch = scratch_[band];
  BandBefore above(progress_, band - 1, band > 0);
  for (int step = 0; step < steps; ++step) {
    if (step < layout.width) above.WaitFor(step == layout.width - 1 ? steps + 1 : step + kLanes + 1);
    if (grid_.edges[grid_.edge_index[layout.StepIndex(band, step)]].has_unequal_shares) {
      StepForward<form, true>(band, step, scratch);
    } else {
      StepForward<form, false>(band, step, scratch);
    }
    if ((step + 1) % kStepsBetweenReports == 0) progress_.Report(band, step + 1);
  }
  const LaneVector* const last = &downward_[layout.StepIndex(band, steps - 1) * labels_];
  int32_t* const crossing_below = Crossing(band, layout.width - 1);
  for (size_t l = 0; l < labels_; ++l) crossing_below[l] = last[l].lanes[kLanes - 1];
  progress_.Report(band, steps + 1);
}

template <MessageForm form>
void GridTrws::RunForward() {
  progress_.Clear();
  common::ParallelFor(*pool_, grid_.layout.num_bands(),
                      [this](int64_t band) { ForwardAlong<form>(static_cast<int>(band)); });
}

// What a step reads from the band below was written there seven steps earlier in the order of the band, which
// is later in this sweep.
template <MessageForm form>
int64_t GridTrws::BackwardAlong(int band) {
  const BandLayout& layout = grid_.layout;
  const int steps = layout.num_steps();
  Scratch& scratch = scratch_[band];
  BandBefore below(progress_, band + 1, band + 1 < layout.num_bands());
  int64_t bound = 0;
  for (int step = steps - 1; step >= 0; --step) {
    below.WaitFor(steps - std::max(step - (kLanes - 1), 0));
    const bool unequal = grid_.edges[grid_.edge_index[layout.StepIndex(band, step)]].has_unequal_shares;
    const Lanes bounds = unequal ? StepBackward<form, true>(band, step, scratch)
                                 : StepBackward<form, false>(band, step, scratch);
    for (int lane = 0; lane < kLanes; ++lane) bound += bounds[lane];
    if ((steps - step) % kStepsBetweenReports == 0) progress_.Report(band, steps - step);
  }
  progress_.Report(band, steps);
  return bound;
}

template <MessageForm form>
int64_t GridTrws::RunBackward() {
  progress_.Clear();
  std::atomic<int64_t> bound = 0;
  const int last = grid_.layout.num_bands() - 1;
  common::ParallelFor(*pool_, last + 1, [&](int64_t i) {
    bound.fetch_add(BackwardAlong<form>(last - static_cast<int>(i)), std::memory_order_relaxed);
  });
  return bound;
}

void GridTrws::CopyLabels(Labeling& labeling) const {
  const BandLayout& layout = grid_.layout;
  for (int band = 0; band < layout.num_bands(); ++band) {
    for (int step = 0; step < layout.num_steps(); ++step) {
      const LaneVector& labels = read_[layout.StepIndex(band, step)];
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!layout.Contains(band, step, lane)) continue;
        labeling[layout.Pixel(band, step, lane)] = labels.lanes[lane];
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
