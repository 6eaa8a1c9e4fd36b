#include "structured_learning/linear/streaming_learner.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/adaptive_rates.h"
#include "structured_learning/linear/hashed_scores.h"

namespace structlab::structured_learning {
namespace {

using common::FormatShort;
using kernels::kLabelsPerBlock;

constexpr size_t kWidth = 2;  // a weight and its state
constexpr size_t kStateOffset = kLabelsPerBlock;
// Below 2^32, as there are at most 2^31 bins.
uint32_t IndexOf(uint32_t bin) { return static_cast<uint32_t>(WeightIndex<kWidth>(bin)); }
// Below this the scale is multiplied into the table, long before weights lose digits.
constexpr double kLeastScale = 1e-6;
// exp of it is far less than a digit of a float: weights that shrink by more are gone all the same.
constexpr double kStrongestShrinking = -60;
constexpr size_t kMostOutputs = size_t{1} << 24;  // of those that a model file has

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

// How many outputs there were is so again at the end of the scope, unless those seen since are kept.
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

void CheckTable(std::span<const float> table) {
  for (size_t i = 0; i < table.size(); ++i) {
    const bool is_state = i / kStateOffset % 2 == 1;
    if (std::isfinite(table[i]) && !(is_state && table[i] < 0)) continue;
    common::ThrowDataError("state", is_state ? "finite states of at least 0" : "finite weights",
                           common::FormatDouble(table[i]));
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
      !IsTotal(state.total_features)) {
    common::ThrowDataError("state", "a scale of at most 1 and finite totals",
                           FormatShort(state.scale) + ", " + FormatShort(state.total_importance) + " and " +
                               FormatShort(state.total_features));
  }
  if (HasOneOutput() ? state.num_outputs != 1 : state.num_outputs > kMostOutputs) {
    common::ThrowDataError("state", HasOneOutput() ? "one output" : "at most 2^24 outputs",
                           std::to_string(state.num_outputs));
  }
  CheckTable(state.table);
  state_ = std::move(state);
}

float StreamingLearner::Weight(uint32_t key, uint32_t output) const {
  const uint32_t bin = HasOneOutput() ? key & mask_ : kernels::JointBin(key, output, salt_, mask_);
  return static_cast<float>(state_.scale * state_.table[WeightIndex<kWidth>(bin)]);
}

// Of the weights of the one output, in a loop of its own, which does eight at a time.
void StreamingLearner::FillIndices(const ExampleView& example) {
  indices_.resize(example.keys.size());
  const uint32_t* __restrict const keys = example.keys.data();
  uint32_t* __restrict const indices = indices_.data();
  for (size_t i = 0; i < indices_.size(); ++i) {
    indices[i] = IndexOf(keys[i] & mask_);
  }
}

std::span<const float> StreamingLearner::Scores(const ExampleView& example) {
  const size_t features = example.keys.size();
  const auto blocks = static_cast<uint32_t>((state_.num_outputs + kLabelsPerBlock - 1) / kLabelsPerBlock);
  scores_.resize(kLabelsPerBlock * blocks);
  if (HasOneOutput()) {
    FillIndices(example);
    rates_.resize(4 * features);
    const float* const table = state_.table.data();
    const uint32_t* const indices = indices_.data();
    float* const states = rates_.data();
    // The states are copied while their lines are at hand.
    scores_[0] = SumOfProducts(example.values.data(), features, [=](size_t i) {
      const float* const weight = table + indices[i];
      states[i] = weight[kStateOffset];
      return *weight;
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

// From scores_.
void StreamingLearner::FillExponentials() {
  if (options_.task == LinearTask::kMulticlass) return;  // its hinge has none
  exponentials_.resize(scores_.size());
  for (size_t c = 0; c < scores_.size(); ++c) exponentials_[c] = ExponentialOf(options_.loss, scores_[c]);
}

// From scores_ and exponentials_; returns the largest.
double StreamingLearner::FillGrowths(const ExampleView& example) {
  growths_.resize(scores_.size());
  // The hinge's derivatives are -1 and 1.
  if (options_.task == LinearTask::kMulticlass) return example.importance;
  double largest = 0;
  for (size_t c = 0; c < scores_.size(); ++c) {
    const double derivative = DerivativeOf(options_.loss, scores_[c], TargetOf(example, c), exponentials_[c]);
    growths_[c] = derivative * derivative * example.importance;
    largest = std::max(largest, growths_[c]);
  }
  return largest;
}

// Sets is_label_ for all outputs, of which there are more if a label is new.
void StreamingLearner::MarkLabels(const ExampleView& example) {
  for (const uint32_t label : example.labels) {
    state_.num_outputs = std::max<size_t>(state_.num_outputs, size_t{label} + 1);
  }
  is_label_.assign(state_.num_outputs, 0);
  for (const uint32_t label : example.labels) is_label_[label] = 1;
}

// From scores_, exponentials_ and is_label_.
ExampleOutcome StreamingLearner::OutcomeOf(const ExampleView& example) {
  if (HasOneOutput()) {
    const double y = TargetOf(example, 0);
    return {LossOf(options_.loss, scores_[0], y, exponentials_[0]),
            options_.task == LinearTask::kBinary && (scores_[0] > 0) != (y > 0)};
  }
  ExampleOutcome outcome = {0, false};
  if (options_.task == LinearTask::kMulticlass) {
    const float own = scores_[example.labels[0]];
    for (uint32_t c = 0; c < scores_.size(); ++c) {
      if (c == example.labels[0]) continue;
      outcome.loss = std::max(outcome.loss, 1.0 + scores_[c] - own);
    }
  } else {
    for (size_t c = 0; c < scores_.size(); ++c) {
      outcome.loss += LossOf(options_.loss, scores_[c], is_label_[c] != 0 ? 1 : -1, exponentials_[c]);
    }
  }
  if (options_.task == LinearTask::kMultiLabel) {
    for (size_t c = 0; c < scores_.size(); ++c) outcome.mistaken |= (scores_[c] > 0) != (is_label_[c] != 0);
  } else {
    const auto best = std::max_element(scores_.begin(), scores_.end()) - scores_.begin();
    outcome.mistaken = is_label_[static_cast<size_t>(best)] == 0;
  }
  return outcome;
}

ExampleOutcome StreamingLearner::Judge(const ExampleView& example) {
  CheckLabels(example);
  // A label that is new is judged as if it had been seen, but it is not seen by this.
  const OutputsBefore outputs{state_.num_outputs};
  if (!HasOneOutput()) MarkLabels(example);
  Scores(example);
  FillExponentials();
  return OutcomeOf(example);
}

// All scores come first: labels whose bins meet would else see what others of this example have learned.
ExampleOutcome StreamingLearner::Learn(const ExampleView& example) {
  CheckLabels(example);
  const float largest = LargestOf(example.values);
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
  FinishStep(step);
  return OutcomeOf(example);
}

StreamingLearner::Step StreamingLearner::BeginStep(const ExampleView& example) {
  const double importance = example.importance;
  double rate = options_.learning_rate;
  if (options_.update == UpdateRule::kSchedule) {
    rate /= 1 + options_.l2 * options_.learning_rate * state_.total_importance;
  }
  state_.total_importance += importance;
  state_.total_features += importance * static_cast<double>(example.keys.size());
  Step step = {rate * importance, 1, state_.scale};
  if (options_.update == UpdateRule::kNormalized && state_.total_features > 0) {
    step.factor = std::sqrt(state_.total_importance / state_.total_features);
  }
  // exp(-a) and not 1 - a: an importance of 2 is two examples, and no importance turns the weights round.
  if (options_.l2 > 0) step.new_scale *= std::exp(std::max(kStrongestShrinking, -options_.l2 * step.size));
  return step;
}

// Takes over the shrunk scale, and multiplies it into the table before it loses digits.
void StreamingLearner::FinishStep(const Step& step) {
  state_.scale = step.new_scale;
  if (state_.scale > kLeastScale) return;
  for (size_t line = 0; line < state_.table.size(); line += kWidth * kLabelsPerBlock) {
    for (size_t bin = 0; bin < kLabelsPerBlock; ++bin) {
      state_.table[line + bin] = static_cast<float>(state_.scale * state_.table[line + bin]);
    }
  }
  state_.scale = 1;
}

// What is added to the table's weights for each unit of their rates, for the output and its target y.
double StreamingLearner::Distance(size_t output, double y, double gain, const Step& step) const {
  const double score = scores_[output], exponential = exponentials_[output];
  const double distance =
      options_.update == UpdateRule::kSchedule
          ? -step.size * DerivativeOf(options_.loss, score, y, exponential)
          : step.factor * InvariantStep(options_.loss, score, y, step.size, step.factor * gain, exponential);
  return distance / step.new_scale;
}

// Of the one output. The states stand in front of rates_: Scores has put them there, and filled indices_.
void StreamingLearner::LearnOne(const ExampleView& example, const Step& step) {
  const size_t features = example.keys.size();
  const double y = TargetOf(example, 0);
  const auto growth = static_cast<float>(growths_[0]);
  if (growth == 0) return;
  float* const table = state_.table.data();
  if (options_.update == UpdateRule::kSchedule) {
    const auto distance = static_cast<float>(Distance(0, y, 0, step));
    for (size_t i = 0; i < features; ++i) {
      table[indices_[i]] += distance * example.values[i];
    }
    return;
  }
  float* const numbers = rates_.data();
  const Rates rates = {numbers, numbers + features, numbers + 2 * features, numbers + 3 * features};
  if (options_.update == UpdateRule::kNormalized) {
    FillRates<true>(example.values, growth, rates);
  } else {
    FillRates<false>(example.values, growth, rates);
  }
  const auto distance = static_cast<float>(Distance(0, y, SumOf(rates.gains, features), step));
  for (size_t i = 0; i < features; ++i) {
    float* const weight = table + indices_[i];
    weight[0] += distance * rates.rates[i];
    weight[kStateOffset] += rates.growths[i];
  }
}

void StreamingLearner::FillPlaces(const ExampleView& example, uint32_t block) {
  places_.resize(example.keys.size());
  for (size_t i = 0; i < places_.size(); ++i) {
    const kernels::LabelBlock at = kernels::LabelBlockOf(example.keys[i], block, salt_, mask_);
    places_[i] = {kWidth * at.first, at.flip};
    // In a large table each line is a miss of the cache, and the loops over them wait for one after the
    // other.
    __builtin_prefetch(state_.table.data() + places_[i].line, 1);
  }
}

// Sets rates_, for values of 1, to the inverse roots of the states after this example; 1 for a schedule.
void StreamingLearner::FillBlockRates(const ExampleView& example, const FlippedLanes& growth) {
  rates_.resize(kLabelsPerBlock * places_.size());
  if (options_.update == UpdateRule::kSchedule) {
    std::fill(rates_.begin(), rates_.end(), 1.f);
    return;
  }
  for (size_t i = 0; i < example.keys.size(); ++i) {
    const float unit = StateGrowth(options_.update == UpdateRule::kNormalized, example.values[i]);
    float* const states = state_.table.data() + places_[i].line + kStateOffset;
    const Lanes grown = LanesAt(states) + growth.by_flip[places_[i].flip] * unit;
    PutLanes(grown, states);
    PutLanes(grown, rates_.data() + kLabelsPerBlock * i);
  }
  for (float& rate : rates_) rate = RateOf(1, rate);
}

// Multiplies rates_ by the values, and sums what scores gain by them.
void StreamingLearner::FillBlockGains(const ExampleView& example, float* gains) {
  BlockSums sums;
  for (size_t i = 0; i < example.keys.size(); ++i) {
    const float x = example.values[i];
    float* const rates = rates_.data() + kLabelsPerBlock * i;
    PutLanes(LanesAt(rates) * x, rates);
    sums.Add(places_[i].flip, rates, x);
  }
  sums.Collect(gains);
}

// Eight labels at a time: a line of the table holds the weights and states of all for one feature. Labels
// that are not there yet learn nothing.
void StreamingLearner::LearnBlock(const ExampleView& example, uint32_t block, const Step& step) {
  const size_t first = kLabelsPerBlock * block;
  const size_t labels = std::min<size_t>(kLabelsPerBlock, state_.num_outputs - first);
  std::array<double, kLabelsPerBlock> growths = {}, distances = {};
  std::copy_n(growths_.begin() + static_cast<std::ptrdiff_t>(first), labels, growths.begin());
  if (std::all_of(growths.begin(), growths.end(), [](double growth) { return growth == 0; })) return;

  FillPlaces(example, block);
  FillBlockRates(example, FlippedLanes(growths));
  float gains[kLabelsPerBlock];
  FillBlockGains(example, gains);
  for (size_t c = 0; c < labels; ++c) {
    if (growths[c] == 0) continue;
    distances[c] = Distance(first + c, TargetOf(example, first + c), gains[c], step);
  }
  const FlippedLanes distance(distances);
  for (size_t i = 0; i < places_.size(); ++i) {
    float* const line = state_.table.data() + places_[i].line;
    const Lanes rates = LanesAt(rates_.data() + kLabelsPerBlock * i);
    PutLanes(LanesAt(line) + distance.by_flip[places_[i].flip] * rates, line);
  }
}

// Raises the state behind the index and returns what the rate gains.
double StreamingLearner::RateAndGain(size_t index, float x, double state_growth, float* rate) {
  if (options_.update == UpdateRule::kSchedule) {
    *rate = x;
  } else {
    float& state = state_.table[index + kStateOffset];
    state += static_cast<float>(state_growth) * StateGrowth(options_.update == UpdateRule::kNormalized, x);
    *rate = RateOf(x, state);
  }
  return static_cast<double>(x) * *rate;
}

// [1 + s_r - s_y]+ with the rival r of highest score: y is raised, r lowered.
void StreamingLearner::LearnMulticlass(const ExampleView& example, const Step& step) {
  const uint32_t own = example.labels[0];
  uint32_t rival = own;
  for (uint32_t c = 0; c < scores_.size(); ++c) {
    if (c != own && (rival == own || scores_[c] > scores_[rival])) rival = c;
  }
  const double missing = 1.0 + scores_[rival] - scores_[own];
  if (rival == own || missing <= 0 || example.importance == 0) return;
  const size_t features = example.keys.size();
  rates_.resize(2 * features);
  indices_.resize(2 * features);
  double gain = 0;
  for (size_t i = 0; i < 2 * features; ++i) {
    const uint32_t bin = kernels::JointBin(example.keys[i / 2], i % 2 == 0 ? own : rival, salt_, mask_);
    indices_[i] = IndexOf(bin);
    gain += RateAndGain(indices_[i], example.values[i / 2], example.importance, &rates_[i]);
  }
  // The loss as a hinge of the margin s_y - s_r.
  double distance = step.size;
  if (options_.update != UpdateRule::kSchedule) {
    distance = step.factor * InvariantStep(LinearLoss::kHinge, 1 - missing, 1, step.size, step.factor * gain);
  }
  distance /= step.new_scale;
  for (size_t i = 0; i < 2 * features; ++i) {
    state_.table[indices_[i]] += static_cast<float>((i % 2 == 0 ? distance : -distance) * rates_[i]);
  }
}

}  // namespace structlab::structured_learning
