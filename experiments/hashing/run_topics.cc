// Tables 2.5 and 2.7, Figure 2.2: many classes.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/processes/process_pool.h"
#include "common/regression.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/hashed_batches.h"
#include "experiments/hashing/mistakes.h"
#include "experiments/hashing/plain_joint_learner.h"
#include "experiments/hashing/projected_batch.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/stopwatch.h"
#include "experiments/hashing/text_pieces.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/class_weights/class_weights_learner.h"
#include "structured_learning/linear/examples/summed_bins.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::ClassWeightsLearner;
using structured_learning::ExampleBatch;
using structured_learning::ExampleView;
using structured_learning::LearnerOptions;
using structured_learning::LinearTask;
using structured_learning::StreamingLearner;

constexpr double kGibibyte = 1024.0 * 1024 * 1024, kMebibyte = 1024.0 * 1024;
constexpr double kSecondsOfDay = 86400;
// A topic is done very well if no more of its test documents are wrong, in percent.
constexpr double kVeryWell = 10;
// Training documents.
constexpr int kMostOfNearEmpty = 5;
// What random projection would have to be run with to come to the error of hashing.
constexpr int kLargeDimension = 19;

const Corpus& CorpusOf(const Case& c) { return FindCorpus(TopicCorpora(), c.dataset); }

uint32_t Predicted(std::span<const float> scores) {
  return static_cast<uint32_t>(std::ranges::max_element(scores) - scores.begin());
}

// Test documents by their label: how many, and how many of them are wrong.
struct ErrorsByTopic {
  explicit ErrorsByTopic(uint32_t classes) : documents(classes), mistakes(classes), training(classes) {}

  void Add(uint32_t label, bool mistaken) {
    ++documents[label];
    mistakes[label] += mistaken;
    all.Add(mistaken);
  }
  double ErrorPercent() const {
    STRUCTLAB_CHECK(all.documents() > 0);  // CorpusTexts has test documents
    return 100 * all.wrong() / all.documents();
  }
  double OfTopic(size_t topic) const { return 100.0 * mistakes[topic] / documents[topic]; }

  std::vector<int> documents, mistakes, training;
  Mistakes all;
};

// What is learned in the place of a batch: it, or another one that stays until the next call.
using Preparation = std::function<const ExampleBatch&(const ExampleBatch& batch)>;

const ExampleBatch& AsItIs(const ExampleBatch& batch) { return batch; }

// Trains and tests any learner of one label.
template <class Learner>
ErrorsByTopic TrainAndTest(const CorpusTexts& texts, Learner& learner, uint64_t seed, Stopwatch& watch,
                           Stopwatch& preparing, const Preparation& prepare) {
  ErrorsByTopic errors(texts.num_classes());
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    ForEachBatch(texts, part, seed, watch, [&](const ExampleBatch& read) {
      preparing.Start();
      const ExampleBatch& batch = prepare(read);
      preparing.Stop();
      const Timed timed(watch);
      for (size_t i = 0; i < batch.size(); ++i) {
        const ExampleView example = batch[i];
        if (part == TextPart::kTrain) {
          learner.Learn(example);
          ++errors.training[example.labels[0]];
        } else {
          errors.Add(example.labels[0], Predicted(learner.Scores(example)) != example.labels[0]);
        }
      }
    });
  }
  return errors;
}

// The source counts topics that are done very well for both levels at once: level 2 stands for both.
void RecordErrorsByTopic(const ErrorsByTopic& errors, const std::string& dataset, Recorder& record) {
  std::vector<double> sorted, counts;
  int very_well = 0;
  std::vector<size_t> topics;
  for (size_t topic = 0; topic < errors.documents.size(); ++topic) {
    if (errors.documents[topic] > 0) topics.push_back(topic);
  }
  std::ranges::stable_sort(topics, {}, [&](size_t topic) { return errors.OfTopic(topic); });
  std::vector<double> places;
  for (const size_t topic : topics) {
    places.push_back(static_cast<double>(places.size() + 1));
    sorted.push_back(errors.OfTopic(topic) / 100);
    counts.push_back(errors.training[topic]);
    very_well += errors.OfTopic(topic) <= kVeryWell;
  }
  const Setting test = {{"split", "test"}};
  record.Curve(kFigure22Bottom, "error_probability_by_topic", places, sorted,
               {.method = kHk, .setting = test});
  record.Curve(kOurTopics, "training_documents_by_topic", places, counts, {.method = kHk, .setting = test});
  record.Value(kProse262, "n_topics_done_very_well", very_well,
               {.dataset = dataset == "DMOZ L2" ? "DMOZ" : dataset, .method = kHk, .setting = Setting()});
}

