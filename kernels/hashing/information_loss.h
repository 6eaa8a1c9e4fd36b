// What hashing can lose: bounds and probabilities of section 2.4 of Shi, Hash Kernels and Structured
// Learning, 2011, as corrected where they are misprinted.
#ifndef STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_
#define STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_

#include <cstdint>

namespace structlab::kernels {

// l features, each mapped to c of n bins.
struct Duplication {
  int64_t features;  // l, 1..2^31
  int64_t bins;      // n, 1..2^32
  int copies;        // c, 1..255, at most n
};

// An upper bound of the probability that some feature shares all its bins (Theorem 2):
//   l [1 - (1 - c/n)^c + (l c/n)^c].
// It may exceed 1, and is infinite where no double is as large. Not monotone in c: the middle term grows as
// c^2/n. Throws common::Error (usage) for numbers out of range, as all functions here do.
double InformationLossBound(const Duplication& duplication);

// The share of `trials` random functions that lose a feature: all its copies are in bins where other features
// are. l c and trials at most 2^28 and 2^30. O(trials l c^2) time, n / 4 + 4 l c bytes: at most 2 GiB.
// Deterministic in the seed.
double SimulateInformationLoss(const Duplication& duplication, int trials, uint64_t seed);

// log of the probability that l features without copies are all in bins of their own. O(l).
double LogProbabilityOfNoCollision(int64_t features, int64_t bins);

// How many of n bins are not empty when so many features are hashed: n (1 - (1 - 1/n)^l), and its variance
// n (n-1) (1 - 2/n)^l + n (1 - 1/n)^l - n^2 (1 - 1/n)^(2l), both to nine digits.
struct OccupiedBins {
  double mean, standard_deviation;
};
OccupiedBins ExpectedOccupiedBins(int64_t features, int64_t bins);

// Theorem 3: all entries of the joint hash kernel between m observations with M classes are within epsilon of
// their means with probability 1 - delta, if each deviates by more than epsilon with probability at most
// c exp(-c' epsilon^2 n). That the tail is such is an assumption of the theorem.
struct DeviationTail {
  double observations;  // m >= 1
  double classes;       // M >= 1
  double bins;          // n >= 1
  double delta;         // of (0, 1)
  double factor;        // c > 0
  double rate;          // c' > 0
};

// sqrt((log(m M (m M + 1) / 2) + log c - log delta) / (n c')). The kernel is symmetric under the exchange of
// both arguments, so that m M (m M + 1) / 2 entries differ; the source counts m (m+1) M (M+1) / 4.
double ApproximationErrorBound(const DeviationTail& tail);
// As printed: sqrt((2 log(m+1) + 2 log(M+1) - 2 log 2 + log c - log delta) / (n c')), where for many
// observations log 2 is missing above n c'.
double PrintedApproximationErrorBound(const DeviationTail& tail);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_INFORMATION_LOSS_H_
