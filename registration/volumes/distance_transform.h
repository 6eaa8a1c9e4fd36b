// Distances in space to a set of voxels.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_DISTANCE_TRANSFORM_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_DISTANCE_TRANSFORM_H_

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// The distance in mm from each voxel's centre to the nearest centre of a voxel that is inside; infinity if
// none is. Exact for any spacing, by lower envelopes of parabolas along each axis (Felzenszwalb, Huttenlocher
// 2012). O(voxels), 4 bytes a voxel besides the result; the same bits for any number of threads.
Image DistanceTransform(const Mask& inside, common::ThreadPool& pool);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_DISTANCE_TRANSFORM_H_
