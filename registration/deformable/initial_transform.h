// Where a registration starts.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_INITIAL_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_INITIAL_TRANSFORM_H_

#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// The translation that brings the centre of the fixed grid to that of the moving grid.
AffineTransform CentresTransform(const Geometry& fixed, const Geometry& moving);

// The translation that brings the centre of mass of the fixed image to that of the moving one; a voxel's mass
// is its value above the image's least. Throws common::Error(kData) for a constant image, naming which.
// O(voxels).
AffineTransform MomentsTransform(const Image& fixed, const Image& moving);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_INITIAL_TRANSFORM_H_
