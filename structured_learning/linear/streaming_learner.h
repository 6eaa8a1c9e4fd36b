// Linear models on hashed features, learned example by example in a table of fixed size (Shi 2011, sections
// 2.3 and 2.6). The updates are those of Duchi, Hazan, Singer 2011 and Karampatziakis, Langford 2011, as in
// Vowpal Wabbit.
//
//     const InputFormat input = {.format = ExampleFormat::kVw};
//     LabelNames labels;
//     ExampleReader reader("news.vw", MakeParser(input), &labels);
//     StreamingLearner learner({.bits = 22, .task = LinearTask::kOneVsRest});
//     for (ExampleBatch batch; reader.Next(batch);) {
//       for (size_t i = 0; i < batch.size(); ++i) learner.Learn(batch[i]);
//     }
//     SaveHashedModel(learner, {labels.names(), FactsOf(input)}, SavedStates::kNone, "news.model");
//
// Take it when the input is larger than memory, or has very many features or classes. Several passes and
// early stopping: training.h. If features times classes fit into memory:
// class_weights/class_weights_learner.h has no collisions. For exact optima of structured SVMs:
// optimization/.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_STREAMING_LEARNER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_STREAMING_LEARNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/huge_page_allocator.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/number_limits.h"
#include "structured_learning/linear/linear_loss.h"

namespace structlab::structured_learning {

struct FlippedLanes;

enum class LinearTask {
  kBinary,      // labels 0 (y = +1) and 1 (y = -1)
  kOneVsRest,   // one label out of any number of labels
  kMultiLabel,  // any set of labels; each label is learned independently, as by kOneVsRest
  kMulticlass,  // one label, multiclass hinge [1 + max_{y' != y} s(y') - s(y)]+
  kRegression,  // a number, squared loss
};

// True for tasks with a single output; the others have one output for each label.
constexpr bool HasOneOutput(LinearTask task) {
  return task == LinearTask::kBinary || task == LinearTask::kRegression;
}

enum class UpdateRule {
  // Adaptive, the default: w_i -= step x_i / sqrt(G_i). G_i is the sum of the squares (g x_i)^2 of the
  // derivatives of all examples so far; the step is InvariantStep with the size learning rate times
  // importance.
  kAdaptive,
  // As kAdaptive, but independent of the scale of the features: G_i is the sum of g^2 x_i^4, and steps are
  // divided by the square root of the mean number of features. Vowpal Wabbit (Ross, Mineiro, Langford 2013)
  // instead stores the maximum value N_i, uses N_i^2 times the sum of g^2 x_i^2, and multiplies the weight by
  // the old N_i / the new N_i when N_i grows. The rule here takes one number for each weight instead of two,
  // and gives the same if the values of a feature differ only in sign.
  kNormalized,
  // A fixed schedule: w -= eta_t g x with eta_t = eta / (1 + lambda eta t), where t is the importance so far.
  // This is 1 / (lambda (t + t0)) with t0 = 1 / (lambda eta), the schedule of section 2.6.
  kSchedule,
};

// The limits of numbers for an update rule. An example may add at most 1e30 to G_i. Then sums of any number
// of examples are finite floats, because a float of 24 bits stops growing when it is 2^25 times the summand.
// Values may be at most 1e15, or 1e7 for kNormalized, which for the same reason learns almost nothing from
// values below 1e-9. kSchedule has no states and no limits.
NumberLimits LimitsOf(UpdateRule update);

struct LearnerOptions {
  int bits = 18;  // 2^bits weights for all labels together, 3..31; more bits: fewer collisions, more memory
  uint32_t seed = 0;
  LinearTask task = LinearTask::kBinary;
  LinearLoss loss = LinearLoss::kLogistic;  // kMulticlass ignores it; kRegression requires kSquared
  UpdateRule update = UpdateRule::kAdaptive;
  // eta, 1e-12 to 1e12. Larger: learns faster from few examples; smaller: is less affected by noise.
  double learning_rate = 0.5;
  // lambda of lambda/2 |w|^2. Each example multiplies all weights by exp(-eta lambda importance), where eta
  // is the learning rate or eta_t.
  double l2 = 0;
};

// The limits for readers (ParserOptions), which report larger numbers with line and column. They equal the
// learner's limits, except for the squared loss with labels: its derivative is 2 while scores are 0, so the
// limit of growth is a quarter.
NumberLimits ReaderLimitsOf(const LearnerOptions& options);

// Stored in huge pages if the system provides them: lines are read in random order, and with pages of 4 KiB
// each access would need an address lookup. A table that is constructed without a value is not cleared.
using WeightTable = std::vector<float, common::HugePageAllocator<float>>;

struct ExampleOutcome {
  double loss;           // before the update, without the importance; the sum over all labels
  bool mistaken;         // the predicted labels are wrong; false for regression
  size_t outputs = 1;    // number of outputs
  double of_unseen = 0;  // the amount that another label of score 0 would add to the loss
  double target = 0;     // the target, for regression
};

// Memory: 8 bytes for each of 2^bits bins, for any number of labels; labels that have not occurred cost
// nothing. Time for an example: O(features) for one output, O(features * labels / 8) cache lines for several.
// When l2 has shrunk the weights to a millionth, one pass over all 2^bits weights. Not thread-safe.
// Deterministic: the same examples in the same order give the same bits.
class StreamingLearner {
 public:
  // Throws common::Error (usage) for options out of range or that contradict each other.
  explicit StreamingLearner(const LearnerOptions& options);

