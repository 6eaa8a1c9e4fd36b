// Saves streaming learners to files, for scoring (hashed_scorer.h) or to continue learning.
//
//     SaveHashedModel(learner, {labels.names(), FactsOf(input)}, SavedStates::kAll, "news.model");
//     StreamingLearner again(options);  // the same options as for `learner`
//     const ModelNotes notes = ResumeLearner("news.model", again);
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_

#include <string>
#include <vector>

#include "structured_learning/linear/examples/facts.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

// Information that is saved with a learner: the names of its labels (none, or at least one for each output),
// and facts that the caller chooses, such as how features are made of text. Names and values must not contain
// a tab, a line break or more than 65536 bytes, and names of facts must not begin with "learner.".
struct ModelNotes {
  std::vector<std::string> labels = {};
  Facts facts = {};
  // For a binary learner: `labels` has the second label first, and all weights are saved with the opposite
  // sign, so that a score above 0 means the first saved label.
  bool is_mirrored = false;
};

enum class SavedStates {
  kNone,  // 4 bytes for each of 2^bits weights: enough for prediction, with the same bits as the learner
  kAll,   // 8 bytes for each: learning can continue exactly as if it had not been interrupted
};

// Replaces the file completely or not at all; on a full disk the old one remains. Uses a constant amount of
// memory. Throws common::Error as ReplacedFile does, and before the file is changed (usage) for invalid notes
// and (data) for weights that are not finite.
void SaveHashedModel(const StreamingLearner& learner, const ModelNotes& notes, SavedStates states,
                     const std::string& path);

// Reads only the header, not the numbers. Throws common::Error (environment) if the file cannot be read, and
// (data) if it is not the beginning of a model.
HashedModelHeader ReadModelHeader(const std::string& path);

// Loads a model that was saved with all states into a learner with the same options, and returns the notes.
// Throws common::Error (data) if an option differs (the message names the first one), if the model has no
// states, and if the file is damaged, is not a model, or contains a state that no learner produces; then the
// learner can only be destroyed.
ModelNotes ResumeLearner(const std::string& path, StreamingLearner& learner);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_
