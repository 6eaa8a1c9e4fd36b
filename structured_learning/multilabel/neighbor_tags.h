// Tags from the nearest training rows: JEC and TagProp.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class RowDistance { kL1, kL2 };

// Columns begin..end-1 of the features, such as one kind of histogram.
struct FeatureGroup {
  int begin = 0, end = 0;
  RowDistance distance = RowDistance::kL1;
};

// The nearest training rows. The distance is the mean over groups of the distances within a group, each
// divided by the largest one among training rows (Makadia, Pavlovic, Kumar 2008, "joint equal contribution");
// for one group it is that group's distance.
class NearestTrainingRows {
 public:
  using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

  // Throws common::Error(kUsage) without rows, columns or groups, and for groups that overlap, do not rise,
  // or reach beyond the columns. O(rows non-zeros) if there are several groups.
  NearestTrainingRows(Features rows, std::vector<FeatureGroup> groups, common::ThreadPool& pool);

  const Features& rows() const { return rows_; }
  const std::vector<FeatureGroup>& groups() const { return groups_; }

  // The `count` nearest of each row, nearest first, of equals the lower index first; fewer if there are
  // fewer. `are_training_rows`: row i is not its own neighbor. O(rows non-zeros of the training rows), for L2
  // O(non-zeros of both) a pair. Throws common::Error(kUsage) if a distance is not finite.
  std::vector<std::vector<int>> Find(const Features& rows, int count, bool are_training_rows,
                                     common::ThreadPool& pool) const;

 private:
  void Distances(const Features& rows, Eigen::Index row, Eigen::MatrixXd& by_group) const;
  void AddSquares(const Features& rows, Eigen::Index row, Eigen::Index training_row,
                  Eigen::MatrixXd& by_group) const;
  Eigen::MatrixXd Lengths(const Features& rows, Eigen::Index row) const;

  Features rows_;
  std::vector<FeatureGroup> groups_;
  std::vector<int> group_of_column_;  // -1: in none
  Eigen::MatrixXd lengths_;           // groups x rows: the L1 length; 0 for other distances
  Eigen::VectorXd scales_;            // 1 / largest distance
};

// JEC: the tags of the nearest row first, the frequent ones of all training rows first; then those of the
// other neighbors by how often they occur with the former in the training rows times how many neighbors have
// them. Scores in (1, 2], (0, 1], and 0 for tags that no neighbor has. `neighbors` holds rows of `tags`.
Eigen::MatrixXd JecScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                          int num_tags);

// TagProp with a weight for each rank of neighbors (Guillaumin, Mensink, Verbeek, Schmid 2009): p(tag) =
// sum_k weights[k] (1 - eps if neighbor k has it, else eps), eps = 1e-5. The weights, 0 or more with sum 1,
// maximise the mean of the log-likelihoods of present and of absent tags in the training rows, by expectation
// maximisation, each step of which raises it.
struct RankWeights {
  Eigen::VectorXd weights;
  double log_likelihood = 0;  // a mean: 0 at best
  int steps = 0;
  bool is_converged = false;  // the last step raised it by at most 1e-7
};
// `neighbors` are those of the training rows, all of one number. Throws common::Error(kUsage) if there are
// none.
RankWeights FitRankWeights(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                           int num_tags, int max_steps = 300);

Eigen::MatrixXd RankWeightedScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                                   int num_tags, const Eigen::VectorXd& weights);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_
