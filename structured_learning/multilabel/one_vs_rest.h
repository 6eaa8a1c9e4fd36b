// One-vs-rest: an independent linear machine for each tag, all trained in one batch.
//
//     const OneVsRest machines = TrainOneVsRest(train, {.cost = 1, .loss = TagLoss::kHinge});
//     const std::vector<TagList> tags = TagsAbove(TagScores(machines, test.features), 0);
//
// Take it when the best few tags count (precision at k). If many tags depend on each other and F1 counts,
// take joint_svm.h, whose cost does not grow with the total number of tags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {

// max(0, 1 - z), its square, and log(1 + exp(-z)).
enum class TagLoss { kHinge, kSquaredHinge, kLogistic };

struct OneVsRestOptions {
  double cost = 1;  // C, from 1e-30 to 1e30: the weight of a loss, not divided by the number of rows
  TagLoss loss = TagLoss::kHinge;
  // > 0; training ends when primal - dual, summed over tags, is at most this share of the primal. Smaller:
  // more exact weights and more passes.
  double relative_gap = 1e-3;
  // When to stop before that; by default after kUsualPasses passes. The flag and the time limit are checked
  // at each row. `threads` has no effect.
  common::RunControl run = TrainingRun();
};

struct OneVsRest {
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;  // features x tags
  double primal = 0, dual = 0;                                                    // summed over tags
  int64_t passes = 0;
  // kGapReached: the relative gap, or that of the stop rule. Otherwise the limit that ended training.
  common::Ending ending = common::Ending::kIterationLimit;
  // A point for each measured primal and dual; if weights were multiplied (TrainOneVsRest), one more.
  std::vector<common::TracePoint> trace = {};
};

// For each tag t minimises 1/2 |w_t|^2 + C sum_i loss(y_it w_t . x_i), where y is +1 if the row has the tag
// and -1 otherwise. The loss is max(0, 1 - z), its square, or log(1 + exp(-z)). There is no bias.
//
// Method: the dual coordinate descent of Hsieh et al. 2008 and Yu et al. 2011, as in liblinear's solvers 3, 1
// and 7. But a visit of a row updates all tags: its features are read only once, and the weights of a feature
// are adjacent in memory. O(non-zeros tags) for a pass. Weights and dual variables are floats, sums of
// objectives are doubles. The primal is at most that of zero weights: if training stops before convergence
// with a larger sum over the tags, the weights of each tag are multiplied by the best factor. Memory: 4 bytes
// for each pair of tag and feature and for each pair of tag and row. Throws common::Error(kUsage) for data
// that CheckMultiLabelData refuses, and options out of range. Deterministic for a seed. Runs in the caller's
// thread.
OneVsRest TrainOneVsRest(const MultiLabelData& data, const OneVsRestOptions& options);

// w_t . x for each row: rows x tags. A tag is predicted if its score is above 0.
Eigen::MatrixXd TagScores(const OneVsRest& machines,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_
