// Table 2.7 of Shi 2011: many classes, hashing of features alone and random projections at small dimensions.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "experiments/harness/package.h"
#include "experiments/hashing/topic_runs.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/projected_batch.h"
#include "structured_learning/linear/examples/svmlight_line.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::ClassWeightsLearner;
using structured_learning::ExampleBatch;

constexpr double kMebibyte = 1024.0 * 1024, kSecondsOfDay = 86400;
// What random projection would have to be run with to come to the error of hashing.
constexpr int kLargeDimension = 19;

// What the source says of random projections only for the larger set of topics.
void RecordProjectionCosts(const TopicTask& task, int bits, bool is_largest, double bytes, double seconds,
                           Recorder& record) {
  if (bits == 8 || bits == 9) {  // of 2^7 the source does not say it
    record.Value(kCaption27, "model_size", bytes / kMebibyte, {.setting = DimensionKey(bits)});
  }
  if (!is_largest) return;
  const SourceSize source = SourceSizeOf(task.corpus);
  const double documents = static_cast<double>(source.train + source.test) /
                           static_cast<double>(std::min(task.limits.train, source.train) +
                                               std::min(task.limits.test, source.test));
  const double dimensions = std::ldexp(1.0, kLargeDimension - bits);
  record.Value(kProse262, "estimated_running_time", seconds * documents * dimensions / kSecondsOfDay,
               {.setting = DimensionKey(kLargeDimension)});
  const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (cache > 0) {
    record.Value(kCaption27, "cpu_cache_size", static_cast<double>(cache) / kMebibyte,
                 {.setting = Setting()});
  } else {
    record.Note("the system does not say how large the processor's cache is");
  }
}

// The seconds of learning and testing projections as the source's programs work: signs drawn anew for each
// word of each document, and compressed files of what is projected.
double SecondsOfSource(const TopicTask& task, const CorpusTexts& texts, int bits, uint64_t seed) {
  ClassWeightsLearner learner = SeparateLearner(task, texts, bits);
  const kernels::RandomProjection projection(kernels::ProjectionKind::kSigns, 1 << bits, seed);
  const structured_learning::ScratchFolder scratch;
  ExampleBatch projected, read;
  return TrainAndTest(texts, learner, seed,
                      [&](const ExampleBatch& batch) -> const ExampleBatch& {
                        const std::string path = scratch.File("pieces");
                        Project(batch, projection, projected);
                        WriteExamples(projected, structured_learning::FileFormat::kSvmlight,
                                      structured_learning::Packing::kGzip, path);
                        ReadPiece(path, structured_learning::MakeSvmlightParser({.constant = false}),
                                  texts.num_classes(), read);
                        return read;
                      })
      .total_seconds();
}

// Table 2.7 at one dimension: hashing of features alone and projections, in one process.
void SmallDimension(const TopicTask& task, int bits, bool is_largest, uint64_t seed, Recorder& record) {
  const CorpusTexts texts = TopicsOf(task, record);
  const std::string table = "Table 2.7";
  const auto finish = [&](const char* method, const ErrorsByTopic& errors, double preprocessing) {
    const std::string of = std::string("_of_") + method;
    RecordError(kOurTopicProjections, "error" + of, errors.all, record);
    record.Value(table, "error", errors.all.ErrorPercent(), {.method = method});
    record.Value(table, "preprocessing_time", preprocessing, {.method = method});
    record.Value(table, "load_train_test_time", errors.total_seconds() - preprocessing, {.method = method});
    record.Value(kOurTopicProjections, "load_train_test_time" + of, errors.total_seconds() - preprocessing);
    record.Value(kOurTopicProjections, "total_time" + of, errors.total_seconds());
    record.Value(kOurTopicProjections, "time_without_reading" + of,
                 errors.preparing.seconds() + errors.learning.seconds());
    record.Value(kOurTopicProjections, "time_of_the_features" + of, errors.preparing.seconds());
  };
  {
    ClassWeightsLearner learner = SeparateLearner(task, texts, bits);
    finish(kHk, HashFeatures(texts, bits, seed, learner), 0);
  }
  ClassWeightsLearner learner = SeparateLearner(task, texts, bits);
  kernels::StoredSigns signs(1 << bits, seed);
  ExampleBatch projected;
  const ErrorsByTopic errors =
      TrainAndTest(texts, learner, seed, [&](const ExampleBatch& batch) -> const ExampleBatch& {
        Project(batch, signs, projected);
        return projected;
      });
  finish(kRp, errors, errors.preparing.seconds());
  // Of texts that stand in for the Open Directory it would say nothing, and takes as long as all else.
  if (record.Data(task.corpus.data).origin != harness::DataOrigin::kStandIn) {
    record.Value(kOurTopicProjections, std::string("total_time_of_") + kRpOfSource,
                 SecondsOfSource(task, texts, bits, seed));
  }
  if (task.corpus.name != "DMOZ L3") return;
  RecordProjectionCosts(task, bits, is_largest, static_cast<double>(learner.bytes()), errors.total_seconds(),
                        record);
}

void PlanSmallDimensions(Planner& plan, const Corpus& corpus) {
  const std::vector<int64_t> dimensions = plan.Ints("topic_dimensions");
  for (const int64_t exponent : dimensions) {
    const int bits = static_cast<int>(exponent);
    Case& c = AddTextCase(plan, "topics", corpus, fmt::format("small-dimensions/bits={}", bits), kRp);
    c.setting = CoresKey(bits);
    c.parameters.Set("bits", std::to_string(bits));
    const bool is_largest = exponent == std::ranges::max(dimensions);
    const TopicTask task = ReadTopicTask(plan, corpus, c);
    c.departures.push_back(
        "one core, and projected features are handed over in memory; the source has 4 cores and files");
    c.run = [=](uint64_t seed, Recorder& record) { SmallDimension(task, bits, is_largest, seed, record); };
  }
}

}  // namespace

void TopicDimensions(harness::Package& package) {
  package.Plan([](Planner& plan) {
    for (const Corpus& corpus : TopicCorpora()) PlanSmallDimensions(plan, corpus);
  });
}

}  // namespace structlab::hashing
