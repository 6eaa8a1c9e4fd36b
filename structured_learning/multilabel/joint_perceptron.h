// The joint SVM's perceptron, JSVM-Per.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_

#include <vector>

#include "kernels/functions/gram_blocks.h"

namespace structlab::structured_learning {

// r_i = sum_j alpha_j Q_ij, as of kernel_joint_svm.h.
enum class PerceptronRule {
  kPlain,        // r_i < margin: alpha_i += step. Theorem 1 of the paper is about this rule, with margin 1
  kNormalized,   // r_i / |W| < margin: alpha_i += step (paper III, Figure 1, with |W|^2 as it really grows)
  kPrintedDual,  // r_i < margin: alpha_j = max(0, alpha_j + step Q_ij) for all j: Figure 2 as it is printed,
                 // a step along a subgradient of (28), not the dual form of Figure 1
};

struct JointPerceptronOptions {
  PerceptronRule rule = PerceptronRule::kNormalized;
  double margin = 0.5;  // lambda > 0
  double step = 1;      // s > 0; kNormalized does not depend on it
  int max_passes = 20;  // >= 1: above the largest margin that the data allow it never ends by itself
};

struct JointPerceptron {
  std::vector<double> alpha;
  int passes = 0;
  int64_t updates = 0;
  bool is_separated = false;  // a pass without an update
};

// Passes over the rows in their order until one changes nothing; rows with Q_ii = 0, which nothing can
// change, are passed over. A visit takes O(1) and an update O(rows), but for kPrintedDual O(rows) each.
// Throws common::Error(kUsage) for options out of range and Q_ii that are below 0 or not finite, and
// common::Stopped. Xiong 2015, paper III, section 6; the bounds (42), (43) for the normalised rule are false
// as printed.
template <class T>
JointPerceptron TrainJointPerceptron(kernels::GramBlocks<T>& gram, const JointPerceptronOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_
