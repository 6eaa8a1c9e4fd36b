// Where the voxels of a grid lie in space.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_GEOMETRY_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_GEOMETRY_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>

namespace structlab::registration {

using Point = Eigen::Vector3d;  // millimetres, axes LPS: to the left, to the back, to the head
using VoxelIndex = Eigen::Matrix<int64_t, 3, 1>;

// A regular grid in space. Images of two dimensions have one voxel along the third axis, whose spacing is 1,
// origin 0 and direction (0, 0, 1).
struct Geometry {
  int dimension = 3;                                        // 2 or 3
  VoxelIndex size = VoxelIndex::Zero();                     // voxels along each axis
  Point spacing = Point::Ones();                            // mm, above 0
  Point origin = Point::Zero();                             // of the centre of voxel (0, 0, 0)
  Eigen::Matrix3d direction = Eigen::Matrix3d::Identity();  // column a: where axis a points; orthonormal

  int64_t num_voxels() const { return size.prod(); }
  // Place in memory; the first axis varies fastest.
  int64_t Offset(const VoxelIndex& index) const {
    return index[0] + size[0] * (index[1] + size[1] * index[2]);
  }
  // Of a voxel by its place in memory.
  VoxelIndex IndexAt(int64_t offset) const {
    return {offset % size[0], offset / size[0] % size[1], offset / (size[0] * size[1])};
  }
  // Indices are of voxel centres and may lie between them.
  Point PointOf(const Point& index) const { return origin + direction * index.cwiseProduct(spacing); }
  Point IndexOf(const Point& point) const {
    return (direction.transpose() * (point - origin)).cwiseQuotient(spacing);
  }
};

// Same size, and points that differ by at most `tolerance` of the smallest spacing anywhere in the grid.
bool AreSame(const Geometry& a, const Geometry& b, double tolerance = 1e-3);

// Throws common::Error(kData), naming `where`: sizes below 1, spacing that is not finite and above 0, a
// direction that is not orthonormal (to 1e-4; the matrix is shown), more voxels than memory can hold.
void CheckGeometry(const Geometry& geometry, const std::string& where);

// For messages, row by row: "[1 0 0; 0 1 0; 0 0 1]".
std::string DirectionText(const Eigen::Matrix3d& direction, int dimension);

// For messages: "35x52x34 voxels of 1x1x1 mm, from (-1.5, 2, 0) to (33, 50, 40)".
std::string Describe(const Geometry& geometry);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_GEOMETRY_H_
