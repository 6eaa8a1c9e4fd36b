// The Hilbert-Schmidt independence criterion (HSIC): how dependent two views of the same rows are.
#ifndef STRUCTLAB_KERNELS_STATISTICS_HSIC_H_
#define STRUCTLAB_KERNELS_STATISTICS_HSIC_H_

#include <Eigen/Core>

namespace structlab::kernels {

// All functions take uncentred Gram matrices of two kernels on paired rows. They throw common::Error(kUsage)
// for matrices that CheckGramPair (gram_checks.h) refuses and for fewer rows than stated. H = I - ee'/n.
//
//     const double dependence = UnbiasedHsic(gram_x, gram_y);
//
// Which one to take: UnbiasedHsic to compare strengths of dependence for one pair of kernels; BiasedHsic as a
// test statistic; NormalizedHsic if the value should depend less on the kernels; Alignment to choose a kernel
// for given targets. The values alone do not say whether x and y are dependent: independence_tests.h does.
// Deterministic, thread-safe.

// H K H. O(n^2).
Eigen::MatrixXd Centered(const Eigen::Ref<const Eigen::MatrixXd>& gram);

// tr(Kx H Ky H) / n^2: the squared Hilbert-Schmidt norm of the empirical cross-covariance operator (Gretton,
// Bousquet, Smola, Schoelkopf 2005, who divide by (n - 1)^2). Its mean under independence is above 0, by
// about 1/n. n >= 1. O(n^2).
double BiasedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);

// The unbiased estimate (Song et al. 2012, equation (5)): the mean of the 4-tuple statistic over all
// 4-tuples. It can be below 0. n >= 4. O(n^2).
double UnbiasedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);

// The normalised HSIC (Fukumizu et al. 2008): tr(Rx Ry) with R = HKH (HKH + n eps I)^-1, which is the squared
// Hilbert-Schmidt norm of (Cxx + eps)^-1/2 Cxy (Cyy + eps)^-1/2. A larger eps > 0 regularises more. n >= 1.
// O(n^3).
//
// The slides of Lampert and Blaschko print eps instead of n eps and a factor 1/n^2, with which the value
// vanishes for large n whatever the data.
double NormalizedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                      double eps);

// The matrix R of NormalizedHsic: HKH (HKH + n eps I)^-1. Eigenvalues that are 0 up to rounding (RoundingOf
// in gram_checks.h) count as 0. O(n^3).
Eigen::MatrixXd RegularizedGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, double eps);

// The largest singular value of (Cxx + eps)^-1/2 Cxy (Cyy + eps)^-1/2. It is below 1. O(n^3).
double LargestNormalizedCorrelation(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                    const Eigen::Ref<const Eigen::MatrixXd>& y, double eps);

// Kernel target alignment (Cristianini et al. 2002): <x, y> / (|x| |y|), after centring both matrices if
// `centered`. 0 if one of them is 0.
double Alignment(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                 bool centered);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_HSIC_H_
