// Dense displacement fields: what they do to points, composition, inverse, folding.
//
//   const DisplacementField both = Compose(to_template, to_patient, pool);
//   const FieldInverse back = Invert(both, both.geometry, pool);
//   const Folding folding = MeasureFolding(JacobianDeterminant(both, pool));
//
// A field is linear between its voxels. Beyond its outermost centres it continues with the displacement at
// the nearest point between them; ITK takes none there, which differs only outside of the fixed image.
// Results have the same bits for any number of threads.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_DISPLACEMENT_FIELD_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_DISPLACEMENT_FIELD_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "common/parallel.h"
#include "registration/volumes/affine.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// u(x), in mm.
Eigen::Vector3d DisplacementAt(const DisplacementField& field, const Point& point);

// x + u(x): where the moving image has what the fixed image has at x.
inline Point Moved(const DisplacementField& field, const Point& point) {
  return point + DisplacementAt(field, point);
}
std::vector<Point> Moved(const DisplacementField& field, const std::vector<Point>& points);

// u(x) = transform(x) - x on a grid.
DisplacementField FieldOf(const AffineTransform& transform, const Geometry& geometry,
                          common::ThreadPool& pool);

// The field at the points of another grid.
DisplacementField ResampleField(const DisplacementField& field, const Geometry& geometry,
                                common::ThreadPool& pool);

// x -> second(first(x)) on the grid of `first`: w(x) = u(x) + v(x + u(x)). An image is warped by `second`
// first.
DisplacementField Compose(const DisplacementField& first, const DisplacementField& second,
                          common::ThreadPool& pool);
DisplacementField Compose(const DisplacementField& first, const AffineTransform& second,
                          common::ThreadPool& pool);
// The same on a given grid.
DisplacementField Compose(const AffineTransform& first, const DisplacementField& second,
                          const Geometry& geometry, common::ThreadPool& pool);

struct InverseOptions {
  double tolerance = 1e-3;   // mm: a voxel has converged when its residual is at most this
  int max_iterations = 100;  // of a voxel
  bool searches = true;      // where these do not converge, by Newton's method from starts around
};

struct DisplacementInverse {
  Eigen::Vector3d displacement = Eigen::Vector3d::Zero();
  double residual = 0;  // mm
};

struct FieldInverse {
  DisplacementField field;
  // The residual |v(y) + u(y + v(y))| of a voxel: how far y lands from itself.
  double max_residual = 0, mean_residual = 0;  // mm
  int64_t num_not_converged = 0;               // voxels
};

// v on `geometry` with (y + v(y)) + u(y + v(y)) = y, by v <- v - s (v + u(y + v)), where s starts at 1 and is
// halved when the residual grows (Chen, Lu, Chen, Ruchala, Olivera 2008, with damping). It converges where
// the field changes by less than a mm per mm. Elsewhere Newton's method goes on, see SearchInverse; where
// the field folds there is no inverse. Keeps the v of the smallest residual. To invert over the whole moving
// image, give its grid.
FieldInverse Invert(const DisplacementField& field, const Geometry& geometry, common::ThreadPool& pool,
                    const InverseOptions& options = {});

// A better inverse than `found`, or else this one: damped Newton steps, with derivatives by differences, from
// it and then from 52 starts around it, the first that converges.
DisplacementInverse SearchInverse(const Point& point,
                                  const std::function<Eigen::Vector3d(const Point&)>& displacement_at,
                                  const DisplacementInverse& found, double tolerance);

// The same at one point, of any displacement: `displacement_at` takes a point and returns a vector.
template <class DisplacementAt>
DisplacementInverse InvertAt(const Point& point, const DisplacementAt& displacement_at,
                             const InverseOptions& options) {
  DisplacementInverse best;
  best.residual = std::numeric_limits<double>::infinity();
  Eigen::Vector3d guess = Eigen::Vector3d::Zero();
  double last = best.residual, step = 1;
  for (int i = 0; i <= options.max_iterations; ++i) {
    const Eigen::Vector3d away = guess + displacement_at(point + guess);
    const double residual = away.norm();
    if (residual < best.residual) best = {guess, residual};
    if (residual <= options.tolerance) break;
    if (residual > last) step = std::max(step / 2, 1.0 / 64);
    last = residual;
    guess -= step * away;
  }
  if (best.residual <= options.tolerance || !options.searches) return best;
  return SearchInverse(point, displacement_at, best, options.tolerance);
}

// The inverse on a grid, from that at each of its points, which is asked for on several threads.
FieldInverse InverseFromVoxels(const Geometry& geometry, common::ThreadPool& pool,
                               const InverseOptions& options,
                               const std::function<DisplacementInverse(const Point&)>& inverse_at);

// det(I + du/dx), by central differences (one-sided at the border) in mm; 1 for no displacement, at most 0
// where the field folds. O(voxels).
Image JacobianDeterminant(const DisplacementField& field, common::ThreadPool& pool);

struct Folding {
  int64_t num_voxels = 0, num_folded = 0;  // with a determinant of at most 0
  double min_determinant = 0, max_determinant = 0, mean_determinant = 0;
};
// With a mask of the same size: inside of it. All 0 if there is no voxel.
Folding MeasureFolding(const Image& determinants, const Mask* mask = nullptr);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_DISPLACEMENT_FIELD_H_
