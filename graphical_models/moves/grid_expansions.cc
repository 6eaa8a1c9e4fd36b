#include "graphical_models/moves/grid_expansions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/model/label_metric.h"
#include "graphical_models/moves/grid_move_rows.h"
#include "graphical_models/moves/move_loop.h"

namespace structlab::graphical_models {
namespace {

// Bounds of the numbers in a move.
struct IntegerRange {
  int64_t max_unary = 0;
  int64_t max_edge = 0;  // largest weight times distance

  // A pixel's excess has two unaries and at most three times an edge's cost for each of four edges.
  bool FitsExcess() const {
    constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
    return max_edge <= kMax / 12 && 2 * max_unary + 12 * max_edge <= kMax;
  }
  // The model sums energies in double precision.
  bool FitsEnergy(int64_t pixels) const {
    return static_cast<double>(pixels) * static_cast<double>(max_unary + 2 * max_edge) <= 0x1p53;
  }
};

std::optional<int64_t> MaxDistance(const PairwisePotential& potential, int labels) {
  double largest = 0;
  if (potential.As<Potts>() != nullptr) labels = std::min(labels, 2);  // all pairs have the same distance
  for (Label a = 0; a < labels; ++a) {
    for (Label b = 0; b < labels; ++b) {
      const double distance = potential(a, b);
      if (!(distance <= std::numeric_limits<int32_t>::max()) || distance != std::floor(distance)) {
        return std::nullopt;
      }
      largest = std::max(largest, distance);
    }
  }
  return static_cast<int64_t>(largest);
}

std::optional<IntegerRange> RangeOf(const GridEnergy<int32_t>& energy) {
  const GridShape& shape = energy.shape();
  // A table of all distances must not be much larger than the energy.
  constexpr int64_t kSmallTable = int64_t{1} << 20;
  const int64_t labels = shape.labels, max_entries = std::max(kSmallTable, labels * shape.num_pixels());
  if (energy.potential().As<Potts>() == nullptr && labels * labels > max_entries) return std::nullopt;
  const std::optional<int64_t> distance = MaxDistance(energy.potential(), shape.labels);
  if (shape.connectivity != Connectivity::kFour || !distance) return std::nullopt;
  if (FindMetricViolation(energy.potential(), shape.labels)) return std::nullopt;
  IntegerRange range;
  for (const int32_t unary : energy.unaries()) {
    range.max_unary = std::max(range.max_unary, std::abs(int64_t{unary}));
  }
  for (int step = 0; step < shape.num_steps(); ++step) {
    for (const int32_t weight : energy.weights().plane(step)) {
      if (weight < 0) return std::nullopt;
      range.max_edge = std::max(range.max_edge, weight * *distance);
    }
  }
  if (!range.FitsExcess() || !range.FitsEnergy(shape.num_pixels())) return std::nullopt;
  return range;
}

// The moves: one for every label. `Stored` is the type of a stored capacity.
template <class Stored>
class GridExpansions {
 public:
  GridExpansions(const GridEnergy<int32_t>& energy, const MoveOptions& options)
      : energy_(energy),
        width_(energy.shape().width),
        height_(energy.shape().height),
        labels_(energy.num_labels()),
        distances_(energy.potential(), energy.num_labels()),
        order_(OrderOf(options, energy.num_labels())),
        labeling_(StartOf(options, std::vector<int>(energy.num_variables(), energy.num_labels()))),
        value_(energy.Energy(labeling_)),
        kept_(labels_),
        changed_(height_, 0),
        right_(width_),
        down_(width_),
        above_(width_),
        between_(width_),
        to_alpha_(width_),
        below_to_alpha_(width_),
        excess_(width_) {
    for (int step = 0; step < 2; ++step) {
      uniform_weights_[step].assign(width_, energy.weights().per_edge() ? 0 : energy.weights()(step, 0));
    }
    for (int p = 0; p < energy.num_variables(); ++p) {
      own_unaries_.push_back(energy.unary(p)[labeling_[p]]);
    }
  }

