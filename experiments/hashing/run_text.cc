// Tables 2.2 to 2.4: two classes of texts.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/text_methods.h"
#include "experiments/hashing/text_pieces.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/random_projection.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;

constexpr double kMegabyte = 1e6, kGigabyte = 1e9;

const Corpus& CorpusOf(const Case& c) { return FindCorpus(TwoClassCorpora(), c.dataset); }

// The examples at these places, as many as the plan has.
ExampleBatch Taken(const ExampleBatch& batch, std::span<const int> places, int64_t most) {
  ExampleBatch taken;
  for (const int place : places.first(std::min(places.size(), static_cast<size_t>(most)))) {
    const structured_learning::ExampleView example = batch[static_cast<size_t>(place)];
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
Vectors VectorsOf(const Corpus& corpus, const Case& c) {
  const std::string& path = c.Data(corpus.data).path;
  const datasets::Rcv1Small sample = datasets::LoadRcv1Small(path);
  const std::vector<int> order =
      common::RandomStream(c.seed, "hashing/order/train").Permutation(static_cast<int>(sample.train.size()));
  std::vector<int> as_they_stand(sample.test.size());
  std::iota(as_they_stand.begin(), as_they_stand.end(), 0);
  Vectors vectors = {Taken(sample.train, order, LimitsOf(c).train),
                     Taken(sample.test, as_they_stand, LimitsOf(c).test)};
  if (vectors.train.size() == 0 || vectors.test.size() == 0) {
    common::ThrowDataError(path, "training and test documents", "an empty part");
  }
  return vectors;
}

void RecordPartsOfTime(const char* table, const std::string& method, const Setting& key,
                       const TextOutcome& outcome, Recorder& record) {
  record.Value(table, "preprocessing_time", outcome.preprocessing_seconds,
               {.method = method, .setting = key, .unit = "s"});
  record.Value(table, "load_train_test_time", outcome.learning_seconds,
               {.method = method, .setting = key, .unit = "s"});
}

void RecordTimes(const char* table, const std::string& method, const Setting& key, const TextOutcome& outcome,
                 Recorder& record) {
  RecordPartsOfTime(table, method, key, outcome, record);
  Setting ours = key;
  ours.Set("table", table);
  record.Value(kOurTimes, "total_time", outcome.preprocessing_seconds + outcome.learning_seconds,
               {.method = method, .setting = ours, .unit = "s"});
}

TextOutcome RunOneMethod(const CorpusTexts& texts, const std::string& method, int hash_bits,
                         const TextSettings& settings) {
  if (method == kHk) return RunHashKernel(texts, hash_bits, settings);
  if (method == kBsgd) return RunExact(texts, ExactMethod::kGradientDescent, settings);
  return RunExact(texts, method == kVw ? ExactMethod::kVwFromText : ExactMethod::kVwFromCache, settings);
}

// Different words of both parts, and how many bins they meet.
struct Collisions {
  size_t words = 0, bins = 0;
};

Collisions CountCollisions(const std::unordered_set<uint32_t>& keys, int bits) {
  std::unordered_set<uint32_t> bins;
  for (const uint32_t key : keys) bins.insert(key & kernels::MaskOf(bits));
  return {keys.size(), bins.size()};
}

std::unordered_set<uint32_t> KeysOf(const CorpusTexts& texts, uint64_t seed) {
  const ScratchFolder scratch;
  std::unordered_set<uint32_t> keys;
  ExampleBatch counts;
  for (const datasets::TextPart part : {datasets::TextPart::kTrain, datasets::TextPart::kTest}) {
    ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
      ReadPiece(path, TextParser(TextValues::kCounts, static_cast<uint32_t>(seed)), 2, counts);
      keys.insert(counts.arrays().keys.begin(), counts.arrays().keys.end());
    });
  }
  return keys;
}

std::unordered_set<uint32_t> KeysOf(Vectors& vectors, uint64_t seed) {
  const uint64_t salt = kernels::SaltOf(static_cast<uint32_t>(seed));
  std::unordered_set<uint32_t> keys;
  for (ExampleBatch* batch : {&vectors.train, &vectors.test}) {
    for (const uint32_t key : batch->arrays().keys) {
      keys.insert(static_cast<uint32_t>(kernels::MixBits(key + salt)));
    }
  }
  return keys;
}

// What comes first in a process takes longer; no dimension is that at each seed.
std::vector<int64_t> InTurn(std::vector<int64_t> dimensions, uint64_t seed) {
  std::ranges::sort(dimensions);
  std::rotate(dimensions.begin(), dimensions.begin() + static_cast<int64_t>(seed % dimensions.size()),
              dimensions.end());
  return dimensions;
}

}  // namespace

void RunRuntime(const Case& c, Recorder& record) {
  const Corpus& corpus = CorpusOf(c);
  const TextSettings settings = TextSettingsOf(c);
  const int hash_bits = static_cast<int>(c.parameters.Integer("hash_bits"));
  TextOutcome outcome;
  if (corpus.has_words) {
    outcome = RunOneMethod(TwoClassesOf(corpus, c), c.method, hash_bits, settings);
    RecordTimes(kTable22, c.method, c.setting, outcome, record);
  } else {
    const Vectors vectors = VectorsOf(corpus, c);
    const VectorMethod method = c.method == kHk     ? VectorMethod::kHashed
                                : c.method == kBsgd ? VectorMethod::kExact
                                                    : VectorMethod::kVwUpdates;
    outcome = RunOnVectors(vectors.train, vectors.test, method, hash_bits, settings);
  }
  record.Value(kTable22, "error", outcome.error, {.unit = "%"});
  outcome.mistakes.Record(kTable22, c.method, c.setting, record);
  record.Value(kOurTimes, "learning_rate", outcome.rate);
  record.Value(kOurTimes, "lambda", outcome.lambda);
}

