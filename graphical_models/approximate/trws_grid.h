// The sweeps of TRW-S on a 4-connected grid, eight pixels at a time; for users see trws.h.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_GRID_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_GRID_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/parallel.h"
#include "graphical_models/approximate/fixed_point_grid.h"
#include "graphical_models/approximate/lanes.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// How far each band of a sweep is, for the band that follows it. Bands are begun in their order, so that one
// that is waited for has been begun.
class BandProgress {
 public:
  explicit BandProgress(int bands) : bands_(bands), steps_(new std::atomic<int>[bands]) {}

  // Before a sweep.
  void Clear() {
    for (int band = 0; band < bands_; ++band) steps_[band].store(0);
  }
  // So many steps are done: what they wrote is seen by who waits for them.
  void Tell(int band, int steps) { steps_[band].store(steps, std::memory_order_release); }
  // Returns how many steps are done, at least as many as are wanted. They are few and short: it spins.
  int WaitFor(int band, int wanted) const;

 private:
  int bands_;
  std::unique_ptr<std::atomic<int>[]> steps_;
};

// Does what PairwiseTrws does on the same grid with pixels numbered row by row: an order by anti-diagonals
// leaves the same neighbours before and after each pixel. All arithmetic is on integers, so that the sum of a
// pixel's shares, each rounded down, never exceeds the pixel's sum, and the bound is that of a true
// reparametrisation.
class GridTrws {
 public:
  // With so many threads, at least 1, which never change a bit: a band of rows begins while the one above it
  // (below it in the sweep backward) is still under way, some columns behind.
  explicit GridTrws(FixedPointGrid grid, int threads = 1);

  // One sweep forward, which reads a labeling, and one backward. Returns the bound after it, which never
  // falls by more than a unit a pixel.
  double Iterate(Labeling& labeling);

 private:
  using Scratch = std::array<std::vector<LaneVector>, 3>;  // [label]

  template <MessageForm form>
  void RunForward();
  template <MessageForm form>
  int64_t RunBackward();
  template <MessageForm form>
  void ForwardAlong(int band);
  template <MessageForm form>
  int64_t BackwardAlong(int band);
  template <MessageForm form, bool unequal_shares>
  void StepForward(int band, int step, Scratch& scratch);
  template <MessageForm form, bool unequal_shares>
  Lanes StepBackward(int band, int step, Scratch& scratch);
  void CopyLabels(Labeling& labeling) const;

  // The message of each label between a pixel of the last row of a band and the one below it. Bands -1 and
  // num_bands() - 1 have no such edges: theirs stay 0. Columns from -8 to width + 6 may be accessed.
  int32_t* Crossing(int band, int column) {
    return &crossings_[(static_cast<size_t>(band + 1) * crossing_columns_ +
                        static_cast<size_t>(column + kLanes)) *
                       labels_];
  }

  FixedPointGrid grid_;
  size_t labels_;
  size_t crossing_columns_;
  // [step index][label]; of each edge the message that was sent last, kept at its left or upper end.
  std::vector<LaneVector> rightward_, downward_;
  std::vector<int32_t> crossings_;
  std::vector<LaneVector> read_;  // [step index]: labels
  // [band]. A sweep allocates nothing: a band that failed would leave others waiting for it.
  std::vector<Scratch> scratch_;
  std::unique_ptr<common::ThreadPool> pool_;
  BandProgress progress_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_GRID_H_
