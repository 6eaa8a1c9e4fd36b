// Independent SVMs for all tags in one batch.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_

#include <Eigen/Core>
#include <atomic>
#include <cstdint>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class TagLoss { kHinge, kSquaredHinge, kLogistic };

struct OneVsRestOptions {
  double cost = 1;  // C, from 1e-30 to 1e30: of a loss, not divided by the number of rows
  TagLoss loss = TagLoss::kHinge;
  double relative_gap =
      1e-3;  // > 0: ends when primal - dual, summed over tags, is at most this share of the primal
  int max_passes = 1000;
  uint64_t seed = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct OneVsRest {
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;  // features x tags
  double primal = 0, dual = 0;                                                    // summed over tags
  int passes = 0;
  bool is_converged = false;
};

// For each tag t minimises 1/2 |w_t|^2 + C sum_i loss(y_it w_t . x_i), y = +1 where the row has the tag and
// -1 elsewhere, loss max(0, 1 - z), its square, or log(1 + exp(-z)); no bias. The dual coordinate descent of
// Hsieh et al. 2008 and Yu et al. 2011, as liblinear's solvers 3, 1 and 7, but a visit of a row updates all
// tags: its features are read once, and the weights of a feature lie side by side. O(non-zeros tags) a pass.
// Weights and dual variables are floats, sums of objectives doubles. The primal is at most that of weights 0:
// before convergence, if the sum over tags would be above it, each tag takes the best multiple of its
// weights. Memory: 4 bytes a tag and feature, and a tag and row. Throws common::Error(kUsage) for data that
// CheckMultiLabelData refuses, and options out of range. Deterministic in the seed.
OneVsRest TrainOneVsRest(const MultiLabelData& data, const OneVsRestOptions& options);

// w_t . x of each row: rows x tags; a tag is predicted above 0.
Eigen::MatrixXd TagScores(const OneVsRest& machines,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_ONE_VS_REST_H_
