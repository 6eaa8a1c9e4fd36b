// Images on other grids, smoothed, reduced, scaled. All results have the same bits for any number of threads.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_RESAMPLE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_RESAMPLE_H_

#include "common/parallel.h"
#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

enum class Interpolation { kNearest, kLinear, kCubicBSpline };

struct ResampleOptions {
  Interpolation interpolation = Interpolation::kLinear;
  float outside = 0;  // value where the image has none: more than half a voxel beyond its outermost centres
};

// The image at the points of `target`: target(x) = image(transform(x)). Within half a voxel beyond the
// outermost centres it continues with the value there (B-spline: mirrored), as ITK's interpolators have it.
// O(voxels of the target), for B-splines also of the image.
Image Resample(const Image& image, const Geometry& target, common::ThreadPool& pool,
               const ResampleOptions& options = {}, const AffineTransform& transform = {});

// The same with the nearest voxel; 0 outside.
LabelMap ResampleLabels(const LabelMap& labels, const Geometry& target, common::ThreadPool& pool,
                        const AffineTransform& transform = {});

// The image at moving points x + u(x), on the field's grid.
Image WarpImage(const Image& moving, const DisplacementField& field, common::ThreadPool& pool,
                const ResampleOptions& options = {});
LabelMap WarpLabels(const LabelMap& moving, const DisplacementField& field, common::ThreadPool& pool);

// Gaussian of standard deviation `sigma` mm along each axis, cut at four of them; beyond its border the image
// continues with the value there. Axes of one voxel are left alone. O(voxels * sigma / spacing).
Image Smooth(const Image& image, double sigma, common::ThreadPool& pool);

// Means of blocks of factors[0] x factors[1] x factors[2] voxels. The size is rounded up: the last voxel of
// an axis is the mean of the voxels that remain, but lies where the centre of a full block would. Throws
// common::Error(kUsage) if a factor is below 1.
Image Reduce(const Image& image, const VoxelIndex& factors, common::ThreadPool& pool);

// The same for labels: the most frequent one of each block, the smallest of several.
LabelMap ReduceLabels(const LabelMap& labels, const VoxelIndex& factors, common::ThreadPool& pool);

// The grid of both.
Geometry ReducedGeometry(const Geometry& geometry, const VoxelIndex& factors);

// The value below which lies this share (0 to 100) of the voxels, linear between neighbours, as
// numpy.percentile. With a mask (of the same size): of the voxels inside. Throws common::Error(kData) if the
// mask is empty.
double Percentile(const Image& image, double percent, const Mask* mask = nullptr);

// Values cut to those between two percentiles, and scaled so that these become 0 and 1. If both are equal,
// values above them become 1 and all others 0.
Image ScaleToPercentiles(const Image& image, double low_percent, double high_percent,
                         const Mask* mask = nullptr);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_RESAMPLE_H_
