// Random projections, an alternative to hashing (Achlioptas, Database-friendly random projections, 2003).
#ifndef STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
#define STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace structlab::kernels {

enum class ProjectionKind {
  kGaussian,       // normally distributed entries
  kSigns,          // entries +1 or -1 (Achlioptas 2003, Theorem 1.1)
  kUnscaledSigns,  // the same without the scale: lengths grow by sqrt(rows), as where a program leaves it out
  kSparseSigns,    // sqrt(3) times +1 or -1 with probability 1/6 each, otherwise 0 (same theorem)
  kCountSketch,    // one +1 or -1 per column, in a random row: fastest (Charikar, Chen, Farach-Colton 2002)
};

// A random projection R to `rows` dimensions of any number of features. Take it for dense vectors of few
// dimensions; HashedFeatureMap (hashed_feature_map.h) keeps vectors sparse and takes O(1) per feature.
//
//     const RandomProjection projection(ProjectionKind::kSigns, /*rows=*/300, /*seed=*/1);
//     std::vector<double> projected(300);
//     projection.Add(/*feature=*/17, 2.5, projected);
//
// R is not stored: the column of a feature is drawn again whenever it is used. <R x, R x'> is an unbiased
// estimate of <x, x'> (rows times it without scale); hash_kernel_moments.h gives its variance. All kinds
// except the count sketch and unscaled signs are scaled by 1/sqrt(rows). Immutable, so thread-safe; the same
// bits on every machine.
class RandomProjection {
 public:
  // More rows estimate more precisely and take longer. Throws common::Error(kUsage) unless 1 <= rows <=
  // 2^24.
  RandomProjection(ProjectionKind kind, int rows, uint64_t seed);

  int rows() const { return rows_; }

  // projected += value * (column of the feature). O(rows), or O(1) for the count sketch. Throws
  // common::Error(kUsage) unless `projected` has `rows` entries and the value is finite.
  void Add(uint64_t feature, double value, std::span<double> projected) const;

 private:
  ProjectionKind kind_;
  int rows_;
  uint64_t seed_;
  double scale_;
};

// The same for dense signs (kSigns), with columns that are drawn once and stored, one bit per entry. Take it
// to project many vectors of the same features: it adds the same as RandomProjection, to the last bit,
// several times faster.
//
// Memory: rows / 8 bytes per feature that was used, and some 40 bytes more; for features below 2^22, such as
// the numbers of a dictionary, 4 bytes for each number up to twice the largest instead. Not thread-safe.
class StoredSigns {
 public:
  // Throws as RandomProjection does.
  StoredSigns(int rows, uint64_t seed);

  int rows() const { return rows_; }

  // As RandomProjection::Add.
  void Add(uint64_t feature, double value, std::span<double> projected);

 private:
  size_t WordsOfColumn() const { return (static_cast<size_t>(rows_) + 63) / 64; }
  // The index of the feature's column; draws the column if it is new.
  size_t ColumnOf(uint64_t feature);

  int rows_;
  uint64_t seed_;
  double scale_;
  // The entry of others_ that holds, or will hold, the column number of the feature.
  uint32_t& SlotOf(uint64_t feature);
  void GrowOthers();

  // Column numbers: 1 + the index of the column in bits_, or 0 for a new feature. Small features are looked
  // up by index here, others in the hash table others_.
  std::vector<uint32_t> small_;
  struct Slot {
    uint64_t feature = 0;
    uint32_t column = 0;
  };
  std::vector<Slot> others_;  // open addressing; the size is a power of two, at most half is used
  size_t num_others_ = 0;
  std::vector<uint64_t> bits_;  // column by column, 64 rows per word; a bit 1 is the sign -1
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
