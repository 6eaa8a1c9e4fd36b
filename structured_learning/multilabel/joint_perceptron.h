// The joint perceptron, JSVM-Per: the perceptron version of the joint SVM (Xiong 2015, paper III, section 6).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_

#include <cstdint>
#include <vector>

#include "kernels/functions/gram_blocks.h"
#include "structured_learning/multilabel/training_run.h"

namespace structlab::structured_learning {

// When and how row i updates alpha. r_i = sum_j alpha_j Q_ij is its score, with Q as in kernel_joint_svm.h.
enum class PerceptronRule {
  kPlain,        // r_i < margin: alpha_i += step. Theorem 1 of the paper is about this rule, with margin 1
  kNormalized,   // r_i / |W| < margin: alpha_i += step (paper III, Figure 1, with |W|^2 as it really grows)
  kPrintedDual,  // r_i < margin: alpha_j = max(0, alpha_j + step Q_ij) for all j: Figure 2 as it is printed,
                 // a step along a subgradient of (28), not the dual form of Figure 1
};

struct JointPerceptronOptions {
  PerceptronRule rule = PerceptronRule::kNormalized;
  double margin = 0.5;  // lambda > 0; larger: more updates
  double step = 1;      // > 0; kNormalized does not depend on it
  // When to stop. A pass limit is needed because training never ends by itself if `margin` exceeds the
  // maximum margin of the data. The flag and the time limit are checked at each block of rows. Seed and
  // threads have no effect.
  common::RunControl run = TrainingRun(/*passes=*/20);
};

struct JointPerceptron {
  std::vector<double> alpha;
  int64_t passes = 0;
  int64_t updates = 0;
  // kConverged: the last pass made no update. Otherwise the limit that ended training.
  common::Ending ending = common::Ending::kIterationLimit;
  // A point for each pass, whose value is its number of updates; there is no bound.
  std::vector<common::TracePoint> trace = {};
};

// Passes over the rows in their order until a pass changes nothing. Skips rows with Q_ii = 0, which cannot
// change. Take it as a baseline, or when only a few passes are affordable; kernel_joint_svm.h minimises the
// objective.
//
//     const JointPerceptron result = TrainJointPerceptron(gram, {.margin = 0.5});
//
// A visit takes O(1) and an update O(rows); with kPrintedDual each visit takes O(rows). Throws
// common::Error(kUsage) for options out of range and for Q_ii that are negative or not finite; throws
// common::Stopped if the calling thread is told to stop. Deterministic. The bounds (42), (43) of the source
// for the normalised rule are false as printed.
template <class T>
JointPerceptron TrainJointPerceptron(kernels::GramBlocks<T>& gram, const JointPerceptronOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_JOINT_PERCEPTRON_H_
