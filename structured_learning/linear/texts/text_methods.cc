#include "structured_learning/linear/texts/text_methods.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/thread_clock.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/examples/projected_batch.h"
#include "structured_learning/linear/examples/vw_line.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/term_weights/term_weights.h"
#include "structured_learning/linear/texts/text_pieces.h"
#include "structured_learning/linear/texts/text_trial.h"

namespace structlab::structured_learning {

using common::ScopedTimer;
using common::Stopwatch;

namespace {

constexpr int kClasses = 2;

// Replaces `weighed`. The batches are those of the previous piece, as ReadPiece requires.
void Weigh(const ExampleBatch& counts, TermWeights& weights, ExampleBatch& weighed) {
  weighed.Clear();
  for (size_t i = 0; i < counts.size(); ++i) weights.Weigh(counts[i], weighed);
}

// Turns counts of words into features with exact frequencies.
class ExactFeatures {
 public:
  void Count(const ExampleBatch& counts) {
    numbered_.Clear();
    for (size_t i = 0; i < counts.size(); ++i) {
      dictionary_.Add(counts[i]);
      dictionary_.Translate(counts[i], numbered_);
      weights_.Count(numbered_[i]);
    }
  }
  void WeighInto(const ExampleBatch& counts, ExampleBatch& weighed) {
    numbered_.Clear();
    for (size_t i = 0; i < counts.size(); ++i) dictionary_.Translate(counts[i], numbered_);
    Weigh(numbered_, weights_, weighed);
  }

 private:
  TermDictionary dictionary_ = TermDictionary(size_t{1} << kDictionaryBits);
  TermWeights weights_ = TermWeights(kDictionaryBits);
  ExampleBatch numbered_;
};

// The pieces of both parts, one after the other, as batches of exact features.
class ExactPieces {
 public:
  ExactPieces(const TextSource& texts, uint64_t seed)
      : texts_(texts), hash_seed_(static_cast<uint32_t>(seed)) {}

  // Fills the dictionary and counts documents.
  void CountAll() {
    ForEachPiece(*texts_.Open(TextPart::kTrain), scratch_, [&](const std::string& path) {
      const ScopedTimer timed(watch_);
      ReadCounts(path);
      features_.Count(counts_);
    });
  }
  // Passes on each piece.
  void ForEach(TextPart part, const std::function<void(const ExampleBatch& weighed)>& use) {
    ForEachPiece(*texts_.Open(part), scratch_, [&](const std::string& path) {
      watch_.Start();
      ReadCounts(path);
      features_.WeighInto(counts_, weighed_);
      watch_.Stop();
      use(weighed_);
    });
  }
  std::string File(const std::string& name) const { return scratch_.File(name); }
  double seconds() const { return watch_.seconds(); }

 private:
  void ReadCounts(const std::string& path) {
    ReadPiece(path, TextParser(TextValues::kCounts, hash_seed_), kClasses, counts_);
  }

  const TextSource& texts_;
  uint32_t hash_seed_;
  ScratchFolder scratch_;
  ExactFeatures features_;
  ExampleBatch counts_, weighed_;
  Stopwatch watch_;
};

// The batch that is learned instead of a piece; it stays valid until the next call.
using Preparation = std::function<const ExampleBatch&(TextPart part, const ExampleBatch& weighed)>;

// One pass over the training pieces, the first of which chooses the options, and the test.
TextOutcome LearnPieces(ExactPieces& pieces, const LearnerOptions& options, const TextSettings& settings,
                        const Preparation& prepare) {
  std::optional<Trial> trial;
  Stopwatch learning;
  pieces.ForEach(TextPart::kTrain, [&](const ExampleBatch& weighed) {
    const ExampleBatch& batch = prepare(TextPart::kTrain, weighed);
    if (!trial) trial.emplace(Tuned(batch, options, settings));
    const ScopedTimer timed(learning);
    trial->Learn(batch);
  });
  CheckHasTraining(trial.has_value());
  pieces.ForEach(TextPart::kTest, [&](const ExampleBatch& weighed) {
    const ExampleBatch& batch = prepare(TextPart::kTest, weighed);
    const ScopedTimer timed(learning);
    trial->Test(batch);
  });
  TextOutcome outcome = {.feature_seconds = pieces.seconds(), .learning_seconds = learning.seconds()};
  trial->Report(outcome);
  return outcome;
}

// Passes pieces through files in VW's text format, and optionally through caches of these.
class VwFiles {
 public:
  VwFiles(const ExactPieces& pieces, bool has_cache)
      : text_(pieces.File("features")), cache_(pieces.File("cache")), has_cache_(has_cache) {}

