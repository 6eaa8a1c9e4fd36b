#include "structured_learning/localization/search/grid_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr double kMaxBoxes = 1 << 24;

double NumIntervals(int parts, int min_parts) {
  const double places = std::max(0, parts - min_parts + 1);
  return places * (places + 1) / 2;
}

void CheckGrid(int width, int height, const BoxGrid& grid) {
  if (std::min(width, height) < 1) {
    common::ThrowUsageError("grid of boxes", "an image with pixels", fmt::format("{} x {}", width, height));
  }
  if (std::min({grid.columns, grid.rows, grid.min_columns, grid.min_rows}) < 1) {
    common::ThrowUsageError("grid of boxes", "at least 1 column and row",
                            fmt::format("{} x {}, at least {} x {} for a box", grid.columns, grid.rows,
                                        grid.min_columns, grid.min_rows));
  }
}

WordImage AsOneWord(WordImage image) {
  for (WordPoint& point : image.points) point.word = 0;
  return image;
}

}  // namespace

std::vector<PixelBox> GridBoxes(int width, int height, const BoxGrid& grid) {
  CheckGrid(width, height, grid);
  const int columns = std::min(grid.columns, width), rows = std::min(grid.rows, height);
  const double count = NumIntervals(columns, grid.min_columns) * NumIntervals(rows, grid.min_rows);
  if (!(count >= 1 && count <= kMaxBoxes)) {
    common::ThrowUsageError("grid of boxes", fmt::format("1 to {:.0f} boxes", kMaxBoxes),
                            fmt::format("{:.0f}", count), "change the columns and rows of the grid");
  }
  const auto line = [](int k, int parts, int length) {
    return static_cast<int>(int64_t{k} * length / parts);
  };
  std::vector<PixelBox> boxes;
  boxes.reserve(static_cast<size_t>(count));
  for (int left = 0; left < columns; ++left) {
    for (int top = 0; top < rows; ++top) {
      for (int right = left + grid.min_columns; right <= columns; ++right) {
        for (int bottom = top + grid.min_rows; bottom <= rows; ++bottom) {
          boxes.push_back({line(left, columns, width), line(top, rows, height),
                           line(right, columns, width) - 1, line(bottom, rows, height) - 1});
        }
      }
    }
  }
  return boxes;
}

BoxSearchResult SearchGrid(const BoxScore& score, const BoxObjective& objective,
                           std::span<const PixelBox> candidates) {
  if (candidates.empty()) common::ThrowUsageError("grid of boxes", "at least one candidate", "none");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  BoxSearchResult best{candidates.front(), -kInfinity, kInfinity, 0, 0, BoxMethod::kGrid};
  for (const PixelBox& box : candidates) {
    common::StopPoint();
    if (Area(box) == 0 || Intersection(box, {0, 0, score.width() - 1, score.height() - 1}) != box) {
      common::ThrowUsageError("grid of boxes",
                              fmt::format("boxes within {} x {} pixels", score.width(), score.height()),
                              FormatBox(box));
    }
    const double value = ObjectiveOf(score, objective, box);
    if (value > best.value) best.box = box, best.value = value;
  }
  return best;
}

BiasedBoxScore::BiasedBoxScore(const WordImage& image, std::span<const double> weights,
                               const BiasedScoreOptions& options)
    : BoxScore(image.width, image.height),
      words_(image, weights),
      points_(AsOneWord(image), std::vector<double>{1.0}),
      options_(options) {
  if (!std::isfinite(options.bias)) {
    common::ThrowUsageError("bias", "a finite number", common::FormatShort(options.bias));
  }
}

double BiasedBoxScore::ScoreOf(const PixelBox& box) const {
  const double sum = words_.ScoreOf(box);
  return options_.bias + (options_.divides_by_points ? sum / std::max(1.0, points_.ScoreOf(box)) : sum);
}

std::string BiasedBoxScore::WhyNoBound() const {
  std::string why;
  if (options_.bias != 0) why = "bias " + common::FormatShort(options_.bias);
  if (options_.divides_by_points) why += why.empty() ? "normalised counts" : " and normalised counts";
  return why;
}

double BiasedBoxScore::UpperBound(const BoxSet& set) const {
  STRUCTLAB_CHECK(options_.bias == 0 && !options_.divides_by_points);
  return words_.UpperBound(set);
}

}  // namespace structlab::structured_learning
