// Cubic B-splines on regular grids (Unser 1999, Splines: a perfect fit for signal and image processing).
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_BSPLINE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_BSPLINE_H_

#include <array>

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// Weights of the four coefficients around a place that lies `share` (0 to 1) behind the second of them. Their
// sum is 1.
inline std::array<double, 4> CubicBSplineWeights(double share) {
  const double t = share, u = 1 - t;
  return {u * u * u / 6, 2.0 / 3 - t * t * (2 - t) / 2, 2.0 / 3 - u * u * (2 - u) / 2, t * t * t / 6};
}

// The coefficients of the cubic spline through the voxels' values, which is mirrored at the first and the
// last voxel of each axis, as ITK's. By recursive filters, O(voxels), exact up to rounding; the same bits for
// any number of threads.
Image BSplineCoefficients(const Image& image, common::ThreadPool& pool);

// The value of the spline with these coefficients at an index, which may lie outside.
float BSplineValue(const Image& coefficients, const Point& index);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_BSPLINE_H_
