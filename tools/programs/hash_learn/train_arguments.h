// What `hash_learn train` is asked for.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_TRAIN_ARGUMENTS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_TRAIN_ARGUMENTS_H_

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/linear/streaming_learner.h"
#include "structured_learning/linear/training.h"
#include "tools/programs/hash_learn/input.h"

namespace structlab::tools {

struct TrainArguments {
  InputArguments input;
  FormatArguments format;
  std::string task = "binary", loss = "auto", update = "auto";
  structured_learning::LearnerOptions learner;  // but for those three
  int passes = 1;
  structured_learning::TrainingOptions training;  // except the passes
  std::string save, resume, audit, positive;
  bool resumable = false;
  int audit_top = 20;
  int most_labels = 1 << 16;
  std::vector<std::string> given;  // the flags that were there, "--bits"
};

// The options of a resumed model are the defaults, which flags may contradict: resuming then refuses them.
// Without a value if only help was asked for. Throws common::Error (kUsage) as ParseArguments does, and for
// files that have no place to go to.
std::optional<TrainArguments> ParseTrainArguments(const std::vector<std::string>& words, std::FILE* out);

// Throws common::Error (kUsage) for names that are none.
structured_learning::LearnerOptions LearnerOptionsOf(const TrainArguments& arguments);

// That every flag has an effect. Throws common::Error (kUsage) for one that has none.
void CheckEffects(const TrainArguments& arguments, const structured_learning::LearnerOptions& options,
                  const structured_learning::InputFormat& input);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_TRAIN_ARGUMENTS_H_
