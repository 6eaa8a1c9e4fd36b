// How cases on topics learn and test.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_TOPIC_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_TOPIC_RUNS_H_

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "common/thread_clock.h"
#include "experiments/hashing/text_runs.h"
#include "structured_learning/linear/class_weights/class_weights_learner.h"
#include "structured_learning/linear/examples/example_batch.h"
#include "structured_learning/linear/examples/summed_bins.h"
#include "structured_learning/linear/texts/text_methods.h"

namespace structlab::hashing {

struct TopicTask {
  Corpus corpus;
  TextLimits limits;
  double rate;  // of the adaptive updates
};

inline CorpusTexts TopicsOf(const TopicTask& task, const harness::Recorder& record) {
  return TextsOf(task.corpus, Classes::kTopics, task.limits, record);
}

// Reads the settings of a case on topics; tests as many documents of DMOZ as the setting of this name says.
inline TopicTask ReadTopicTask(const harness::Planner& plan, const Corpus& corpus, harness::Case& c,
                               const char* dmoz_tests = "dmoz_test_documents",
                               const char* dmoz_documents = "dmoz_documents") {
  Repeat(corpus, plan.Int(corpus.is_printed ? "dmoz_seeds" : "topic_seeds"), c);
  return {corpus, ReadLimits(corpus, dmoz_documents, dmoz_tests, c), c.Number("topic_rate")};
}

// By label.
struct ErrorsByTopic {
  std::vector<int> training, documents, mistakes;  // documents and mistakes: of the test
  structured_learning::Mistakes all = {};
  // Processor seconds, which do not overlap.
  common::Stopwatch reading = {}, preparing = {}, learning = {};  // learning with testing

  double total_seconds() const { return reading.seconds() + preparing.seconds() + learning.seconds(); }
  // The test errors of a topic that has test documents.
  double PercentOf(size_t topic) const { return 100.0 * mistakes[topic] / documents[topic]; }
};

// What is learned in the place of a batch: it, or another one that stays until the next call.
using Preparation =
    std::function<const structured_learning::ExampleBatch&(const structured_learning::ExampleBatch& batch)>;
inline const structured_learning::ExampleBatch& AsItIs(const structured_learning::ExampleBatch& batch) {
  return batch;
}

// Trains any learner of one label and tests it.
template <class Learner>
ErrorsByTopic TrainAndTest(const CorpusTexts& texts, Learner& learner, uint64_t seed,
                           const Preparation& prepare = AsItIs) {
  const std::vector<int> zeros(texts.num_classes());
  ErrorsByTopic errors = {zeros, zeros, zeros};
  for (const datasets::TextPart part : {datasets::TextPart::kTrain, datasets::TextPart::kTest}) {
    ForEachBatch(texts, part, seed, errors.reading, [&](const structured_learning::ExampleBatch& read) {
      errors.preparing.Start();
      const structured_learning::ExampleBatch& batch = prepare(read);
      errors.preparing.Stop();
      const common::ScopedTimer timed(errors.learning);
      for (size_t i = 0; i < batch.size(); ++i) {
        const structured_learning::ExampleView example = batch[i];
        const uint32_t label = example.labels[0];
        if (part == datasets::TextPart::kTrain) {
          learner.Learn(example);
          ++errors.training[label];
          continue;
        }
        const std::span<const float> scores = learner.Scores(example);
        const bool is_wrong =
            std::ranges::max_element(scores) - scores.begin() != static_cast<int64_t>(label);
        ++errors.documents[label];
        errors.mistakes[label] += is_wrong;
        errors.all.Add(is_wrong);
      }
    });
  }
  return errors;
}

// A weight vector for each topic.
inline structured_learning::ClassWeightsLearner SeparateLearner(const TopicTask& task,
                                                                const CorpusTexts& texts, int bits) {
  return structured_learning::ClassWeightsLearner(
      {.features = uint32_t{1} << bits, .classes = texts.num_classes(), .learning_rate = task.rate});
}

// Learns and tests bins of features alone.
inline ErrorsByTopic HashFeatures(const CorpusTexts& texts, int bits, uint64_t seed,
                                  structured_learning::ClassWeightsLearner& learner) {
  structured_learning::ExampleBatch bins;
  return TrainAndTest(
      texts, learner, seed,
      [&](const structured_learning::ExampleBatch& batch) -> const structured_learning::ExampleBatch& {
        structured_learning::SumInBins(batch, bits, bins);
        return bins;
      });
}

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_TOPIC_RUNS_H_
