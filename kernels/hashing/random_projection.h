// Random projections, the rival of hashing (Achlioptas, Database-friendly random projections, 2003).
#ifndef STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
#define STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

// The same by dense signs (kSigns), whose columns are drawn once and kept, a bit an entry: what a program
// does that projects many vectors of the same features. Adds what RandomProjection adds, to the last bit,
// several times faster. Memory: rows / 8 bytes for each feature that was met, and some 40 more; of features
// below 2^22, such as the numbers of a dictionary, 4 for each up to twice the largest. Not thread-safe.
class StoredSigns {
 public:
  // Throws as RandomProjection does.
  StoredSigns(int rows, uint64_t seed);

  int rows() const { return rows_; }

  // As RandomProjection::Add.
  void Add(uint64_t feature, double value, std::span<double> projected);

 private:
  size_t WordsOfColumn() const { return (static_cast<size_t>(rows_) + 63) / 64; }
  // Which column is the feature's, after it was drawn.
  size_t ColumnOf(uint64_t feature);

  int rows_;
  uint64_t seed_;
  double scale_;
  // The place of the feature's column number in others_, which has room for it.
  uint32_t& SlotOf(uint64_t feature);
  void GrowOthers();

  // A column's number is one more than its place in bits_; 0 for a feature that was not met. Small ones are
  // looked up without a hash.
  std::vector<uint32_t> small_;
  struct Slot {
    uint64_t feature = 0;
    uint32_t column = 0;
  };
  std::vector<Slot> others_;  // open addressing; a power of two, at most half of it taken
  size_t num_others_ = 0;
  std::vector<uint64_t> bits_;  // column by column, 64 rows each; 1 is -1
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_RANDOM_PROJECTION_H_
