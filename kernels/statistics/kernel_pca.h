// Kernel principal component analysis, and pre-images of its projections in the input space.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_

#include <Eigen/Core>

#include "kernels/functions/gram.h"

namespace structlab::kernels {

// The directions of largest variance in the feature space of a kernel (Schoelkopf, Smola, Mueller 1998). Take
// PcaModel (fitted_models.h) to keep the kernel and rows with the components; KernelCca
// (kernel_correlation.h) to relate two views.
//
//     const KernelPca pca(gram, {.components = 8});
//     const Eigen::MatrixXd coordinates = pca.Project(cross);   // kernel of new rows by training rows
class KernelPca {
 public:
  struct Options {
    Eigen::Index components = 10;  // >= 1; fewer are found if the rank is smaller
    // Smaller eigenvalues, relative to the largest, count as 0 and are left out.
    double rank_tolerance = 1e-10;
  };

  // `gram` is uncentred. Throws common::Error(kUsage) as CheckGram (gram_checks.h), for a matrix without
  // rows, and for fewer than one component. O(n^3), or O(n^2 components) for few components of large n.
  // Deterministic.
  KernelPca(const Eigen::Ref<const Eigen::MatrixXd>& gram, const Options& options);
  // From the parts of a saved model.
  KernelPca(GramCentering centering, Eigen::VectorXd eigenvalues, Eigen::MatrixXd coefficients);

  Eigen::Index components() const { return eigenvalues_.size(); }
  // Eigenvalues of the centred matrix, largest first: n times the variance along each component.
  const Eigen::VectorXd& eigenvalues() const { return eigenvalues_; }
  // One column alpha per component: the component is sum_i alpha_i (phi(x_i) - mean), of length 1.
  const Eigen::MatrixXd& coefficients() const { return coefficients_; }
  const GramCentering& centering() const { return centering_; }

  // Coordinates of rows along the components. `cross` has their uncentred kernel values with the training
  // rows, one column for each training row.
  Eigen::MatrixXd Project(const Eigen::Ref<const Eigen::MatrixXd>& cross) const;

  // For pre-images: one row gamma for each row of coordinates. The projected point is sum_i gamma_i
  // phi(x_i).
  Eigen::MatrixXd Expansion(const Eigen::Ref<const Eigen::MatrixXd>& coordinates) const;

 private:
  GramCentering centering_;
  Eigen::VectorXd eigenvalues_;
  Eigen::MatrixXd coefficients_;
};

struct PreImageOptions {
  int max_iterations = 100;
  double tolerance = 1e-6;  // ends at a step shorter than this times the length of the point
};

// Pre-images for a Gaussian kernel exp(-gamma |x - y|^2), by the fixed-point iteration of Mika et al. 1999:
// input points z whose image in the feature space is near sum_i expansion_i phi(x_i). `expansion` and `start`
// have one row per point; the result depends on the start. A point stays where it is if the sum of the
// weights is not above 0.
//
//     const Eigen::MatrixXd denoised =
//         GaussianPreImages(training, gamma, pca.Expansion(pca.Project(cross)), noisy_rows);
//
// Throws common::Error(kUsage) for matrices that do not match. O(iterations rows n columns).
Eigen::MatrixXd GaussianPreImages(const DenseRows<double>& training, double gamma,
                                  const Eigen::Ref<const Eigen::MatrixXd>& expansion,
                                  const Eigen::Ref<const Eigen::MatrixXd>& start,
                                  const PreImageOptions& options = {});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_PCA_H_
