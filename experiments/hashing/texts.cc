// Tables 2.2 to 2.4 of Shi 2011: two classes of texts.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/harness/package.h"
#include "experiments/harness/run/program.h"
#include "experiments/hashing/text_runs.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/texts/text_method_list.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Overrides;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;
using structured_learning::TextMethod;
using structured_learning::TextOutcome;
using structured_learning::TextSettings;

constexpr double kMegabyte = 1e6, kGigabyte = 1e9;
// The dimension of which the text of the source speaks.
constexpr int kProseBits = 10;

// What all cases on a collection read.
struct TextTask {
  Corpus corpus;
  TextLimits limits;
  TextSettings settings;
};

TextTask ReadTask(const Planner& plan, const Corpus& corpus, Case& c) {
  const char* const seeds = corpus.is_printed          ? "rcv1_seeds"
                            : corpus.data == kNewsData ? "text_seeds"
                                                       : "small_text_seeds";
  Repeat(corpus, plan.Int(seeds), c);
  return {corpus,
          ReadLimits(corpus, "rcv1_documents", "rcv1_test_documents", c),
          {.lambdas = c.Numbers("lambdas"), .rates = c.Numbers("learning_rates")}};
}

TextSettings At(const TextSettings& settings, uint64_t seed) {
  TextSettings with_seed = settings;
  with_seed.seed = seed;
  return with_seed;
}

// The examples at these places, at most so many.
ExampleBatch Taken(const ExampleBatch& batch, std::span<const int> places, int64_t most) {
  ExampleBatch taken;
  for (const int place : places.first(std::min(places.size(), static_cast<size_t>(most)))) {
    const structured_learning::ExampleView example = batch[place];
    const ExampleBatch::Room room = taken.FeatureRoom(example.keys.size());
    std::ranges::copy(example.keys, room.keys);
    std::ranges::copy(example.values, room.values);
    taken.AddLabel(example.labels[0]);
    taken.AddExample(example.keys.size(), example.target, example.importance);
  }
  return taken;
}

// As of collections of texts: training vectors are learned in an order of the seed, the same for all methods,
// and a method without chance of its own has other results at other seeds. Test vectors are the same at all.
struct Vectors {
  ExampleBatch train, test;
};
Vectors VectorsOf(const TextTask& task, const Recorder& record) {
  const std::string& path = record.Data(task.corpus.data).path;
  const datasets::Rcv1Small sample = datasets::LoadRcv1Small(path);
  const std::vector<int> order = common::RandomStream(record.this_case().seed, "hashing/order/train")
                                     .Permutation(static_cast<int>(sample.train.size()));
  std::vector<int> as_they_stand(sample.test.size());
  std::iota(as_they_stand.begin(), as_they_stand.end(), 0);
  Vectors vectors = {Taken(sample.train, order, task.limits.train),
                     Taken(sample.test, as_they_stand, task.limits.test)};
  if (vectors.train.size() == 0 || vectors.test.size() == 0) {
    common::ThrowDataError(path, "training and test documents", "an empty part");
  }
  return vectors;
}

struct BottouSettings {
  double lambda;
  int64_t passes;
};
BottouSettings ReadBottou(Case& c) { return {c.Number("bsgd_lambda"), c.Int("bsgd_passes")}; }

// A method of the library (text_method_list.h) with its options, as the source spells it.
struct Contestant {
  const char* method;
  const TextMethod* of_library;
  common::OptionValues options;
};

Contestant Entrant(const char* method, const char* name,
                   const std::vector<std::pair<std::string, common::OptionValue>>& values = {}) {
  const TextMethod& found = structured_learning::FindTextMethod(name);
  common::OptionValues options(found.name, found.options);
  for (const auto& [option, value] : values) options.Set(option, value);
  return {method, &found, std::move(options)};
}

