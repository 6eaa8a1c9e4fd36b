// How long a multi-label learner trains: common/run_control.h, where one iteration is one pass over the rows.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TRAINING_RUN_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TRAINING_RUN_H_

#include <cstdint>

#include "common/run_control.h"  // IWYU pragma: export

namespace structlab::structured_learning {

// The pass limit of TrainJointSvm, TrainKernelJointSvm and TrainOneVsRest, and of the learners joint and
// one_vs_rest (option `passes`), where the caller sets none.
inline constexpr double kUsualPasses = 1000;

// A training of at most `passes` passes, without a time limit. All fields may be changed afterwards:
//
//     common::RunControl run = TrainingRun(/*passes=*/100);
//     run.stop.seconds = 60;
//
// A run that is written as a whole, such as {.stop = {.seconds = 60}}, has no pass limit.
inline common::RunControl TrainingRun(double passes = kUsualPasses, uint64_t seed = 1) {
  return {.stop = {.iterations = passes}, .seed = seed};
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_TRAINING_RUN_H_
