// Examples of a linear learner, stored contiguously: no memory is allocated for a single example.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/huge_page_allocator.h"

namespace structlab::structured_learning {

// One example; the spans point into the batch.
struct ExampleView {
  std::span<const uint32_t> keys;    // keys of the features: hashes or numbers
  std::span<const float> values;     // one finite value for each key
  std::span<const uint32_t> labels;  // ids of LabelNames; empty if there is no label, and for regression
  float target = 0;                  // the target of a regression
  float importance = 1;              // >= 0
};

// Grows while examples are added; Clear keeps its memory.
//
//     batch.AddLabel(label);
//     const ExampleBatch::Room room = batch.FeatureRoom(1);
//     room.keys[0] = key, room.values[0] = value;
//     batch.AddExample(/*features=*/1, /*target=*/0, /*importance=*/1);
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

  // Returns memory for at least `features` features after the existing ones. The pointers are valid until the
  // next call; the contents stay when the memory grows.
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
  // Ends the example. Its labels must have been added, and its features written to the room.
  void AddExample(size_t features, float target, float importance) {
    num_features_ += features;
    examples_.push_back({num_features_, labels_.size(), target, importance});
  }
  // Removes the labels of an example that is abandoned.
  void DropLabels() { labels_.resize(examples_.empty() ? 0 : examples_.back().labels_end); }

  // The whole batch as arrays, for files.
  struct Entry {
    uint64_t features_end, labels_end;  // ends of the data of all examples up to this one
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
  // Changes the sizes; the content is then undefined and must be filled consistently.
  Arrays Resize(size_t examples, size_t features, size_t labels) {
    examples_.resize(examples);
    labels_.resize(labels);
    num_features_ = 0;
    FeatureRoom(features);
    num_features_ = features;
    return arrays();
  }

 private:
  // The first num_features_ entries are used. The others are not cleared.
  std::vector<uint32_t, common::HugePageAllocator<uint32_t>> keys_;
  std::vector<float, common::HugePageAllocator<float>> values_;
  size_t num_features_ = 0;
  std::vector<uint32_t> labels_;
  std::vector<Entry> examples_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BATCH_H_
