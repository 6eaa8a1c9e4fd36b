#include "structured_learning/localization/words/dense_descriptors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr float kMaxNumber = 0.2F;  // Lowe 2004, section 6.1

// Weighted means along one side: new pixel k covers [k, k + 1) * old / count of the old pixels.
struct Part {
  int source;
  float weight;
};
std::vector<std::vector<Part>> PartsOf(int old_count, int count) {
  std::vector<std::vector<Part>> parts(static_cast<size_t>(count));
  const double scale = static_cast<double>(old_count) / count;
  for (int k = 0; k < count; ++k) {
    const double begin = k * scale, end = std::min<double>((k + 1) * scale, old_count);
    for (int source = static_cast<int>(begin); source < end; ++source) {
      const double covered = std::min<double>(end, source + 1) - std::max<double>(begin, source);
      parts[static_cast<size_t>(k)].push_back({source, static_cast<float>(covered / scale)});
    }
  }
  return parts;
}

float GrayOf(const graphical_models::Image& image, size_t pixel) {
  const std::array<int, 3> color = graphical_models::ColorOf(image, pixel);
  return static_cast<float>(299 * color[0] + 587 * color[1] + 114 * color[2]) / 1000;
}

}  // namespace

void CheckDescriptorOptions(const DescriptorOptions& options) {
  const auto check = [](const char* name, double value, int low, int high) {
    if (value >= low && value <= high) return;
    common::ThrowUsageError(name, fmt::format("{} to {}", low, high), common::FormatShort(value));
  };
  check("longer side of images", options.max_side, 16, 2048);
  check("step of descriptors", options.step, 1, 256);
  check("number of scales", static_cast<double>(options.cell_sides.size()), 1, 16);
  for (const int side : options.cell_sides) check("side of cells", side, 1, 256);
  check("smallest gradient", options.min_gradient, 0, 1000);
}

GrayPlane ReducedGray(const graphical_models::Image& image, int max_side) {
  const int longer = std::max(image.width, image.height);
  const auto reduced = [&](int side) {
    if (longer <= max_side) return side;
    return std::max(1, static_cast<int>(std::lround(static_cast<double>(side) * max_side / longer)));
  };
  GrayPlane plane{reduced(image.width), reduced(image.height), {}};
  plane.values.assign(static_cast<size_t>(plane.width) * static_cast<size_t>(plane.height), 0);
  const auto columns = PartsOf(image.width, plane.width), rows = PartsOf(image.height, plane.height);
  std::vector<float> gray(static_cast<size_t>(image.width));
  for (int y = 0; y < plane.height; ++y) {
    float* const line = plane.values.data() + static_cast<size_t>(y) * static_cast<size_t>(plane.width);
    for (const Part& row : rows[static_cast<size_t>(y)]) {
      const size_t first = static_cast<size_t>(row.source) * static_cast<size_t>(image.width);
      for (size_t x = 0; x < gray.size(); ++x) gray[x] = GrayOf(image, first + x);
      for (size_t x = 0; x < columns.size(); ++x) {
        float sum = 0;
        for (const Part& column : columns[x]) sum += column.weight * gray[static_cast<size_t>(column.source)];
        line[x] += row.weight * sum;
      }
    }
  }
  return plane;
}

std::array<float, kOrientations> OrientationsOf(float x, float y) {
  std::array<float, kOrientations> coefficients = {};
  const float width = std::abs(x), height = std::abs(y);
  const size_t axis = width >= height ? (x >= 0 ? 0 : 4) : (y >= 0 ? 2 : 6);
  const size_t diagonal = y >= 0 ? (x >= 0 ? 1 : 3) : (x >= 0 ? 7 : 5);
  coefficients[axis] = std::abs(width - height);
  coefficients[diagonal] = std::numbers::sqrt2_v<float> * std::min(width, height);
  return coefficients;
}

