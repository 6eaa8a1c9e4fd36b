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

// Clusters of new rows, by the extension of the embedding in Bengio et al. (2004, "Out-of-sample
// extensions"). Let (lambda_k, u_k) be eigenpairs of D^-1/2 A D^-1/2, s_i the similarities of a new row to
// the training rows, and d their sum. Coordinate k of the new row is
//
//     sum_i s_i u_ik / (mu_k sqrt(d d_i)),   mu_k = lambda_k + sum_i u_ik^2 a_ii / d_i,
//
// where a_ii is the diagonal that was left out of A, 0 if it was kept. (A training row is not similar to
// itself then, but as a new row it is; with lambda_k instead of mu_k, wide kernels put new rows on the wrong
// side.) The cluster is that of the nearest centroid.
//
// If the diagonal was kept and no mu_k counts as 0, a training row is embedded as in training. New rows that
// are similar to no training row, or to isolated ones only, are at 0; isolated training rows may lie
// elsewhere.
struct SpectralExtension {
  SpectralForm form = SpectralForm::kNgJordanWeiss;
  Eigen::MatrixXd weights;    // u_ik / (mu_k sqrt(d_i)), a row a training row
  Eigen::MatrixXd centroids;  // of the embedding, a row a cluster

  // `similarities` has a row for each new row and a column for each training row. Both throw
  // common::Error(kUsage) for another number of columns, and for entries that are below 0 or whose sum is not
  // finite. O(n clusters) a row.
  Eigen::MatrixXd Embed(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const;
  std::vector<int> ClustersOf(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const;
};

struct SpectralClustering {
  std::vector<int> clusters;    // of each row, from 0 to clusters - 1
  Eigen::VectorXd eigenvalues;  // the smallest ones of the Laplacian I - D^-1/2 A D^-1/2, ascending
  Eigen::MatrixXd embedding;    // the points that k-means clusters, one row each
  double normalized_cut = 0;    // sum over clusters of cut(A_i, rest) / volume(A_i); smaller is better
  SpectralExtension extension;  // for new rows; where mu_k is 0 in rounding, weights are 0
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