Contestant HashKernel(int bits) { return Entrant(kHk, "hash-kernel", {{"bits", int64_t{bits}}}); }
Contestant Projection(int bits, const char* signs) {
  return Entrant(kRp, "projection", {{"bits", int64_t{bits}}, {"signs", std::string(signs)}});
}

// As the source's programs do it, one after the other.
Contestant ProjectionOfSource(int bits, const BottouSettings& bottou) {
  return Entrant(kRp, "projected-bottou",
                 {{"bits", int64_t{bits}}, {"lambda", bottou.lambda}, {"passes", bottou.passes}});
}

TextOutcome RunOn(const CorpusTexts& texts, const Contestant& contestant, const TextSettings& settings) {
  return contestant.of_library->run(texts, settings, contestant.options);
}
TextOutcome RunOn(const Vectors& vectors, const Contestant& contestant, const TextSettings& settings) {
  return contestant.of_library->run_on_vectors(vectors.train, vectors.test, settings, contestant.options);
}

double TotalSeconds(const TextOutcome& outcome) {
  return outcome.preprocessing_seconds() + outcome.load_train_test_seconds();
}

void RecordPartsOfTime(const std::string& table, const TextOutcome& outcome, const Overrides& keys,
                       Recorder& record) {
  record.Value(table, "preprocessing_time", outcome.preprocessing_seconds(), keys);
  record.Value(table, "load_train_test_time", outcome.load_train_test_seconds(), keys);
}

// Table 2.2: all methods in turn, in one process.
void Runtime(const TextTask& task, const BottouSettings& bottou, int hash_bits, uint64_t seed,
             Recorder& record) {
  const TextSettings settings = At(task.settings, seed);
  const std::string table = "Table 2.2";
  const auto finish = [&](const char* method, const TextOutcome& outcome) {
    const bool is_hk = method == std::string(kHk), is_exact = method == std::string(kExact);
    const Overrides keys = {.method = method, .setting = is_hk ? DimensionKey(hash_bits) : Setting()};
    const std::string side = std::string("_of_") + method;
    RecordError(kOurRuntime, "error" + side, outcome.mistakes, record);
    if (!is_exact) record.Value(table, "error", outcome.error, {.method = method, .setting = keys.setting});
    record.Value(kOurRuntime, "learning_rate" + side, outcome.rate);
    record.Value(kOurRuntime, "lambda" + side, outcome.lambda);
    if (!task.corpus.has_words) return;
    if (!is_exact) RecordPartsOfTime(table, outcome, keys, record);
    record.Value(kOurRuntime, "total_time" + side, TotalSeconds(outcome));
    record.Value(kOurRuntime, "time_without_files" + side, outcome.method_seconds());
  };
  const Contestant contestants[] = {
      HashKernel(hash_bits), Entrant(kExact, "exact"),
      Entrant(kBsgd, "bottou", {{"lambda", bottou.lambda}, {"passes", bottou.passes}}),
      Entrant(kVw, "vw-text"), Entrant(kVwc, "vw-cache")};
  if (!task.corpus.has_words) {
    const Vectors vectors = VectorsOf(task, record);
    for (const Contestant& one : contestants) finish(one.method, RunOn(vectors, one, settings));
    return;
  }
  const CorpusTexts texts = TextsOf(task.corpus, Classes::kTwo, task.limits, record);
  if (!task.corpus.is_printed) RunOn(texts, contestants[0], settings);  // what comes first takes longer
  for (const Contestant& one : contestants) finish(one.method, RunOn(texts, one, settings));
}

