#include "structured_learning/localization/search/word_score.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

constexpr double kMaxWeight = 1e290;

// The image itself, after the checks.
const WordImage& Checked(const WordImage& image, std::span<const double> weights, int cells) {
  if (weights.size() % cells != 0) {
    common::ThrowUsageError("weights", "the same number for each of the 5 cells of the pyramid",
                            fmt::format("{} weights", weights.size()));
  }
  if (weights.size() > std::numeric_limits<int>::max()) {
    common::ThrowUsageError("weights", "less than 2^31", fmt::format("{}", weights.size()));
  }
  for (size_t k = 0; k < weights.size(); ++k) {
    if (!(std::abs(weights[k]) <= kMaxWeight)) {
      common::ThrowUsageError("weights", "finite numbers up to 1e290",
                              fmt::format("{} as weight {}", common::FormatShort(weights[k]), k));
    }
  }
  CheckWordImage(image, static_cast<int>(weights.size()) / cells, "image");
  return image;
}

}  // namespace

AdditiveBoxScore::AdditiveBoxScore(const WordImage& image, std::span<const double> weights)
    : BoxScore(image.width, image.height),
      grid_(Checked(image, weights, 1)),
      cells_(grid_.CellSums(image, weights)),
      sums_(grid_, cells_) {}

std::array<PixelBox, kPyramidCells> PyramidCellsOf(const PixelBox& box) {
  const int x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  return {box,
          {box.left, box.top, x, y},
          {x, box.top, box.right, y},
          {box.left, y, x, box.bottom},
          {x, y, box.right, box.bottom}};
}

PyramidBoxScore::PyramidBoxScore(const WordImage& image, std::span<const double> weights)
    : BoxScore(image.width, image.height), grid_(Checked(image, weights, kPyramidCells)) {
  const size_t words = weights.size() / kPyramidCells;
  for (int cell = 0; cell < kPyramidCells; ++cell) {
    sums_.emplace_back(grid_, grid_.CellSums(image, weights.subspan(cell * words, words)));
  }
}

double PyramidBoxScore::ScoreOf(const PixelBox& box) const {
  const auto cells = PyramidCellsOf(box);
  double score = 0;
  for (int k = 0; k < kPyramidCells; ++k) {
    score += sums_[k].Positive(grid_, cells[k]) + sums_[k].Negative(grid_, cells[k]);
  }
  return score;
}

double PyramidBoxScore::UpperBound(const BoxSet& set) const {
  // The middles grow with all sides, so the cells of the lowest and of the highest sides are the ends of the
  // intervals of the sides of all cells.
  const auto low = PyramidCellsOf(set.low), high = PyramidCellsOf(set.high);
  double bound = 0;
  for (int k = 0; k < kPyramidCells; ++k) {
    const BoxSet cell{low[k], high[k]};
    bound += sums_[k].Positive(grid_, cell.Largest()) + sums_[k].Negative(grid_, cell.Smallest());
  }
  return bound;
}

std::unique_ptr<BoxScore> MakeBoxScore(BoxFeatures features, const WordImage& image,
                                       std::span<const double> weights) {
  if (features == BoxFeatures::kWords) return std::make_unique<AdditiveBoxScore>(image, weights);
  return std::make_unique<PyramidBoxScore>(image, weights);
}

}  // namespace structlab::structured_learning
