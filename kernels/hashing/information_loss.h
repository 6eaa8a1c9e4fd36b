// Information lost by hashing: bounds and probabilities of section 2.4 of Shi, Hash Kernels and Structured
// Learning, 2011. Misprints are corrected where stated.
#ifndef STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_
#define STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_

#include <cstdint>

namespace structlab::kernels {

// l features, each hashed to c of n bins.
struct Duplication {
  int64_t features;  // l, 1..2^31
  int64_t bins;      // n, 1..2^32
  int copies;        // c, 1..255, at most n
};

// Upper bound of the probability that some feature shares all its bins with others (Theorem 2): l [1 - (1 -
// c/n)^c + (l c/n)^c]. Use it to choose bits and copies for HashedFeatureMap.
//
//     const double bound =
//         InformationLossBound({.features = 100'000, .bins = int64_t{1} << 24, .copies = 2});
//
// The bound may exceed 1, and is infinite if it is too large for a double. It is not monotone in c: the
// middle term grows as c^2/n. As all functions here, it throws common::Error(kUsage) for numbers out of
// range.
double InformationLossBound(const Duplication& duplication);

// The share of `trials` random hash functions that lose a feature: all copies of some feature fall into bins
// that other features also occupy. l c is at most 2^28 and `trials` at most 2^30. Time O(trials l c^2);
// memory n / 4 + 4 l c bytes, at most 2 GiB. Deterministic given the seed.
double SimulateInformationLoss(const Duplication& duplication, int trials, uint64_t seed);

// The logarithm of the probability that l features without copies occupy l different bins. O(l).
double LogProbabilityOfNoCollision(int64_t features, int64_t bins);

// The number of n bins that are occupied by l hashed features: its mean n (1 - (1 - 1/n)^l), and the square
// root of its variance n (n-1) (1 - 2/n)^l + n (1 - 1/n)^l - n^2 (1 - 1/n)^(2l), both to nine digits.
struct OccupiedBins {
  double mean, standard_deviation;
};
OccupiedBins ExpectedOccupiedBins(int64_t features, int64_t bins);

// Theorem 3: with probability 1 - delta, all entries of the joint hash kernel between m observations with M
// classes are within epsilon of their means, if each entry deviates by more than epsilon with probability at
// most c exp(-c' epsilon^2 n). This form of the tail is an assumption of the theorem.
struct DeviationTail {
  double observations;  // m >= 1
  double classes;       // M >= 1
  double bins;          // n >= 1
  double delta;         // in (0, 1)
  double factor;        // c > 0
  double rate;          // c' > 0
};

// sqrt((log(m M (m M + 1) / 2) + log c - log delta) / (n c')). The kernel is symmetric, so m M (m M + 1) / 2
// entries differ; the source counts m (m+1) M (M+1) / 4.
double ApproximationErrorBound(const DeviationTail& tail);
// The bound as printed: sqrt((2 log(m+1) + 2 log(M+1) - 2 log 2 + log c - log delta) / (n c')). For many
// observations it lacks log 2 above n c'.
double PrintedApproximationErrorBound(const DeviationTail& tail);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_
