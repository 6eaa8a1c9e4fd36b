// The arguments of `hash_learn train`.
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
  structured_learning::LearnerOptions learner;  // except task, loss and update
  int passes = 1;
  structured_learning::TrainingOptions training;  // except the passes
  std::string save, resume, audit, positive;
  bool resumable = false;
  int audit_top = 20;
  int max_labels = 1 << 16;
  std::vector<std::string> given;  // the flags on the command line, such as "--bits"
};

// Parses the command line. With --resume, the options of the model are the defaults; if a flag contradicts
// them, resuming fails later. Returns nothing if only help was printed. Throws common::Error(kUsage) as
// ParseArguments does, and for output files in a missing folder.
std::optional<TrainArguments> ParseTrainArguments(const std::vector<std::string>& words, std::FILE* out);

// Throws common::Error(kUsage) for unknown names.
structured_learning::LearnerOptions LearnerOptionsOf(const TrainArguments& arguments);

// Checks that every given flag has an effect. Throws common::Error(kUsage) for a flag without effect.
void CheckEffects(const TrainArguments& arguments, const structured_learning::LearnerOptions& options,
                  const structured_learning::InputFormat& input);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_TRAIN_ARGUMENTS_H_