void RunSmallDimensions(const Case& c, Recorder& record) {
  const Corpus& corpus = CorpusOf(c);
  const TextSettings settings = TextSettingsOf(c);
  const std::vector<int64_t> dimensions = InTurn(c.parameters.Integers("dimensions"), c.seed);
  const int64_t largest_exponent = std::ranges::max(dimensions);
  double reduction = 0;
  TextOutcome hashed_to_largest, projected_to_largest;
  // Not timed: reads the texts for the first time.
  if (corpus.has_words) RunHashKernel(TwoClassesOf(corpus, c), static_cast<int>(largest_exponent), settings);
  for (const int64_t exponent : dimensions) {
    TextOutcome hashed, projected;
    const int bits = static_cast<int>(exponent);
    const Setting key = DimensionKey(bits);
    const auto error = [&](const char* table, const char* method, const TextOutcome& outcome) {
      record.Value(table, "error", outcome.error, {.method = method, .setting = key, .unit = "%"});
    };
    if (corpus.has_words) {
      const CorpusTexts texts = TwoClassesOf(corpus, c);
      hashed = RunHashKernel(texts, bits, settings);
      projected = RunProjection(texts, bits, settings);
      RecordTimes(kOurProjections, kHk, key, hashed, record);
      RecordTimes(kTable23, kRp, key, projected, record);
      record.Value(kTable23, "original_train_size", projected.original_bytes / kMegabyte,
                   {.method = kRp, .setting = key, .unit = "Mb"});
      record.Value(kTable23, "new_train_size", projected.new_bytes / kMegabyte,
                   {.method = kRp, .setting = key, .unit = "Mb"});
      if (!corpus.is_printed) {
        RecordPartsOfTime(kTable23, kHk, key, hashed, record);
        error(kOurProjections, kSparseRp,
              RunProjection(texts, bits, settings, kernels::ProjectionKind::kSparseSigns));
      }
    } else {
      const Vectors vectors = VectorsOf(corpus, c);
      const auto run = [&](VectorMethod method) {
        return RunOnVectors(vectors.train, vectors.test, method, bits, settings);
      };
      hashed = run(VectorMethod::kHashed);
      projected = run(VectorMethod::kProjected);
      error(kOurProjections, kSparseRp, run(VectorMethod::kSparselyProjected));
    }
    error(kOurProjections, kHk, hashed);
    error(kTable23, kRp, projected);
    // Of RCV1 the row is that of all documents, by RunSmallHashing.
    if (!corpus.is_printed) error(kTable23, kHk, hashed);
    reduction += (projected.error - hashed.error) / static_cast<double>(dimensions.size());
    if (exponent != largest_exponent) continue;
    hashed_to_largest = std::move(hashed);
    projected_to_largest = std::move(projected);
  }
  record.Value(kProse261, "error_reduction", reduction,
               {.setting = Setting{{"versus", "RP"}, {"same_dim", "yes"}}, .unit = "percentage points"});
  if (!corpus.has_words) return;
  Setting largest = DimensionKey(largest_exponent);
  record.Value(kProse261, "new_train_size", projected_to_largest.new_bytes / kGigabyte,
               {.method = kRp, .setting = largest, .unit = "G"});
  largest.Set("versus", "RP");
  record.Value(kProse261, "speedup",
               (projected_to_largest.preprocessing_seconds + projected_to_largest.learning_seconds) /
                   (hashed_to_largest.preprocessing_seconds + hashed_to_largest.learning_seconds),
               {.setting = largest, .unit = "x"});
}

void RunSmallHashing(const Case& c, Recorder& record) {
  const CorpusTexts texts = TwoClassesOf(CorpusOf(c), c);
  for (const int64_t bits : InTurn(c.parameters.Integers("dimensions"), c.seed)) {
    const Setting key = DimensionKey(bits);
    const TextOutcome outcome = RunHashKernel(texts, static_cast<int>(bits), TextSettingsOf(c));
    RecordPartsOfTime(kTable23, kHk, key, outcome, record);
    record.Value(kTable23, "error", outcome.error, {.method = kHk, .setting = key, .unit = "%"});
  }
}

void RunFeatureFiles(const Case&, Recorder& record) {
  record.Refuse("the hash kernel reads the texts and writes no files of features");
}

void RunCollisions(const Case& c, Recorder& record) {
  const Corpus& corpus = CorpusOf(c);
  const int bits = static_cast<int>(c.parameters.Integer("bits"));
  const TextSettings settings = TextSettingsOf(c);
  Collisions collisions;
  TextOutcome outcome;
  if (corpus.has_words) {
    const CorpusTexts texts = TwoClassesOf(corpus, c);
    collisions = CountCollisions(KeysOf(texts, c.seed), bits);
    outcome = RunHashKernel(texts, bits, settings);
  } else {
    Vectors vectors = VectorsOf(corpus, c);
    collisions = CountCollisions(KeysOf(vectors, c.seed), bits);
    outcome = RunOnVectors(vectors.train, vectors.test, VectorMethod::kHashed, bits, settings);
  }
  const auto words = static_cast<double>(collisions.words), bins = static_cast<double>(collisions.bins);
  record.Value(kTable24, "n_unique_hashes", bins);
  record.Value(kTable24, "collision_rate", 100 * (1 - bins / words), {.unit = "%"});
  record.Value(kTable24, "error", outcome.error, {.unit = "%"});
  outcome.mistakes.Record(kTable24, c.method, c.setting, record);
  record.Value(kOurWords, "different_words", words);
}

}  // namespace structlab::hashing
