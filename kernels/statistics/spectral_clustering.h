// Spectral clustering: clusters from eigenvectors of the graph Laplacian.
#ifndef STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_
#define STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

enum class SpectralForm {
  kNgJordanWeiss,  // rows of the eigenvectors U of I - D^-1/2 A D^-1/2, scaled to length 1
  kShiMalik,       // rows of D^-1/2 U
};

struct SpectralOptions {
  int clusters = 2;
  SpectralForm form = SpectralForm::kNgJordanWeiss;
  // False: sets the diagonal of A to 0 as Ng, Jordan, Weiss do, which changes the result.
  bool keeps_diagonal = false;
  int restarts = 10, max_iterations = 300;  // of k-means: more restarts and iterations find better clusters
  uint64_t seed = 1;
};

// Clusters of new rows, by the embedding that Bengio et al. (2004, "Out-of-sample extensions") extend: with
// similarities s_i of a new row to the training rows and d = sum_i s_i, coordinate k is
// sum_i s_i u_ik / (lambda_k sqrt(d d_i)) for the eigenpair (lambda_k, u_k) of D^-1/2 A D^-1/2. The cluster
// is that of the nearest centroid. A training row is embedded as in training if the diagonal was kept.
struct SpectralExtension {
  SpectralForm form = SpectralForm::kNgJordanWeiss;
  Eigen::MatrixXd weights;    // u_ik / (lambda_k sqrt(d_i)), a row a training row
  Eigen::MatrixXd centroids;  // of the embedding, a row a cluster

  // `similarities` has a row for each new row and a column for each training row; a new row without
  // similarity to any is at 0 as isolated rows are in training. Throws common::Error(kUsage) for another
  // number of columns and for entries below 0. O(n clusters) a row.
  Eigen::MatrixXd Embed(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const;
  std::vector<int> ClustersOf(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const;
};

struct SpectralClustering {
  std::vector<int> clusters;    // of each row, from 0 to clusters - 1
  Eigen::VectorXd eigenvalues;  // the smallest ones of the Laplacian I - D^-1/2 A D^-1/2, ascending
  Eigen::MatrixXd embedding;    // the points that k-means clusters, one row each
  double normalized_cut = 0;    // sum over clusters of cut(A_i, rest) / volume(A_i); smaller is better
  // For new rows. Of eigenvalues lambda_k that are 0 in rounding nothing can be said: their weights are 0.
  SpectralExtension extension;
};

// Clusters rows by their similarities. Take it for clusters of any shape that are connected by high
// similarities; DenseKMeans (neighbors/dense_k_means.h) is faster and suits compact clusters.
//
//     const SpectralClustering found = ClusterSpectrally(NearestNeighborGraph(gram, 10), {.clusters = 5});
//
// `similarities` is symmetric with entries >= 0. Rows without any similarity are isolated points, with D^-1/2
// = 0. Throws common::Error(kUsage) as CheckGram (gram_checks.h), for entries below 0, and unless 1 <=
// clusters <= n. Deterministic given the seed.
SpectralClustering ClusterSpectrally(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     const SpectralOptions& options);

// The graph of nearest neighbors, as a matrix of similarities 0 and 1 (von Luxburg 2007, section 2.2). Two
// different rows have similarity 1 if one of them is among the `neighbors` rows most similar to the other:
// the first of equals, and all rows if there are fewer. More neighbors join clusters, fewer split them.
// Throws common::Error(kUsage) as CheckGram (gram_checks.h), and unless neighbors >= 1. O(n^2 log n).
Eigen::MatrixXd NearestNeighborGraph(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     Eigen::Index neighbors);

// The normalised cut of given clusters; clusters without any similarity count 0. Uses the matrix with its
// diagonal, while ClusterSpectrally ignores the diagonal unless keeps_diagonal is set.
double NormalizedCut(const Eigen::Ref<const Eigen::MatrixXd>& similarities, const std::vector<int>& clusters);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_SPECTRAL_CLUSTERING_H_
