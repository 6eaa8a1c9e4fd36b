// Smooth random fields in space, and the invertible warps that they give.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_RANDOM_SPLINE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_RANDOM_SPLINE_H_

#include <array>
#include <vector>

#include "common/parallel.h"
#include "common/random_stream.h"
#include "registration/volumes/displacement_field.h"

namespace structlab::datasets {

// f(x) = sum over k of c_k B(x / spacing - k), B the product of cubic B-splines along the axes (LPS), with
// coefficients whose components are independent and uniform in [-amplitude, amplitude]. No value is longer
// along an axis than the amplitude; the standard deviation along an axis is 0.19 amplitudes in three
// dimensions, 0.28 in two. In two dimensions f depends on x and y, and its third component is 0.
class RandomSpline {
 public:
  // Draws the coefficients around the box from `low` to `high` (mm) with a margin of three spacings; beyond
  // them they are 0, so that f fades to 0. Throws common::Error (usage) unless the spacing is above 0 and the
  // amplitude at least 0.
  RandomSpline(int dimension, const registration::Point& low, const registration::Point& high, double spacing,
               double amplitude, common::RandomStream& random);

  // 64 coefficients are read, in two dimensions 16.
  Eigen::Vector3d operator()(const registration::Point& point) const;

  // The x with x + f(x) = point to 1e-6 mm, by Newton's method from point - f(point). For an amplitude of at
  // most kMaxWarpStrength spacings there is exactly one.
  registration::Point Inverse(const registration::Point& point) const;

  // The value and its derivatives: column a is df/dx_a.
  struct Linearisation {
    Eigen::Vector3d value = Eigen::Vector3d::Zero();
    Eigen::Matrix3d slopes = Eigen::Matrix3d::Zero();
  };
  Linearisation Linearise(const registration::Point& point) const;

  double spacing() const { return spacing_; }
  // The fourth component is 0 and fills a register.
  const std::vector<Eigen::Vector4d>& coefficients() const { return coefficients_; }

 private:
  // Where the coefficients around a point begin in the lattice, and the point's place among them.
  struct Place {
    std::array<int64_t, 3> begin = {0, 0, 0};
    std::array<double, 3> share = {0, 0, 0};
  };
  // False if f is 0 there.
  bool Locate(const registration::Point& point, Place& place) const;
  bool IsOutermost(int64_t offset) const;

  // Calls take(j, k, row) for the rows of four coefficients around a point.
  template <class Take>
  void ForEachRow(const Place& place, const Take& take) const {
    for (size_t k = 0; k < (dimension_ == 2 ? 1U : 4U); ++k) {
      for (size_t j = 0; j < 4; ++j) {
        const int64_t y = place.begin[1] + static_cast<int64_t>(j);
        const int64_t z = place.begin[2] + static_cast<int64_t>(k);
        take(j, k, coefficients_.data() + place.begin[0] + size_[0] * (y + size_[1] * z));
      }
    }
  }

  int dimension_;
  double spacing_;
  std::array<int64_t, 3> first_, size_;  // of the lattice of coefficients, in spacings
  std::vector<Eigen::Vector4d> coefficients_;
};

// The largest amplitude, in spacings, of a spline f for which x + f(x) is one-to-one is 1 / 2.48 in three
// dimensions and 1 / 2.046 in two (Choi, Lee, Injectivity conditions of 2D and 3D uniform cubic B-spline
// functions, 2000). Warps here stay below both.
inline constexpr double kMaxWarpStrength = 0.4;

// x -> x + f(x) for splines f that are applied one after the other, the first one first. Smooth, and
// one-to-one if each amplitude is at most kMaxWarpStrength spacings.
class SplineWarp {
 public:
  void Append(RandomSpline spline) { splines_.push_back(std::move(spline)); }
  const std::vector<RandomSpline>& splines() const { return splines_; }

  registration::Point operator()(const registration::Point& point) const;

  // The point that is mapped to `point` (RandomSpline::Inverse).
  registration::Point Inverse(const registration::Point& point) const;

  // warp(x) - x on a grid, and that of the inverse.
  registration::DisplacementField FieldOn(const registration::Geometry& geometry,
                                          common::ThreadPool& pool) const;
  registration::DisplacementField InverseFieldOn(const registration::Geometry& geometry,
                                                 common::ThreadPool& pool) const;

 private:
  std::vector<RandomSpline> splines_;
};

// after^-1(first(x)) - x on a grid: where first(x) and after(y) are the same point, the displacement from x
// to y.
registration::DisplacementField FieldBetween(const SplineWarp& first, const SplineWarp& after,
                                             const registration::Geometry& geometry,
                                             common::ThreadPool& pool);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_RANDOM_SPLINE_H_