// How errors go with the sizes of topics: what S14 is decided by, near-empty ones apart from the others, as
// the source has it. Near-empty topics have been learned: one without any training document is not near-empty
// but unknown. A topic of few test documents has a noisy error and counts as much less.
void RecordEvenness(const ErrorsByTopic& errors, Recorder& record) {
  std::vector<common::WeightedPoint> points;  // the error in percent over the decimal logarithm of the size
  double small_documents = 0, small_mistakes = 0, sum_of_errors = 0, learned_topics = 0;
  int least = std::numeric_limits<int>::max(), largest = 0;
  for (size_t topic = 0; topic < errors.documents.size(); ++topic) {
    const int size = errors.training[topic];
    const bool is_near_empty = size >= 1 && size <= kMostOfNearEmpty;
    if (is_near_empty) {
      small_documents += errors.documents[topic];
      small_mistakes += errors.mistakes[topic];
    }
    if (errors.documents[topic] == 0 || size == 0) continue;
    sum_of_errors += errors.OfTopic(topic);
    ++learned_topics;
    if (is_near_empty) continue;
    points.push_back({std::log10(size), errors.OfTopic(topic), static_cast<double>(errors.documents[topic])});
    least = std::min(least, size);
    largest = std::max(largest, size);
  }
  record.Value(kOurTopics, "macro_error", learned_topics > 0 ? sum_of_errors / learned_topics : 0,
               {.unit = "%"});
  record.Value(kOurTopics, "documents_of_near_empty_topics", small_documents);
  if (small_documents > 0) {
    record.Value(kOurTopics, "error_of_near_empty_topics", 100 * small_mistakes / small_documents,
                 {.unit = "%"});
  }
  record.Value(kOurTopics, "topics_compared", static_cast<double>(points.size()));
  const std::optional<common::Slope> slope = common::WeightedSlope(points);
  if (!slope || !std::isfinite(slope->deviation)) return;
  record.Value(kOurTopics, "spread_of_topic_sizes", static_cast<double>(largest) / least);
  record.Value(kOurTopics, "error_by_tenfold_size", slope->value, {.unit = "percentage points"});
  record.Value(kOurTopics, "deviation_of_error_by_tenfold_size", slope->deviation,
               {.unit = "percentage points"});
}

// Different pairs of a word and a topic in the training documents: what the bins of joint hashing are for.
double DifferentPairs(const CorpusTexts& texts, uint64_t seed) {
  std::vector<uint64_t> pairs;  // 8 bytes for each word of each document
  Stopwatch unused;
  ForEachBatch(texts, TextPart::kTrain, seed, unused, [&](ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) {
      const uint64_t label = batch[i].labels[0];
      for (const uint32_t key : batch[i].keys) pairs.push_back(label << 32 | key);
    }
  });
  std::ranges::sort(pairs);
  return static_cast<double>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

// What it costs that eight labels of a word have one hash: the same updates with a hash for each label, from
// the same texts in the same order.
void RecordBinsOfLabels(const Case& c, const CorpusTexts& texts, double error_of_blocks, Recorder& record) {
  const int64_t bits = c.parameters.Integer("bits");
  PlainJointLearner learner({.bits = static_cast<int>(bits),
                             .seed = static_cast<uint32_t>(c.seed),
                             .learning_rate = c.parameters.Number("topic_rate"),
                             .bins = LabelBins::kOfEachLabel});
  Stopwatch watch, unused;
  const double error = TrainAndTest(texts, learner, c.seed, watch, unused, AsItIs).ErrorPercent();
  record.Value(kOurLabelBins, "error", error_of_blocks,
               {.setting = LabelBinsKey(bits, kHashOfEightLabels), .unit = "%"});
  record.Value(kOurLabelBins, "error", error, {.setting = LabelBinsKey(bits, kHashOfEachLabel), .unit = "%"});
  record.Value(kOurLabelBins, "error_by_blocks", error_of_blocks - error, {.unit = "percentage points"});
}