// Table 2.3 at one dimension: hashing and projections, in one process.
void SmallDimension(const TextTask& task, const BottouSettings& bottou, int bits, uint64_t seed,
                    Recorder& record) {
  const TextSettings settings = At(task.settings, seed);
  const Setting key = DimensionKey(bits);
  const std::string table = "Table 2.3";
  const Overrides of_hk = {.method = kHk};
  const Contestant hash_kernel = HashKernel(bits);
  TextOutcome hashed, projected, sparse;
  // No claim needs them, and texts take three times as long with them: at one seed.
  const bool has_sparse = !task.corpus.is_printed && (!task.corpus.has_words || seed == 1);
  if (task.corpus.has_words) {
    const CorpusTexts texts = TextsOf(task.corpus, Classes::kTwo, task.limits, record);
    if (!task.corpus.is_printed) RunOn(texts, hash_kernel, settings);  // what comes first takes longer
    hashed = RunOn(texts, hash_kernel, settings);
    projected = RunOn(texts, Projection(bits, "dense"), settings);
    RecordPartsOfTime(table, hashed, of_hk, record);
    RecordPartsOfTime(table, projected, {}, record);
    record.Value(table, "original_train_size", projected.original_bytes / kMegabyte);
    record.Value(table, "new_train_size", projected.new_bytes / kMegabyte);
    record.Value(kOurProjections, "load_train_test_time_of_HK", hashed.load_train_test_seconds());
    record.Value(kOurProjections, "load_train_test_time_of_RP", projected.load_train_test_seconds());
    record.Value(kOurProjections, "total_time_of_HK", TotalSeconds(hashed));
    record.Value(kOurProjections, "total_time_of_RP", TotalSeconds(projected));
    record.Value(kOurProjections, "features_before_RP", projected.feature_seconds);
    record.Value(kOurProjections, "projection_of_RP", projected.projection_seconds);
    record.Value(kOurProjections, "learning_of_RP", projected.learning_seconds);
    if (has_sparse) sparse = RunOn(texts, Projection(bits, "sparse"), settings);
    // Of texts that stand in for RCV1 it would say nothing, and takes as long as all else.
    if (record.Data(task.corpus.data).origin != harness::DataOrigin::kStandIn) {
      const TextOutcome source = RunOn(texts, ProjectionOfSource(bits, bottou), settings);
      record.Value(kOurProjections, std::string("error_of_") + kRpOfSource, source.error);
      record.Value(kOurProjections, std::string("total_time_of_") + kRpOfSource, TotalSeconds(source));
    }
  } else {
    const Vectors vectors = VectorsOf(task, record);
    hashed = RunOn(vectors, hash_kernel, settings);
    projected = RunOn(vectors, Projection(bits, "dense"), settings);
    sparse = RunOn(vectors, Projection(bits, "sparse"), settings);
  }
  record.Value(table, "error", hashed.error, {.method = kHk});
  record.Value(table, "error", projected.error);
  record.Value(kOurProjections, "error_of_HK", hashed.error);
  record.Value(kOurProjections, "error_of_RP", projected.error);
  if (has_sparse) {
    record.Value(kOurProjections, "error_of_RP_by_sparse_signs", sparse.error);
  }
  if (bits != kProseBits || !task.corpus.is_printed) return;
  record.Value(kProse261, "new_train_size", projected.new_bytes / kGigabyte);
  record.Value(kProse261, "speedup", TotalSeconds(projected) / TotalSeconds(hashed),
               {.method = kHk, .setting = Setting{{"dim", Power(bits)}, {"versus", "RP"}}});
  record.Value(kProse261, "error_reduction", projected.error - hashed.error,
               {.method = kHk, .setting = Setting{{"versus", "RP"}, {"same_dim", "yes"}}});
}

