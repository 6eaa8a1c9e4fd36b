// Random number generators that give the same numbers on every machine. Each stream has a name.
#ifndef STRUCTLAB_COMMON_RANDOM_STREAM_H_
#define STRUCTLAB_COMMON_RANDOM_STREAM_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace structlab::common {

// The counter-based generator Philox4x32-10 (Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as
// 1, 2, 3, 2011). The key comes from the seed and the name. The upper half of the counter is the index, the
// lower half counts blocks. So streams of different (seed, name, index) are independent: streams with the
// same seed and name never overlap, and neither do two seeds of the same name. Give each piece of work its
// own stream, not each thread; then results do not depend on the number of threads:
//
//     RandomStream order(seed, "bcfw/order", pass);
//     const std::vector<int> permutation = order.Permutation(n);
//
// Every function is a fixed sequence of exactly rounded operations (no mathematical library, no fused
// multiply-add), so all values have the same bits on every machine and with every compiler. Arguments outside
// the stated range throw Error(kUsage). A copy continues with the same numbers. Not thread-safe. Period: 2^65
// calls of Bits.
class RandomStream {
 public:
  RandomStream(uint64_t seed, std::string_view name, uint64_t index = 0);

  uint64_t Bits();                          // 64 random bits
  double Uniform();                         // [0, 1): multiples of 2^-53
  double Uniform(double low, double high);  // [low, high), for finite low < high
  uint64_t UniformIndex(uint64_t n);        // 0..n-1 without bias, for n >= 1 (Lemire 2019)
  double Normal();                          // mean 0, variance 1 (Marsaglia's polar method)
  double Exponential();                     // mean 1
  // Density x^(shape-1) exp(-x) / Gamma(shape), for finite shape > 0 (Marsaglia, Tsang 2000). Values below
  // the smallest double become 0; this happens occasionally for shapes below 0.01.
  double Gamma(double shape);
  // Index i with probability weights[i] / sum. Weights are >= 0 and finite with a finite sum > 0. O(n).
  int Categorical(std::span<const double> weights);
  // A uniformly random permutation of 0..n-1, for n >= 0. O(n).
  std::vector<int> Permutation(int n);
  // k distinct numbers from 0..n-1 in random order, for 0 <= k <= n. O(n).
  std::vector<int> SampleWithoutReplacement(int n, int k);

 private:
  double UniformAboveZero();  // (0, 1]

  std::array<uint32_t, 2> key_;
  uint64_t index_;
  uint64_t block_ = 0;   // the next block of 128 bits
  uint64_t second_ = 0;  // the other half of the last block
  bool has_second_ = false;
  double second_normal_ = 0.0;
  bool has_second_normal_ = false;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_RANDOM_STREAM_H_
