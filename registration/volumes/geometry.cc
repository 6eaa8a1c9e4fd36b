#include "registration/volumes/geometry.h"

#include <fmt/format.h>
#include <unistd.h>

#include <Eigen/LU>
#include <cmath>

#include "common/error.h"
#include "common/number.h"

namespace structlab::registration {
namespace {

std::string PointText(const Point& point) {
  return fmt::format("({}, {}, {})", common::FormatShort(point[0]), common::FormatShort(point[1]),
                     common::FormatShort(point[2]));
}

std::string Times(const Geometry& geometry, const auto& value) {
  std::string text = value(0);
  for (int axis = 1; axis < geometry.dimension; ++axis)
    fmt::format_to(std::back_inserter(text), "x{}", value(axis));
  return text;
}

Point FarCorner(const Geometry& geometry) { return (geometry.size.cast<double>().array() - 1).matrix(); }

// Bytes of memory that the machine has, whether in use or not.
double MachineMemory() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace

bool AreSame(const Geometry& a, const Geometry& b, double tolerance) {
  if (a.dimension != b.dimension || a.size != b.size) return false;
  const double limit = tolerance * std::min(a.spacing.minCoeff(), b.spacing.minCoeff());
  const Point far = FarCorner(a);
  for (int corner = 0; corner < 8; ++corner) {  // the difference is affine: it is largest at a corner
    Point index = far;
    for (int axis = 0; axis < 3; ++axis) {
      if ((corner >> axis & 1) == 0) index[axis] = 0;
    }
    if (!((a.PointOf(index) - b.PointOf(index)).norm() <= limit)) return false;
  }
  return true;
}

std::string DirectionText(const Eigen::Matrix3d& direction, int dimension) {
  std::string text = "[";
  for (int row = 0; row < dimension; ++row) {
    if (row > 0) text.append("; ");
    for (int column = 0; column < dimension; ++column) {
      if (column > 0) text.append(" ");
      text.append(common::FormatShort(direction(row, column)));
    }
  }
  return text.append("]");
}

void CheckGeometry(const Geometry& geometry, const std::string& where) {
  using common::ThrowDataError;
  if (geometry.dimension != 2 && geometry.dimension != 3) {
    ThrowDataError(where, "an image of 2 or 3 dimensions", fmt::format("{}", geometry.dimension));
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (geometry.size[axis] < 1) {
      ThrowDataError(where, fmt::format("at least 1 voxel along axis {}", axis + 1),
                     fmt::format("{}", geometry.size[axis]));
    }
    if (!std::isfinite(geometry.spacing[axis]) || geometry.spacing[axis] <= 0) {
      ThrowDataError(where, fmt::format("a spacing above 0 mm along axis {}", axis + 1),
                     common::FormatShort(geometry.spacing[axis]),
                     "write the true spacing into the file's header");
    }
  }
  const double voxels = geometry.size.cast<double>().prod();
  if (voxels * sizeof(float) > MachineMemory()) {
    throw common::Error(common::ErrorKind::kData,
                        {.where = where,
                         .what = "has more voxels than this machine's memory holds",
                         .found = Times(geometry, [&](int a) { return fmt::format("{}", geometry.size[a]); }),
                         .remedy = "check the file's header, or crop or reduce the image"});
  }
  if (!geometry.origin.allFinite()) {
    ThrowDataError(where, "a finite origin", PointText(geometry.origin));
  }
  const Eigen::Matrix3d excess =
      geometry.direction.transpose() * geometry.direction - Eigen::Matrix3d::Identity();
  if (!geometry.direction.allFinite() || excess.cwiseAbs().maxCoeff() > 1e-4) {
    ThrowDataError(where, "a direction matrix with orthogonal columns of length 1",
                   DirectionText(geometry.direction, geometry.dimension),
                   "resample the image to a grid without shear");
  }
  if (geometry.dimension == 2 && (geometry.size[2] != 1 || geometry.spacing[2] != 1 ||
                                  geometry.origin[2] != 0 || geometry.direction.col(2) != Point::UnitZ() ||
                                  geometry.direction.row(2) != Point::UnitZ().transpose())) {
    ThrowDataError(where, "a plain third axis of an image of two dimensions: 1 voxel of 1 mm at 0",
                   Describe(geometry));
  }
}

std::string Describe(const Geometry& geometry) {
  const Point first = geometry.origin, last = geometry.PointOf(FarCorner(geometry));
  return fmt::format("{} voxels of {} mm, from {} to {}",
                     Times(geometry, [&](int axis) { return fmt::format("{}", geometry.size[axis]); }),
                     Times(geometry, [&](int axis) { return common::FormatShort(geometry.spacing[axis]); }),
                     PointText(first), PointText(last));
}

}  // namespace structlab::registration
