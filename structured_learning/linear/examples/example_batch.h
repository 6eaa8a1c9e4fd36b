// Examples of a linear learner side by side in memory: no allocation for one.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/huge_page_allocator.h"

namespace structlab::structured_learning {

// What is known of one example; the spans are of the batch.
struct ExampleView {
  std::span<const uint32_t> keys;    // of the features, as hashed or as the numbers they are
  std::span<const float> values;     // as many, finite
  std::span<const uint32_t> labels;  // ids of LabelNames; empty if there is no label, and for regression
  float target = 0;                  // the number to be learned by regression
  float importance = 1;              // >= 0
};

// Grows while examples are added and keeps its memory when it is cleared.
class ExampleBatch {
 public:
  size_t size() const { return examples_.size(); }
  size_t num_features() const { return num_features_; }
  ExampleView operator[](size_t i) const {
    const Entry& entry = examples_[i];
    const size_t first = i == 0 ? 0 : examples_[i - 1].features_end;
    const size_t first_label = i == 0 ? 0 : examples_[i - 1].labels_end;
    return {{keys_.data() + first, entry.features_end - first},
            {values_.data() + first, entry.features_end - first},
            {labels_.data() + first_label, entry.labels_end - first_label},
            entry.target,
            entry.importance};
  }

  void Clear() {
    examples_.clear();
    labels_.clear();
    num_features_ = 0;
  }

  // Room for so many features at least behind those there are. Pointers stay valid until the next call; what
  // was put there stays when the room grows.
  struct Room {
    uint32_t* keys;
    float* values;
    size_t size;
  };
  Room FeatureRoom(size_t features) {
    if (num_features_ + features > keys_.size()) {
      keys_.resize(2 * (num_features_ + features));
      values_.resize(keys_.size());
    }
    return {keys_.data() + num_features_, values_.data() + num_features_, keys_.size() - num_features_};
  }
  void AddLabel(uint32_t label) { labels_.push_back(label); }
  // Ends the example: its labels have been added, its features stand in front of the room.
  void AddExample(size_t features, float target, float importance) {
    num_features_ += features;
    examples_.push_back({num_features_, labels_.size(), target, importance});
  }
  // Takes back labels of an example that is given up.
  void DropLabels() { labels_.resize(examples_.empty() ? 0 : examples_.back().labels_end); }

  // All of it as arrays, for files.
  struct Entry {
    uint64_t features_end, labels_end;  // of all examples up to this one
    float target, importance;
  };
  struct Arrays {
    std::span<Entry> examples;
    std::span<uint32_t> keys;
    std::span<float> values;
    std::span<uint32_t> labels;
  };
  Arrays arrays() {
    return {examples_, std::span(keys_).first(num_features_), std::span(values_).first(num_features_),
            labels_};
  }
  // Makes it of these sizes, with any content; what is put into the arrays must then fit together.
  Arrays Resize(size_t examples, size_t features, size_t labels) {
    examples_.resize(examples);
    labels_.resize(labels);
    num_features_ = 0;
    FeatureRoom(features);
    num_features_ = features;
    return arrays();
  }

 private:
  // The first num_features_ are used. What is behind them is not cleared.
  std::vector<uint32_t, common::HugePageAllocator<uint32_t>> keys_;
  std::vector<float, common::HugePageAllocator<float>> values_;
  size_t num_features_ = 0;
  std::vector<uint32_t> labels_;
  std::vector<Entry> examples_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_
