#include "structured_learning/linear/streaming_learner.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/adaptive_rates.h"
#include "structured_learning/linear/hashed_scores.h"
#include "structured_learning/linear/learner_table.h"

namespace structlab::structured_learning {
namespace {

using common::FormatShort;
using kernels::kLabelsPerBlock;

constexpr size_t kMaxOutputs = size_t{1} << 24;  // maximum number of outputs in a model file

void CheckRange(const std::string& where, double value, double low, double high) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(where, common::FormatDouble(low).append(" to ").append(common::FormatDouble(high)),
                          common::FormatDouble(value));
}

const LearnerOptions& Checked(const LearnerOptions& options) {
  CheckRange("LearnerOptions::bits", options.bits, 3, 31);
  CheckRange("LearnerOptions::learning_rate", options.learning_rate, 1e-12, 1e12);
  CheckRange("LearnerOptions::l2", options.l2, 0, 1e12);
  if (options.task == LinearTask::kRegression && options.loss != LinearLoss::kSquared) {
    common::ThrowUsageError("LearnerOptions::loss", "the squared loss for regression",
                            options.loss == LinearLoss::kHinge ? "hinge" : "logistic");
  }
  return options;
}

// Restores the number of outputs at the end of the scope, unless the new ones are kept.
struct OutputsBefore {
  size_t& outputs;
  const size_t before = outputs;
  bool are_kept = false;
  ~OutputsBefore() {
    if (!are_kept) outputs = before;
  }
};

[[noreturn]] void RefuseLabels(const std::string& expected, size_t found) {
  common::ThrowDataError("example", expected, std::to_string(found));
}

bool IsTotal(double sum) { return sum >= 0 && std::isfinite(sum); }

void CheckTable(std::span<const float> table, const TableOrder& order) {
  for (size_t bin = 0; bin < table.size() / kWidth; ++bin) {
    const float weight = table[order.WeightAt(bin)], state = table[order.StateAt(bin)];
    if (!std::isfinite(weight)) {
      common::ThrowDataError("state", "finite weights", common::FormatDouble(weight));
    }
    if (!std::isfinite(state) || state < 0) {
      common::ThrowDataError("state", "finite states of at least 0", common::FormatDouble(state));
    }
  }
}

double CheckedScore(double score) {
  if (!std::isfinite(score)) {
    common::ThrowDataError("example", "a finite score", common::FormatDouble(score),
                           "scale the features down, or learn with a smaller rate");
  }
  return score;
}

}  // namespace

NumberLimits LimitsOf(UpdateRule update) {
  switch (update) {
    case UpdateRule::kAdaptive:
      return {.value = 1e15f, .growth = 1e30};
    case UpdateRule::kNormalized:
      return {.value = 1e7f, .growth = 1e30, .is_doubled = true};
    case UpdateRule::kSchedule:
      break;
  }
  return {};
}

NumberLimits ReaderLimitsOf(const LearnerOptions& options) {
  NumberLimits limits = LimitsOf(options.update);
  const bool has_labels = options.task != LinearTask::kRegression && options.task != LinearTask::kMulticlass;
  if (!has_labels || options.loss != LinearLoss::kSquared || !std::isfinite(limits.growth)) return limits;
  limits.growth /= 4;
  const double root = std::sqrt(limits.growth);
  limits.value = std::min(limits.value, static_cast<float>(limits.is_doubled ? std::sqrt(root) : root));
  return limits;
}

StreamingLearner::StreamingLearner(const LearnerOptions& options)
    : options_(Checked(options)),
      limits_(LimitsOf(options.update)),
      mask_(kernels::MaskOf(options.bits)),
      salt_(kernels::SaltOf(options.seed)) {
  const size_t size = kWidth << options.bits;
  state_.table.resize(size);
  if (!state_.table.get_allocator().GivesZeros(size))
    std::fill(state_.table.begin(), state_.table.end(), 0.f);
  state_.num_outputs = HasOneOutput() ? 1 : 0;
}

