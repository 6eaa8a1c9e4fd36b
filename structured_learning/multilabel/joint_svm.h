// The joint SVM: one linear machine for all tags together (Xiong 2015, paper III).
//
//     const MultiLabelData train = ReadArff("train.arff", ReadMulanLabels("labels.xml"));
//     const JointSvm svm = TrainJointSvm(train, {.cost = 1, .coding = TagCoding::kPm1});
//     const std::vector<TagList> tags = TagsAbove(TagScores(svm, test.features), 0);
//
// Take it for many tags that depend on each other and when F1 counts. If only the best few tags count
// (precision at k), take one_vs_rest.h. With kernels: kernel_joint_svm.h. tag_learner.h also scales rows and
// saves models.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"
#include "structured_learning/multilabel/neighbor_decoding.h"
#include "structured_learning/multilabel/tag_coding.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {

struct JointSvmOptions {
  // C > 0, the weight of a slack, not divided by the number of rows; larger: fits the training rows more
  // closely
  double cost = 1;
  TagCoding coding = TagCoding::kUnit01;
  double relative_gap = 1e-6;  // > 0; training ends when primal - dual <= relative_gap * max(1, |primal|)
  // When to stop before that; by default after kUsualPasses passes. The flag and the time limit are checked
  // at each row. `threads` has no effect.
  common::RunControl run = TrainingRun();
};

struct JointSvm {
  // W = sum_i alpha_i psi_i x_i', tags x features, as W = weights - shift shared'.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;
  Eigen::VectorXd shared;
  Eigen::VectorXd shift;
  std::vector<double> alpha;  // one for each row
  double primal = 0, dual = 0;
  int64_t passes = 0;
  // kGapReached: the relative gap, or that of the stop rule. Otherwise the limit that ended training.
  common::Ending ending = common::Ending::kIterationLimit;
  std::vector<common::TracePoint> trace = {};  // a point for each measured primal and dual
};

// Minimises 1/2 |W|^2 + C sum_i max(0, 1 - <psi_i, W x_i>) over W (Xiong 2015, paper III, (11)). Its dual is
// max sum_i alpha_i - 1/2 alpha' Q alpha with 0 <= alpha <= C and Q_ij = <psi_i, psi_j> <x_i, x_j> (III (12),
// which omits the 1/2). This is an SVM without bias whose examples psi_i x_i' all have the label +1.
//
// Method: dual coordinate descent in random order. A visit of a row costs its number of features times its
// number of tags, independent of the total number of tags. Rows that are 0 get alpha = C and change nothing.
// Features are used as they are; scale rows to length 1 to get the kernels of the paper. Throws
// common::Error(kUsage) for data that CheckMultiLabelData refuses, options out of range, and objectives that
// are not finite. Memory: 8 bytes for each pair of tag and feature. Deterministic for a seed. Runs in the
// caller's thread.
JointSvm TrainJointSvm(const MultiLabelData& data, const JointSvmOptions& options);

// W x for each row: rows x tags. For the codings with +1 and -1 the signs are the exact arg max of <psi(y), W
// x>.
Eigen::MatrixXd TagScores(const JointSvm& svm,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features);

// Scores from the tags of the training rows that fit best (neighbor_decoding.h); the fit of row j is <psi_j,
// W x>. Returns rows x tags, from 0 to 1; at least kHalfShare means that the tag is predicted. O(features
// tags + tags of all training rows) for each row.
Eigen::MatrixXd DecodeByNeighbors(const JointSvm& svm, const std::vector<TagList>& training_tags,
                                  const TagVectors& vectors,
                                  const Eigen::SparseMatrix<double, Eigen::RowMajor, int>& features,
                                  const NeighborDecoding& decoding = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_SVM_H_
