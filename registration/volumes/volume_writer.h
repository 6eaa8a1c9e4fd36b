// Writes voxels of any type and number of components.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_

#include <string>

#include "registration/volumes/geometry.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

// `voxels`: geometry.num_voxels() times `components` numbers of the type, those of a voxel side by side.
// Errors as WriteImage (image_file.h). `as_fnirt`: FSL's layout of fields, in NIfTI files only.
void WriteVoxels(const Geometry& geometry, int components, PixelType type, std::string voxels,
                 const std::string& path, bool as_fnirt = false);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_WRITER_H_