LearnerOptions JointOptionsOf(const Case& c) {
  return {.bits = static_cast<int>(c.parameters.Integer("bits")),
          .seed = static_cast<uint32_t>(c.seed),
          .task = LinearTask::kMulticlass,
          .learning_rate = c.parameters.Number("topic_rate")};
}

}  // namespace

void RunJointHashing(const Case& c, Recorder& record) {
  const Corpus& corpus = CorpusOf(c);
  const CorpusTexts texts = TopicsOf(corpus, c);
  std::optional<StreamingLearner> learner(JointOptionsOf(c));
  Stopwatch watch, unused;
  const ErrorsByTopic errors = TrainAndTest(texts, *learner, c.seed, watch, unused, AsItIs);
  record.Value(kTable25, "error", errors.ErrorPercent(), {.unit = "%"});
  errors.all.Record(kTable25, c.method, c.setting, record);
  record.Value(kTable25, "memory",
               static_cast<double>(learner->state().table.size() * sizeof(float)) / kGibibyte, {.unit = "G"});
  // S08 is decided by the peak memory of this process: what is counted below takes the table's place.
  learner.reset();
  record.Value(kTable26, "accuracy", 100 - errors.ErrorPercent(), {.unit = "%"});
  record.Value(kOurTimes, "load_train_test_time", watch.seconds(), {.unit = "s"});
  if (c.parameters.Text("compares_bins") == "yes") {
    RecordBinsOfLabels(c, texts, errors.ErrorPercent(), record);
  }
  if (c.parameters.Text("is_largest") != "yes") return;
  record.Value(kOurTopics, "different_pairs", DifferentPairs(texts, c.seed));
  RecordErrorsByTopic(errors, corpus.name, record);
  RecordEvenness(errors, record);
}

void RunWholeCollection(const Case& c, Recorder& record) {
  const CorpusTexts texts = TopicsOf(CorpusOf(c), c);
  StreamingLearner learner(JointOptionsOf(c));
  Stopwatch watch, unused;
  const ErrorsByTopic errors = TrainAndTest(texts, learner, c.seed, watch, unused, AsItIs);
  record.Value(kOurWhole, "error", errors.ErrorPercent(), {.unit = "%"});
  record.Value(kOurWhole, "training_documents",
               std::accumulate(errors.training.begin(), errors.training.end(), 0.0));
  record.Value(kOurWhole, "load_train_test_time", watch.seconds(), {.unit = "s"});
  record.Value(kOurWhole, "peak_memory", common::ProcessResources::PeakRssMegabytes(), {.unit = "MB"});
}

void RunFeatureHashing(const Case& c, Recorder& record) {
  const CorpusTexts texts = TopicsOf(CorpusOf(c), c);
  const int bits = static_cast<int>(c.parameters.Integer("bits"));
  ClassWeightsLearner learner({.features = uint32_t{1} << bits,
                               .classes = texts.num_classes(),
                               .learning_rate = c.parameters.Number("topic_rate")});
  Stopwatch learning, preparing;
  ExampleBatch bins;
  const ErrorsByTopic errors = TrainAndTest(texts, learner, c.seed, learning, preparing,
                                            [&](const ExampleBatch& batch) -> const ExampleBatch& {
                                              SumInBins(batch, bits, bins);
                                              return bins;
                                            });
  record.Value(kTable25, "error", errors.ErrorPercent(), {.unit = "%"});
  errors.all.Record(kTable25, c.method, c.setting, record);
  record.Value(kTable25, "memory", static_cast<double>(learner.bytes()) / kGibibyte, {.unit = "G"});
  record.Value(kOurTimes, "load_train_test_time", learning.seconds() + preparing.seconds(), {.unit = "s"});
}

