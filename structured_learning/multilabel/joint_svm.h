// The joint SVM: all tags by one machine.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/neighbor_decoding.h"
#include "structured_learning/multilabel/tag_coding.h"

namespace structlab::structured_learning {

struct JointSvmOptions {
  double cost = 1;  // C > 0: of a slack, not divided by the number of rows
  TagCoding coding = TagCoding::kUnit01;
  double relative_gap = 1e-6;  // > 0: ends when primal - dual <= relative_gap * max(1, |primal|)
  int max_passes = 1000;       // over the rows
  uint64_t seed = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct JointSvm {
  // W = sum_i alpha_i psi_i x_i', tags x features, as W = weights - shift shared'.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;
  Eigen::VectorXd shared;
  Eigen::VectorXd shift;
  std::vector<double> alpha;  // of each row
  double primal = 0, dual = 0;
  int passes = 0;
  bool is_converged = false;
};

// Minimises 1/2 |W|^2 + C sum_i max(0, 1 - <psi_i, W x_i>) over W (Xiong 2015, paper III, (11)), the dual of
// which is max sum_i alpha_i - 1/2 alpha' Q alpha with 0 <= alpha <= C and Q_ij = <psi_i, psi_j> <x_i, x_j>
// (III (12), where the 1/2 is missing): an SVM without bias whose examples psi_i x_i' all have the label +1.
// Dual coordinate descent in random orders; a visit of a row takes its features times its tags, whatever the
// number of tags. Rows that are 0 take alpha = C and change nothing. Features are taken as they are: make
// rows of length 1 for the kernels of the paper. Throws common::Error(kUsage) for data that
// CheckMultiLabelData refuses, options out of range, and objectives that are not finite. Memory: 8 bytes a
// tag and feature. Deterministic in the seed.
JointSvm TrainJointSvm(const MultiLabelData& data, const JointSvmOptions& options);

// W x of each row: rows x tags. For the coding with +1 and -1 their signs are the exact arg max of <psi(y), W
// x>.
Eigen::MatrixXd TagScores(const JointSvm& svm,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features);

// By the training tags (neighbor_decoding.h), the fits being <psi_j, W x>. Rows x tags, from 0 to 1.
// O(features tags + tags of all training rows) a row.
Eigen::MatrixXd DecodeByNeighbors(const JointSvm& svm, const std::vector<TagList>& training_tags,
                                  const TagVectors& vectors,
                                  const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features,
                                  const NeighborDecoding& decoding = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_
