#include "structured_learning/localization/search/box_scan.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "common/check.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr int kLanes = 16;  // first rows at once: four registers of doubles hide the latency of the sums
constexpr double kStepsOfShortScan = 1 << 21;
constexpr double kStepsOfSet = 800;

using Lanes = Eigen::Array<double, kLanes, 1>;

// Indices of cells that are not 0: rows (short side, whose pairs are tried) and columns (long side).
struct NonZeroCells {
  std::vector<int> pairs, runs;
  bool is_transposed = false;  // the pairs are pairs of columns of the image
};

NonZeroCells FindNonZero(const AdditiveBoxScore& score) {
  const int64_t columns = static_cast<int64_t>(score.grid().columns().size());
  const int64_t rows = static_cast<int64_t>(score.grid().rows().size());
  std::vector<char> in_row(rows, 0), in_column(columns, 0);
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      if (score.cells()[row * columns + column] != 0) in_row[row] = in_column[column] = 1;
    }
  }
  NonZeroCells found;
  for (int row = 0; row < rows; ++row) {
    if (in_row[row]) found.pairs.push_back(row);
  }
  for (int column = 0; column < columns; ++column) {
    if (in_column[column]) found.runs.push_back(column);
  }
  found.is_transposed = found.pairs.size() > found.runs.size();
  if (found.is_transposed) std::swap(found.pairs, found.runs);
  return found;
}

// A box in indices of the non-zero cells.
struct IndexBox {
  int first, last;  // of the pairs
  int begin, end;   // of the runs, inclusive
};

class Scan {
 public:
  Scan(const AdditiveBoxScore& score, const NonZeroCells& cells)
      : score_(score),
        cells_(cells),
        num_pairs_(static_cast<int>(cells.pairs.size())),
        num_runs_(static_cast<int>(cells.runs.size())),
        stride_((num_pairs_ + 1 + 2 * kLanes) / kLanes * kLanes),
        prefix_(static_cast<int64_t>(num_runs_) * stride_, 0.0),
        positive_(num_pairs_ + 1, 0.0) {
    for (int run = 0; run < num_runs_; ++run) {
      double* const sums = prefix_.data() + int64_t{run} * stride_;
      for (int k = 0; k < num_pairs_; ++k) {
        const double cell = CellAt(k, run);
        sums[k + 1] = sums[k] + cell;
        positive_[k + 1] += std::max(cell, 0.0);
      }
    }
    for (int k = 0; k < num_pairs_; ++k) positive_[k + 1] += positive_[k];
    rounding_ = 1e-12 * positive_.back();
  }

  PixelBox Run() {
    for (int first = 0; first < num_pairs_; first += kLanes) {
      common::StopPoint();
      for (int last = first; last < num_pairs_; ++last) {
        if (positive_[last + 1] - positive_[first] + rounding_ < best_value_) continue;
        TryLanes(first, last);
      }
    }
    return best_;
  }

 private:
  double CellAt(int pair, int run) const {
    const int64_t columns = static_cast<int64_t>(score_.grid().columns().size());
    const int p = cells_.pairs[pair], r = cells_.runs[run];
    return cells_.is_transposed ? score_.cells()[r * columns + p] : score_.cells()[p * columns + r];
  }

  // All runs of the rows from first + lane to last, for each lane. Lanes beyond `last` are not used.
  void TryLanes(int first, int last) {
    Lanes current = Lanes::Zero(), best = Lanes::Constant(-std::numeric_limits<double>::infinity());
    for (int run = 0; run < num_runs_; ++run) {
      const double* const sums = prefix_.data() + int64_t{run} * stride_;
      current = current.max(0.0) + (sums[last + 1] - Eigen::Map<const Lanes>(sums + first));
      best = best.max(current);
    }
    const int lanes = std::min(kLanes, last - first + 1);
    for (int lane = 0; lane < lanes; ++lane) {
      if (best[lane] >= best_value_) TryRun(first + lane, last);
    }
  }

  // The same for one pair, with the place of the best run: the first of equals, and the longest that begins
  // there first.
  void TryRun(int first, int last) {
    double current = 0;
    int begin = 0;
    for (int run = 0; run < num_runs_; ++run) {
      const double* const sums = prefix_.data() + int64_t{run} * stride_;
      if (current < 0 || run == 0) begin = run;
      current = std::max(current, 0.0) + (sums[last + 1] - sums[first]);
      if (current < best_value_) continue;
      const PixelBox box = BoxOf({first, last, begin, run});
      if (current > best_value_ || box < best_) best_ = box;
      best_value_ = current;
    }
  }

