// Features of any number in a space of 2^bits dimensions, without a dictionary (Shi 2011, section 2.3).
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

// The bins that are not empty; rising, each once, after SumEqualBins.
using HashedVector = std::vector<HashedFeature>;

// Sorts by bin and adds up the values of each, in the order in which they were added. O(k log k).
void SumEqualBins(HashedVector& vector);

// <x, x'> of two vectors after SumEqualBins. O(size of both).
double HashKernel(const HashedVector& x, const HashedVector& other);

struct HashingOptions {
  int bits = 18;      // n = 2^bits bins, 3..32
  uint32_t seed = 0;  // another seed is another function of the family
  // (2.3) as it stands is biased by sum(x) sum(x') / n. Signs (section 3.2.2) remove the bias; the variance
  // stays of the same size, see hash_kernel_moments.h. Two names whose hashes of 32
  // bits are equal share bin and sign: what is left of the bias is 2^-32 of sum(x) sum(x').
  bool is_signed = false;
  // Each feature f as f o 1 .. f o c (section 2.4.1), 1..255, of values / sqrt(c) so that kernels stay
  // comparable.
  int copies = 1;
};

// phi_j(x) = sum of xi(i) x_i over the features i with h(i) = j (2.3), or of h(i, y) = j.
//
//   const HashedFeatureMap map({.bits = 20});
//   HashedVector vector;
//   map.Add("hash", 1.0, vector);
//   map.Add("kernel", 2.0, vector);
//   SumEqualBins(vector);
//
// A feature is a name or a number. Names are hashed by MurmurHash3_x86_32; a copy is the name, the byte 0x1f
// and the number of the copy, from 1. Numbers and names are different features. Immutable: safe to use from
// several threads, and the same on every machine. Adding is O(copies).
class HashedFeatureMap {
 public:
  // Throws common::Error (usage) for options out of range.
  explicit HashedFeatureMap(const HashingOptions& options);

  const HashingOptions& options() const { return options_; }
  double num_bins() const { return static_cast<double>(mask_) + 1; }

  // Appends a feature. With a label it is the joint feature of both (section 2.3.3, see feature_hash.h).
  // Throws common::Error (usage) for a value that is not finite.
  void Add(std::string_view name, double value, HashedVector& vector,
           std::optional<uint32_t> label = std::nullopt) const;
  void Add(uint64_t number, double value, HashedVector& vector,
           std::optional<uint32_t> label = std::nullopt) const;
  // The product of two features as a feature of its own; (a, b) and (b, a) are different ones.
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
