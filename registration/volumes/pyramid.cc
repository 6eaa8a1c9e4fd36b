// Smoothing, reducing and scaling of resample.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

// Sums to 1; the middle is at weights.size() / 2.
std::vector<float> GaussianWeights(double sigma) {
  const int radius = static_cast<int>(std::ceil(4 * sigma));
  std::vector<double> weights;
  double sum = 0;
  for (int i = -radius; i <= radius; ++i)
    sum += weights.emplace_back(std::exp(-0.5 * i * i / (sigma * sigma)));
  std::vector<float> scaled;
  for (const double weight : weights) scaled.push_back(static_cast<float>(weight / sum));
  return scaled;
}

// `count` rows of `width` floats, `stride` apart, from `from` to `to`.
void SmoothRows(const float* from, float* to, int64_t count, int64_t stride, int64_t width,
                const std::vector<float>& weights) {
  const auto radius = static_cast<int64_t>(weights.size() / 2);
  for (int64_t k = 0; k < count; ++k) {
    Eigen::Map<Eigen::ArrayXf> sum(to + k * stride, width);
    sum.setZero();
    for (int64_t d = -radius; d <= radius; ++d) {
      const int64_t other = std::clamp<int64_t>(k + d, 0, count - 1);
      sum += weights[d + radius] * Eigen::Map<const Eigen::ArrayXf>(from + other * stride, width);
    }
  }
}

void SmoothRow(const float* from, float* to, int64_t count, const std::vector<float>& weights,
               std::vector<float>& padded) {
  const auto radius = static_cast<int64_t>(weights.size() / 2);
  padded.resize(count + 2 * radius);
  for (int64_t i = 0; i < count + 2 * radius; ++i) {
    padded[i] = from[std::clamp<int64_t>(i - radius, 0, count - 1)];
  }
  Eigen::Map<Eigen::ArrayXf> sum(to, count);
  sum.setZero();
  for (size_t d = 0; d < weights.size(); ++d) {
    sum += weights[d] * Eigen::Map<const Eigen::ArrayXf>(padded.data() + d, count);
  }
}

void CheckFactors(const VoxelIndex& factors) {
  for (int axis = 0; axis < 3; ++axis) {
    if (factors[axis] < 1) {
      common::ThrowUsageError("factors", fmt::format("at least 1 along axis {}", axis + 1),
                              fmt::format("{}", factors[axis]));
    }
  }
}

// Calls visit(offset in the block's image, offset of a voxel of the block) for all blocks.
template <class Begin, class Visit, class End>
void ForEachBlock(const Geometry& geometry, const Geometry& reduced, const VoxelIndex& factors,
                  common::ThreadPool& pool, const Begin& begin, const Visit& visit, const End& end) {
  common::ParallelFor(pool, reduced.size[1] * reduced.size[2], [&](int64_t row) {
    const int64_t j0 = row % reduced.size[1] * factors[1], k0 = row / reduced.size[1] * factors[2];
    const int64_t j1 = std::min(j0 + factors[1], geometry.size[1]),
                  k1 = std::min(k0 + factors[2], geometry.size[2]);
    for (int64_t block = 0; block < reduced.size[0]; ++block) {
      auto state = begin();
      const int64_t i0 = block * factors[0], i1 = std::min(i0 + factors[0], geometry.size[0]);
      for (int64_t k = k0; k < k1; ++k) {
        for (int64_t j = j0; j < j1; ++j) {
          for (int64_t i = i0; i < i1; ++i) visit(state, geometry.Offset({i, j, k}));
        }
      }
      end(row * reduced.size[0] + block, state, (i1 - i0) * (j1 - j0) * (k1 - k0));
    }
  });
}

// Of values that are put in another order.
double PercentileOf(std::vector<float>& values, double percent) {
  const double place = percent / 100 * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  if (below + 1 == values.size()) return low;
  const double high = *std::min_element(at + 1, values.end());
  return low + (place - static_cast<double>(below)) * (high - low);
}