  const LearnerOptions& options() const { return options_; }
  // The number of labels seen so far, or 1 for kBinary and kRegression.
  size_t num_outputs() const { return state_.num_outputs; }

  // The scores of all outputs, valid until the next call.
  std::span<const float> Scores(const ExampleView& example);
  // Returns what Learn would return, without learning. The example must have labels, as for Learn.
  ExampleOutcome Judge(const ExampleView& example);
  // Learns from an example. Throws common::Error (data) before anything is learned if the labels do not suit
  // the task or numbers are above the limits. Also throws if a score is not finite; then the learner can only
  // be destroyed.
  ExampleOutcome Learn(const ExampleView& example);

  // The weight of a feature for an output.
  float Weight(uint32_t key, uint32_t output) const;

  // The complete state, from which learning can continue. `table` has 2^bits weights and 2^bits states:
  // alternating for one output, in lines of eight weights and eight states for several.
  struct State {
    WeightTable table = {};
    size_t num_outputs = 0;
    double scale = 1;  // the weights are scale times those of the table
    double total_importance = 0, total_features = 0;
    double total_squares = 0;  // sum of squared targets, for regression
  };
  const State& state() const { return state_; }
  // Moves the state out. Afterwards only Restore may be called.
  State TakeState() { return std::exchange(state_, {}); }
  // Continues from a state. Throws common::Error (data) if sizes are wrong, or for numbers that no learner
  // produces: not finite, a negative state, a scale outside (0, 1].
  void Restore(State state);

 private:
  // The place of a feature in a block of eight labels.
  struct Place {
    size_t line;
    uint32_t flip;
  };
  // The size of the steps for one example.
  struct Step {
    double size;       // learning rate times importance
    double factor;     // factor of all rates
    double new_scale;  // scale of the table after the weights have shrunk
  };

  bool HasOneOutput() const { return structured_learning::HasOneOutput(options_.task); }
  void CheckLabels(const ExampleView& example) const;
  void CheckValues(float largest) const;
  void CheckGrowth(double growth, float largest) const;
  void MarkLabels(const ExampleView& example);
  double TargetOf(const ExampleView& example, size_t output) const;
  void FillExponentials();
  double FillGrowths(const ExampleView& example);
  ExampleOutcome OutcomeOf(const ExampleView& example);
  double ScaleOfTargets(const ExampleView& example);
  Step BeginStep(const ExampleView& example);
  void MultiplyWeights(double scale);
  double Distance(size_t output, double y, double gain, const Step& step) const;
  float* RatesOfSize(size_t size);
  double RateAndGain(size_t index, float x, double state_growth, float* rate);
  void LearnOne(const ExampleView& example, const Step& step);
  void FillPlaces(const ExampleView& example, uint32_t block);
  void FillBlockRates(const ExampleView& example, const FlippedLanes& growth);
  void FillBlockGains(const ExampleView& example, float* gains);
  void LearnBlock(const ExampleView& example, uint32_t block, const Step& step);
  void LearnMulticlass(const ExampleView& example, const Step& step);

  LearnerOptions options_;
  NumberLimits limits_;
  uint32_t mask_;
  uint64_t salt_;
  State state_;
  // Data of the current example; their memory is reused.
  std::vector<float> scores_;
  std::vector<double> exponentials_;  // for the logistic loss, one for each output
  std::vector<double> growths_;       // growth of states for features of value 1, one for each output
  std::vector<float> rates_;          // grows to the maximum size that was needed
  std::vector<uint32_t> indices_;     // indices of weights in the table, for the multiclass hinge
  std::vector<Place> places_;
  std::vector<unsigned char> is_label_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_STREAMING_LEARNER_H_
