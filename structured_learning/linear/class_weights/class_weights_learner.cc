#include "structured_learning/linear/class_weights/class_weights_learner.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/adaptive_rates.h"
#include "structured_learning/linear/examples/number_limits.h"
#include "structured_learning/linear/linear_loss.h"

namespace structlab::structured_learning {
namespace {

constexpr double kMaxBytes = 1e12;

const ClassWeightsOptions& Checked(const ClassWeightsOptions& options) {
  if (options.features < 1 || options.classes < 1) {
    common::ThrowUsageError("ClassWeightsOptions::features, classes", "at least 1",
                            std::to_string(options.features) + " and " + std::to_string(options.classes));
  }
  if (8.0 * options.features * options.classes > kMaxBytes) {
    common::ThrowUsageError("ClassWeightsOptions::features, classes", "a table of at most 10^12 bytes",
                            std::to_string(options.features) + " times " + std::to_string(options.classes));
  }
  if (!(options.learning_rate >= 1e-12 && options.learning_rate <= 1e12)) {
    common::ThrowUsageError("ClassWeightsOptions::learning_rate", "1e-12 to 1e12",
                            common::FormatDouble(options.learning_rate));
  }
  return options;
}

void CheckThatKeysRise(std::span<const uint32_t> keys) {
  const auto place = std::ranges::adjacent_find(keys, std::ranges::greater_equal());
  if (place == keys.end()) return;
  common::ThrowDataError("example", "keys in increasing order, each once",
                         std::to_string(place[0]) + ", " + std::to_string(place[1]),
                         "sum the values in the same bin");
}

void CheckNumbers(const ExampleView& example) {
  const NumberLimits limits = LimitsOf(UpdateRule::kAdaptive);
  const float largest = MaxMagnitude(example.values);
  if (!(largest <= limits.value)) {
    common::ThrowDataError("example", "values of at most " + common::FormatShort(limits.value),
                           common::FormatShort(largest), "scale the features down");
  }
  const double max_growth = limits.growth / limits.Power(largest);
  if (example.importance <= max_growth) return;
  common::ThrowDataError("example",
                         "an importance of at most " + common::FormatShort(max_growth) +
                             " with values of up to " + common::FormatShort(largest),
                         common::FormatShort(example.importance), "scale importances and features down");
}

}  // namespace

ClassWeightsLearner::ClassWeightsLearner(const ClassWeightsOptions& options)
    : options_(Checked(options)),
      weights_(size_t{options.features} * options.classes),
      states_(weights_.size()),
      scores_(options.classes) {}

std::span<const float> ClassWeightsLearner::Scores(const ExampleView& example) {
  std::ranges::fill(scores_, 0.f);
  float* __restrict const scores = scores_.data();
  const size_t classes = options_.classes;
  for (size_t i = 0; i < example.keys.size(); ++i) {
    if (example.keys[i] >= options_.features) {
      common::ThrowDataError("example", "keys below " + std::to_string(options_.features),
                             std::to_string(example.keys[i]));
    }
    const float x = example.values[i];
    const float* __restrict const weights = weights_.data() + Index(example.keys[i], 0);
    for (size_t c = 0; c < classes; ++c) scores[c] += x * weights[c];
  }
  return scores_;
}

ExampleOutcome ClassWeightsLearner::Learn(const ExampleView& example) {
  if (example.labels.size() != 1 || example.labels[0] >= options_.classes) {
    common::ThrowDataError("example", "one label below " + std::to_string(options_.classes),
                           example.labels.size() == 1 ? std::to_string(example.labels[0])
                                                      : std::to_string(example.labels.size()) + " labels");
  }
  CheckThatKeysRise(example.keys);
  CheckNumbers(example);
  Scores(example);
  const uint32_t own = example.labels[0];
  uint32_t rival = own;
  for (uint32_t c = 0; c < options_.classes; ++c) {
    if (c != own && (rival == own || scores_[c] > scores_[rival])) rival = c;
  }
  const double missing = 1.0 + scores_[rival] - scores_[own];
  if (!std::isfinite(missing)) {
    common::ThrowDataError("example", "finite scores", common::FormatDouble(missing),
                           "scale the features down");
  }
  if (rival == own) return {0, false};
  const auto best = std::ranges::max_element(scores_) - scores_.begin();
  const ExampleOutcome outcome = {std::max(0.0, missing), static_cast<uint32_t>(best) != own};
  if (missing <= 0 || example.importance == 0) return outcome;
  // Both classes of each feature, the true one first.
  rates_.resize(2 * example.keys.size());
  double gain = 0;
  for (size_t i = 0; i < rates_.size(); ++i) {
    const float x = example.values[i / 2];
    float& state = states_[Index(example.keys[i / 2], i % 2 == 0 ? own : rival)];
    state += example.importance * StateGrowth<false>(x);
    rates_[i] = RateOf(x, state);
    gain += static_cast<double>(x) * rates_[i];
  }
  const double size = options_.learning_rate * example.importance;
  const double distance = InvariantStep(LinearLoss::kHinge, 1 - missing, 1, size, gain);
  for (size_t i = 0; i < rates_.size(); ++i) {
    weights_[Index(example.keys[i / 2], i % 2 == 0 ? own : rival)] +=
        static_cast<float>((i % 2 == 0 ? distance : -distance) * rates_[i]);
  }
  return outcome;
}

}  // namespace structlab::structured_learning
