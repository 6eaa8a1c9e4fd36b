// Feature hashing: any number of features in a space of 2^bits dimensions, without a dictionary (Shi 2011,
// section 2.3).
#ifndef STRUCTLAB_KERNELS_HASHING_HASHED_FEATURE_MAP_H_
#define STRUCTLAB_KERNELS_HASHING_HASHED_FEATURE_MAP_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace structlab::kernels {

struct HashedFeature {
  uint32_t bin;
  double value;
  friend bool operator==(const HashedFeature&, const HashedFeature&) = default;
};

// The bins that are not empty. After SumEqualBins they ascend, and each occurs once.
using HashedVector = std::vector<HashedFeature>;

// Sorts by bin and adds up the values of each bin, in the order in which they were added. O(k log k) for k
// entries.
void SumEqualBins(HashedVector& vector);

// <x, x'> for two vectors after SumEqualBins. O(size of both).
double HashKernel(const HashedVector& x, const HashedVector& other);

struct HashingOptions {
  int bits = 18;      // n = 2^bits bins, 3..32; more bins collide less and take more memory in a learner
  uint32_t seed = 0;  // selects a function of the family
  // Without signs, (2.3) is biased by sum(x) sum(x') / n. Signs (section 3.2.2) remove the bias; the
  // variance stays of the same size, see hash_kernel_moments.h. Two names with equal 32-bit hashes share
  // bin and sign: the remaining bias is 2^-32 sum(x) sum(x').
  bool is_signed = false;
  // 1..255. Replaces each feature f by its copies f o 1 .. f o c (section 2.4.1), with values divided by
  // sqrt(c) so that kernels stay comparable. Copies make it less likely that a feature is lost
  // (information_loss.h), but take c times as long and fill more bins.
  int copies = 1;
};

// Feature hashing: phi_j(x) = sum of xi(i) x_i over the features i with h(i) = j (2.3); with a label y, over
// those with h(i, y) = j. Take it for text and other sparse features that are too many for a dictionary;
// RandomProjection (random_projection.h) gives dense vectors of few dimensions.
//
//     const HashedFeatureMap map({.bits = 20});
//     HashedVector vector;
//     map.Add("hash", 1.0, vector);
//     map.Add("kernel", 2.0, vector);
//     SumEqualBins(vector);
//
// A feature is a name or a number; names and numbers are different features. Names are hashed by
// MurmurHash3_x86_32. A copy of a name is hashed as the name, the byte 0x1f and the number of the copy, from
// 1.
//
// Immutable, so thread-safe. The same on every machine. Adding a feature takes O(copies).
class HashedFeatureMap {
 public:
  // Throws common::Error(kUsage) for options out of range.
  explicit HashedFeatureMap(const HashingOptions& options);

  const HashingOptions& options() const { return options_; }
  double num_bins() const { return static_cast<double>(mask_) + 1; }

  // Appends a feature to `vector`. With a label: the joint feature of both (section 2.3.3, see
  // feature_hash.h). Throws common::Error(kUsage) for a value that is not finite.
  void Add(std::string_view name, double value, HashedVector& vector,
           std::optional<uint32_t> label = std::nullopt) const;
  void Add(uint64_t number, double value, HashedVector& vector,
           std::optional<uint32_t> label = std::nullopt) const;
  // Appends the cross of two features; (a, b) and (b, a) are different features. Errors as above.
  void AddCross(std::string_view a, std::string_view b, double value, HashedVector& vector,
                std::optional<uint32_t> label = std::nullopt) const;

 private:
  void AddKey(uint32_t key, double value, std::optional<uint32_t> label, HashedVector& vector) const;

  HashingOptions options_;
  uint32_t mask_;
  uint64_t salt_;
  double scale_;  // 1 / sqrt(copies)
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_HASHED_FEATURE_MAP_H_
