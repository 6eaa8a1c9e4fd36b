// Gradient descent as in Bottou's programs.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "common/thread_clock.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/projected_batch.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/term_weights/term_weights.h"
#include "structured_learning/linear/texts/text_methods.h"
#include "structured_learning/linear/texts/text_pieces.h"
#include "structured_learning/linear/texts/text_trial.h"

namespace structlab::structured_learning {

using common::ScopedTimer;
using common::Stopwatch;

namespace {

constexpr size_t kMaxChosenOn = 1001;
constexpr float kConstant = 0.1f;          // its step is 0.1^2 times that of a feature with value 1
constexpr double kMaxRate = 0x1p30;        // limit if the cost falls forever
constexpr int kMinBits = 3, kClasses = 2;  // of a learner's table

int BitsFor(size_t features) { return std::max(kMinBits, static_cast<int>(std::bit_width(features))); }

LearnerOptions OptionsOf(const BottouSettings& settings, size_t features) {
  LearnerOptions options = GradientDescent(BitsFor(features + 1));
  options.l2 = settings.lambda;
  return options;
}

// Replaces `result` by the examples, with the constant as the last feature of each.
void AddConstant(const ExampleBatch& batch, uint32_t key, ExampleBatch& result) {
  result.Clear();
  for (size_t i = 0; i < batch.size(); ++i) {
    const ExampleView example = batch[i];
    const size_t features = example.keys.size();
    const ExampleBatch::Room room = result.FeatureRoom(features + 1);
    std::ranges::copy(example.keys, room.keys);
    std::ranges::copy(example.values, room.values);
    room.keys[features] = key;
    room.values[features] = kConstant;
    result.AddLabel(example.labels[0]);
    result.AddExample(features + 1, example.target, example.importance);
  }
}

double CostOf(const ExampleBatch& examples, size_t count, const LearnerOptions& options) {
  StreamingLearner learner(options);
  for (size_t i = 0; i < count; ++i) learner.Learn(examples[i]);
  double loss = 0, squares = 0;
  for (size_t i = 0; i < count; ++i) loss += learner.Judge(examples[i]).loss;
  for (uint32_t key = 0; key < uint32_t{1} << options.bits; ++key) {
    squares += std::pow(learner.Weight(key, 0), 2);
  }
  return loss / static_cast<double>(count) + options.l2 / 2 * squares;
}

Choice ChoiceOf(const ExampleBatch& examples, LearnerOptions options) {
  options.learning_rate = DoubledRate(examples, options);
  return {options, std::min(kMaxChosenOn, examples.size())};
}

// Projects the features of each piece and passes them through a compressed file.
class ProjectedFiles {
 public:
  ProjectedFiles(int bits, uint64_t seed)
      : projection_(kernels::ProjectionKind::kUnscaledSigns, 1 << bits, seed),
        path_(scratch_.File("pieces")) {}

  size_t num_features() const { return static_cast<size_t>(projection_.rows()); }
  const ExampleBatch& Through(const ExampleBatch& weighed) {
    {
      const ScopedTimer timed(projecting_);
      Project(weighed, projection_, projected_);
    }
    {
      const ScopedTimer timed(writing_);
      WriteExamples(projected_, FileFormat::kSvmlight, Packing::kGzip, path_);
    }
    const ScopedTimer timed(reading_);
    ReadPiece(path_, MakeSvmlightParser({.constant = false}), kClasses, read_);
    return read_;
  }
  void Report(TextOutcome& outcome) const {
    outcome.projection_seconds = projecting_.seconds();
    outcome.writing_seconds = writing_.seconds();
    outcome.reading_seconds = reading_.seconds();
  }

