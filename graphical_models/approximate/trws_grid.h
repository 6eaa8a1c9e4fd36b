// The sweeps of TRW-S on 4-connected grids, eight pixels at a time. Interface for users: trws.h.
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

// Progress of the bands of one sweep, for the thread that works on the next band. Bands are started in order,
// so every band that another one waits for has been started.
class BandProgress {
 public:
  explicit BandProgress(int bands) : bands_(bands), steps_(new std::atomic<int>[bands]) {}

  // Call it before each sweep.
  void Clear() {
    for (int band = 0; band < bands_; ++band) steps_[band].store(0);
  }
  // Publishes that the band has finished this number of steps; whoever sees it also sees what they wrote.
  void Report(int band, int steps) { steps_[band].store(steps, std::memory_order_release); }
  // Waits until the band has finished at least `wanted` steps; returns the number finished. It spins, because
  // steps are short.
  int WaitFor(int band, int wanted) const;

 private:
  int bands_;
  std::unique_ptr<std::atomic<int>[]> steps_;
};

// TRW-S in integers on a FixedPointGrid. It does the same as PairwiseTrws on the same grid with pixels
// numbered row by row: it visits pixels by anti-diagonals, but for each pixel the same neighbours come before
// and after it. A pixel's sum is shared among its edges, each share rounded down. The shares therefore never
// exceed the sum, and the bound is valid in exact arithmetic.
//
//   GridTrws sweeps(FixedPointGrid(energy, resolution), threads);
//   const double bound = sweeps.Iterate(labeling);
class GridTrws {
 public:
  // Threads >= 1; the number never changes the result. A band of eight rows starts while the band before it
  // (above it in the forward sweep, below it in the backward sweep) is still some columns ahead.
  explicit GridTrws(FixedPointGrid grid, int threads = 1);

  // One forward sweep, which writes a labeling, and one backward sweep. `labeling` has one entry a pixel.
  // Returns the bound of the backward sweep, which never falls by more than one unit a pixel.
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

  // [label] The message between the pixel in the last row of a band and the pixel below it, in the next band.
  // Bands -1 and num_bands() - 1 have no such edges: their messages stay 0. Columns -8 to width + 6 exist.
  int32_t* Crossing(int band, int column) {
    return &crossings_[(static_cast<size_t>(band + 1) * crossing_columns_ +
                        static_cast<size_t>(column + kLanes)) *
                       labels_];
  }

  FixedPointGrid grid_;
  size_t labels_;
  size_t crossing_columns_;
  // [step index][label] For each edge the message sent last, stored at its left or upper end.
  std::vector<LaneVector> rightward_, downward_;
  std::vector<int32_t> crossings_;
  std::vector<LaneVector> read_;  // [step index] labels chosen by the forward sweep
  // [band] Allocated before the sweeps: if a band failed for lack of memory, others would wait for it
  // forever.
  std::vector<Scratch> scratch_;
  std::unique_ptr<common::ThreadPool> pool_;
  BandProgress progress_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TRWS_GRID_H_
