// A saved model, with everything that is needed to compute features for it.
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
  // Throws common::Error or std::runtime_error that names the file if it cannot be read or is not a model.
  explicit LoadedModel(const std::string& path);

  // The number of labels that the model or an example can have.
  size_t num_labels() const;
  // The name of a label, also of the label of a binary task that was never seen.
  std::string LabelName(uint32_t label) const;

  structured_learning::HashedScorer scorer;
  structured_learning::LinearTask task;
  structured_learning::InputFormat input;
  structured_learning::LabelNames labels;  // closed: takes no new labels
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_LOADED_MODEL_H_
