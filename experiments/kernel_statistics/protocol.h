// Names that the parts of this package share: tables, methods and data sets.
#ifndef STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_PROTOCOL_H_

#include <string>

#include "common/number.h"

namespace structlab::kernel_statistics {

inline constexpr const char* kSlides = "lecture slides (no tables)";
inline constexpr const char* kOurCorrelation = "ours: first canonical correlation";
inline constexpr const char* kOurLimit = "ours: kernel CCA and kernel covariance";
inline constexpr const char* kOurTests = "ours: tests of independence";
inline constexpr const char* kOurOperator = "ours: normalised operator";
inline constexpr const char* kOurRidge = "ours: ridge regression";

// Methods as the source spells them.
inline constexpr const char* kCenteringMatrix = "kernel PCA centering matrix H";
inline constexpr const char* kRidge = "kernel ridge regression";
// Ours.
inline constexpr const char* kCca = "kernel CCA";
inline constexpr const char* kBothGrow = "both eps grow";
inline constexpr const char* kOneGrows = "eps_x grows alone";
inline constexpr const char* kGaussian = "Gaussian kernels";
inline constexpr const char* kDegree1 = "kernels of degree 1";
inline constexpr const char* kDegree2 = "kernels of degree 2";
inline constexpr const char* kOperator = "normalised cross-covariance operator";

// Data sets, all drawn (views.h).
inline constexpr const char* kRing = "ring";
inline constexpr const char* kRingMarginals = "independent, each as on the ring";
inline constexpr const char* kNormal = "independent normal";
inline constexpr const char* kSine = "sine with noise";
inline constexpr const char* kSame = "y = x";
inline constexpr const char* kMean = "dependent in the mean";
inline constexpr const char* kVariance = "dependent in the variance";
inline constexpr const char* kThirdMoment = "dependent in the third moment";

// All digits, as settings are written.
inline std::string Text(double number) { return common::FormatDouble(number); }

}  // namespace structlab::kernel_statistics

#endif  // STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_PROTOCOL_H_
