// Labeled sequences with a feature vector at each position, such as words of letters or sentences of tokens.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_SAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_SAMPLES_H_

#include <cstdint>
#include <span>
#include <vector>

namespace structlab::structured_learning {

// All sequences, stored in flat arrays (compressed rows), so that a pass over them reads memory in order. If
// all features of all samples are 1 (pixels, words), a feature costs 4 bytes, otherwise 12.
//
//     ChainSamples words(128, 26);
//     words.BeginSequence();
//     words.AddPosition(label, std::vector<int>{3, 17, 64});  // binary features: the indices that are 1
//     words.AddPosition(label, features, values);             // or two spans: features and their values
class ChainSamples {
 public:
  // Throws common::Error unless both are at least 1 and the number of weights, (num_features + num_labels)
  // num_labels, fits in an int.
  ChainSamples(int num_features, int num_labels);

  void BeginSequence();
  // Features must be in increasing order. Throws common::Error, which names the sequence and the position,
  // for a label or feature out of range, features that are not in increasing order, a value that is not
  // finite, and different numbers of features and values.
  void AddPosition(int label, std::span<const int> features);
  void AddPosition(int label, std::span<const int> features, std::span<const double> values);

  int num_features() const { return num_features_; }
  int num_labels() const { return num_labels_; }
  int size() const { return static_cast<int>(sequence_start_.size()); }  // sequences
  int64_t num_positions() const { return static_cast<int64_t>(labels_.size()); }
  int max_length() const;

  // Positions of sequence i are begin(i) .. begin(i) + length(i) - 1.
  int64_t begin(int i) const { return sequence_start_[i]; }
  int length(int i) const { return static_cast<int>(end(i) - begin(i)); }
  std::span<const int> labels(int i) const {
    return {labels_.data() + begin(i), static_cast<size_t>(length(i))};
  }
  std::span<const int> features(int64_t position) const {
    return {feature_index_.data() + feature_start_[position],
            static_cast<size_t>(feature_start_[position + 1] - feature_start_[position])};
  }
  // One value for each of features(position); empty when every feature of all samples is 1.
  std::span<const double> values(int64_t position) const {
    if (feature_value_.empty()) return {};
    return {feature_value_.data() + feature_start_[position],
            static_cast<size_t>(feature_start_[position + 1] - feature_start_[position])};
  }
  bool all_ones() const { return feature_value_.empty(); }

  // The inner product of the feature vectors at two positions.
  double FeatureProduct(int64_t a, int64_t b) const;

 private:
  int64_t end(int i) const { return i + 1 < size() ? sequence_start_[i + 1] : num_positions(); }

  int num_features_;
  int num_labels_;
  std::vector<int64_t> sequence_start_;
  std::vector<int> labels_;
  std::vector<int64_t> feature_start_{0};
  std::vector<int> feature_index_;
  std::vector<double> feature_value_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_CHAIN_SAMPLES_H_
