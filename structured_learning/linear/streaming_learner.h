// Linear models learned example by example in a table of fixed size (Shi 2011, sections 2.3 and 2.6; the
// updates are those of Duchi, Hazan, Singer 2011 and Karampatziakis, Langford 2011, as in Vowpal Wabbit).
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
  kOneVsRest,   // one label of any number
  kMultiLabel,  // any labels; each is learned for itself, as by kOneVsRest
  kMulticlass,  // one label, multiclass hinge [1 + max_{y' != y} s(y') - s(y)]+
  kRegression,  // a number, squared loss
};

// Whether there is one output whatever the labels are, not one for each.
constexpr bool HasOneOutput(LinearTask task) {
  return task == LinearTask::kBinary || task == LinearTask::kRegression;
}

enum class UpdateRule {
  // w_i -= step x_i / sqrt(G_i), where G_i is the sum of the squares (g x_i)^2 of the derivatives of all
  // examples so far, and the step is InvariantStep. The step's size is the learning rate times the
  // importance.
  kAdaptive,
  // The same in units in which it does not matter how features are scaled: G_i is the sum of g^2 x_i^4, and
  // steps are divided by the square root of the mean number of features. Vowpal Wabbit (Ross, Mineiro,
  // Langford 2013) keeps the largest value N_i, has N_i^2 times the sum of g^2 x_i^2 there, and where N_i
  // grows it multiplies the weight by the old N_i / the new one. This takes one number for each weight
  // instead of two, and does the same where the values of a feature differ in sign alone.
  kNormalized,
  // w -= eta_t g x with eta_t = eta / (1 + lambda eta t), t the importance so far: 1 / (lambda (t + t0)) with
  // t0 = 1 / (lambda eta), the schedule of section 2.6.
  kSchedule,
};

// What an example may add to G_i is at most 1e30: sums of any number of such are floats, since one of 24 bits
// no longer grows where it is 2^25 times what is added. Values are at most 1e15, or 1e7 for kNormalized,
// which in the same way hardly learns of values below 1e-9. kSchedule has no states and no limits.
NumberLimits LimitsOf(UpdateRule update);

struct LearnerOptions {
  int bits = 18;  // 2^bits weights for all labels together, 3..31
  uint32_t seed = 0;
  LinearTask task = LinearTask::kBinary;
  LinearLoss loss = LinearLoss::kLogistic;  // kMulticlass ignores it; kRegression wants kSquared
  UpdateRule update = UpdateRule::kAdaptive;
  double learning_rate = 0.5;
  // lambda of lambda/2 |w|^2: with each example all weights shrink by exp(-eta lambda importance), where eta
  // is the learning rate or eta_t.
  double l2 = 0;
};

// For readers (ParserOptions), which find larger numbers with their line and column: the same where the
// squared loss has no derivative of 2 for labels, while scores are 0.
NumberLimits ReaderLimitsOf(const LearnerOptions& options);

// In huge pages where the system gives them: lines are read in no order, and one in a page of 4 KiB is looked
// up again and again. A table that is made without a value is not cleared.
using WeightTable = std::vector<float, common::HugePageAllocator<float>>;

struct ExampleOutcome {
  double loss;           // before the update, without the importance; of all labels together
  bool mistaken;         // the predicted labels are wrong; false for regression
  size_t outputs = 1;    // that there were
  double of_unseen = 0;  // what another label of score 0 would add to the loss
  double target = 0;     // of regression
};

// While it learns the table takes 8 bytes for each of 2^bits bins, whatever the number of labels; labels that
// have not been seen cost nothing. A pass over an example costs O(features) for one output, O(features *
// labels / 8) cache lines for several; weights that l2 has shrunk to a millionth cost one over all 2^bits.
// Not thread-safe; the same examples in the same order give the same bits.
class StreamingLearner {
 public:
  // Throws common::Error (usage) for options out of range or that do not go together.
  explicit StreamingLearner(const LearnerOptions& options);

  const LearnerOptions& options() const { return options_; }
  // Of the labels seen so far, or 1 output for kBinary and kRegression.
  size_t num_outputs() const { return state_.num_outputs; }

  // The scores of all outputs, valid until the next call.
  std::span<const float> Scores(const ExampleView& example);
  // What Learn would report, without learning. Labels must be there, as for Learn.
  ExampleOutcome Judge(const ExampleView& example);
  // Learns. Throws common::Error (data) if the labels are not such as the task has or numbers are above the
  // limits, both before anything is learned, and if a score is not finite: the learner can then only be
  // destroyed.
  ExampleOutcome Learn(const ExampleView& example);

  // The weight of a feature for an output.
  float Weight(uint32_t key, uint32_t output) const;

  // All there is to go on with. `table` has 2^bits weights and 2^bits states, of one output by turns, of more
  // in lines of eight each.
  struct State {
    WeightTable table = {};
    size_t num_outputs = 0;
    double scale = 1;  // the weights are scale times those of the table
    double total_importance = 0, total_features = 0;
    double total_squares = 0;  // of the targets of regression
  };
  const State& state() const { return state_; }
  // Gives the state away; nothing but Restore may follow.
  State TakeState() { return std::exchange(state_, {}); }
  // Goes on from there. Throws common::Error (data) if sizes do not fit or numbers are none that a learner
  // comes to: not finite, a negative state, a scale outside (0, 1].
  void Restore(State state);

 private:
  // Of a feature at a block of eight labels.
  struct Place {
    size_t line;
    uint32_t flip;
  };
  // What one example does to the size of the steps.
  struct Step {
    double size;       // learning rate times importance
    double factor;     // of all rates
    double new_scale;  // of the table, after the weights have shrunk
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
  // Of the current example; their memory is kept.
  std::vector<float> scores_;
  std::vector<double> exponentials_;  // of the logistic loss, one for each output
  std::vector<double> growths_;       // of states, for features of value 1; one for each output
  std::vector<float> rates_;          // as many as were ever needed
  std::vector<uint32_t> indices_;     // of weights in the table, by the multiclass hinge
  std::vector<Place> places_;
  std::vector<unsigned char> is_label_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_STREAMING_LEARNER_H_
