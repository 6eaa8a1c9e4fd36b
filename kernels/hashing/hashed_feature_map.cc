#include "kernels/hashing/hashed_feature_map.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/murmur_hash.h"

namespace structlab::kernels {
namespace {

constexpr char kCopyMark = '\x1f';

void CheckRange(const std::string& where, int value, int low, int high) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(where, std::to_string(low) + " to " + std::to_string(high), std::to_string(value));
}

const HashingOptions& Checked(const HashingOptions& options) {
  CheckRange("HashingOptions::bits", options.bits, 3, 32);
  CheckRange("HashingOptions::copies", options.copies, 1, 255);
  return options;
}

}  // namespace

void SumEqualBins(HashedVector& vector) {
  std::stable_sort(vector.begin(), vector.end(),
                   [](const HashedFeature& a, const HashedFeature& b) { return a.bin < b.bin; });
  size_t kept = 0;
  for (const HashedFeature& feature : vector) {
    if (kept > 0 && vector[kept - 1].bin == feature.bin) {
      vector[kept - 1].value += feature.value;
    } else {
      vector[kept++] = feature;
    }
  }
  vector.resize(kept);
}

double HashKernel(const HashedVector& x, const HashedVector& other) {
  double sum = 0;
  auto a = x.begin();
  auto b = other.begin();
  while (a != x.end() && b != other.end()) {
    if (a->bin < b->bin) {
      ++a;
    } else if (b->bin < a->bin) {
      ++b;
    } else {
      sum += a++->value * b++->value;
    }
  }
  return sum;
}

HashedFeatureMap::HashedFeatureMap(const HashingOptions& options)
    : options_(Checked(options)),
      mask_(MaskOf(options.bits)),
      salt_(SaltOf(options.seed)),
      scale_(1 / std::sqrt(options.copies)) {}

void HashedFeatureMap::AddKey(uint32_t key, double value, std::optional<uint32_t> label,
                              HashedVector& vector) const {
  if (!std::isfinite(value)) {
    common::ThrowUsageError("the value of a feature", "a finite number", common::FormatDouble(value));
  }
  const double sign =
      options_.is_signed ? SignOf(label ? uint64_t{*label} << 32 | key : uint64_t{key}, salt_) : 1.0;
  const uint32_t bin = label ? JointBin(key, *label, salt_, mask_) : key & mask_;
  vector.push_back({bin, sign * scale_ * value});
}

void HashedFeatureMap::Add(std::string_view name, double value, HashedVector& vector,
                           std::optional<uint32_t> label) const {
  if (options_.copies == 1) return AddKey(MurmurHash3(name, options_.seed), value, label, vector);
  std::string copy(name);
  copy += kCopyMark;
  for (int c = 1; c <= options_.copies; ++c) {
    copy.resize(name.size() + 1);
    copy += std::to_string(c);
    AddKey(MurmurHash3(copy, options_.seed), value, label, vector);
  }
}

void HashedFeatureMap::Add(uint64_t number, double value, HashedVector& vector,
                           std::optional<uint32_t> label) const {
  // Mixes all 64 bits of the number again for each copy, so that numbers that collide in one copy rarely
  // collide in all.
  for (int c = 1; c <= options_.copies; ++c) {
    const uint64_t mixed = MixBits(number ^ MixBits(salt_ + static_cast<uint64_t>(c)));
    AddKey(static_cast<uint32_t>(mixed >> 32), value, label, vector);
  }
}

void HashedFeatureMap::AddCross(std::string_view a, std::string_view b, double value, HashedVector& vector,
                                std::optional<uint32_t> label) const {
  Add(uint64_t{MurmurHash3(a, options_.seed)} << 32 | MurmurHash3(b, options_.seed), value, vector, label);
}

}  // namespace structlab::kernels
