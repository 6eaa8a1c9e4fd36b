// A saved model with all that says how to make features for it.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_LOADED_MODEL_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_LOADED_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "structured_learning/linear/examples/input_format.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::tools {

struct LoadedModel {
  // Throws common::Error or std::runtime_error that names the file if it cannot be read or is no model.
  explicit LoadedModel(const std::string& path);

  // Number of labels that there are or that examples may have.
  size_t num_labels() const;
  // The name of a label, also of one that was never seen: the other one of a binary task.
  std::string LabelName(uint32_t label) const;

  structured_learning::HashedScorer scorer;
  structured_learning::LinearTask task;
  structured_learning::InputFormat input;
  structured_learning::LabelNames labels;  // takes no others
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_LOADED_MODEL_H_