 private:
  ScratchFolder scratch_;
  kernels::RandomProjection projection_;
  std::string path_;
  ExampleBatch projected_, read_;
  Stopwatch projecting_, writing_, reading_;
};

// RunBottou, and RunProjectedBottou with `projected`, which is null otherwise.
TextOutcome Run(const TextSource& texts, const BottouSettings& settings, uint64_t seed,
                ProjectedFiles* projected) {
  const ScratchFolder scratch;
  Stopwatch making, writing, reading, learning;
  TermDictionary dictionary(size_t{1} << kDictionaryBits);
  ExampleBatch counts, numbered, weighed, features;
  const auto for_each = [&](TextPart part, const std::function<void()>& use) {
    ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
      making.Start();
      ReadPiece(path, TextParser(TextValues::kCounts, static_cast<uint32_t>(seed)), kClasses, counts);
      making.Stop();
      use();
    });
  };
  for_each(TextPart::kTest, [&] {
    const ScopedTimer timed(making);
    for (size_t i = 0; i < counts.size(); ++i) dictionary.Add(counts[i]);
  });
  const size_t num_features = projected == nullptr ? dictionary.size() : projected->num_features();
  const LearnerOptions options = OptionsOf(settings, num_features);
  const auto constant = static_cast<uint32_t>(num_features);
  TermWeights weights(BitsFor(dictionary.size() + 1));
  const auto translate = [&] {
    numbered.Clear();
    for (size_t i = 0; i < counts.size(); ++i) dictionary.Translate(counts[i], numbered);
  };
  const auto make_features = [&] {
    making.Start();
    translate();
    weighed.Clear();
    for (size_t i = 0; i < numbered.size(); ++i) weights.Weigh(numbered[i], weighed);
    making.Stop();
    const ExampleBatch& passed = projected == nullptr ? weighed : projected->Through(weighed);
    const ScopedTimer timed(making);
    AddConstant(passed, constant, features);
  };
  for_each(TextPart::kTrain, [&] {
    const ScopedTimer timed(making);
    translate();
    for (size_t i = 0; i < numbered.size(); ++i) weights.Count(numbered[i]);
  });
  const std::string cache = scratch.File("cache");
  std::optional<Trial> trial;
  {
    ExampleCacheWriter writer(cache, {});
    for_each(TextPart::kTrain, [&] {
      make_features();
      if (!trial) trial.emplace(ChoiceOf(features, options));
      const ScopedTimer timed(writing);
      writer.Add(features);
    });
    writer.Finish({.label_names = {"0", "1"}});
  }
  CheckHasTraining(trial.has_value());
  for (int pass = 0; pass < settings.passes; ++pass) {
    ExampleCacheReader reader(cache, {});
    for (bool more = true; more;) {
      reading.Start();
      more = reader.Next(features);
      reading.Stop();
      const ScopedTimer timed(learning);
      if (more) trial->Learn(features);
    }
  }
  for_each(TextPart::kTest, [&] {
    make_features();
    const ScopedTimer timed(learning);
    trial->Test(features);
  });
  TextOutcome outcome = {.feature_seconds = making.seconds(),
                         .writing_seconds = writing.seconds(),
                         .reading_seconds = reading.seconds(),
                         .learning_seconds = learning.seconds()};
  if (projected != nullptr) projected->Report(outcome);
  trial->Report(outcome);
  return outcome;
}

}  // namespace

double DoubledRate(const ExampleBatch& examples, LearnerOptions options) {
  const size_t count = std::min(kMaxChosenOn, examples.size());
  const auto cost = [&](double rate) {
    options.learning_rate = rate;
    return CostOf(examples, count, options);
  };
  double rate = 1, of_rate = cost(rate);
  const double factor = cost(2 * rate) < of_rate ? 2 : 0.5;
  for (double next = rate * factor; next < kMaxRate && next > 1 / kMaxRate; next *= factor) {
    const double of_next = cost(next);
    if (of_next >= of_rate) break;
    rate = next;
    of_rate = of_next;
  }
  return rate;
}

TextOutcome RunBottou(const TextSource& texts, const BottouSettings& settings, uint64_t seed) {
  return Run(texts, settings, seed, /*projected=*/nullptr);
}

TextOutcome RunProjectedBottou(const TextSource& texts, int bits, const BottouSettings& settings,
                               uint64_t seed) {
  ProjectedFiles projected(bits, seed);
  return Run(texts, settings, seed, &projected);
}

TextOutcome RunBottouOnVectors(const ExampleBatch& train, const ExampleBatch& test,
                               const BottouSettings& settings) {
  TermDictionary dictionary(size_t{1} << kDictionaryBits);
  for (size_t i = 0; i < test.size(); ++i) dictionary.Add(test[i]);
  const auto with_constant = [&](const ExampleBatch& batch) {
    ExampleBatch numbered, features;
    for (size_t i = 0; i < batch.size(); ++i) dictionary.Translate(batch[i], numbered);
    AddConstant(numbered, static_cast<uint32_t>(dictionary.size()), features);
    return features;
  };
  const ExampleBatch features = with_constant(train);
  Trial trial(ChoiceOf(features, OptionsOf(settings, dictionary.size())));
  for (int pass = 0; pass < settings.passes; ++pass) trial.Learn(features);
  trial.Test(with_constant(test));
  TextOutcome outcome;
  trial.Report(outcome);
  return outcome;
}

}  // namespace structlab::structured_learning
