#include "registration/volumes/overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "common/error.h"
#include "registration/volumes/distance_transform.h"

namespace structlab::registration {
namespace {

// The voxels that a label has in both maps together.
struct Box {
  VoxelIndex low = VoxelIndex::Constant(std::numeric_limits<int64_t>::max());
  VoxelIndex high = VoxelIndex::Constant(-1);
};

struct LabelCount {
  LabelAgreement agreement;
  Box box;
};

void Extend(Box& box, int64_t i, int64_t j, int64_t k) {
  box.low = box.low.cwiseMin(VoxelIndex(i, j, k));
  box.high = box.high.cwiseMax(VoxelIndex(i, j, k));
}

std::map<int32_t, LabelCount> CountLabels(const LabelMap& reference, const LabelMap& other) {
  std::unordered_map<int32_t, LabelCount> found;
  const VoxelIndex& size = reference.geometry.size;
  size_t offset = 0;
  int64_t background = 0;  // voxels that are 0 in both maps
  for (int64_t k = 0; k < size[2]; ++k) {
    for (int64_t j = 0; j < size[1]; ++j) {
      // Voxels of a row mostly have the label of the one before.
      int32_t last_a = 0, last_b = 0;
      LabelCount *of_a = &found[0], *of_b = of_a;
      for (int64_t i = 0; i < size[0]; ++i, ++offset) {
        const int32_t a = reference.values[offset], b = other.values[offset];
        if (a == 0 && b == 0) {
          ++background;
          continue;
        }
        if (a != last_a) of_a = &found[last_a = a];
        if (b != last_b) of_b = &found[last_b = b];
        ++of_a->agreement.num_reference;
        ++of_b->agreement.num_other;
        if (a == b) ++of_a->agreement.num_common;
        Extend(of_a->box, i, j, k);
        Extend(of_b->box, i, j, k);
      }
    }
  }
  if (background > 0) {
    LabelCount& zero = found[0];
    zero.agreement.num_reference += background;
    zero.agreement.num_other += background;
    zero.agreement.num_common += background;
    zero.box = {VoxelIndex::Zero(), size - VoxelIndex::Ones()};  // the whole grid: large enough
  }
  return {found.begin(), found.end()};
}

// The surface of a label within its box.
Mask SurfaceOf(const LabelMap& labels, int32_t label, const Box& box) {
  Geometry geometry = labels.geometry;
  geometry.size = box.high - box.low + VoxelIndex::Ones();
  Mask surface(geometry);
  const VoxelIndex& size = labels.geometry.size;
  const VoxelIndex strides(1, size[0], size[0] * size[1]);
  for (int64_t k = box.low[2]; k <= box.high[2]; ++k) {
    for (int64_t j = box.low[1]; j <= box.high[1]; ++j) {
      for (int64_t i = box.low[0]; i <= box.high[0]; ++i) {
        const VoxelIndex index(i, j, k);
        const int32_t* const here = labels.values.data() + labels.geometry.Offset(index);
        if (*here != label) continue;
        bool at_surface = false;
        for (int axis = 0; axis < labels.geometry.dimension && !at_surface; ++axis) {
          at_surface = index[axis] == 0 || index[axis] + 1 == size[axis] || here[-strides[axis]] != label ||
                       here[strides[axis]] != label;
        }
        if (at_surface) surface.at(i - box.low[0], j - box.low[1], k - box.low[2]) = 1;
      }
    }
  }
  return surface;
}

// From the voxels of a surface to another.
std::vector<double> DistancesFrom(const Mask& surface, const Image& distance_to_other) {
  std::vector<double> distances;
  for (size_t i = 0; i < surface.values.size(); ++i) {
    if (surface.values[i] != 0) distances.push_back(distance_to_other.values[i]);
  }
  return distances;
}

double PercentileOf(std::vector<double> values, double percent) {
  std::ranges::sort(values);
  const double place = percent / 100 * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place), above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double Sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void MeasureDistances(const LabelMap& reference, const LabelMap& other, const Box& box,
                      common::ThreadPool& pool, LabelAgreement& agreement) {
  const Mask a = SurfaceOf(reference, agreement.label, box), b = SurfaceOf(other, agreement.label, box);
  const std::vector<double> from_a = DistancesFrom(a, DistanceTransform(b, pool));
  const std::vector<double> from_b = DistancesFrom(b, DistanceTransform(a, pool));
  agreement.average_surface_distance =
      (Sum(from_a) + Sum(from_b)) / static_cast<double>(from_a.size() + from_b.size());
  agreement.hausdorff95 = std::max(PercentileOf(from_a, 95), PercentileOf(from_b, 95));
}

double MeanOf(const std::vector<LabelAgreement>& labels, double LabelAgreement::*measure) {
  double sum = 0;
  int count = 0;
  for (const LabelAgreement& one : labels) {
    if (std::isnan(one.*measure)) continue;
    sum += one.*measure;
    ++count;
  }
  return count > 0 ? sum / count : kUndefined;
}

}  // namespace

Agreement CompareLabels(const LabelMap& reference, const LabelMap& other, common::ThreadPool& pool,
                        const AgreementOptions& options) {
  if (!AreSame(reference.geometry, other.geometry)) {
    common::ThrowDataError("label maps", Describe(reference.geometry), Describe(other.geometry),
                           "resample one of them to the grid of the other");
  }
  std::map<int32_t, LabelCount> counts = CountLabels(reference, other);
  std::vector<int32_t> chosen = options.labels;
  if (chosen.empty()) {
    for (const auto& entry : counts) {
      if (entry.first != 0) chosen.push_back(entry.first);
    }
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  Agreement found;
  std::vector<Box> boxes;
  for (const int32_t label : chosen) {
    LabelCount& count = counts[label];
    LabelAgreement& one = count.agreement;
    one.label = label;
    const int64_t both = one.num_reference + one.num_other;
    one.dice = both > 0 ? 2 * static_cast<double>(one.num_common) / static_cast<double>(both) : kUndefined;
    found.num_in_one += both > 0 && !one.is_in_both() ? 1 : 0;
    found.labels.push_back(one);
    boxes.push_back(count.box);
  }
  if (options.distances) {
    common::ParallelFor(pool, static_cast<int64_t>(chosen.size()), [&](int64_t i) {
      LabelAgreement& one = found.labels[i];
      if (one.is_in_both()) MeasureDistances(reference, other, boxes[i], pool, one);
    });
  }
  found.mean_dice = MeanOf(found.labels, &LabelAgreement::dice);
  found.mean_average_surface_distance = MeanOf(found.labels, &LabelAgreement::average_surface_distance);
  found.mean_hausdorff95 = MeanOf(found.labels, &LabelAgreement::hausdorff95);
  return found;
}

LandmarkError CompareLandmarks(std::span<const Point> expected, std::span<const Point> found) {
  if (expected.size() != found.size()) {
    common::ThrowDataError("landmarks", fmt::format("{} points in both files", expected.size()),
                           fmt::format("{}", found.size()), "leave out those that have no partner");
  }
  LandmarkError error;
  for (size_t i = 0; i < expected.size(); ++i) error.distances.push_back((expected[i] - found[i]).norm());
  if (error.distances.empty()) return error;
  error.mean = Sum(error.distances) / static_cast<double>(error.distances.size());
  error.median = PercentileOf(error.distances, 50);
  error.max = *std::ranges::max_element(error.distances);
  return error;
}

}  // namespace structlab::registration
