// Transforms of FSL: FLIRT's matrices and FNIRT's warps.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FSL_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FSL_TRANSFORM_H_

#include <string>

#include "registration/volumes/raw_volume.h"
#include "registration/volumes/transform_formats.h"

namespace structlab::registration {

// The transform of FLIRT's matrix, which maps FSL coordinates of the moving ("input") image to those of the
// fixed ("reference") image.
SpatialTransform FlirtTransform(const AffineTransform& to_fixed, const std::string& path,
                                const TransformImages& images);
void WriteFlirt(const AffineTransform& transform, const std::string& path, const TransformImages& images);

// Whether NIfTI's intent says so.
bool IsFnirtWarp(const RawVolume& raw);
SpatialTransform FnirtTransform(const RawVolume& raw, const std::string& path, const TransformImages& images);
// `field` on the fixed image's grid.
void WriteFnirt(const DisplacementField& field, const std::string& path, const TransformImages& images);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FSL_TRANSFORM_H_
