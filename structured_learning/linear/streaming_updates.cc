// The second half of StreamingLearner: the changes of the table for an example.
#include <algorithm>
#include <array>
#include <cmath>

#include "structured_learning/linear/adaptive_rates.h"
#include "structured_learning/linear/learner_table.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::structured_learning {
namespace {

using kernels::kLabelsPerBlock;

// Below this value the scale is multiplied into the table, long before weights lose digits or leave the range
// of floats.
constexpr double kMinScale = 1e-6;
// exp of it is far below the precision of a float: weights that shrink by more are 0 anyway.
constexpr double kStrongestShrinking = -60;

}  // namespace

// The root mean square of the targets so far, which is the unit of the rates for regression: if targets are
// in another unit, all weights and scores scale in the same way. 1 for labels, and for a schedule, whose
// steps grow with the derivatives.
double StreamingLearner::ScaleOfTargets(const ExampleView& example) {
  if (options_.task != LinearTask::kRegression || options_.update == UpdateRule::kSchedule) return 1;
  const double target = example.target;
  state_.total_squares += example.importance * target * target;
  if (!(state_.total_squares > 0)) return 1;
  return std::sqrt(state_.total_squares / state_.total_importance);
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
  const double shrinking = options_.l2 * step.size;
  step.size *= ScaleOfTargets(example);
  if (options_.update == UpdateRule::kNormalized && state_.total_features > 0) {
    step.factor = std::sqrt(state_.total_importance / state_.total_features);
  }
  // exp(-a) and not 1 - a: an importance of 2 equals two examples, and no importance changes the sign of the
  // weights.
  if (options_.l2 > 0) step.new_scale *= std::exp(std::max(kStrongestShrinking, -shrinking));
  if (step.new_scale < kMinScale) {
    MultiplyWeights(step.new_scale);
    step.new_scale = 1;
  }
  return step;
}

void StreamingLearner::MultiplyWeights(double scale) {
  const TableOrder order = {HasOneOutput()};
  for (size_t bin = 0; bin < state_.table.size() / kWidth; ++bin) {
    float& weight = state_.table[order.WeightAt(bin)];
    weight = static_cast<float>(scale * weight);
  }
}

// The amount that is added to the table's weights for each unit of their rates, for the output and its target
// y.
double StreamingLearner::Distance(size_t output, double y, double gain, const Step& step) const {
  const double score = scores_[output], exponential = exponentials_[output];
  const double distance =
      options_.update == UpdateRule::kSchedule
          ? -step.size * DerivativeOf(options_.loss, score, y, exponential)
          : step.factor * InvariantStep(options_.loss, score, y, step.size, step.factor * gain, exponential);
  return distance / step.new_scale;
}

// Makes room for this many numbers in rates_. It never shrinks, because a vector clears what it grows by.
float* StreamingLearner::RatesOfSize(size_t size) {
  if (rates_.size() < size) rates_.resize(size);
  return rates_.data();
}

// The step for a single output. Scores has put the previous weights and states at the beginning of rates_.
void StreamingLearner::LearnOne(const ExampleView& example, const Step& step) {
  const size_t features = example.keys.size();
  const double y = TargetOf(example, 0);
  const auto growth = static_cast<float>(growths_[0]);
  if (growth == 0) return;
  float* const table = state_.table.data();
  const uint32_t* const keys = example.keys.data();
  const size_t mask = mask_;
  if (options_.update == UpdateRule::kSchedule) {
    const auto distance = static_cast<float>(Distance(0, y, 0, step));
    for (size_t i = 0; i < features; ++i) {
      table[kWidth * (keys[i] & mask)] += distance * example.values[i];
    }
    return;
  }
  float* const numbers = RatesOfSize(kNumbersOfOneOutput * features);
  const Rates rates = {numbers, numbers + 2 * features, numbers + 4 * features};
  if (options_.update == UpdateRule::kNormalized) {
    FillRates<true>(example.values, growth, rates);
  } else {
    FillRates<false>(example.values, growth, rates);
  }
  const auto distance = static_cast<float>(Distance(0, y, SumOf(rates.gains, features), step));
  const Pair factors = {distance, 1};
  for (size_t i = 0; i < features; ++i) {
    float* const pair = table + kWidth * (keys[i] & mask);
    PutPair(PairAt(pair) + factors * PairAt(rates.moves + kWidth * i), pair);
  }
}

