// Sources: FSL's documentation of FLIRT and FNIRT; "FLIRT transformation matrices" and "displacement fields"
// of fslpy.
#include "registration/volumes/fsl_transform.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <cstring>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/volume_writer.h"

namespace structlab::registration {
namespace {

void CheckImages(const TransformImages& images, const std::string& path) {
  if (!images.fixed || !images.moving) {
    common::ThrowUsageError(path, "the fixed and the moving image, on which FSL's coordinates depend",
                            images.fixed ? "no moving image" : "no fixed image");
  }
  if (images.fixed->dimension != 3 || images.moving->dimension != 3) {
    common::ThrowUsageError(path, "images of three dimensions, as FSL's transforms have", "two");
  }
}

}  // namespace

AffineTransform PointToFsl(const Geometry& geometry) {
  const AffineTransform to_index = PointToIndex(geometry);
  AffineTransform scale = {geometry.spacing.asDiagonal(), Point::Zero()};
  if (geometry.direction.determinant() > 0) {
    scale.linear(0, 0) = -geometry.spacing[0];
    scale.offset[0] = static_cast<double>(geometry.size[0] - 1) * geometry.spacing[0];
  }
  return Compose(to_index, scale);
}

SpatialTransform FlirtTransform(const AffineTransform& to_fixed, const std::string& path,
                                const TransformImages& images) {
  CheckImages(images, path);
  const AffineTransform from_fixed_point = Compose(PointToFsl(*images.fixed), Inverse(to_fixed, path));
  return {3, {Compose(from_fixed_point, Inverse(PointToFsl(*images.moving)))}};
}

void WriteFlirt(const AffineTransform& transform, const std::string& path, const TransformImages& images) {
  CheckImages(images, path);
  const AffineTransform to_moving =
      Compose(Compose(Inverse(PointToFsl(*images.fixed)), transform), PointToFsl(*images.moving));
  const AffineTransform to_fixed = Inverse(to_moving, path);
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      text.append(common::FormatDouble(to_fixed.linear(row, column))).append("  ");
    }
    text.append(common::FormatDouble(to_fixed.offset[row])).append("\n");
  }
  common::WriteFileAtomically(path, text.append("0  0  0  1\n"));
}

bool IsFnirtWarp(const RawVolume& raw) {
  return raw.intent >= kFnirtFieldIntent && raw.intent <= kFnirtLastIntent;
}

// A relative warp adds to FSL coordinates of the fixed image a displacement, which gives those of the moving
// image.
SpatialTransform FnirtTransform(const RawVolume& raw, const std::string& path,
                                const TransformImages& images) {
  CheckImages(images, path);
  if (raw.intent > kFnirtFieldIntent && raw.intent <= kFnirtLastIntent) {
    common::ThrowDataError(path, "a warp field of FSL", "coefficients of one",
                           "convert it by: convertwarp --ref=FIXED --warp1=COEFFICIENTS --relout --out=WARP");
  }
  if (raw.num_frames != 3 || raw.components != 1 || raw.geometry.dimension != 3) {
    common::ThrowDataError(path, "a warp field of FSL: three volumes", fmt::format("{}", raw.num_frames));
  }
  if (raw.geometry.size != images.fixed->size) {
    common::ThrowDataError(path, fmt::format("the grid of the fixed image, {}", Describe(*images.fixed)),
                           Describe(raw.geometry), "are --fixed and --moving swapped?");
  }
  const AffineTransform to_fsl = PointToFsl(raw.geometry), from_fsl = Inverse(PointToFsl(*images.moving));
  DisplacementField field(raw.geometry);
  const size_t count = field.values.size();
  WithPixelType(raw.type, [&](auto number) {
    const auto component = [&](size_t c, size_t i) {
      std::memcpy(&number, raw.voxels + (c * count + i) * sizeof(number), sizeof(number));
      return static_cast<double>(number);
    };
    for (size_t i = 0; i < count; ++i) {
      const Eigen::Vector3d displacement(component(0, i), component(1, i), component(2, i));
      const Point point = raw.geometry.PointOf(raw.geometry.IndexAt(static_cast<int64_t>(i)).cast<double>());
      field.values[i] = (from_fsl(to_fsl(point) + displacement) - point).cast<float>();
      if (!field.values[i].allFinite()) {
        common::ThrowDataError(path, "finite displacements",
                               fmt::format("another one at voxel number {}", i + 1));
      }
    }
  });
  return {3, {std::move(field)}};
}

void WriteFnirt(const DisplacementField& field, const std::string& path, const TransformImages& images) {
  CheckImages(images, path);
  const Geometry& geometry = field.geometry;
  const AffineTransform to_fsl = PointToFsl(geometry), to_moving = PointToFsl(*images.moving);
  std::string voxels(field.values.size() * 3 * sizeof(float), '\0');
  for (size_t i = 0; i < field.values.size(); ++i) {
    const Point point = geometry.PointOf(geometry.IndexAt(static_cast<int64_t>(i)).cast<double>());
    const Eigen::Vector3f displacement =
        (to_moving(point + field.values[i].cast<double>()) - to_fsl(point)).cast<float>();
    std::memcpy(voxels.data() + i * 3 * sizeof(float), displacement.data(), 3 * sizeof(float));
  }
  WriteVoxels(geometry, {.components = 3, .as_fnirt = true}, PixelType::kFloat32, std::move(voxels), path);
}

}  // namespace structlab::registration
