// Transforms in ITK's files.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_ITK_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_ITK_TRANSFORM_H_

#include <string>

#include "registration/volumes/spatial_transform.h"

namespace structlab::registration {

// Reads .h5, .hdf5, .mat, .tfm, .xfm or .txt in a child process. Errors as ReadTransform
// (transform_formats.h).
SpatialTransform ReadItkTransform(const std::string& path);

// Writes .h5, .mat or .tfm. Steps are affine transforms or fields; fields only in .h5.
void WriteItkTransform(const SpatialTransform& transform, const std::string& path);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_ITK_TRANSFORM_H_