  const ExampleBatch& Through(const ExampleBatch& weighed) {
    writing_.Start();
    WriteExamples(weighed, FileFormat::kVwText, Packing::kPlain, text_);
    writing_.Stop();
    if (!has_cache_) {
      const ScopedTimer timed(reading_);
      ReadPiece(text_, MakeVwParser({.constant = false}), kClasses, batch_);
      return batch_;
    }
    ReadPiece(text_, MakeVwParser({.constant = false}), kClasses, batch_);
    ExampleCacheWriter writer(cache_, {});
    writer.Add(batch_);
    writer.Finish({.label_names = {"0", "1"}});
    const ScopedTimer timed(reading_);
    ExampleCacheReader(cache_, {}).Next(batch_);
    return batch_;
  }
  double writing_seconds() const { return writing_.seconds(); }
  double reading_seconds() const { return reading_.seconds(); }

 private:
  std::string text_, cache_;
  bool has_cache_;
  ExampleBatch batch_;
  Stopwatch writing_, reading_;
};

}  // namespace

TextOutcome RunHashKernel(const TextSource& texts, int bits, const TextSettings& settings,
                          const SeesCounts& sees) {
  const ScratchFolder scratch;
  const auto hash_seed = static_cast<uint32_t>(settings.seed);
  const int64_t first_part = std::max<int64_t>(1, texts.num_training() / 10);
  Stopwatch learning;
  TermWeights weights(bits);
  ExampleBatch counts, weighed;
  const auto read = [&](const std::string& path) {
    ReadPiece(path, TextParser(TextValues::kCounts, hash_seed), kClasses, counts);
  };
  const auto read_weighed = [&](const std::string& path) -> const ExampleBatch& {
    read(path);
    Weigh(counts, weights, weighed);
    return weighed;
  };
  ForEachPiece(*texts.Open(TextPart::kTrain, first_part), scratch, [&](const std::string& path) {
    const ScopedTimer timed(learning);
    read(path);
    for (size_t i = 0; i < counts.size(); ++i) weights.Count(counts[i]);
  });
  // The first piece, as for the other methods; it may be more than that tenth.
  ForEachPiece(*texts.Open(TextPart::kTrain, kPieceDocuments), scratch, read_weighed);
  CheckHasTraining(weighed.size() > 0);
  Trial trial(Tuned(weighed, GradientDescent(bits), settings));
  for (const TextPart part : {TextPart::kTrain, TextPart::kTest}) {
    ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
      learning.Start();
      const ExampleBatch& batch = read_weighed(path);
      part == TextPart::kTrain ? trial.Learn(batch) : trial.Test(batch);
      learning.Stop();
      if (sees) sees(counts);
    });
  }
  TextOutcome outcome = {.learning_seconds = learning.seconds()};
  trial.Report(outcome);
  return outcome;
}

TextOutcome RunExact(const TextSource& texts, ExactMethod method, const TextSettings& settings) {
  ExactPieces pieces(texts, settings.seed);
  pieces.CountAll();
  if (method == ExactMethod::kGradientDescent) {
    return LearnPieces(pieces, GradientDescent(kDictionaryBits), settings,
                       [](TextPart, const ExampleBatch& weighed) -> const ExampleBatch& { return weighed; });
  }
  VwFiles files(pieces, method == ExactMethod::kVwFromCache);
  TextOutcome outcome = LearnPieces(
      pieces, VwUpdates(kDictionaryBits), settings,
      [&](TextPart, const ExampleBatch& weighed) -> const ExampleBatch& { return files.Through(weighed); });
  outcome.writing_seconds = files.writing_seconds();
  outcome.reading_seconds = files.reading_seconds();
  return outcome;
}

