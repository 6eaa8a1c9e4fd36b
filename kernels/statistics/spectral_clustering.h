// Clusters by the eigenvectors of the graph Laplacian.
#ifndef STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_
#define STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

enum class SpectralForm {
  kNgJordanWeiss,  // rows of the eigenvectors U of I - D^-1/2 A D^-1/2, made of length 1
  kShiMalik,       // rows of D^-1/2 U
};

struct SpectralOptions {
  int clusters = 2;
  SpectralForm form = SpectralForm::kNgJordanWeiss;
  bool keeps_diagonal = false;              // of A; Ng, Jordan, Weiss set it to 0, which changes the result
  int restarts = 10, max_iterations = 300;  // of k-means
  uint64_t seed = 1;
};

struct SpectralClustering {
  std::vector<int> clusters;    // of each row, from 0 to clusters - 1
  Eigen::VectorXd eigenvalues;  // of the Laplacian I - D^-1/2 A D^-1/2, the least ones, rising
  Eigen::MatrixXd embedding;    // what k-means clusters, a row each
  double normalized_cut = 0;    // sum over clusters of cut(A_i, rest) / volume(A_i); less is better
};

// `similarities` is symmetric with entries of 0 or more; rows without any similarity are isolated points,
// with D^-1/2 = 0. Throws common::Error(kUsage) as CheckGram (gram_checks.h), for entries below 0, and unless
// 1 <= clusters <= n. Deterministic in the seed.
SpectralClustering ClusterSpectrally(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     const SpectralOptions& options);

// The graph of nearest rows, as similarities: 1 where one of two different rows is among the `neighbors` rows
// of largest similarity to the other (the first of equals; all if there are fewer), else 0 (von Luxburg 2007,
// section 2.2). Throws common::Error(kUsage) as CheckGram (gram_checks.h), and unless neighbors >= 1. O(n^2
// log n).
Eigen::MatrixXd NearestNeighborGraph(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     Eigen::Index neighbors);

// The normalised cut of clusters: of those without any similarity, 0. The matrix is taken as it is:
// ClusterSpectrally measures its own without the diagonal unless keeps_diagonal is set.
double NormalizedCut(const Eigen::Ref<const Eigen::MatrixXd>& similarities, const std::vector<int>& clusters);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_
