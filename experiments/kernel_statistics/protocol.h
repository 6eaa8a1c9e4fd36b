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

inline constexpr const char* kOurEstimates = "ours: estimates of HSIC";
inline constexpr const char* kOurClusters = "ours: clusters of digits";
inline constexpr const char* kOurGraphClusters = "ours: clusters of digits, graph of neighbours";
inline constexpr const char* kOurRestoration = "ours: restored digits";
inline constexpr const char* kOurRetrieval = "ours: retrieval between two views";
inline constexpr const char* kOurTextSets = "ours: texts that are compared";
inline constexpr const char* kOurTexts = "ours: substrings of texts";

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
inline constexpr const char* kBiased = "biased";
inline constexpr const char* kUnbiased = "unbiased";
inline constexpr const char* kOperatorForm = "with n eps";
inline constexpr const char* kPrintedForm = "as printed, eps and 1/n^2";
inline constexpr const char* kKMeans = "k-means of the pixels";
inline constexpr const char* kKernelPca = "kernel PCA";
inline constexpr const char* kNgJordanWeiss = "spectral Ng-Jordan-Weiss";
inline constexpr const char* kShiMalik = "spectral Shi-Malik";
inline constexpr const char* kLinearPca = "linear PCA";
inline constexpr const char* kShownRows = "original, degraded, kernel PCA, linear PCA";
inline constexpr const char* kDegraded = "not restored";
inline constexpr const char* kChance = "chance";
inline constexpr const char* kMostFrequent = "most frequent tags";
inline constexpr const char* kExactSubstrings = "exact substrings";
inline constexpr const char* kHashedSubstrings = "hashed substrings";
inline constexpr const char* kSignedSubstrings = "hashed substrings with signs";

// Degradations of digits.
inline constexpr const char* kNormalNoise = "normal noise";
inline constexpr const char* kSpeckleNoise = "speckles";
inline constexpr const char* kLowResolution = "4 x 4 pixels";

// Data sets that are drawn (views.h).
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
