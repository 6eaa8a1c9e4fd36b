// Random projections, the rival of hashing (Achlioptas, Database-friendly random projections, 2003).
#ifndef STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
#define STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_

#include <cstdint>
#include <span>

namespace structlab::kernels {

enum class ProjectionKind {
  kGaussian,     // entries normal
  kSigns,        // +1 or -1 (Achlioptas 2003, Theorem 1.1)
  kSparseSigns,  // sqrt(3) times +1, -1 with probability 1/6 each, else 0 (the same)
  kCountSketch,  // one +1 or -1 in each column, at a random row (Charikar, Chen, Farach-Colton 2002)
};

// R of `rows` times any number of features, never stored: the column of a feature is drawn again whenever it
// is used. <R x, R x'> is an unbiased estimate of <x, x'>, hash_kernel_moments.h gives its variance: all
// kinds but the count sketch are scaled by 1/sqrt(rows). Immutable: safe to use from several threads; the
// same bits on every machine.
class RandomProjection {
 public:
  // Throws common::Error (usage) unless 1 <= rows <= 2^24.
  RandomProjection(ProjectionKind kind, int rows, uint64_t seed);

  int rows() const { return rows_; }

  // projected += value * (column of the feature). O(rows), or O(1) for the count sketch. Throws common::Error
  // (usage) unless `projected` has `rows` entries and the value is finite.
  void Add(uint64_t feature, double value, std::span<double> projected) const;

 private:
  ProjectionKind kind_;
  int rows_;
  uint64_t seed_;
  double scale_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