  int num_moves() const { return static_cast<int>(order_.size()); }
  double energy() const { return value_; }
  const Labeling& labeling() const { return labeling_; }
  int64_t num_cuts() const { return time_; }
  bool is_only_labeling() const { return order_.size() == 1 || labeling_.empty(); }

  bool Try(int move) {
    const Label alpha = order_[move];
    if (!MayGain(alpha)) return false;
    int64_t keeping = 0;  // cost of keeping all labels
    const auto write_row = [&](int y, const GridRow<int32_t>& row) { keeping += WriteRow(alpha, y, row); };
    if (grid_) {
      grid_->Rebuild(write_row);
    } else {
      grid_.emplace(static_cast<int>(width_), height_, write_row);
    }
    const int64_t gain = keeping - grid_->Solve(CutChoice::kSmallestSinkSide);
    ++time_;
    Keep(alpha, gain > 0);
    value_ -= static_cast<double>(gain);
    return gain > 0;
  }

 private:
  // The state of a label after its last cut.
  struct Kept {
    std::vector<Stored> left, up;  // residuals from the right and from the lower neighbour to the pixel
    int64_t time = -1;             // number of the cut; -1: there was none
  };

  size_t RowBegin(int y) const { return static_cast<size_t>(y) * width_; }
  std::span<const Label> LabelsOf(int y) const {
    return std::span<const Label>(labeling_).subspan(RowBegin(y), width_);
  }
  std::span<const int32_t> WeightsOf(int step, int y) const {
    if (!energy_.weights().per_edge()) return uniform_weights_[step];
    return energy_.weights().plane(step).subspan(RowBegin(y), width_);
  }

  void SetEdges(const MoveEdgeCosts& costs, const Kept& kept, const std::vector<Stored>& residuals, int y,
                MoveEdges& edges) const {
    if (kept.time < 0) {
      BeginEdges(costs, edges);
    } else {
      ContinueEdges(costs, residuals.data() + RowBegin(y), edges);
    }
  }

  // Sets the edges from row y (not the last one) to row y + 1. to_alpha_ must be that of row y.
  void SetDownEdges(Label alpha, int y, MoveEdges& edges) {
    const Kept& kept = kept_[alpha];
    distances_.Between(LabelsOf(y), LabelsOf(y + 1), between_);
    distances_.To(alpha, LabelsOf(y + 1), below_to_alpha_);
    SetEdges({WeightsOf(1, y), between_, to_alpha_, below_to_alpha_}, kept, kept.up, y, edges);
  }

  // Sets excess_, right_ and down_ of row y; above_ must contain the edges from the row above.
  void SetRow(Label alpha, int y) {
    const Kept& kept = kept_[alpha];
    const int32_t* const unaries =
        energy_.unaries().data() + RowBegin(y) * labels_ + static_cast<size_t>(alpha);
    const int32_t* const own = own_unaries_.data() + RowBegin(y);
    for (size_t x = 0; x < width_; ++x) excess_[x] = unaries[x * labels_] - own[x];
    distances_.To(alpha, LabelsOf(y), to_alpha_);
    const size_t edges = width_ - 1;
    distances_.Between(LabelsOf(y).first(edges), LabelsOf(y).subspan(1),
                       std::span<int32_t>(between_).first(edges));
    const std::span<const int32_t> to_alpha = to_alpha_;
    SetEdges({WeightsOf(0, y).first(edges), between_, to_alpha.first(edges), to_alpha.subspan(1)}, kept,
             kept.left, y, right_);
    for (size_t x = 0; x < edges; ++x) excess_[x] += right_.at_first[x];
    for (size_t x = 0; x < edges; ++x) excess_[x + 1] += right_.at_second[x];
    if (y > 0) {
      for (size_t x = 0; x < width_; ++x) excess_[x] += above_.at_second[x];
    }
    if (y + 1 == height_) return;
    SetDownEdges(alpha, y, down_);
    for (size_t x = 0; x < width_; ++x) excess_[x] += down_.at_first[x];
  }

