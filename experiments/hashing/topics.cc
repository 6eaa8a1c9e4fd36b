// Table 2.5, Figure 2.2 of Shi 2011: many classes.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "common/regression.h"
#include "experiments/harness/package.h"
#include "experiments/hashing/topic_runs.h"
#include "structured_learning/linear/plain_joint_learner.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::ClassWeightsLearner;
using structured_learning::ExampleBatch;
using structured_learning::LabelBins;
using structured_learning::LinearTask;
using structured_learning::PlainJointLearner;
using structured_learning::StreamingLearner;

constexpr double kGibibyte = 1024.0 * 1024 * 1024;
// A topic is done very well if no more of its test documents are wrong, in percent.
constexpr double kVeryWell = 10;
// Training documents.
constexpr int kMostOfNearEmpty = 5;

// Figure 2.2, bottom. The source counts topics that are done very well for both levels at once: level 2
// stands for both.
void RecordErrorsByTopic(const ErrorsByTopic& errors, const Corpus& corpus, Recorder& record) {
  std::vector<size_t> topics;
  for (size_t topic = 0; topic < errors.documents.size(); ++topic) {
    if (errors.documents[topic] > 0) topics.push_back(topic);
  }
  std::ranges::stable_sort(topics, {}, [&](size_t topic) { return errors.PercentOf(topic); });
  std::vector<double> places, sorted, counts;
  int very_well = 0;
  for (const size_t topic : topics) {
    places.push_back(static_cast<double>(places.size() + 1));
    sorted.push_back(errors.PercentOf(topic) / 100);
    counts.push_back(errors.training[topic]);
    very_well += errors.PercentOf(topic) <= kVeryWell;
  }
  const harness::Overrides keys = {.method = kHk, .setting = Setting{{"split", "test"}}};
  record.Curve("Figure 2.2 bottom", "error_probability_by_topic", places, sorted, keys);
  record.Curve(kOurTopics, "training_documents_by_topic", places, counts, keys);
  if (corpus.name == "DMOZ L2") {
    record.Value(kProse262, "n_topics_done_very_well", very_well,
                 {.dataset = "DMOZ", .method = kHk, .setting = Setting()});
  } else {
    record.Value(kOurTopics, "n_topics_done_very_well", very_well);
  }
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
    sum_of_errors += errors.PercentOf(topic);
    ++learned_topics;
    if (is_near_empty) continue;
    points.push_back(
        {std::log10(size), errors.PercentOf(topic), static_cast<double>(errors.documents[topic])});
    least = std::min(least, size);
    largest = std::max(largest, size);
  }
  record.Value(kOurTopics, "macro_error", learned_topics > 0 ? sum_of_errors / learned_topics : 0);
  record.Value(kOurTopics, "documents_of_near_empty_topics", small_documents);
  if (small_documents > 0) {
    record.Value(kOurTopics, "error_of_near_empty_topics", 100 * small_mistakes / small_documents);
    record.Items(kOurTopics, "error_of_near_empty_topics", {.ids = {"documents of near-empty topics"}},
                 {{small_mistakes}, {small_documents}});
  }
  record.Value(kOurTopics, "topics_compared", static_cast<double>(points.size()));
  const std::optional<common::Slope> slope = common::WeightedSlope(points);
  if (!slope || !std::isfinite(slope->deviation)) return;
  record.Value(kOurTopics, "spread_of_topic_sizes", static_cast<double>(largest) / least);
  record.Value(kOurTopics, "error_by_tenfold_size", slope->value);
  record.Value(kOurTopics, "deviation_of_error_by_tenfold_size", slope->deviation);
}

// Different pairs of a word and a topic in the training documents: what the bins of joint hashing are for.
double DifferentPairs(const CorpusTexts& texts, uint64_t seed) {
  std::vector<uint64_t> pairs;  // 8 bytes for each word of each document
  common::Stopwatch unused;
  ForEachBatch(texts, TextPart::kTrain, seed, unused, [&](ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) {
      const uint64_t label = batch[i].labels[0];
      for (const uint32_t key : batch[i].keys) pairs.push_back(label << 32 | key);
    }
  });
  std::ranges::sort(pairs);
  return static_cast<double>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

StreamingLearner JointLearner(const TopicTask& task, int bits, uint64_t seed) {
  return StreamingLearner({.bits = bits,
                           .seed = static_cast<uint32_t>(seed),
                           .task = LinearTask::kMulticlass,
                           .learning_rate = task.rate});
}

// What it costs that eight labels of a word have one hash: the same updates with a hash for each label, from
// the same texts in the same order.
void RecordBinsOfLabels(const TopicTask& task, const CorpusTexts& texts, int bits, double error_of_blocks,
                        uint64_t seed, Recorder& record) {
  PlainJointLearner learner({.bits = bits,
                             .seed = static_cast<uint32_t>(seed),
                             .learning_rate = task.rate,
                             .bins = LabelBins::kOfEachLabel});
  const double error = TrainAndTest(texts, learner, seed).all.ErrorPercent();
  record.Value(kOurLabelBins, "error_with_a_hash_of_eight_labels", error_of_blocks);
  record.Value(kOurLabelBins, "error_with_a_hash_of_each_label", error);
}

