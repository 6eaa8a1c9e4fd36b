// Hash functions from features to bins: joint hashing with labels, crosses, signs (Shi 2011, section 2.3).
// HashedFeatureMap (hashed_feature_map.h) applies them; use this header directly only where speed needs it.
#ifndef STRUCTLAB_KERNELS_HASHING_FEATURE_HASH_H_
#define STRUCTLAB_KERNELS_HASHING_FEATURE_HASH_H_

#include <cstdint>

namespace structlab::kernels {

// A one-to-one function; every bit of the result depends on every bit of x (the finaliser of SplitMix64).
constexpr uint64_t MixBits(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The salt by which the functions of different seeds differ.
constexpr uint64_t SaltOf(uint32_t seed) { return MixBits(seed + 0x9e3779b97f4a7c15u); }

// The mask of 2^bits bins, for 3 <= bits <= 32.
constexpr uint32_t MaskOf(int bits) { return 0xffffffffu >> (32 - bits); }

// The key of the quadratic feature of a and b, in this order.
constexpr uint32_t CrossKey(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(MixBits((uint64_t{a} << 32 | b) + 0x6a09e667f3bcc909u) >> 32);
}

// The key of an n-gram, from the key of all words but the last and the key of the last word. It differs from
// CrossKey, because an n-gram of two words and their cross are different features; their keys collide as
// rarely as those of any other features.
constexpr uint32_t GramKey(uint32_t words, uint32_t next) {
  return static_cast<uint32_t>(MixBits((uint64_t{words} << 32 | next) + 0xbb67ae8584caa73bu) >> 32);
}

// The key of a copy of a feature; `copy` is the number of the copy.
constexpr uint32_t CopyKey(uint32_t key, uint32_t copy) {
  return static_cast<uint32_t>(MixBits((uint64_t{key} << 32 | copy) + 0xa54ff53a5f1d36f1u) >> 32);
}

// The sign xi(f) = +1 or -1 (section 3.2.2), independent of the bins of f.
constexpr double SignOf(uint64_t feature, uint64_t salt) {
  return (MixBits((feature ^ 0x3c6ef372fe94f82bu) + salt) >> 63) != 0 ? -1.0 : 1.0;
}

// Joint hashing h(i, y) of a feature and a label (section 2.3.3): all labels share one table, whose size does
// not depend on the number of labels. The labels 8b .. 8b+7 of a feature share a block of eight neighbouring
// bins; blocks begin at multiples of eight, so that a table of 8-byte entries is read one cache line per
// eight labels.
//
// For each label, h(., y) is a uniform hash, and the kernel between (x, y) and (x', y) depends on nothing
// else. Label y is at first + ((y ^ flip) mod 8). If two features share a block, they collide for all its
// labels or, with probability 7/8, for none.
inline constexpr uint32_t kLabelsPerBlock = 8;

struct LabelBlock {
  uint32_t first;  // a multiple of 8
  uint32_t flip;   // 0..7
};

constexpr LabelBlock LabelBlockOf(uint32_t key, uint32_t block, uint64_t salt, uint32_t mask) {
  const uint64_t mixed = MixBits((uint64_t{block} << 32 | key) + salt);
  return {static_cast<uint32_t>(mixed) & mask & ~(kLabelsPerBlock - 1), static_cast<uint32_t>(mixed >> 61)};
}

// h(i, y) for the feature with this key.
constexpr uint32_t JointBin(uint32_t key, uint32_t label, uint64_t salt, uint32_t mask) {
  const LabelBlock block = LabelBlockOf(key, label / kLabelsPerBlock, salt, mask);
  return block.first + ((label ^ block.flip) % kLabelsPerBlock);
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_FEATURE_HASH_H_