void RunBaselines(const Case& c, Recorder& record) {
  const CorpusTexts texts = TopicsOf(CorpusOf(c), c);
  std::vector<double> counts(texts.num_classes());
  datasets::TextDocument document;
  for (const auto stream = texts.Open(TextPart::kTrain); stream->Next(document);) counts[document.label] += 1;
  const auto majority = static_cast<uint32_t>(std::ranges::max_element(counts) - counts.begin());
  double right = 0, all = 0;
  for (const auto stream = texts.Open(TextPart::kTest); stream->Next(document); ++all) {
    right += document.label == majority;
  }
  record.Value(kTable25, "error", 100 * (1 - right / all), {.method = kMajority, .unit = "%"});
  record.Value(kTable25, "error", 100 * (1 - 1.0 / texts.num_classes()), {.method = kUniform, .unit = "%"});
}

namespace {

// What the source says of random projections only for the larger set of topics.
void RecordProjectionCosts(const Case& c, int bits, double bytes, double seconds, Recorder& record) {
  record.Value("Table 2.7 caption", "model_size", bytes / kMebibyte,
               {.setting = DimensionKey(bits), .unit = "MB"});
  if (c.parameters.Text("is_largest") != "yes") return;
  const SourceSize source = SourceSizeOf(CorpusOf(c));
  const TextLimits limits = LimitsOf(c);
  const double documents =
      static_cast<double>(source.train + source.test) /
      static_cast<double>(std::min(limits.train, source.train) + std::min(limits.test, source.test));
  const double dimensions = std::ldexp(1.0, kLargeDimension - bits);
  record.Value(kProse262, "estimated_running_time", seconds * documents * dimensions / kSecondsOfDay,
               {.setting = DimensionKey(kLargeDimension), .unit = "days"});
  const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (cache > 0) {
    record.Value("Table 2.7 caption", "cpu_cache_size", static_cast<double>(cache) / kMebibyte,
                 {.setting = Setting(), .unit = "MB"});
  } else {
    record.Note("the system does not say how large the processor's cache is");
  }
}

}  // namespace

void RunTopicDimension(const Case& c, Recorder& record) {
  const CorpusTexts texts = TopicsOf(CorpusOf(c), c);
  const int bits = static_cast<int>(c.parameters.Integer("bits"));
  ClassWeightsLearner learner({.features = uint32_t{1} << bits,
                               .classes = texts.num_classes(),
                               .learning_rate = c.parameters.Number("topic_rate")});
  const bool projects = c.method == kRp;
  const kernels::RandomProjection projection(kernels::ProjectionKind::kSigns, 1 << bits, c.seed);
  Stopwatch learning, preparing;
  ExampleBatch prepared;
  const ErrorsByTopic errors = TrainAndTest(
      texts, learner, c.seed, learning, preparing, [&](const ExampleBatch& batch) -> const ExampleBatch& {
        projects ? Project(batch, projection, prepared) : SumInBins(batch, bits, prepared);
        return prepared;
      });
  const double preprocessing = projects ? preparing.seconds() : 0;
  const double rest = learning.seconds() + (projects ? 0 : preparing.seconds());
  record.Value(kTable27, "preprocessing_time", preprocessing, {.unit = "s"});
  record.Value(kTable27, "load_train_test_time", rest, {.unit = "s"});
  record.Value(kTable27, "error", errors.ErrorPercent(), {.unit = "%"});
  errors.all.Record(kTable27, c.method, c.setting, record);
  Setting ours = c.setting;
  ours.Set("table", kTable27);
  record.Value(kOurTimes, "total_time", preprocessing + rest, {.setting = ours, .unit = "s"});
  if (projects && c.dataset == "DMOZ L3") {
    RecordProjectionCosts(c, bits, static_cast<double>(learner.bytes()), preprocessing + rest, record);
  }
}

}  // namespace structlab::hashing
