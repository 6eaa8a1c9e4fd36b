#include "tools/programs/hash_learn/loaded_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "structured_learning/linear/learner_facts.h"
#include "tools/programs/hash_learn/input.h"

namespace structlab::tools {

namespace learning = structured_learning;
using learning::LinearTask;

namespace {

learning::LearnerOptions OptionsOf(const learning::HashedModelHeader& header, const std::string& path) {
  return learning::LearnerOptionsOf(header.facts, header.bits, header.seed, path);
}

}  // namespace

LoadedModel::LoadedModel(const std::string& path)
    : scorer(path),
      task(OptionsOf(scorer.header(), path).task),
      input(learning::InputFormatOf(scorer.header().facts, scorer.header().seed, path)),
      labels(task == LinearTask::kBinary ? 2 : 0) {
  // Same limits as in training: larger values are errors here, too.
  const learning::NumberLimits limits = LimitsWithFlag(OptionsOf(scorer.header(), path));
  input.parser.limits.value = limits.value;
  input.parser.limits.how_to_allow_larger = limits.how_to_allow_larger;
  for (const std::string& name : scorer.header().labels) {
    if (labels.IdOf(name, SpellingOf(input.format))) continue;
    common::ThrowDataError(path, "at most two labels", std::to_string(scorer.header().labels.size()));
  }
  // The model has no other labels, and a second thread reads while names are shown.
  labels.Close();
  if (scorer.header().is_joint && labels.size() < scorer.num_outputs()) {
    common::ThrowDataError(path, fmt::format("{} different labels", scorer.num_outputs()),
                           std::to_string(labels.size()));
  }
}

size_t LoadedModel::num_labels() const {
  return std::max({task == LinearTask::kBinary ? size_t{2} : size_t{1}, scorer.num_outputs(), labels.size()});
}

std::string LoadedModel::LabelName(uint32_t label) const {
  if (label < labels.size()) return labels.name(label);
  return label == 1 && labels.size() == 1 ? "not " + labels.name(0) : "unknown";
}

}  // namespace structlab::tools
