#include "registration/volumes/field_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <string_view>

#include "common/error.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/raw_volume.h"
#include "registration/volumes/volume_writer.h"

namespace structlab::registration {

namespace {

enum class Meaning { kLps, kRas, kRasPosition, kVoxels };

// niftyreg's name of the kind of transform, in intent_p1.
Meaning MeaningOfNiftyreg(const RawVolume& raw, const std::string& path) {
  constexpr std::string_view kKinds[] = {"a deformation",    "a displacement",   "a cubic spline",
                                         "a velocity field", "a velocity field", "a spline of velocities",
                                         "a linear spline"};
  if (raw.intent_parameter == 0) return Meaning::kRasPosition;
  if (raw.intent_parameter == 1) return Meaning::kRas;
  const bool is_known = raw.intent_parameter > 1 && raw.intent_parameter < 7;
  common::ThrowDataError(path, "a deformation or displacement field of niftyreg",
                         is_known ? std::string(kKinds[static_cast<size_t>(raw.intent_parameter)])
                                  : fmt::format("intent_p1 = {}", raw.intent_parameter),
                         "convert it by: reg_transform -ref FIXED -def TRANSFORM OUT.nii.gz");
}

Meaning MeaningOf(const RawVolume& raw, const std::string& path, TransformConvention convention) {
  if (raw.intent == kNiftiVectorIntent && raw.intent_name == "NREG_TRANS")
    return MeaningOfNiftyreg(raw, path);
  if (raw.intent == kNiftiDisplacementIntent || convention == TransformConvention::kRas) return Meaning::kRas;
  if (convention == TransformConvention::kFsl) {
    common::ThrowDataError(path, "a warp of FSL: three volumes",
                           fmt::format("{} numbers a voxel", raw.components));
  }
  return convention == TransformConvention::kVoxels ? Meaning::kVoxels : Meaning::kLps;
}

}  // namespace

DisplacementField ReadField(const std::string& path, FileFacts* facts) {
  const RawVolume raw = ReadRawVolume(path);
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  return FieldOfVoxels(raw, path);
}

DisplacementField FieldOfVoxels(const RawVolume& raw, const std::string& path,
                                TransformConvention convention) {
  const int dimension = raw.geometry.dimension;
  if (raw.intent >= kFnirtFieldIntent && raw.intent <= kFnirtLastIntent) {
    common::ThrowDataError(path, "a displacement field in LPS mm", "one of FSL's FNIRT",
                           "import it as a transform of FSL, which needs both images");
  }
  const bool is_planar =
      raw.components == 1 && raw.num_frames == dimension && convention != TransformConvention::kByFile;
  if ((!is_planar && (raw.components != dimension || raw.num_frames != 1)) || raw.is_color) {
    common::ThrowDataError(path, fmt::format("a displacement field: vectors of {} numbers", dimension),
                           raw.num_frames > 1    ? fmt::format("{} time points", raw.num_frames)
                           : raw.components == 1 ? "an image"
                                                 : fmt::format("{} numbers a voxel", raw.components));
  }
  const Meaning meaning = MeaningOf(raw, path, convention);
  DisplacementField field(raw.geometry, Eigen::Vector3f::Zero());
  const Geometry& grid = field.geometry;
  const Eigen::Matrix3d from_voxels = grid.direction * grid.spacing.asDiagonal();
  const Eigen::Vector3d flip(-1, -1, 1);
  const size_t count = field.values.size();
  const size_t voxel_step = is_planar ? 1 : static_cast<size_t>(dimension),
               component_step = is_planar ? count : 1;
  WithPixelType(raw.type, [&](auto number) {
    for (size_t i = 0; i < count; ++i) {
      Eigen::Vector3d value = Eigen::Vector3d::Zero();
      for (int c = 0; c < dimension; ++c) {
        const size_t place = i * voxel_step + static_cast<size_t>(c) * component_step;
        std::memcpy(&number, raw.voxels + place * sizeof(number), sizeof(number));
        value[c] = static_cast<double>(number);
      }
      const VoxelIndex index = grid.IndexAt(static_cast<int64_t>(i));
      if (meaning != Meaning::kLps && meaning != Meaning::kVoxels) value = value.cwiseProduct(flip);
      if (meaning == Meaning::kRasPosition) value -= grid.PointOf(index.cast<double>());
      if (meaning == Meaning::kVoxels) value = from_voxels * value;
      field.values[i] = value.cast<float>();
      if (!field.values[i].allFinite()) {
        common::ThrowDataError(fmt::format("{}: voxel ({}, {}, {})", path, index[0], index[1], index[2]),
                               "a finite displacement", fmt::format("{}", field.values[i].sum()));
      }
    }
  });
  return field;
}

void WriteField(const DisplacementField& field, const std::string& path) {
  const int dimension = field.geometry.dimension;
  std::string voxels(field.values.size() * static_cast<size_t>(dimension) * sizeof(float), '\0');
  char* to = voxels.data();
  for (const Eigen::Vector3f& value : field.values) {
    std::memcpy(to, value.data(), static_cast<size_t>(dimension) * sizeof(float));
    to += static_cast<size_t>(dimension) * sizeof(float);
  }
  WriteVoxels(field.geometry, {.components = dimension}, PixelType::kFloat32, std::move(voxels), path);
}

}  // namespace structlab::registration
