// The joint SVM with kernels of the inputs and of the tags.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/functions/gram_blocks.h"
#include "structured_learning/multilabel/neighbor_decoding.h"
#include "structured_learning/multilabel/tag_kernel.h"

namespace structlab::structured_learning {

struct KernelJointSvmOptions {
  double cost = 1;             // C > 0: of a slack, not divided by the number of rows
  double relative_gap = 1e-6;  // > 0: ends when primal - dual <= relative_gap * max(1, |primal|)
  int max_passes = 1000;       // over the rows
  uint64_t seed = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct KernelJointSvm {
  std::vector<double> alpha;  // of each row
  double primal = 0, dual = 0;
  int passes = 0;
  bool is_converged = false;
};

// Multiplies row i of the Gram matrix of the inputs by k(y_i, y_j): makes GramBlocks the Q of the joint SVM.
// The kernel must outlive it.
template <class T>
kernels::FinishGramRow<T> TimesTagKernel(const TagKernel& tags);

// max sum_i alpha_i - 1/2 alpha' Q alpha, 0 <= alpha <= C, as TrainJointSvm (joint_svm.h; Xiong 2015, paper
// III, (12)), for any positive semidefinite Q that `gram` holds. With signs y_i (1 or -1; empty: all 1) it is
// Q_ij y_i y_j: an SVM without bias for a single tag, where alpha_i y_i are the coefficients.
//
// Dual coordinate descent, blocks of rows in random order and the rows of a block in random order; a visit
// that changes nothing takes O(1), others O(rows). Rows with Q_ii = 0 take alpha = C. The same bits for any
// memory and number of threads. Memory: that of `gram` and 40 bytes a row. Throws common::Error(kUsage) for
// options out of range, signs of another number, and if Q is seen not to be positive semidefinite: Q_ii < 0,
// or alpha' Q alpha < 0; and if Q_ii or an objective is not finite.
template <class T>
KernelJointSvm TrainKernelJointSvm(kernels::GramBlocks<T>& gram, const KernelJointSvmOptions& options,
                                   std::span<const signed char> signs = {});

// W phi(x) = sum_i alpha_i k(x_i, x) psi_i, rows x tags, for the plain output kernel: `cross` holds k(x,
// x_i), rows x training rows. The signs are the exact arg max for codings with 1 and -1. O(tags of all
// training rows) a row.
Eigen::MatrixXd TagScores(const Eigen::Ref<const Eigen::MatrixXd>& cross, std::span<const double> alpha,
                          const TagKernel& tags);

// By the training tags (neighbor_decoding.h), the fits being sum_i alpha_i k(x_i, x) k(y_i, y_j). O(tags of
// all training rows) a row for the plain kernel, else O(training rows^2).
Eigen::MatrixXd DecodeByNeighbors(const Eigen::Ref<const Eigen::MatrixXd>& cross,
                                  std::span<const double> alpha, const TagKernel& tags,
                                  const NeighborDecoding& decoding = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_KERNEL_JOINT_SVM_H_