void StreamingLearner::FillPlaces(const ExampleView& example, uint32_t block) {
  places_.resize(example.keys.size());
  for (size_t i = 0; i < places_.size(); ++i) {
    const kernels::LabelBlock at = kernels::LabelBlockOf(example.keys[i], block, salt_, mask_);
    places_[i] = {kWidth * at.first, at.flip};
    // In a large table each line is a cache miss, and the loops over lines wait for one after the other.
    __builtin_prefetch(state_.table.data() + places_[i].line, 1);
  }
}

// Sets rates_ for values of 1: the inverse roots of the states after this example, or 1 for a schedule.
void StreamingLearner::FillBlockRates(const ExampleView& example, const FlippedLanes& growth) {
  const size_t size = kLabelsPerBlock * places_.size();
  float* const rates = RatesOfSize(size);
  if (options_.update == UpdateRule::kSchedule) {
    std::fill_n(rates, size, 1.f);
    return;
  }
  for (size_t i = 0; i < example.keys.size(); ++i) {
    const float unit = StateGrowth(options_.update == UpdateRule::kNormalized, example.values[i]);
    float* const states = state_.table.data() + places_[i].line + kStateOffset;
    const Lanes grown = LanesAt(states) + growth.by_flip[places_[i].flip] * unit;
    PutLanes(grown, states);
    PutLanes(grown, rates + kLabelsPerBlock * i);
  }
  for (size_t i = 0; i < size; ++i) rates[i] = RateOf(1, rates[i]);
}

// Multiplies rates_ by the values, and sums the gains of the scores.
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

// Learns eight labels at a time: a line of the table holds the weights and states of all eight for one
// feature. Labels that do not exist yet learn nothing.
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

// Raises the state that belongs to the index and returns the gain of the rate.
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

// [1 + s_r - s_y]+, where r is the rival with the highest score: raises y and lowers r.
void StreamingLearner::LearnMulticlass(const ExampleView& example, const Step& step) {
  const uint32_t own = example.labels[0];
  uint32_t rival = own;
  for (uint32_t c = 0; c < scores_.size(); ++c) {
    if (c != own && (rival == own || scores_[c] > scores_[rival])) rival = c;
  }
  const double missing = 1.0 + scores_[rival] - scores_[own];
  if (rival == own || missing <= 0 || example.importance == 0) return;
  const size_t features = example.keys.size();
  float* const rates = RatesOfSize(2 * features);
  indices_.resize(2 * features);
  double gain = 0;
  for (size_t i = 0; i < 2 * features; ++i) {
    const uint32_t bin = kernels::JointBin(example.keys[i / 2], i % 2 == 0 ? own : rival, salt_, mask_);
    indices_[i] = IndexOf(bin);
    gain += RateAndGain(indices_[i], example.values[i / 2], example.importance, &rates[i]);
  }
  // The loss is a hinge of the margin s_y - s_r.
  double distance = step.size;
  if (options_.update != UpdateRule::kSchedule) {
    distance = step.factor * InvariantStep(LinearLoss::kHinge, 1 - missing, 1, step.size, step.factor * gain);
  }
  distance /= step.new_scale;
  for (size_t i = 0; i < 2 * features; ++i) {
    state_.table[indices_[i]] += static_cast<float>((i % 2 == 0 ? distance : -distance) * rates[i]);
  }
}

}  // namespace structlab::structured_learning