  // Returns the cost of keeping the row's labels.
  int64_t WriteRow(Label alpha, int y, const GridRow<int32_t>& row) {
    SetRow(alpha, y);
    int64_t keeping = 0;
    for (size_t x = 0; x < width_; ++x) {
      row.from_source[x] = std::max(excess_[x], 0);
      row.to_sink[x] = std::max(-excess_[x], 0);
      keeping += row.to_sink[x];
    }
    std::copy(right_.forward.begin(), right_.forward.end(), row.right.begin());
    std::copy(right_.backward.begin(), right_.backward.end(), row.left.begin());
    std::copy(down_.forward.begin(), down_.forward.end(), row.down.begin());
    std::copy(down_.backward.begin(), down_.backward.end(), row.up.begin());
    std::swap(above_, down_);
    return keeping;
  }

  // True if some pixel would gain by taking the label, given the stored flow. After a cut only pixels that
  // took the label do, so only rows next to a change are visited.
  bool MayGain(Label alpha) {
    const int64_t time = kept_[alpha].time;
    if (time < 0) return true;
    const auto has_changed = [&](int y) { return y >= 0 && y < height_ && changed_[y] > time; };
    for (int y = 0; y < height_; ++y) {
      if (!has_changed(y - 1) && !has_changed(y) && !has_changed(y + 1)) continue;
      if (y > 0) {
        distances_.To(alpha, LabelsOf(y - 1), to_alpha_);
        SetDownEdges(alpha, y - 1, above_);
      }
      SetRow(alpha, y);
      if (*std::min_element(excess_.begin(), excess_.end()) < 0) return true;
    }
    return false;
  }

  // Stores the residuals of the cut and, if it is better, its labels.
  void Keep(Label alpha, bool is_better) {
    Kept& kept = kept_[alpha];
    kept.left.resize(labeling_.size());
    kept.up.resize(labeling_.size());
    kept.time = time_;
    for (int y = 0; y < height_; ++y) {
      const size_t begin = RowBegin(y);
      bool has_changed = false;
      grid_->VisitRow(y, [&](int x, bool keeps, int32_t left, int32_t up) {
        const size_t p = begin + static_cast<size_t>(x);
        kept.left[p] = static_cast<Stored>(left);
        kept.up[p] = static_cast<Stored>(up);
        if (keeps || !is_better || labeling_[p] == alpha) return;
        labeling_[p] = alpha;
        own_unaries_[p] = energy_.unaries()[p * labels_ + static_cast<size_t>(alpha)];
        has_changed = true;
      });
      if (has_changed) changed_[y] = time_;
    }
  }

  const GridEnergy<int32_t>& energy_;
  size_t width_;
  int height_;
  size_t labels_;
  IntegerDistances distances_;
  std::vector<Label> order_;
  Labeling labeling_;
  double value_;
  std::vector<int32_t> own_unaries_;  // [pixel] unary of its current label
  std::optional<MaxFlowGrid<int32_t>> grid_;
  int64_t time_ = 0;              // number of cuts so far
  std::vector<Kept> kept_;        // [label]
  std::vector<int64_t> changed_;  // [row] the last cut that changed a label in it
  std::vector<int32_t> uniform_weights_[2];
  // Scratch memory for one row.
  MoveEdges right_, down_, above_;
  std::vector<int32_t> between_, to_alpha_, below_to_alpha_, excess_;
};

template <class Stored>
MapResult Expand(const GridEnergy<int32_t>& energy, const MoveOptions& options) {
  GridExpansions<Stored> moves(energy, options);
  return RunMoves(moves, options.run);
}

}  // namespace

std::optional<MapResult> ExpandIntegerGrid(const GridEnergy<int32_t>& energy, const MoveOptions& options) {
  const std::optional<IntegerRange> range = RangeOf(energy);
  if (!range) return std::nullopt;
  const bool is_small = 2 * range->max_edge <= std::numeric_limits<uint16_t>::max();
  return is_small ? Expand<uint16_t>(energy, options) : Expand<int32_t>(energy, options);
}

}  // namespace structlab::graphical_models
