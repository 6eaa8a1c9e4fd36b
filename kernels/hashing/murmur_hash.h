// MurmurHash3_x86_32 (Appleby 2011), the hash of feature names. This header and feature_hash.h need only the
// standard library, so that programs elsewhere can hash as a trained model does.
#ifndef STRUCTLAB_KERNELS_HASHING_MURMUR_HASH_H_
#define STRUCTLAB_KERNELS_HASHING_MURMUR_HASH_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace structlab::kernels {

static_assert(std::endian::native == std::endian::little, "hashes are defined for little-endian machines");

namespace murmur_hash_internal {

inline constexpr uint32_t kFirst = 0xcc9e2d51u;
inline constexpr uint32_t kSecond = 0x1b873593u;

inline uint32_t Scramble(uint32_t word) { return std::rotl(word * kFirst, 15) * kSecond; }

}  // namespace murmur_hash_internal

// The 32-bit hash of a text of less than 4 GB. The same on every machine.
inline uint32_t MurmurHash3(std::string_view text, uint32_t seed) {
  using murmur_hash_internal::Scramble;
  const char* position = text.data();
  uint32_t hash = seed;
  for (size_t words = text.size() / 4; words > 0; --words, position += 4) {
    uint32_t word;
    std::memcpy(&word, position, 4);
    hash = std::rotl(hash ^ Scramble(word), 13) * 5 + 0xe6546b64u;
  }
  if (const size_t rest = text.size() % 4; rest > 0) {
    uint32_t word = 0;
    std::memcpy(&word, position, rest);
    hash ^= Scramble(word);
  }
  hash ^= static_cast<uint32_t>(text.size());
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  return hash ^ (hash >> 16);
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_MURMUR_HASH_H_