std::vector<float> ValuesInside(const Image& image, const Mask* mask) {
  if (mask == nullptr) return image.values;
  STRUCTLAB_CHECK(mask->values.size() == image.values.size());
  std::vector<float> values;
  for (size_t i = 0; i < image.values.size(); ++i) {
    if (mask->values[i] != 0) values.push_back(image.values[i]);
  }
  if (values.empty()) common::ThrowDataError("mask", "at least one voxel inside", "none");
  return values;
}

}  // namespace

Image Smooth(const Image& image, double sigma, common::ThreadPool& pool) {
  Image from = image, to = image;
  const VoxelIndex size = image.geometry.size;
  const int64_t slice = size[0] * size[1];
  for (int axis = 0; axis < 3; ++axis) {
    if (size[axis] == 1 || sigma <= 0) continue;
    const std::vector<float> weights = GaussianWeights(sigma / image.geometry.spacing[axis]);
    common::ParallelFor(pool, axis == 2 ? size[1] : size[2], [&](int64_t part) {
      const int64_t offset = part * (axis == 2 ? size[0] : slice);
      const float* const source = from.values.data() + offset;
      float* const target = to.values.data() + offset;
      std::vector<float> padded;
      if (axis > 0) {
        SmoothRows(source, target, size[axis], axis == 1 ? size[0] : slice, size[0], weights);
        return;
      }
      for (int64_t j = 0; j < size[1]; ++j) {
        SmoothRow(source + j * size[0], target + j * size[0], size[0], weights, padded);
      }
    });
    std::swap(from.values, to.values);
  }
  return from;
}

Geometry ReducedGeometry(const Geometry& geometry, const VoxelIndex& factors) {
  CheckFactors(factors);
  Geometry reduced = geometry;
  for (int axis = 0; axis < geometry.dimension; ++axis) {
    reduced.size[axis] = (geometry.size[axis] + factors[axis] - 1) / factors[axis];
    reduced.spacing[axis] = geometry.spacing[axis] * static_cast<double>(factors[axis]);
  }
  Point centre = (factors.cast<double>().array() - 1).matrix() / 2;
  if (geometry.dimension == 2) centre[2] = 0;
  reduced.origin = geometry.PointOf(centre);
  return reduced;
}

Image Reduce(const Image& image, const VoxelIndex& factors, common::ThreadPool& pool) {
  Image reduced(ReducedGeometry(image.geometry, factors));
  ForEachBlock(
      image.geometry, reduced.geometry, factors, pool, [] { return 0.0; },
      [&](double& sum, int64_t offset) { sum += static_cast<double>(image.values[offset]); },
      [&](int64_t block, double sum, int64_t count) {
        reduced.values[block] = static_cast<float>(sum / static_cast<double>(count));
      });
  return reduced;
}

LabelMap ReduceLabels(const LabelMap& labels, const VoxelIndex& factors, common::ThreadPool& pool) {
  LabelMap reduced(ReducedGeometry(labels.geometry, factors));
  using Counts = std::map<int32_t, int64_t>;
  ForEachBlock(
      labels.geometry, reduced.geometry, factors, pool, [] { return Counts(); },
      [&](Counts& counts, int64_t offset) { ++counts[labels.values[offset]]; },
      [&](int64_t block, const Counts& counts, int64_t) {
        reduced.values[block] =
            std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
      });
  return reduced;
}

double Percentile(const Image& image, double percent, const Mask* mask) {
  if (!(percent >= 0 && percent <= 100)) {
    common::ThrowUsageError("percentile", "0 to 100", fmt::format("{}", percent));
  }
  std::vector<float> values = ValuesInside(image, mask);
  return PercentileOf(values, percent);
}

Image ScaleToPercentiles(const Image& image, double low_percent, double high_percent, const Mask* mask) {
  const double low = Percentile(image, low_percent, mask), high = Percentile(image, high_percent, mask);
  Image scaled = image;
  const double scale = high > low ? 1 / (high - low) : 0;
  for (float& value : scaled.values) {
    const double above = static_cast<double>(value) - low;
    value = scale > 0 ? static_cast<float>(std::clamp(above * scale, 0.0, 1.0)) : above > 0 ? 1.0F : 0.0F;
  }
  return scaled;
}

}  // namespace structlab::registration
