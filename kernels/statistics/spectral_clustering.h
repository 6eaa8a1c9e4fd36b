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

// Clusters of new rows. The normalised cut is the objective of weighted kernel k-means (Dhillon, Guan, Kulis
// 2004), with features phi_i whose inner products are a_ij / (d_i d_j) and weights d_i. A new row joins the
// cluster whose centroid is nearest there: with similarities s_i to the training rows and their sum d, the
// cluster c of the smallest
//
//     inside_c / volume_c^2 - 2 sum_{i in c} s_i / (d volume_c),
//
// the first of equals. A new row without similarities has only the first term. The diagonal of A counts,
// whatever ClusterSpectrally does with it. Training rows that lie between clusters may be assigned to another
// one than in training.
struct SpectralAssignment {
  std::vector<int> clusters;  // of the training rows
  Eigen::VectorXd volumes;    // of each cluster: sum of a_ij over its rows i and all j
  Eigen::VectorXd inside;     // of each cluster: sum of a_ij over its rows i and j

  // `similarities` has a row for each new row and a column for each training row. Throws
  // common::Error(kUsage) for another number of columns, and for entries that are below 0 or whose sum is not
  // finite. O(n) a row.
  std::vector<int> ClustersOf(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const;
};

struct SpectralClustering {
  std::vector<int> clusters;      // of each row, from 0 to clusters - 1
  Eigen::VectorXd eigenvalues;    // the smallest ones of the Laplacian I - D^-1/2 A D^-1/2, ascending
  Eigen::MatrixXd embedding;      // the points that k-means clusters, one row each
  double normalized_cut = 0;      // sum over clusters of cut(A_i, rest) / volume(A_i); smaller is better
  SpectralAssignment assignment;  // for new rows
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