void StreamingLearner::Restore(State state) {
  const size_t size = kWidth << options_.bits;
  if (state.table.size() != size) {
    common::ThrowDataError("state", std::to_string(size) + " numbers", std::to_string(state.table.size()));
  }
  if (!(state.scale > 0 && state.scale <= 1) || !IsTotal(state.total_importance) ||
      !IsTotal(state.total_features) || !IsTotal(state.total_squares)) {
    common::ThrowDataError("state", "a scale of at most 1 and finite totals",
                           FormatShort(state.scale) + ", " + FormatShort(state.total_importance) + ", " +
                               FormatShort(state.total_features) + " and " +
                               FormatShort(state.total_squares));
  }
  if (HasOneOutput() ? state.num_outputs != 1 : state.num_outputs > kMaxOutputs) {
    common::ThrowDataError("state", HasOneOutput() ? "one output" : "at most 2^24 outputs",
                           std::to_string(state.num_outputs));
  }
  CheckTable(state.table, {HasOneOutput()});
  state_ = std::move(state);
}

float StreamingLearner::Weight(uint32_t key, uint32_t output) const {
  const uint32_t bin = HasOneOutput() ? key & mask_ : kernels::JointBin(key, output, salt_, mask_);
  return static_cast<float>(state_.scale * state_.table[TableOrder{HasOneOutput()}.WeightAt(bin)]);
}

std::span<const float> StreamingLearner::Scores(const ExampleView& example) {
  const size_t features = example.keys.size();
  const auto blocks = static_cast<uint32_t>((state_.num_outputs + kLabelsPerBlock - 1) / kLabelsPerBlock);
  scores_.resize(kLabelsPerBlock * blocks);
  if (HasOneOutput()) {
    const float* const table = state_.table.data();
    const uint32_t* const keys = example.keys.data();
    const uint32_t mask = mask_;
    float* const pairs = RatesOfSize(kNumbersOfOneOutput * features);
    // Weights and states are copied while they are in the cache.
    scores_[0] = SumOfProducts(example.values.data(), features, [=](size_t i) {
      const Pair pair = PairAt(table + kWidth * (keys[i] & size_t{mask}));
      PutPair(pair, pairs + kWidth * i);
      return pair[0];
    });
  } else {
    for (uint32_t block = 0; block < blocks; ++block) {
      ScoreBlock<kWidth>(example.keys.data(), example.values.data(), features, state_.table.data(), mask_,
                         salt_, block, scores_.data() + kLabelsPerBlock * block);
    }
  }
  scores_.resize(state_.num_outputs);
  for (float& score : scores_) {
    score = static_cast<float>(CheckedScore(state_.scale * static_cast<double>(score)));
  }
  return scores_;
}

void StreamingLearner::CheckLabels(const ExampleView& example) const {
  if (options_.task == LinearTask::kRegression || options_.task == LinearTask::kMultiLabel) return;
  if (example.labels.size() != 1) RefuseLabels("one label", example.labels.size());
  if (options_.task == LinearTask::kBinary && example.labels[0] > 1) {
    RefuseLabels("label 0 or 1", example.labels[0]);
  }
}

void StreamingLearner::CheckValues(float largest) const {
  if (largest <= limits_.value) return;
  common::ThrowDataError("example", "values of at most " + FormatShort(limits_.value), FormatShort(largest),
                         "scale the features down");
}

void StreamingLearner::CheckGrowth(double growth, float largest) const {
  const double power = limits_.Power(largest);
  if (growth * power <= limits_.growth) return;
  common::ThrowDataError("example",
                         std::string("importance * derivative^2 of at most ")
                             .append(FormatShort(limits_.growth / power))
                             .append(" for values of up to ")
                             .append(FormatShort(largest)),
                         FormatShort(growth), "scale features, importances or targets down");
}

double StreamingLearner::TargetOf(const ExampleView& example, size_t output) const {
  if (options_.task == LinearTask::kRegression) return example.target;
  const bool is_label = HasOneOutput() ? example.labels[0] == 0 : is_label_[output] != 0;
  return is_label ? 1 : -1;
}

// Computed from scores_.
void StreamingLearner::FillExponentials() {
  if (options_.task == LinearTask::kMulticlass) return;  // its hinge needs no exponentials
  exponentials_.resize(scores_.size());
  for (size_t c = 0; c < scores_.size(); ++c) exponentials_[c] = ExponentialOf(options_.loss, scores_[c]);
}

