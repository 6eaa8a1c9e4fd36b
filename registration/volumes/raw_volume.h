// Voxels of an image file as they are stored, with any type of number and any number of components.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_RAW_VOLUME_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_RAW_VOLUME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/processes/isolated_call.h"
#include "registration/volumes/geometry.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

struct RawVolume {
  Geometry geometry;       // of the first three axes
  int64_t num_frames = 1;  // size of the fourth axis
  double frame_step = 1;   // see VoxelLayout
  int time_unit = 0;
  int components = 1;  // numbers of a voxel, which lie side by side
  bool is_color = false;
  int intent = 0;  // NIfTI's, with its name and first parameter
  std::string intent_name;
  double intent_parameter = 0;
  PixelType type = PixelType::kFloat32;
  std::vector<std::string> warnings;
  common::SharedBytes shared_memory;
  std::vector<char> memory;
  const char* voxels = nullptr;  // in one of both; each frame as a Volume lies, then the next frame

  int64_t num_values() const { return geometry.num_voxels() * num_frames * components; }
};

// Reads a NIfTI, NRRD or MetaImage file by its name; or a DICOM file, or the slices of the only DICOM series
// in a folder, through ITK in a child process. With the checks and errors of ReadImage (image_file.h) except
// those of values, colours, vectors and frames.
RawVolume ReadRawVolume(const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_RAW_VOLUME_H_
