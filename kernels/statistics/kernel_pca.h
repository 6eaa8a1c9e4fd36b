// Kernel principal components, and points of the input space that come next to their projections.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_

#include <Eigen/Core>

#include "kernels/functions/gram.h"

namespace structlab::kernels {

// Directions of largest variance in the space of a kernel (Schoelkopf, Smola, Mueller 1998).
//
//   const KernelPca pca(gram, {.components = 8});
//   pca.Project(cross);                            // new rows by training rows
class KernelPca {
 public:
  struct Options {
    Eigen::Index components = 10;   // at most; >= 1
    double rank_tolerance = 1e-10;  // eigenvalues below it times the largest are 0, and left out
  };

  // Of a Gram matrix that is not centred. Throws common::Error(kUsage) as CheckGram (gram_checks.h), without
  // rows, and for fewer than one component. O(n^3), or O(n^2 components) for few components of large n.
  KernelPca(const Eigen::Ref<const Eigen::MatrixXd>& gram, const Options& options);
  // As it was saved.
  KernelPca(GramCentering centering, Eigen::VectorXd eigenvalues, Eigen::MatrixXd coefficients);

  Eigen::Index components() const { return eigenvalues_.size(); }
  // Of the centred matrix, largest first: n times the variance along each component.
  const Eigen::VectorXd& eigenvalues() const { return eigenvalues_; }
  // alpha, a column a component: the component is sum_i alpha_i (phi(x_i) - mean), of length 1.
  const Eigen::MatrixXd& coefficients() const { return coefficients_; }
  const GramCentering& centering() const { return centering_; }

  // The coordinates of rows along the components; `cross` are their kernels with the training rows, a column
  // each, not centred.
  Eigen::MatrixXd Project(const Eigen::Ref<const Eigen::MatrixXd>& cross) const;

  // gamma, a row for each row of coordinates: the projected point is sum_i gamma_i phi(x_i). For pre-images.
  Eigen::MatrixXd Expansion(const Eigen::Ref<const Eigen::MatrixXd>& coordinates) const;

 private:
  GramCentering centering_;
  Eigen::VectorXd eigenvalues_;
  Eigen::MatrixXd coefficients_;
};

struct PreImageOptions {
  int max_iterations = 100;
  double tolerance = 1e-6;  // ends when a step is shorter than this times the length of the point
};

// The fixed points of Mika et al. 1999 for a Gaussian kernel exp(-gamma |x - y|^2): points z next to sum_i
// expansion_i phi(x_i) in the space of the kernel, from `start`, a row each. Where the sum of the weights is
// not above 0, the point stays. Throws common::Error(kUsage) for matrices that do not match. O(iterations
// rows n columns).
Eigen::MatrixXd GaussianPreImages(const DenseRows<double>& training, double gamma,
                                  const Eigen::Ref<const Eigen::MatrixXd>& expansion,
                                  const Eigen::Ref<const Eigen::MatrixXd>& start,
                                  const PreImageOptions& options = {});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_
