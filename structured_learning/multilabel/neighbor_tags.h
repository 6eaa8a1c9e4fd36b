// Predicts tags from the nearest training rows: JEC and TagProp.
//
// Take JEC as a baseline; it learns nothing. Take TagProp if only the weights of the neighbors' ranks should
// be trained. joint_svm.h and one_vs_rest.h learn from the features themselves.
//
//     const NearestTrainingRows nearest(train.features, {{.begin = 0, .end = 512}}, pool);
//     const auto neighbors = nearest.Find(test.features, 5, /*are_training_rows=*/false, pool);
//     const Eigen::MatrixXd scores = JecScores(neighbors, train.tags, train.num_tags);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {

enum class RowDistance { kL1, kL2 };

// Columns begin..end-1 of the features, for example one kind of histogram.
struct FeatureGroup {
  int begin = 0, end = 0;
  RowDistance distance = RowDistance::kL1;
};

// Finds the nearest training rows. The distance is the mean over the groups of the distance within a group,
// divided by its maximum among training rows (Makadia, Pavlovic, Kumar 2008, "joint equal contribution"). For
// a single group it is the distance within the group. Deterministic for any number of threads.
class NearestTrainingRows {
 public:
  using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

  // Throws common::Error(kUsage) if there are no rows, columns or groups, and if the groups overlap, are not
  // in increasing order, or exceed the columns. O(rows non-zeros) if there are several groups.
  NearestTrainingRows(Features rows, std::vector<FeatureGroup> groups, common::ThreadPool& pool);

  const Features& rows() const { return rows_; }
  const std::vector<FeatureGroup>& groups() const { return groups_; }

  // For each row the `count` nearest training rows, nearest first; of equal distances the lower index first.
  // Returns fewer if there are fewer. With `are_training_rows`, row i is not its own neighbor. Each row takes
  // O(rows non-zeros of the training rows), for L2 O(non-zeros of both) for each pair. Throws
  // common::Error(kUsage) if a distance is not finite.
  std::vector<std::vector<int>> Find(const Features& rows, int count, bool are_training_rows,
                                     common::ThreadPool& pool) const;

 private:
  void Distances(const Features& rows, Eigen::Index row, Eigen::MatrixXd& by_group) const;
  void AddSquares(const Features& rows, Eigen::Index row, Eigen::Index training_row,
                  Eigen::MatrixXd& by_group) const;
  Eigen::MatrixXd Lengths(const Features& rows, Eigen::Index row) const;

  Features rows_;
  std::vector<FeatureGroup> groups_;
  std::vector<int> group_of_column_;  // group of each column; -1: none
  Eigen::MatrixXd lengths_;           // groups x rows: the L1 length; 0 for other distances
  Eigen::VectorXd scales_;            // 1 / maximum distance
};

// JEC (Makadia, Pavlovic, Kumar 2008). The tags of the nearest row come first, in order of their frequency in
// all training rows; their scores are in (1, 2]. Then come the tags of the other neighbors, with scores in
// (0, 1], ordered by how often they occur in training rows together with tags of the nearest row, times the
// number of neighbors that have them. Tags that no neighbor has get 0. `neighbors` holds indices of `tags`.
Eigen::MatrixXd JecScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                          int num_tags);

// TagProp with a weight for each rank of neighbors (Guillaumin, Mensink, Verbeek, Schmid 2009): p(tag) =
// sum_k weights[k] (1 - eps if neighbor k has it, else eps), eps = 1e-5. The weights are >= 0 with sum 1.
// They maximise the mean of the log-likelihoods of present and of absent tags in the training rows, by
// expectation maximisation; each step raises this value.
struct RankWeights {
  Eigen::VectorXd weights;
  double log_likelihood = 0;  // a mean; at most 0
  int64_t steps = 0;
  // kConverged: the last step raised the log-likelihood by at most 1e-7. Otherwise the limit that ended it.
  common::Ending ending = common::Ending::kIterationLimit;
  // A point for the equal weights of the start and for each step. The value is minus the log-likelihood;
  // there is no bound.
  std::vector<common::TracePoint> trace = {};
};
inline constexpr double kUsualSteps = 300;  // the limit of steps where the caller sets none
// `neighbors` are those of the training rows; each row must have the same number. An iteration is a step.
// Seed and threads of `run` have no effect. Throws common::Error(kUsage) if there are no neighbors, and
// common::Stopped if the calling thread is told to stop.
RankWeights FitRankWeights(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                           int num_tags, const common::RunControl& run = TrainingRun(kUsualSteps));

Eigen::MatrixXd RankWeightedScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                                   int num_tags, const Eigen::VectorXd& weights);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_NEIGHBOR_TAGS_H_