// Tables 2.5 and 2.6 and Figure 2.2: joint hashing of features and labels.
void JointHashing(const TopicTask& task, int bits, bool is_largest, bool compares_bins, uint64_t seed,
                  Recorder& record) {
  const CorpusTexts texts = TopicsOf(task, record);
  std::optional<StreamingLearner> learner(JointLearner(task, bits, seed));
  const ErrorsByTopic errors = TrainAndTest(texts, *learner, seed);
  const double error = errors.all.ErrorPercent();
  const std::string table = "Table 2.5";
  record.Value(table, "memory",
               static_cast<double>(learner->state().table.size() * sizeof(float)) / kGibibyte);
  // S08 is decided by the peak memory of this process: what is counted below takes the table's place.
  learner.reset();
  RecordError(table, "error", errors.all, record);
  record.Value("Table 2.6", "accuracy", 100 - error);
  record.Value(kOurTopics, "load_train_test_time", errors.total_seconds());
  if (compares_bins) RecordBinsOfLabels(task, texts, bits, error, seed, record);
  if (!is_largest) return;
  record.Value(kOurTopics, "different_pairs", DifferentPairs(texts, seed));
  RecordErrorsByTopic(errors, task.corpus, record);
  RecordEvenness(errors, record);
}

// The same of all training documents, for time and memory.
void WholeCollection(const TopicTask& task, int bits, uint64_t seed, Recorder& record) {
  const CorpusTexts texts = TopicsOf(task, record);
  StreamingLearner learner = JointLearner(task, bits, seed);
  const ErrorsByTopic errors = TrainAndTest(texts, learner, seed);
  record.Value(kOurWhole, "error", errors.all.ErrorPercent());
  record.Value(kOurWhole, "training_documents",
               std::accumulate(errors.training.begin(), errors.training.end(), 0.0));
  record.Value(kOurWhole, "load_train_test_time", errors.total_seconds());
}

// Table 2.5: hashing of features alone, a weight vector for each topic.
void FeatureHashing(const TopicTask& task, int bits, uint64_t seed, Recorder& record) {
  const CorpusTexts texts = TopicsOf(task, record);
  ClassWeightsLearner learner = SeparateLearner(task, texts, bits);
  const ErrorsByTopic errors = HashFeatures(texts, bits, seed, learner);
  const std::string table = "Table 2.5";
  RecordError(table, "error", errors.all, record);
  record.Value(table, "memory", static_cast<double>(learner.bytes()) / kGibibyte);
  record.Value(kOurTopics, "load_train_test_time", errors.total_seconds());
}

void Baselines(const TopicTask& task, Recorder& record) {
  const CorpusTexts texts = TopicsOf(task, record);
  std::vector<double> counts(texts.num_classes());
  datasets::TextDocument document;
  for (const auto stream = texts.Open(TextPart::kTrain); stream->Next(document);) counts[document.label] += 1;
  const auto majority = static_cast<uint32_t>(std::ranges::max_element(counts) - counts.begin());
  double right = 0, all = 0;
  for (const auto stream = texts.Open(TextPart::kTest); stream->Next(document); ++all) {
    right += document.label == majority;
  }
  const std::string table = "Table 2.5";
  record.Value(table, "error", 100 * (1 - right / all));
  record.Value(table, "error", 100 * (1 - 1.0 / texts.num_classes()),
               {.method = "uniform classifier baseline"});
}

void PlanTables(Planner& plan, const Corpus& corpus) {
  const std::vector<int64_t> joint_bits = JointBits(plan, corpus);
  for (const int64_t exponent : joint_bits) {
    const int bits = static_cast<int>(exponent);
    Case& c = AddTextCase(plan, "topics", corpus, fmt::format("joint/bits={}", bits), kHlf);
    c.setting = DimensionKey(bits);
    const bool is_largest = exponent == joint_bits.front();
    // For rules that all collections have in common.
    c.parameters.Set("table", is_largest ? "larger" : "smaller");
    // What the layout of the bins costs shows where they are full, and on data whose errors mean something.
    const bool compares_bins = exponent == joint_bits.back() && !corpus.is_printed;
    const TopicTask task = ReadTopicTask(plan, corpus, c);
    c.run = [=](uint64_t seed, Recorder& record) {
      JointHashing(task, bits, is_largest, compares_bins, seed, record);
    };
  }
  const int bits = static_cast<int>(FeatureBits(plan, corpus));
  Case& features = AddTextCase(plan, "topics", corpus, fmt::format("features/bits={}", bits), kHf);
  features.setting = DimensionKey(bits);
  features.parameters.Set("table", "of features alone");
  const TopicTask task = ReadTopicTask(plan, corpus, features);
  features.run = [=](uint64_t seed, Recorder& record) { FeatureHashing(task, bits, seed, record); };

  Case& baselines = AddTextCase(plan, "topics", corpus, "baselines", "majority vote baseline");
  const TopicTask of_baselines = ReadTopicTask(plan, corpus, baselines);
  baselines.deterministic = true;
  baselines.run = [=](uint64_t, Recorder& record) { Baselines(of_baselines, record); };
}

}  // namespace

void Topics(harness::Package& package) {
  package.Plan([](Planner& plan) {
    const Corpus& whole = FindTopics("DMOZ L2");
    if (plan.Int("dmoz_whole_documents") > 0) {  // the longest comes first: others run beside it
      const int bits = static_cast<int>(JointBits(plan, whole).front());
      Case& c = AddTextCase(plan, "topics", whole, fmt::format("whole/bits={}", bits), kHlf);
      c.setting = DimensionKey(bits);
      const TopicTask task =
          ReadTopicTask(plan, whole, c, "dmoz_whole_test_documents", "dmoz_whole_documents");
      c.repeats = 1;
      c.run = [=](uint64_t seed, Recorder& record) { WholeCollection(task, bits, seed, record); };
    }
    for (const Corpus& corpus : TopicCorpora()) PlanTables(plan, corpus);
  });
}

}  // namespace structlab::hashing
