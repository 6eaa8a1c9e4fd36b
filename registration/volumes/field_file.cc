#include "registration/volumes/field_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "common/error.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/raw_volume.h"
#include "registration/volumes/volume_writer.h"

namespace structlab::registration {

DisplacementField ReadField(const std::string& path, FileFacts* facts) {
  const RawVolume raw = ReadRawVolume(path);
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  return FieldOfVoxels(raw, path);
}

DisplacementField FieldOfVoxels(const RawVolume& raw, const std::string& path) {
  const int dimension = raw.geometry.dimension;
  if (raw.intent >= kFnirtFieldIntent && raw.intent <= kFnirtLastIntent) {
    common::ThrowDataError(path, "a displacement field in LPS mm", "one of FSL's FNIRT",
                           "import it as a transform of FSL, which needs both images");
  }
  if (raw.components != dimension || raw.num_frames != 1 || raw.is_color) {
    common::ThrowDataError(path, fmt::format("a displacement field: vectors of {} numbers", dimension),
                           raw.num_frames > 1    ? fmt::format("{} time points", raw.num_frames)
                           : raw.components == 1 ? "an image"
                                                 : fmt::format("{} numbers a voxel", raw.components));
  }
  DisplacementField field(raw.geometry, Eigen::Vector3f::Zero());
  const float sign = raw.intent == kNiftiDisplacementIntent ? -1.0F : 1.0F;
  WithPixelType(raw.type, [&](auto number) {
    const char* from = raw.voxels;
    for (size_t i = 0; i < field.values.size(); ++i) {
      for (int c = 0; c < dimension; ++c, from += sizeof(number)) {
        std::memcpy(&number, from, sizeof(number));
        const auto value = static_cast<float>(number);
        if (!std::isfinite(value)) {
          const VoxelIndex index = raw.geometry.IndexAt(static_cast<int64_t>(i));
          common::ThrowDataError(fmt::format("{}: voxel ({}, {}, {})", path, index[0], index[1], index[2]),
                                 "a finite displacement", fmt::format("{}", value));
        }
        field.values[i][c] = c < 2 ? sign * value : value;
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
  WriteVoxels(field.geometry, dimension, PixelType::kFloat32, std::move(voxels), path);
}

}  // namespace structlab::registration
