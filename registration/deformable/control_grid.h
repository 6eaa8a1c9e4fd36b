// Control points on the axes of an image, the voxels around each, and dense displacements from theirs.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_CONTROL_GRID_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_CONTROL_GRID_H_

#include <Eigen/Core>
#include <array>
#include <vector>

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// Voxels of one axis, cut where the patch of any control point begins or ends. What overlapping patches share
// is computed once a cell.
struct AxisCells {
  struct Range {
    int begin, end;
    int size() const { return end - begin; }
  };
  std::vector<Range> cells;    // of voxels, one after the other
  std::vector<Range> patches;  // of cells, one a control point; empty where a patch has no voxel
  int num_voxels = 0;

  int num_cells() const { return static_cast<int>(cells.size()); }
};

enum class FieldInterpolation { kCubicBSpline, kLinear };

// Points at equal distances along the axes of an image, centred, so that the outermost ones are at most half
// a spacing outside of the outermost voxels. An axis of one voxel has one point.
class ControlGrid {
 public:
  // `spacing` in mm; a patch is a box of sides patch_size * spacing around its point. Throws
  // common::Error(kUsage) unless both are finite and above 0.
  ControlGrid(const Geometry& image, double spacing, double patch_size = 1);

  const Geometry& image() const { return image_; }
  double spacing() const { return spacing_; }
  // Points along each axis; the first one varies fastest.
  const VoxelIndex& size() const { return size_; }
  int num_points() const { return static_cast<int>(size_.prod()); }
  // In voxels of the image, along its axes.
  Point IndexOf(int point) const;
  // Pairs of neighbours along the axes.
  std::vector<std::array<int, 2>> Neighbors() const;
  const AxisCells& cells(int axis) const { return cells_[axis]; }

  // Displacements of the control points, along the LPS axes, to all voxels. Cubic B-spline: the points'
  // displacements are the coefficients (free-form deformation; Rueckert et al. 1999), and beyond the
  // outermost points they go on; it is invertible if no displacement is longer than 0.4 spacings along an
  // axis (Choi, Lee 2000). Linear: passes through them. O(voxels), separable; the same bits for any number of
  // threads.
  DisplacementField Dense(const std::vector<Eigen::Vector3f>& displacements, FieldInterpolation interpolation,
                          common::ThreadPool& pool) const;

 private:
  Geometry image_;
  double spacing_;
  VoxelIndex size_;
  std::array<double, 3> first_ = {}, step_ = {};  // place of the first point and distance of two, in voxels
  std::array<AxisCells, 3> cells_;
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_CONTROL_GRID_H_
