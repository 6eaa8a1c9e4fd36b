// Built without fused multiply-add (see BUILD): every operation is rounded separately, as IEEE 754 requires.
#include "common/random_stream.h"

#include <Random123/philox.h>

#include <cmath>
#include <numeric>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/reproducible_math.h"

namespace structlab::common {
namespace {

// FNV-1a with 64 bits.
uint64_t HashOf(std::string_view name) {
  uint64_t hash = 14695981039346656037U;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  return hash;
}

// A bijection in which every bit of the result depends on every bit of x (the finaliser of SplitMix64).
uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Different seeds with the same name have different keys; so do different hashes of names with the same seed.
std::array<uint32_t, 2> KeyOf(uint64_t seed, std::string_view name) {
  const uint64_t key = Mix(Mix(seed + 0x9e3779b97f4a7c15U) + HashOf(name));
  return {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)};
}

uint64_t Join(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

}  // namespace

RandomStream::RandomStream(uint64_t seed, std::string_view name, uint64_t index)
    : key_(KeyOf(seed, name)), index_(index) {}

uint64_t RandomStream::Bits() {
  if (has_second_) {
    has_second_ = false;
    return second_;
  }
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32), static_cast<uint32_t>(index_),
       static_cast<uint32_t>(index_ >> 32)}};
  const r123::Philox4x32::key_type key = {{key_[0], key_[1]}};
  const r123::Philox4x32::ctr_type words = r123::Philox4x32()(counter, key);
  ++block_;
  second_ = Join(words[2], words[3]);
  has_second_ = true;
  return Join(words[0], words[1]);
}

double RandomStream::Uniform() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

double RandomStream::UniformAboveZero() { return static_cast<double>((Bits() >> 11) + 1) * 0x1p-53; }

double RandomStream::Uniform(double low, double high) {
  if (!(std::isfinite(low) && std::isfinite(high) && low < high)) {
    ThrowUsageError("RandomStream::Uniform", "finite low < high",
                    FormatDouble(low) + " and " + FormatDouble(high));
  }
  const double u = Uniform();
  // The difference of two doubles can overflow; the convex combination cannot.
  const double width = high - low;
  const double value = std::isfinite(width) ? low + width * u : low * (1.0 - u) + high * u;
  return value < high ? value : std::nextafter(high, low);  // rounding may have reached high
}

// Lemire, Fast random integer generation in an interval, 2019: takes the upper half of a product. The few
// products whose lower half would favour some values are drawn again.
uint64_t RandomStream::UniformIndex(uint64_t n) {
  if (n == 0) ThrowUsageError("RandomStream::UniformIndex", "n >= 1", "0");
  const uint64_t threshold = (0 - n) % n;
  while (true) {
    const unsigned __int128 product = static_cast<unsigned __int128>(Bits()) * n;
    if (static_cast<uint64_t>(product) >= threshold) return static_cast<uint64_t>(product >> 64);
  }
}

double RandomStream::Normal() {
  if (has_second_normal_) {
    has_second_normal_ = false;
    return second_normal_;
  }
  while (true) {
    const double x = 2.0 * Uniform() - 1.0;
    const double y = 2.0 * Uniform() - 1.0;
    const double square = x * x + y * y;
    if (square >= 1.0 || square == 0.0) continue;
    const double scale = std::sqrt(-2.0 * ReproducibleLog(square) / square);
    second_normal_ = scale * y;
    has_second_normal_ = true;
    return scale * x;
  }
}

double RandomStream::Exponential() { return -ReproducibleLog(UniformAboveZero()); }

double RandomStream::Gamma(double shape) {
  if (!(std::isfinite(shape) && shape > 0.0)) {
    ThrowUsageError("RandomStream::Gamma", "a finite shape > 0", FormatDouble(shape));
  }
  if (shape < 1.0) {
    // Gamma(a) = Gamma(a + 1) U^(1/a); the order of the two draws is part of the stream.
    const double larger = Gamma(shape + 1.0);
    const double log_power = ReproducibleLog(UniformAboveZero()) / shape;
    return log_power < -745.0 ? 0.0 : larger * ReproducibleExp(log_power);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  while (true) {
    const double x = Normal();
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    const double log_u = ReproducibleLog(UniformAboveZero());
    if (log_u < 0.5 * x * x + d * (1.0 - v + ReproducibleLog(v))) return d * v;
  }
}

int RandomStream::Categorical(std::span<const double> weights) {
  double sum = 0.0;
  for (const double weight : weights) {
    if (!(weight >= 0.0)) ThrowUsageError("RandomStream::Categorical", "weights >= 0", FormatDouble(weight));
    sum += weight;
  }
  if (!(sum > 0.0 && std::isfinite(sum))) {
    ThrowUsageError("RandomStream::Categorical", "weights with a finite sum > 0", FormatDouble(sum));
  }
  const double target = Uniform() * sum;
  double below = 0.0;
  size_t last = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    below += weights[i];
    last = i;
    if (target < below) break;
  }
  return static_cast<int>(last);  // the last positive one if rounding put the target at the sum
}

std::vector<int> RandomStream::Permutation(int n) { return SampleWithoutReplacement(n, n); }

std::vector<int> RandomStream::SampleWithoutReplacement(int n, int k) {
  if (k < 0 || k > n) {
    ThrowUsageError("RandomStream::SampleWithoutReplacement", "0 <= k <= n",
                    "k = " + std::to_string(k) + ", n = " + std::to_string(n));
  }
  // The first k steps of Fisher and Yates.
  std::vector<int> items(n);
  std::iota(items.begin(), items.end(), 0);
  for (size_t i = 0; i < static_cast<size_t>(k); ++i) {
    std::swap(items[i], items[i + UniformIndex(items.size() - i)]);
  }
  items.resize(k);
  return items;
}

}  // namespace structlab::common
