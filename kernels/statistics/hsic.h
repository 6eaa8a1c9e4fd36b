// The Hilbert-Schmidt independence criterion.
#ifndef STRUCTLAB_KERNELS_STATISTICS_HSIC_H_
#define STRUCTLAB_KERNELS_STATISTICS_HSIC_H_

#include <Eigen/Core>

namespace structlab::kernels {

// All take Gram matrices of two kernels on paired rows, not centred, and throw common::Error(kUsage) for
// matrices that CheckGramPair (gram_checks.h) refuses or with fewer rows than stated. H = I - ee'/n.

// H K H. O(n^2).
Eigen::MatrixXd Centered(const Eigen::Ref<const Eigen::MatrixXd>& gram);

// tr(Kx H Ky H) / n^2: the squared Hilbert-Schmidt norm of the empirical cross-covariance operator (Gretton,
// Bousquet, Smola, Schoelkopf 2005, who divide by (n - 1)^2). Its mean is above 0 under independence, by
// about 1/n. n >= 1. O(n^2).
double BiasedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);

// The estimate without bias (Song et al. 2012, equation (5)), which can be below 0: the mean of the 4-tuple
// statistic over all 4-tuples. n >= 4. O(n^2).
double UnbiasedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y);

// The normalised one (Fukumizu et al. 2008): tr(Rx Ry) with R = HKH (HKH + n eps I)^-1, the squared
// Hilbert-Schmidt norm of (Cxx + eps)^-1/2 Cxy (Cyy + eps)^-1/2. The slides of Lampert and Blaschko print
// eps in place of n eps and a factor 1/n^2, which makes it vanish for large n whatever the data. eps > 0. n
// >=
// 1. O(n^3).
double NormalizedHsic(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                      double eps);

// R of both: HKH (HKH + n eps I)^-1; eigenvalues that are 0 up to rounding (RoundingOf in gram_checks.h)
// count as 0. O(n^3).
Eigen::MatrixXd RegularizedGram(const Eigen::Ref<const Eigen::MatrixXd>& gram, double eps);

// The largest singular value of that operator, below 1. O(n^3).
double LargestNormalizedCorrelation(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                    const Eigen::Ref<const Eigen::MatrixXd>& y, double eps);

// Kernel target alignment (Cristianini et al. 2002): <x, y> / (|x| |y|), of matrices that are centred first
// or not. 0 if one of them is 0.
double Alignment(const Eigen::Ref<const Eigen::MatrixXd>& x, const Eigen::Ref<const Eigen::MatrixXd>& y,
                 bool centered);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_HSIC_H_