  // The lowest box with these cells: begins after the cell before and ends at the last cell.
  PixelBox BoxOf(IndexBox box) const {
    const PointGrid& grid = score_.grid();
    const std::vector<int>& pairs = cells_.is_transposed ? grid.columns() : grid.rows();
    const std::vector<int>& runs = cells_.is_transposed ? grid.rows() : grid.columns();
    const auto after = [](const std::vector<int>& at, const std::vector<int>& used, int k) {
      return k == 0 ? 0 : at[used[k - 1]] + 1;
    };
    const int first = after(pairs, cells_.pairs, box.first), begin = after(runs, cells_.runs, box.begin);
    const int last = pairs[cells_.pairs[box.last]], end = runs[cells_.runs[box.end]];
    return cells_.is_transposed ? PixelBox{first, begin, last, end} : PixelBox{begin, first, end, last};
  }

  const AdditiveBoxScore& score_;
  const NonZeroCells& cells_;
  int num_pairs_, num_runs_;
  int64_t stride_;
  std::vector<double> prefix_;    // [run][k]: the sum of the cells of the first k rows
  std::vector<double> positive_;  // [k]: the sum of the positive cells of the first k rows
  double rounding_ = 0;
  double best_value_ = -std::numeric_limits<double>::infinity();
  PixelBox best_;
};

// The sum of the weights of the points at a pixel.
double ValueAt(const AdditiveBoxScore& score, int x, int y) {
  const PointGrid& grid = score.grid();
  const int column = grid.ColumnsBefore(x), row = grid.RowsBefore(y);
  if (grid.ColumnsBefore(x + 1) == column || grid.RowsBefore(y + 1) == row) return 0;
  return score.cells()[row * static_cast<int64_t>(grid.columns().size()) + column];
}

// If no cell is positive, the best box is a single pixel: the first without points, or with the highest cell.
std::optional<PixelBox> BestPixel(const AdditiveBoxScore& score) {
  const auto& cells = score.cells();
  if (std::ranges::any_of(cells, [](double cell) { return cell > 0; })) return std::nullopt;
  PixelBox best;
  double best_value = -std::numeric_limits<double>::infinity();
  // Every visited pixel before the last one has a point.
  for (int x = 0; x < score.width() && best_value < 0; ++x) {
    for (int y = 0; y < score.height() && best_value < 0; ++y) {
      if (const double value = ValueAt(score, x, y); value > best_value) {
        best = {x, y, x, y};
        best_value = value;
      }
    }
  }
  return best;
}

}  // namespace

PixelBox LowestBoxWithSamePoints(const PointGrid& grid, const PixelBox& box) {
  const int left = grid.ColumnsBefore(box.left), right = grid.ColumnsBefore(box.right + 1);
  const int top = grid.RowsBefore(box.top), bottom = grid.RowsBefore(box.bottom + 1);
  STRUCTLAB_CHECK(left < right && top < bottom);
  return {left == 0 ? 0 : grid.columns()[left - 1] + 1, top == 0 ? 0 : grid.rows()[top - 1] + 1,
          grid.columns()[right - 1], grid.rows()[bottom - 1]};
}

double ScanSteps(const AdditiveBoxScore& score) {
  const double columns = static_cast<double>(score.grid().columns().size());
  const double rows = static_cast<double>(score.grid().rows().size());
  const double shorter = std::min(columns, rows), longer = std::max(columns, rows);
  return shorter * (shorter + 1) / 2 * longer;
}

BoxSearchResult ScanBoxes(const AdditiveBoxScore& score) {
  PixelBox box;
  if (const std::optional<PixelBox> pixel = BestPixel(score)) {
    box = *pixel;
  } else {
    const NonZeroCells cells = FindNonZero(score);
    box = Scan(score, cells).Run();
  }
  const double value = score.ScoreOf(box);
  return {box, value, value, 0, 0, BoxMethod::kScan};
}

BoxSearchResult BestBox(const AdditiveBoxScore& score, const BoxSearchOptions& options) {
  const double steps = ScanSteps(score);
  if (steps <= kStepsOfShortScan) return ScanBoxes(score);
  const double max_sets = std::min(steps / kStepsOfSet, static_cast<double>(options.max_sets));
  BoxSearchResult found = SearchBox(score, {}, {.max_sets = static_cast<int64_t>(max_sets)});
  if (!found.is_exact()) return ScanBoxes(score);
  if (found.value > 0) found.box = LowestBoxWithSamePoints(score.grid(), found.box);
  return found;
}

}  // namespace structlab::structured_learning
