#include "registration/deformable/control_grid.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "common/error.h"
#include "common/number.h"

namespace structlab::registration {
namespace {

// The control points that a voxel's displacement is made of, along one axis.
struct Knots {
  std::array<int, 4> points;
  std::array<float, 4> weights;
};

Knots KnotsOf(double place, int num_points, FieldInterpolation interpolation) {
  const double floor = std::floor(place);
  const double t = place - floor;
  std::array<double, 4> weights = {0, 1 - t, t, 0};
  if (interpolation == FieldInterpolation::kCubicBSpline) {
    weights = {(1 - t) * (1 - t) * (1 - t) / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
               (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6, t * t * t / 6};
  }
  Knots knots = {};
  for (int k = 0; k < 4; ++k) {
    const auto i = static_cast<size_t>(k);
    knots.points[i] = std::clamp(static_cast<int>(floor) + k - 1, 0, num_points - 1);
    knots.weights[i] = static_cast<float>(weights[i]);
  }
  return knots;
}

AxisCells MakeCells(int num_voxels, int num_points, double first, double step, double half) {
  AxisCells axis = {.cells = {}, .patches = {}, .num_voxels = num_voxels};
  std::vector<AxisCells::Range> voxels;
  std::set<int> cuts;
  for (int p = 0; p < num_points; ++p) {
    const double place = first + step * p;
    // A voxel between two patches that touch belongs to the upper one.
    const auto bound = [&](double at) {
      return std::clamp(static_cast<int>(std::ceil(at - 1e-9)), 0, num_voxels);
    };
    const AxisCells::Range range = {bound(place - half), bound(place + half)};
    voxels.push_back(range);
    if (range.size() > 0) cuts.insert({range.begin, range.end});
  }
  for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut) {
    axis.cells.push_back({*cut, *std::next(cut)});
  }
  const auto cell_at = [&](int voxel) {
    return static_cast<int>(std::ranges::distance(cuts.begin(), cuts.find(voxel)));
  };
  for (const AxisCells::Range& range : voxels) {
    axis.patches.push_back(range.size() > 0 ? AxisCells::Range{cell_at(range.begin), cell_at(range.end)}
                                            : AxisCells::Range{0, 0});
  }
  return axis;
}

// More points than voxels are a mistake, most often of the unit.
void CheckNumPoints(const Geometry& image, double spacing) {
  double points = 1;
  for (int a = 0; a < 3; ++a) {
    if (image.size[a] > 1) points *= static_cast<double>(image.size[a] - 1) * image.spacing[a] / spacing + 1;
  }
  const double most = std::clamp(1.01 * static_cast<double>(image.num_voxels()), 4096.0, 2e9);
  if (points <= most) return;
  common::ThrowUsageError("spacing of the control points",
                          std::string("mm, not below a voxel, of an image of ").append(Describe(image)),
                          common::FormatDouble(spacing).append(", too many points"));
}

}  // namespace

ControlGrid::ControlGrid(const Geometry& image, double spacing, double patch_size)
    : image_(image), spacing_(spacing), size_(VoxelIndex::Ones()) {
  if (!(spacing > 0) || !std::isfinite(spacing)) {
    common::ThrowUsageError("spacing of the control points", "mm above 0", common::FormatDouble(spacing));
  }
  if (!(patch_size > 0) || !std::isfinite(patch_size)) {
    common::ThrowUsageError("size of patches", "a factor above 0", common::FormatDouble(patch_size));
  }
  CheckNumPoints(image, spacing);
  for (int a = 0; a < 3; ++a) {
    const auto i = static_cast<size_t>(a);
    const double step = spacing / image.spacing[a];
    const auto last = static_cast<double>(image.size[a] - 1);
    if (image.size[a] > 1) size_[a] = static_cast<int64_t>(std::ceil(last / step - 1e-9)) + 1;
    step_[i] = step;
    first_[i] = (last - step * static_cast<double>(size_[a] - 1)) / 2;
    cells_[i] = MakeCells(static_cast<int>(image.size[a]), static_cast<int>(size_[a]), first_[i], step,
                          image.size[a] > 1 ? patch_size * step / 2 : 1);
  }
}

Point ControlGrid::IndexOf(int point) const {
  const int64_t x = point % size_[0], y = point / size_[0] % size_[1], z = point / (size_[0] * size_[1]);
  return {first_[0] + step_[0] * static_cast<double>(x), first_[1] + step_[1] * static_cast<double>(y),
          first_[2] + step_[2] * static_cast<double>(z)};
}

std::vector<std::array<int, 2>> ControlGrid::Neighbors() const {
  std::vector<std::array<int, 2>> pairs;
  const auto nx = static_cast<int>(size_[0]), ny = static_cast<int>(size_[1]);
  for (int p = 0; p < num_points(); ++p) {
    if (p % nx + 1 < nx) pairs.push_back({p, p + 1});
    if (p / nx % ny + 1 < ny) pairs.push_back({p, p + nx});
    if (p + nx * ny < num_points()) pairs.push_back({p, p + nx * ny});
  }
  return pairs;
}

DisplacementField ControlGrid::Dense(const std::vector<Eigen::Vector3f>& displacements,
                                     FieldInterpolation interpolation, common::ThreadPool& pool) const {
  std::array<std::vector<Knots>, 3> knots;
  for (size_t a = 0; a < 3; ++a) {
    for (int64_t v = 0; v < image_.size[static_cast<Eigen::Index>(a)]; ++v) {
      knots[a].push_back(KnotsOf((static_cast<double>(v) - first_[a]) / step_[a],
                                 static_cast<int>(size_[static_cast<Eigen::Index>(a)]), interpolation));
    }
  }
  const int64_t width = image_.size[0], height = image_.size[1], depth = image_.size[2];
  // Along x and y for each layer of points; along z below.
  std::vector<Eigen::Vector3f> layers(width * height * size_[2]);
  common::ParallelFor(pool, size_[2], [&](int64_t layer) {
    std::vector<Eigen::Vector3f> rows(width * size_[1]);
    for (int64_t y = 0; y < size_[1]; ++y) {
      const Eigen::Vector3f* from = displacements.data() + size_[0] * (y + size_[1] * layer);
      for (int64_t x = 0; x < width; ++x) {
        const Knots& at = knots[0][x];
        Eigen::Vector3f sum = Eigen::Vector3f::Zero();
        for (size_t k = 0; k < 4; ++k) sum += at.weights[k] * from[at.points[k]];
        rows[x + width * y] = sum;
      }
    }
    for (int64_t y = 0; y < height; ++y) {
      const Knots& at = knots[1][y];
      Eigen::Vector3f* to = layers.data() + width * (y + height * layer);
      const Eigen::Vector3f* from[4];
      for (size_t k = 0; k < 4; ++k) from[k] = rows.data() + width * at.points[k];
      for (int64_t x = 0; x < width; ++x) {
        to[x] = at.weights[0] * from[0][x] + at.weights[1] * from[1][x] + at.weights[2] * from[2][x] +
                at.weights[3] * from[3][x];
      }
    }
  });
  DisplacementField field;
  field.geometry = image_;
  field.values.resize(image_.num_voxels());
  common::ParallelFor(pool, depth, [&](int64_t z) {
    const Knots& at = knots[2][z];
    const int64_t plane = 3 * width * height;  // floats
    float* to = field.values.data()->data() + plane * z;
    const float* from[4];
    for (size_t k = 0; k < 4; ++k) from[k] = layers.data()->data() + plane * at.points[k];
    for (int64_t i = 0; i < plane; ++i) {
      to[i] = at.weights[0] * from[0][i] + at.weights[1] * from[1][i] + at.weights[2] * from[2][i] +
              at.weights[3] * from[3][i];
    }
  });
  return field;
}

}  // namespace structlab::registration
