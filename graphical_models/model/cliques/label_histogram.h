// Histogram of the labels of a clique; clique potentials depend on nothing else.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_HISTOGRAM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_HISTOGRAM_H_

#include <algorithm>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Scratch memory that can be reused for one clique after another. Labels are not checked.
class LabelHistogram {
 public:
  explicit LabelHistogram(int num_labels) : counts_(num_labels, 0) {}

  void Clear() {
    for (const Label label : present_) counts_[label] = 0;
    present_.clear();
    size_ = 0;
  }

  void Add(Label label) {
    if (counts_[label]++ == 0) {
      present_.insert(std::upper_bound(present_.begin(), present_.end(), label), label);
    }
    ++size_;
  }

  // The labels added since the last Clear, each once, ascending.
  std::span<const Label> present() const { return present_; }
  int count(Label label) const { return counts_[label]; }
  // Number of labels added.
  int size() const { return size_; }

 private:
  std::vector<int> counts_;
  std::vector<Label> present_;
  int size_ = 0;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_HISTOGRAM_H_