// Table 2.4: the different words of both parts, how many bins they meet, and the error.
void Collisions(const TextTask& task, int bits, uint64_t seed, Recorder& record) {
  const TextSettings settings = At(task.settings, seed);
  const std::string table = "Table 2.4";
  std::unordered_set<uint32_t> words, bins;
  TextOutcome outcome;
  if (task.corpus.has_words) {
    const CorpusTexts texts = TextsOf(task.corpus, Classes::kTwo, task.limits, record);
    // Only this function shows the words that it meets.
    outcome = RunHashKernel(texts, bits, settings, [&](const ExampleBatch& counts) {
      for (size_t i = 0; i < counts.size(); ++i) words.insert(counts[i].keys.begin(), counts[i].keys.end());
    });
  } else {
    Vectors vectors = VectorsOf(task, record);
    const uint64_t salt = kernels::SaltOf(static_cast<uint32_t>(seed));
    for (ExampleBatch* batch : {&vectors.train, &vectors.test}) {
      for (const uint32_t key : batch->arrays().keys) {
        words.insert(static_cast<uint32_t>(kernels::MixBits(key + salt)));
      }
    }
    outcome = RunOn(vectors, HashKernel(bits), settings);
  }
  for (const uint32_t word : words) bins.insert(word & kernels::MaskOf(bits));
  const auto different = static_cast<double>(words.size()), met = static_cast<double>(bins.size());
  record.Value(table, "n_unique_hashes", met);
  record.Value(table, "collision_rate", 100 * (1 - met / different));
  RecordError(table, "error", outcome.mistakes, record);
  record.Value(kOurWords, "different_words", different);
}

// The sizes of the hash kernel's files of features, which the source prints as N/A.
void PlanFeatureFiles(Planner& plan) {
  const Corpus& corpus = TwoClassCorpora()[0];
  for (const int64_t bits : plan.Ints("dimensions")) {
    Case& c = AddTextCase(plan, "text", corpus, fmt::format("feature-files/bits={}", bits), kHk);
    c.setting = DimensionKey(bits);
    c.deterministic = true;
    c.run = [](uint64_t, Recorder& record) {
      record.Refuse("the hash kernel reads the texts and writes no files of features");
    };
  }
}

}  // namespace

void Texts(harness::Package& package) {
  for (harness::DatasetSource& source : DatasetSources()) package.Data(std::move(source));
  package.Library(
      harness::LibraryVersion("Random123", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_RANDOM123_VERSION)));
  package.Plan([](Planner& plan) {
    for (const Corpus& corpus : TwoClassCorpora()) {
      Case& runtime = AddTextCase(plan, "text", corpus, "runtime", kHk);
      const TextTask of_runtime = ReadTask(plan, corpus, runtime);
      const BottouSettings bottou = ReadBottou(runtime);
      const int hash_bits = static_cast<int>(runtime.Int("hash_bits"));
      runtime.run = [=](uint64_t seed, Recorder& record) {
        Runtime(of_runtime, bottou, hash_bits, seed, record);
      };
      for (const int64_t exponent : plan.Ints("dimensions")) {
        const int bits = static_cast<int>(exponent);
        Case& c = AddTextCase(plan, "text", corpus, fmt::format("small-dimensions/bits={}", bits), kRp);
        c.setting = DimensionKey(bits);
        c.parameters.Set("bits", std::to_string(bits));
        TextTask task = ReadTask(plan, corpus, c);
        task.settings.file_documents = c.Int("file_documents");
        const BottouSettings of_source = ReadBottou(c);
        c.run = [=](uint64_t seed, Recorder& record) { SmallDimension(task, of_source, bits, seed, record); };
      }
      for (const int64_t of_rcv1 : plan.Ints("collision_bits")) {
        const int bits = static_cast<int>(of_rcv1) - corpus.smaller_by;
        Case& c = AddTextCase(plan, "text", corpus, fmt::format("collisions/bits={}", bits), kHk);
        c.setting = CollisionKey(bits);
        // By the dimension of RCV1 that is as full, for rules that all collections have in common.
        c.parameters.Set("as_full_as", std::to_string(of_rcv1));
        c.parameters.Set("bits", std::to_string(bits));
        const TextTask task = ReadTask(plan, corpus, c);
        c.run = [=](uint64_t seed, Recorder& record) { Collisions(task, bits, seed, record); };
      }
    }
    PlanFeatureFiles(plan);
  });
}

}  // namespace structlab::hashing
