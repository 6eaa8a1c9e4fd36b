// DICOM files through ITK. To be called in a child process (common/processes/isolated_call.h): ITK can crash
// on a damaged file.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_ITK_READER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_ITK_READER_H_

#include <cstdint>
#include <string>

#include "common/processes/isolated_call.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

// Stands in front of the voxels.
struct ItkVolumeHeader {
  int32_t dimension;  // 1 to 4
  int64_t size[4];
  double spacing[3], origin[3], direction[9];  // direction row by row
  int32_t components;
  int32_t is_color;
  PixelType type;
  int64_t warning_bytes;  // behind the voxels: lines for a user to see
};

// Reads a file, or the only series of a folder, into `bytes`: the header, the voxels, then warnings. Throws
// common::Error(kData). Voxels must not take more than `largest` bytes.
void ReadWithItk(const std::string& path, uint64_t largest, common::SharedBytes& bytes);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_ITK_READER_H_
