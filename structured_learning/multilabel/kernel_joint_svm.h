// The joint SVM with kernels of the inputs and of the tags.
//
// Take it when a linear machine (joint_svm.h) is too weak or when a kernel of tags (tag_kernel.h) is wanted.
// It needs the Gram matrix of the training rows.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/functions/gram_blocks.h"
#include "structured_learning/multilabel/neighbor_decoding.h"
#include "structured_learning/multilabel/tag_kernel.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {

struct KernelJointSvmOptions {
  double cost = 1;             // C > 0, the weight of a slack, not divided by the number of rows
  double relative_gap = 1e-6;  // > 0; training ends when primal - dual <= relative_gap * max(1, |primal|)
  // When to stop before that; by default after kUsualPasses passes. The flag and the time limit are checked
  // at each block of rows. `threads` has no effect: `gram` has its own.
  common::RunControl run = TrainingRun();
};

struct KernelJointSvm {
  std::vector<double> alpha;  // one for each row
  double primal = 0, dual = 0;
  int64_t passes = 0;
  // kGapReached: the relative gap, or that of the stop rule. Otherwise the limit that ended training.
  common::Ending ending = common::Ending::kIterationLimit;
  std::vector<common::TracePoint> trace = {};  // a point for each pass
};

// Multiplies row i of the Gram matrix of the inputs by k(y_i, y_j). Give it to GramBlocks to get the Q of the
// joint SVM. `tags` must outlive it.
template <class T>
kernels::FinishGramRow<T> TimesTagKernel(const TagKernel& tags);

// Maximises sum_i alpha_i - 1/2 alpha' Q alpha over 0 <= alpha <= C, as TrainJointSvm (joint_svm.h; Xiong
// 2015, paper III, (12)), for any positive semidefinite Q in `gram`. With signs y_i (1 or -1; empty: all 1)
// it uses Q_ij y_i y_j: an SVM without bias for a single tag, whose coefficients are alpha_i y_i.
//
//     const TagKernel tags(train.tags, train.num_tags, {.form = TagKernelForm::kPolynomial});
//     kernels::GramBlocks<double> gram(input_gram, pool, TimesTagKernel<double>(tags));
//     const KernelJointSvm svm = TrainKernelJointSvm(gram, {.cost = 1});
//     const Eigen::MatrixXd shares = DecodeByNeighbors(cross, svm.alpha, tags);  // cross: k(x, x_i)
//
// Method: dual coordinate descent over blocks of rows in random order, and over the rows of a block in random
// order. A visit that changes nothing takes O(1), others O(rows). Rows with Q_ii = 0 get alpha = C. The
// result has the same bits for any memory limit and number of threads. Memory: that of `gram` and 40 bytes
// for each row.
//
// Throws common::Error(kUsage) for options out of range, a wrong number of signs, a Q that turns out not to
// be positive semidefinite (Q_ii < 0 or alpha' Q alpha < 0), and if Q_ii or an objective is not finite.
template <class T>
KernelJointSvm TrainKernelJointSvm(kernels::GramBlocks<T>& gram, const KernelJointSvmOptions& options,
                                   std::span<const signed char> signs = {});

// W phi(x) = sum_i alpha_i k(x_i, x) psi_i as rows x tags, for the plain output kernel. `cross` holds k(x,
// x_i) as rows x training rows. For codings with 1 and -1 the signs are the exact arg max. O(tags of all
// training rows) for each row.
Eigen::MatrixXd TagScores(const Eigen::Ref<const Eigen::MatrixXd>& cross, std::span<const double> alpha,
                          const TagKernel& tags);

// Scores from the tags of the training rows that fit best (neighbor_decoding.h); the fit of row j is sum_i
// alpha_i k(x_i, x) k(y_i, y_j). O(tags of all training rows) for each row with the plain kernel, otherwise
// O(training rows^2).
Eigen::MatrixXd DecodeByNeighbors(const Eigen::Ref<const Eigen::MatrixXd>& cross,
                                  std::span<const double> alpha, const TagKernel& tags,
                                  const NeighborDecoding& decoding = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_
