// Streaming learners as files: to score with (hashed_scorer.h), or to go on learning.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_

#include <string>
#include <vector>

#include "structured_learning/linear/examples/facts.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {

// What belongs to a learner beside its numbers: the names of its labels, which are none or one for each
// output at least, and facts of the caller's choice, such as how features are made of text. No name or value
// has a tab, a line break or more than 65536 bytes, and no fact a name that begins with "learner.".
struct ModelNotes {
  std::vector<std::string> labels = {};
  Facts facts = {};
  // Of a binary learner: `labels` has the second one first, and all weights are saved with the other sign, so
  // that a score above 0 means the first label that is saved.
  bool is_mirrored = false;
};

enum class SavedStates {
  kNone,  // 4 bytes for each of 2^bits weights: enough to predict, with the same bits as the learner
  kAll,   // 8 bytes: enough to go on learning as if nothing had happened
};

// Replaces the file at once or not at all; on a full disk the old one stays. Takes a piece of memory of
// constant size. Throws common::Error as ReplacedFile does, and before the file is touched (usage) for notes
// that are not as they must be and (data) for weights that are not finite.
void SaveHashedModel(const StreamingLearner& learner, const ModelNotes& notes, SavedStates states,
                     const std::string& path);

// The lines in front of the numbers, without a look at those. Throws common::Error (environment) if the file
// cannot be read, and (data) if it begins as no model does.
HashedModelHeader ReadModelHeader(const std::string& path);

// Puts what was saved with all states into a learner of the same options, and returns the notes. Throws
// common::Error (data) that names the first option that differs, for a model that has no states, and for a
// file that is damaged, no model, or holds what no learner comes to; the learner can then only be destroyed.
ModelNotes ResumeLearner(const std::string& path, StreamingLearner& learner);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_MODEL_FILE_H_