TextOutcome RunProjection(const TextSource& texts, int bits, const TextSettings& settings,
                          kernels::ProjectionKind kind) {
  ExactPieces pieces(texts, settings.seed);
  pieces.CountAll();
  const int rows = 1 << bits;
  kernels::StoredSigns signs(rows, settings.seed);
  const kernels::RandomProjection other(kind, rows, settings.seed);
  Stopwatch projecting;
  ExampleBatch projected;
  double original_bytes = 0, new_bytes = 0, documents = 0;
  const auto prepare = [&](TextPart part, const ExampleBatch& weighed) -> const ExampleBatch& {
    projecting.Start();
    kind == kernels::ProjectionKind::kSigns ? Project(weighed, signs, projected)
                                            : Project(weighed, other, projected);
    projecting.Stop();
    if (part == TextPart::kTrain && documents < static_cast<double>(settings.file_documents)) {
      const std::string path = pieces.File("sizes");
      original_bytes += WriteExamples(weighed, FileFormat::kSvmlight, Packing::kGzip, path);
      new_bytes += WriteExamples(projected, FileFormat::kSvmlight, Packing::kGzip, path);
      documents += static_cast<double>(weighed.size());
    }
    return projected;
  };
  TextOutcome outcome = LearnPieces(pieces, GradientDescent(bits), settings, prepare);
  outcome.projection_seconds = projecting.seconds();
  const double times = documents > 0 ? static_cast<double>(texts.num_training()) / documents : 0;
  outcome.original_bytes = times * original_bytes;
  outcome.new_bytes = times * new_bytes;
  return outcome;
}

namespace {

void Rehash(const ExampleBatch& batch, int bits, uint64_t seed, ExampleBatch& hashed) {
  hashed.Clear();
  const uint64_t salt = kernels::SaltOf(static_cast<uint32_t>(seed));
  for (size_t i = 0; i < batch.size(); ++i) {
    const ExampleView example = batch[i];
    const ExampleBatch::Room room = hashed.FeatureRoom(example.keys.size());
    for (size_t k = 0; k < example.keys.size(); ++k) {
      room.keys[k] = static_cast<uint32_t>(kernels::MixBits(example.keys[k] + salt)) & kernels::MaskOf(bits);
      room.values[k] = example.values[k];
    }
    hashed.AddLabel(example.labels[0]);
    hashed.AddExample(example.keys.size(), example.target, example.importance);
  }
}

}  // namespace

TextOutcome RunOnVectors(const ExampleBatch& train, const ExampleBatch& test, VectorMethod method, int bits,
                         const TextSettings& settings) {
  ExampleBatch of_last;
  const auto transformed = [&](const ExampleBatch& batch) -> const ExampleBatch& {
    using kernels::ProjectionKind;
    const auto project = [&](ProjectionKind kind) {
      Project(batch, kernels::RandomProjection(kind, 1 << bits, settings.seed), of_last);
    };
    if (method == VectorMethod::kHashed) {
      Rehash(batch, bits, settings.seed, of_last);
    } else if (method == VectorMethod::kProjected) {
      project(ProjectionKind::kSigns);
    } else if (method == VectorMethod::kSparselyProjected) {
      project(ProjectionKind::kSparseSigns);
    } else {
      return batch;
    }
    return of_last;
  };
  const bool is_exact = method == VectorMethod::kExact || method == VectorMethod::kVwUpdates;
  const LearnerOptions options = method == VectorMethod::kVwUpdates
                                     ? VwUpdates(kDictionaryBits)
                                     : GradientDescent(is_exact ? kDictionaryBits : bits);
  const ExampleBatch& examples = transformed(train);
  Trial trial(Tuned(examples, options, settings));
  trial.Learn(examples);
  trial.Test(transformed(test));
  TextOutcome outcome;
  trial.Report(outcome);
  return outcome;
}

}  // namespace structlab::structured_learning
