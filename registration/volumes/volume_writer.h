// Writes voxels of any type and number of components.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_

#include <string>

#include "registration/volumes/geometry.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

// `voxels`: geometry.num_voxels() times frames times components numbers of the type. Errors as WriteImage
// (image_file.h). Throws common::Error(kData) for frames of two dimensions, and for frames of vectors.
void WriteVoxels(const Geometry& geometry, const VoxelLayout& layout, PixelType type, std::string voxels,
                 const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_
