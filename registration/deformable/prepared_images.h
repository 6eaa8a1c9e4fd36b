// A pair as the registration compares it: grey values scaled, masks as weights, at one resolution.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_PREPARED_IMAGES_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_PREPARED_IMAGES_H_

#include "common/parallel.h"
#include "registration/deformable/registration.h"

namespace structlab::registration {

// What is not there has no voxels.
struct PreparedImages {
  Image fixed, moving, fixed_weights, moving_weights;
  LabelMap moving_labels;
};

// At full resolution; the labels only if the options' weights depend on classes. Throws
// common::Error(kUsage) for images of different dimension, masks and labels of another grid than their
// image's, and labels that are missing.
PreparedImages PrepareImages(const RegistrationPair& pair, const RegistrationOptions& options);

// At a resolution of `factor` times the finest voxel.
PreparedImages ReduceImages(const PreparedImages& images, int64_t factor, common::ThreadPool& pool);

// How many voxels of each axis become one then: fewer along axes of long or few voxels.
VoxelIndex ReductionOf(const Geometry& geometry, int64_t factor);

// Throws common::Error(kData), naming `what`, if all voxels are equal.
void CheckGreyValues(const char* what, const Image& image);

// The volume in which both images overlap under a field on the fixed grid, divided by the volume of the
// smaller image: at most 1. Throws common::Error(kData), which shows both extents, if they do not overlap.
double OverlapOf(const PreparedImages& images, const DisplacementField& start, common::ThreadPool& pool);

// Throws common::Error(kData): no patch has a cost.
[[noreturn]] void ThrowNothingToCompare();

// Null if there are no voxels.
const Image* Present(const Image& image);

// The longest side, mm.
double LongestSide(const Geometry& geometry);

// The spacing of control points at the finest level, in mm: options.spacing, or else at least a voxel.
double SpacingOf(const Geometry& fixed, const RegistrationOptions& options);

// The field at the points of a grid; zeros if it is empty.
DisplacementField OnGrid(const DisplacementField& field, const Geometry& geometry, common::ThreadPool& pool);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_PREPARED_IMAGES_H_
