// The labels of each variable that a search tries.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_CANDIDATES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_CANDIDATES_H_

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// For each variable either all of its labels (the default) or a list of some.
class LabelCandidates {
 public:
  explicit LabelCandidates(std::span<const int> label_counts)
      : label_counts_(label_counts.begin(), label_counts.end()),
        counts_(label_counts_),
        lists_(label_counts_.size()) {}

  // The labels must be different and at least one; this is not checked.
  void Set(int variable, std::vector<Label> labels) {
    counts_[variable] = static_cast<int>(labels.size());
    lists_[variable] = std::move(labels);
  }
  void SetAll(int variable) {
    counts_[variable] = label_counts_[variable];
    lists_[variable].clear();
  }

  // [variable] number of candidates. The reference stays valid.
  const std::vector<int>& counts() const { return counts_; }
  bool HasAll(int variable) const { return lists_[variable].empty(); }
  // The i-th candidate, i < counts()[variable].
  Label label(int variable, size_t i) const {
    return HasAll(variable) ? static_cast<Label>(i) : lists_[variable][i];
  }

 private:
  std::vector<int> label_counts_, counts_;
  std::vector<std::vector<Label>> lists_;  // [variable]; empty: all labels
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LABEL_CANDIDATES_H_