DenseDescriptors::DenseDescriptors(const graphical_models::Image& image, const DescriptorOptions& options)
    : image_width_(image.width), image_height_(image.height), min_gradient_(options.min_gradient) {
  CheckDescriptorOptions(options);
  graphical_models::CheckImage(image, "image");
  if (image.num_pixels() == 0) common::ThrowUsageError("image", "at least one pixel", "none");
  const GrayPlane gray = ReducedGray(image, options.max_side);
  width_ = gray.width;
  height_ = gray.height;
  const auto at = [&](int x, int y) {
    return gray.values[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
  };
  const size_t stride = (static_cast<size_t>(width_) + 1) * kOrientations;
  sums_.assign(stride * (static_cast<size_t>(height_) + 1), 0);
  for (int y = 0; y < height_; ++y) {
    common::StopPoint();
    std::array<double, kOrientations> row = {};
    for (int x = 0; x < width_; ++x) {
      const float right = at(std::min(x + 1, width_ - 1), y), left = at(std::max(x - 1, 0), y);
      const float below = at(x, std::min(y + 1, height_ - 1)), above = at(x, std::max(y - 1, 0));
      const auto coefficients = OrientationsOf((right - left) / 2, (below - above) / 2);
      double* const sum =
          sums_.data() + (static_cast<size_t>(y) + 1) * stride + (static_cast<size_t>(x) + 1) * kOrientations;
      for (size_t k = 0; k < kOrientations; ++k) {
        row[k] += coefficients[k];
        sum[k] = *(sum + k - stride) + row[k];
      }
    }
  }
  for (const int side : options.cell_sides) AddPatches(side, options.step);
}

void DenseDescriptors::AddPatches(int cell_side, int step) {
  const int half = kPatchCells / 2 * cell_side;
  for (int y = (height_ - 1) % step / 2; y < height_; y += step) {
    for (int x = (width_ - 1) % step / 2; x < width_; x += step) {
      patches_.push_back({x - half, y - half, cell_side});
    }
  }
}

DenseDescriptors::Position DenseDescriptors::position(int k) const {
  const Patch& patch = patches_[static_cast<size_t>(k)];
  const double half = kPatchCells * patch.cell_side / 2.0;
  return {static_cast<int>((patch.left + half) * image_width_ / width_),
          static_cast<int>((patch.top + half) * image_height_ / height_)};
}

void DenseDescriptors::Describe(int k, std::span<float, kDescriptorNumbers> numbers) const {
  const Patch& patch = patches_[static_cast<size_t>(k)];
  const auto at = [&](int row, int column) {
    const auto x = static_cast<size_t>(std::clamp(patch.left + column * patch.cell_side, 0, width_));
    const auto y = static_cast<size_t>(std::clamp(patch.top + row * patch.cell_side, 0, height_));
    return sums_.data() + (y * (static_cast<size_t>(width_) + 1) + x) * kOrientations;
  };
  double squares = 0, total = 0;
  size_t next = 0;
  for (int row = 0; row < kPatchCells; ++row) {
    for (int column = 0; column < kPatchCells; ++column) {
      const double* const corners[] = {at(row, column), at(row, column + 1), at(row + 1, column),
                                       at(row + 1, column + 1)};
      for (size_t bin = 0; bin < kOrientations; ++bin) {
        // Differences of sums that are not representable may be below 0 by rounding.
        const double sum = (corners[3][bin] - corners[2][bin]) - (corners[1][bin] - corners[0][bin]);
        const double value = std::max(sum, 0.0);
        squares += value * value;
        total += value;
        numbers[next++] = static_cast<float>(value);
      }
    }
  }
  const double pixels = std::pow(kPatchCells * patch.cell_side, 2);
  if (total < min_gradient_ * pixels || squares == 0) {
    std::ranges::fill(numbers, 0.0F);
    return;
  }
  const auto first = static_cast<float>(1 / std::sqrt(squares));
  double rest = 0;
  for (float& number : numbers) {
    number = std::min(number * first, kMaxNumber);
    rest += static_cast<double>(number) * number;
  }
  const auto second = static_cast<float>(1 / std::sqrt(rest));
  for (float& number : numbers) number *= second;
}

}  // namespace structlab::structured_learning
