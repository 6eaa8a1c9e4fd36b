#include "structured_learning/localization/kernels/box_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

using Rows = kernels::SparseRowsOf<double>;

class HistogramIntersection final : public kernels::VectorKernel<double> {
 public:
  void Compute(const kernels::RowBlock<double>& a, const kernels::RowBlock<double>& b,
               kernels::Tile<double> values) const override {
    Check(a);
    Check(b);
    std::vector<double> spread(b.columns(), 0.0);
    for (int64_t j = 0; j < b.size(); ++j) {
      const auto at = b.indices(j);
      const auto entries = b.values(j);
      for (size_t k = 0; k < at.size(); ++k) spread[at[k]] = entries[k];
      for (int64_t i = 0; i < a.size(); ++i) {
        const auto other_at = a.indices(i);
        const auto other = a.values(i);
        double sum = 0;
        for (size_t k = 0; k < other_at.size(); ++k) sum += std::min(other[k], spread[other_at[k]]);
        values(i, j) = sum;
      }
      for (const int column : at) spread[column] = 0;
    }
  }

  kernels::VectorOf<double> Diagonal(const kernels::RowBlock<double>& rows) const override {
    Check(rows);
    kernels::VectorOf<double> diagonal(rows.size());
    for (int64_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (const double entry : rows.values(i)) sum += entry;
      diagonal[i] = sum;
    }
    return diagonal;
  }

 private:
  static void Check(const kernels::RowBlock<double>& rows) {
    if (rows.is_dense()) common::ThrowUsageError("intersection kernel", "sparse rows", "dense ones");
    for (int64_t i = 0; i < rows.size(); ++i) {
      for (const double entry : rows.values(i)) {
        if (!(entry >= 0)) {
          common::ThrowUsageError("intersection kernel", "entries of at least 0", common::FormatShort(entry));
        }
      }
    }
  }
};

// The cells of one level, by rows.
struct Level {
  int parts;       // on each side
  int first_cell;  // number of the first cell among those of all levels
  double weight;
};

std::vector<Level> LevelsOf(const BoxKernelOptions& options) {
  if (options.type != BoxKernelType::kPyramidMatch) return {{1, 0, 1.0}};
  std::vector<Level> levels;
  const int last = options.levels - 1;
  for (int level = 0, cells = 0; level <= last; ++level) {
    const int parts = 1 << level;
    levels.push_back({parts, cells, std::ldexp(1.0, level == 0 ? -last : level - last - 1)});
    cells += parts * parts;
  }
  return levels;
}

// The part, of `parts` equal ones, of [low, high] in which x lies.
int PartOf(int x, int low, int high, int parts) {
  return static_cast<int>(int64_t{x - low} * parts / (high - low + 1));
}

// Makes one row after another.
class RowMaker {
 public:
  RowMaker(const WordImage& image, int num_words, const BoxKernelOptions& options)
      : image_(image),
        num_words_(num_words),
        options_(options),
        levels_(LevelsOf(options)),
        sums_(static_cast<size_t>(BoxRowColumns(num_words, options)), 0.0) {}

  // The columns that are not 0, in increasing order; their values are in sums().
  const std::vector<int>& Fill(const PixelBox& box) {
    for (const int column : used_) sums_[column] = 0;
    used_.clear();
    int64_t inside = 0;
    for (const WordPoint& point : image_.points) {
      if (!point.IsIn(box)) continue;
      ++inside;
      for (const Level& level : levels_) {
        const int cell = level.first_cell + PartOf(point.y, box.top, box.bottom, level.parts) * level.parts +
                         PartOf(point.x, box.left, box.right, level.parts);
        double& sum = sums_[static_cast<int64_t>(cell) * num_words_ + point.word];
        if (sum == 0) used_.push_back(cell * num_words_ + point.word);
        sum += level.weight;
      }
    }
    std::ranges::sort(used_);
    if (options_.normalizes_counts) {
      for (const int column : used_) sums_[column] /= static_cast<double>(inside);
    }
    return used_;
  }
  const std::vector<double>& sums() const { return sums_; }

 private:
  const WordImage& image_;
  int num_words_;
  const BoxKernelOptions& options_;
  std::vector<Level> levels_;
  std::vector<double> sums_;
  std::vector<int> used_;
};

}  // namespace

void CheckBoxKernelOptions(const BoxKernelOptions& options) {
  if (!(options.width >= 0 && std::isfinite(options.width))) {
    common::ThrowUsageError("width of the chi-square kernel", "a number of at least 0",
                            common::FormatShort(options.width));
  }
  if (options.levels < 1 || options.levels > 4) {
    common::ThrowUsageError("levels of the pyramid", "1 to 4", fmt::format("{}", options.levels));
  }
}

double BoxRowColumns(int num_words, const BoxKernelOptions& options) {
  double cells = 0;
  for (const Level& level : LevelsOf(options)) cells += level.parts * level.parts;
  return cells * num_words;
}

Rows BoxRows(const WordImage& image, std::span<const PixelBox> boxes, int num_words,
             const BoxKernelOptions& options, int64_t max_entries) {
  CheckBoxKernelOptions(options);
  CheckWordImage(image, num_words, "image");
  const double columns = BoxRowColumns(num_words, options);
  if (columns > std::numeric_limits<int>::max()) {
    common::ThrowUsageError("histograms of boxes", "at most 2^31 - 1 columns", fmt::format("{:.0f}", columns),
                            "take fewer words or levels");
  }
  Rows rows(static_cast<Eigen::Index>(boxes.size()), static_cast<Eigen::Index>(columns));
  RowMaker maker(image, num_words, options);
  int64_t entries = 0;
  for (size_t k = 0; k < boxes.size(); ++k) {
    common::StopPoint();
    CheckBox(boxes[k], image.width, image.height, fmt::format("box {}", k + 1));
    const std::vector<int>& used = maker.Fill(boxes[k]);
    entries += std::ssize(used);
    if (entries > max_entries) {
      common::ThrowUsageError("histograms of boxes", fmt::format("at most {} entries", max_entries), "more",
                              "take fewer candidate boxes or images");
    }
    rows.startVec(static_cast<Eigen::Index>(k));
    for (const int column : used) {
      rows.insertBack(static_cast<Eigen::Index>(k), column) = maker.sums()[column];
    }
  }
  rows.finalize();
  rows.makeCompressed();
  return rows;
}

kernels::VectorKernelPointer<double> IntersectionKernel() {
  return std::make_shared<HistogramIntersection>();
}

kernels::VectorKernelPointer<double> MakeBoxKernel(const BoxKernelOptions& options) {
  CheckBoxKernelOptions(options);
  switch (options.type) {
    case BoxKernelType::kLinear:
      return kernels::LinearKernel<double>();
    case BoxKernelType::kChiSquare:
      return kernels::ChiSquareKernel<double>(options.width);
    case BoxKernelType::kPyramidMatch:
      break;
  }
  return IntersectionKernel();
}

}  // namespace structlab::structured_learning