// Computed from scores_ and exponentials_; returns the maximum.
double StreamingLearner::FillGrowths(const ExampleView& example) {
  growths_.resize(scores_.size());
  // The derivatives of the hinge are -1 and 1.
  if (options_.task == LinearTask::kMulticlass) return example.importance;
  double largest = 0;
  for (size_t c = 0; c < scores_.size(); ++c) {
    const double derivative = DerivativeOf(options_.loss, scores_[c], TargetOf(example, c), exponentials_[c]);
    growths_[c] = derivative * derivative * example.importance;
    largest = std::max(largest, growths_[c]);
  }
  return largest;
}

// Sets is_label_ for all outputs. The number of outputs grows if a label is new.
void StreamingLearner::MarkLabels(const ExampleView& example) {
  for (const uint32_t label : example.labels) {
    state_.num_outputs = std::max<size_t>(state_.num_outputs, size_t{label} + 1);
  }
  is_label_.assign(state_.num_outputs, 0);
  for (const uint32_t label : example.labels) is_label_[label] = 1;
}

// Computed from scores_, exponentials_ and is_label_.
ExampleOutcome StreamingLearner::OutcomeOf(const ExampleView& example) {
  if (HasOneOutput()) {
    const double y = TargetOf(example, 0);
    return {.loss = LossOf(options_.loss, scores_[0], y, exponentials_[0]),
            .mistaken = options_.task == LinearTask::kBinary && (scores_[0] > 0) != (y > 0),
            .target = example.target};
  }
  ExampleOutcome outcome = {0, false, scores_.size(), 0};
  if (options_.task == LinearTask::kMulticlass) {
    const float own = scores_[example.labels[0]];
    for (uint32_t c = 0; c < scores_.size(); ++c) {
      if (c == example.labels[0]) continue;
      outcome.loss = std::max(outcome.loss, 1.0 + scores_[c] - own);
    }
    outcome.of_unseen = std::max(0.0, 1.0 - own - outcome.loss);
  } else {
    for (size_t c = 0; c < scores_.size(); ++c) {
      outcome.loss += LossOf(options_.loss, scores_[c], is_label_[c] != 0 ? 1 : -1, exponentials_[c]);
    }
    outcome.of_unseen = LossOf(options_.loss, 0, -1);
  }
  if (options_.task == LinearTask::kMultiLabel) {
    for (size_t c = 0; c < scores_.size(); ++c) outcome.mistaken |= (scores_[c] > 0) != (is_label_[c] != 0);
  } else {
    const auto best = std::max_element(scores_.begin(), scores_.end()) - scores_.begin();
    outcome.mistaken = is_label_[best] == 0;
  }
  return outcome;
}

ExampleOutcome StreamingLearner::Judge(const ExampleView& example) {
  CheckLabels(example);
  // A new label is judged as if it had occurred before, but judging does not add it.
  const OutputsBefore outputs{state_.num_outputs};
  if (!HasOneOutput()) MarkLabels(example);
  Scores(example);
  FillExponentials();
  return OutcomeOf(example);
}

// Computes all scores first: otherwise labels that share bins would see what others learned from this
// example.
ExampleOutcome StreamingLearner::Learn(const ExampleView& example) {
  CheckLabels(example);
  const float largest = MaxMagnitude(example.values);
  CheckValues(largest);
  OutputsBefore outputs{state_.num_outputs};
  if (!HasOneOutput()) MarkLabels(example);
  Scores(example);
  FillExponentials();
  CheckGrowth(FillGrowths(example), largest);
  outputs.are_kept = true;
  const Step step = BeginStep(example);
  if (HasOneOutput()) {
    LearnOne(example, step);
  } else if (options_.task == LinearTask::kMulticlass) {
    LearnMulticlass(example, step);
  } else {
    for (size_t c = 0; c < state_.num_outputs; c += kLabelsPerBlock) {
      LearnBlock(example, static_cast<uint32_t>(c / kLabelsPerBlock), step);
    }
  }
  state_.scale = step.new_scale;
  return OutcomeOf(example);
}

}  // namespace structlab::structured_learning
