#include "structured_learning/problem/chain_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

using common::ThrowDataError;

ChainSamples::ChainSamples(int num_features, int num_labels)
    : num_features_(num_features), num_labels_(num_labels) {
  if (num_features < 1) ThrowDataError("num_features", "at least 1", std::to_string(num_features));
  if (num_labels < 1) ThrowDataError("num_labels", "at least 1", std::to_string(num_labels));
  const int64_t rows = int64_t{num_features} + num_labels;  // at most 2^32: the product fits 64 bits
  if (rows * num_labels > std::numeric_limits<int>::max()) {
    ThrowDataError("num_features and num_labels", "at most 2147483647 weights, (features + labels) labels",
                   std::to_string(rows * num_labels));
  }
}

void ChainSamples::BeginSequence() { sequence_start_.push_back(num_positions()); }

void ChainSamples::AddPosition(int label, std::span<const int> features) {
  AddPosition(label, features, std::vector<double>(features.size(), 1.0));
}

void ChainSamples::AddPosition(int label, std::span<const int> features, std::span<const double> values) {
  STRUCTLAB_CHECK(!sequence_start_.empty());
  const auto where = [this](const std::string& what) {
    return "sequence " + std::to_string(size() - 1) + ", position " +
           std::to_string(num_positions() - sequence_start_.back()) + ", " + what;
  };
  if (label < 0 || label >= num_labels_) {
    ThrowDataError(where("label"), "0 to " + std::to_string(num_labels_ - 1), std::to_string(label));
  }
  if (features.size() != values.size()) {
    ThrowDataError(where("values"), "one for each of the " + std::to_string(features.size()) + " features",
                   std::to_string(values.size()));
  }
  int previous = -1;
  for (size_t k = 0; k < features.size(); ++k) {
    if (features[k] <= previous || features[k] >= num_features_) {
      ThrowDataError(
          where("feature"),
          std::to_string(previous + 1) + " to " + std::to_string(num_features_ - 1) + ", in increasing order",
          std::to_string(features[k]));
    }
    if (!std::isfinite(values[k])) {
      ThrowDataError(where("feature " + std::to_string(features[k])), "a finite number",
                     common::FormatDouble(values[k]));
    }
    previous = features[k];
  }
  const bool ones = std::all_of(values.begin(), values.end(), [](double value) { return value == 1; });
  if (all_ones() && !ones) feature_value_.assign(feature_index_.size(), 1.0);
  if (!all_ones() || !ones) feature_value_.insert(feature_value_.end(), values.begin(), values.end());
  feature_index_.insert(feature_index_.end(), features.begin(), features.end());
  feature_start_.push_back(static_cast<int64_t>(feature_index_.size()));
  labels_.push_back(label);
}

int ChainSamples::max_length() const {
  int max_length = 0;
  for (int i = 0; i < size(); ++i) max_length = std::max(max_length, length(i));
  return max_length;
}

double ChainSamples::FeatureProduct(int64_t a, int64_t b) const {
  const auto features_a = features(a), features_b = features(b);
  const auto values_a = values(a), values_b = values(b);
  double sum = 0;
  for (size_t j = 0, k = 0; j < features_a.size() && k < features_b.size();) {
    if (features_a[j] < features_b[k]) {
      ++j;
    } else if (features_a[j] > features_b[k]) {
      ++k;
    } else {
      sum += all_ones() ? 1 : values_a[j] * values_b[k];
      ++j;
      ++k;
    }
  }
  return sum;
}

}  // namespace structlab::structured_learning
