#include "experiments/hashing/text_methods.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "common/check.h"
#include "experiments/hashing/projected_batch.h"
#include "experiments/hashing/stopwatch.h"
#include "experiments/hashing/text_pieces.h"
#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/random_projection.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/term_weights/term_weights.h"

namespace structlab::hashing {

using datasets::TextPart;
using structured_learning::ExampleBatch;
using structured_learning::ExampleView;
using structured_learning::LearnerOptions;
using structured_learning::LinearLoss;
using structured_learning::StreamingLearner;
using structured_learning::TermDictionary;
using structured_learning::TermWeights;
using structured_learning::UpdateRule;

namespace {

// Room for the numbers of a dictionary, which are below 2^22: 14 times the words of RCV1.
constexpr int kDictionaryBits = 22;
// Learning rate and lambda are chosen on so many documents at most: a piece.
constexpr size_t kMostChosenOn = kPieceDocuments;

// Bottou's SGD of the chapter: hinge loss, steps that fall as 1 / (lambda (t + t0)).
LearnerOptions GradientDescent(int bits) {
  return {.bits = bits, .loss = LinearLoss::kHinge, .update = UpdateRule::kSchedule};
}

LearnerOptions VwUpdates(int bits) {
  return {.bits = bits, .loss = LinearLoss::kHinge, .update = UpdateRule::kNormalized};
}

// The sum over the first examples, each judged before it is learned.
double LossOf(const ExampleBatch& examples, size_t count, const LearnerOptions& options) {
  StreamingLearner learner(options);
  double loss = 0;
  for (size_t i = 0; i < count; ++i) loss += learner.Learn(examples[i]).loss;
  return loss;
}

struct Choice {
  LearnerOptions options;
  size_t chosen_on = 0;
};

// With the rate and lambda of least loss, the first in ascending order of equals.
Choice Tuned(const ExampleBatch& examples, LearnerOptions options, const TextSettings& settings) {
  std::vector<double> rates = settings.rates, lambdas = {0};
  if (options.update == UpdateRule::kSchedule) lambdas = settings.lambdas;
  std::ranges::sort(rates);
  std::ranges::sort(lambdas);
  Choice best = {options, std::min(kMostChosenOn, examples.size())};
  double least = std::numeric_limits<double>::infinity();
  for (const double lambda : lambdas) {
    for (const double rate : rates) {
      options.learning_rate = rate;
      options.l2 = lambda;
      const double loss = rates.size() * lambdas.size() == 1 ? 0 : LossOf(examples, best.chosen_on, options);
      if (loss < least) best.options = options, least = loss;
    }
  }
  return best;
}

// Learns, or counts mistakes.
class Trial {
 public:
  explicit Trial(const LearnerOptions& options) : learner_(options) {}

  void Learn(const ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) learner_.Learn(batch[i]);
  }
  void Test(const ExampleBatch& batch) {
    for (size_t i = 0; i < batch.size(); ++i) mistakes_.Add(learner_.Judge(batch[i]).mistaken);
  }
  const Mistakes& mistakes() const { return mistakes_; }
  double ErrorPercent() const {
    STRUCTLAB_CHECK(mistakes_.documents() > 0);  // CorpusTexts has test documents
    return 100 * mistakes_.wrong() / mistakes_.documents();
  }

 private:
  StreamingLearner learner_;
  Mistakes mistakes_;
};

// Replaces `weighed`. Batches are those of the piece before, as ReadPiece asks for.
void Weigh(const ExampleBatch& counts, TermWeights& weights, ExampleBatch& weighed) {
  weighed.Clear();
  for (size_t i = 0; i < counts.size(); ++i) weights.Weigh(counts[i], weighed);
}

// Counts of words become features with exact frequencies.
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

std::unique_ptr<structured_learning::LineParser> FileParser(FileFormat format) {
  const structured_learning::ParserOptions options = {.constant = false};
  return format == FileFormat::kVwText ? structured_learning::MakeVwParser(options)
                                       : structured_learning::MakeSvmlightParser(options);
}

// The pieces of both parts, in turn, as batches of exact features in files.
class ExactPieces {
 public:
  ExactPieces(const CorpusTexts& texts, const TextSettings& settings, FileFormat format)
      : texts_(texts), hash_seed_(static_cast<uint32_t>(settings.seed)), format_(format) {}

  // Fills the dictionary and counts documents.
  void CountAll() {
    ForEachPiece(*texts_.Open(TextPart::kTrain), scratch_, [&](const std::string& path) {
      const Timed timed(preprocessing_);
      ReadCounts(path);
      features_.Count(counts_);
    });
  }

  // Hands over each piece as a file of features.
  void ForEach(TextPart part,
               const std::function<void(const std::string& path, const FileSizes& sizes)>& use) {
    const std::string features_path = scratch_.File("features.gz");
    ForEachPiece(*texts_.Open(part), scratch_, [&](const std::string& path) {
      FileSizes sizes;
      {
        const Timed timed(preprocessing_);
        ReadCounts(path);
        features_.WeighInto(counts_, weighed_);
        sizes = WriteExamples(weighed_, format_, features_path);
      }
      use(features_path, sizes);
    });
  }

  // A file of features, into a batch that is kept until the next call.
  ExampleBatch& Read(const std::string& path) {
    ReadPiece(path, FileParser(format_), 2, read_);
    return read_;
  }
  const ScratchFolder& scratch() const { return scratch_; }
  Stopwatch& preprocessing() { return preprocessing_; }

 private:
  void ReadCounts(const std::string& path) {
    ReadPiece(path, TextParser(TextValues::kCounts, hash_seed_), 2, counts_);
  }

  const CorpusTexts& texts_;
  uint32_t hash_seed_;
  FileFormat format_;
  ScratchFolder scratch_;
  ExactFeatures features_;
  ExampleBatch counts_, weighed_, read_;
  Stopwatch preprocessing_;
};

}  // namespace

TextOutcome RunHashKernel(const CorpusTexts& texts, int bits, const TextSettings& settings) {
  const ScratchFolder scratch;
  const auto hash_seed = static_cast<uint32_t>(settings.seed);
  const int64_t first_part = std::max<int64_t>(1, texts.num_training() / 10);
  Stopwatch learning;
  TermWeights weights(bits);
  ExampleBatch counts, weighed;
  const auto read = [&](const std::string& path) {
    ReadPiece(path, TextParser(TextValues::kCounts, hash_seed), 2, counts);
  };
  const auto read_weighed = [&](const std::string& path) -> const ExampleBatch& {
    read(path);
    Weigh(counts, weights, weighed);
    return weighed;
  };
  ForEachPiece(*texts.Open(TextPart::kTrain, first_part), scratch, [&](const std::string& path) {
    const Timed timed(learning);
    read(path);
    for (size_t i = 0; i < counts.size(); ++i) weights.Count(counts[i]);
  });
  // The first piece, as for the other methods, which may be more than that tenth.
  ForEachPiece(*texts.Open(TextPart::kTrain, kPieceDocuments), scratch, read_weighed);
  const Choice choice = Tuned(weighed, GradientDescent(bits), settings);
  Trial trial(choice.options);
  ForEachPiece(*texts.Open(TextPart::kTrain), scratch, [&](const std::string& path) {
    const Timed timed(learning);
    trial.Learn(read_weighed(path));
  });
  ForEachPiece(*texts.Open(TextPart::kTest), scratch, [&](const std::string& path) {
    const Timed timed(learning);
    trial.Test(read_weighed(path));
  });
  return {.learning_seconds = learning.seconds(),
          .error = trial.ErrorPercent(),
          .rate = choice.options.learning_rate,
          .lambda = choice.options.l2,
          .chosen_on = choice.chosen_on,
          .mistakes = trial.mistakes()};
}

TextOutcome RunExact(const CorpusTexts& texts, ExactMethod method, const TextSettings& settings) {
  const bool is_vw = method != ExactMethod::kGradientDescent;
  ExactPieces pieces(texts, settings, is_vw ? FileFormat::kVwText : FileFormat::kSvmlight);
  pieces.CountAll();
  Choice choice = {is_vw ? VwUpdates(kDictionaryBits) : GradientDescent(kDictionaryBits)};
  TextOutcome outcome;
  std::unique_ptr<Trial> trial;
  Stopwatch learning;
  const std::string cache = pieces.scratch().File("cache");
  ExampleBatch cached;
  const auto read = [&](const std::string& path) -> const ExampleBatch& {
    if (method != ExactMethod::kVwFromCache) return pieces.Read(path);
    structured_learning::ExampleCacheReader(cache, {}).Next(cached);
    return cached;
  };
  const auto make_cache = [&](const std::string& path) {
    if (method != ExactMethod::kVwFromCache) return;
    structured_learning::ExampleCacheWriter writer(cache, {});
    writer.Add(pieces.Read(path));
    writer.Finish({.label_names = {"0", "1"}});
  };
  pieces.ForEach(TextPart::kTrain, [&](const std::string& path, const FileSizes& sizes) {
    outcome.original_bytes += sizes.compressed;
    make_cache(path);
    if (trial == nullptr) {
      choice = Tuned(pieces.Read(path), choice.options, settings);
      trial = std::make_unique<Trial>(choice.options);
    }
    const Timed timed(learning);
    trial->Learn(read(path));
  });
  pieces.ForEach(TextPart::kTest, [&](const std::string& path, const FileSizes&) {
    make_cache(path);
    const Timed timed(learning);
    trial->Test(read(path));
  });
  outcome.preprocessing_seconds = pieces.preprocessing().seconds();
  outcome.learning_seconds = learning.seconds();
  outcome.error = trial->ErrorPercent();
  outcome.rate = choice.options.learning_rate;
  outcome.lambda = choice.options.l2;
  outcome.chosen_on = choice.chosen_on;
  outcome.mistakes = trial->mistakes();
  return outcome;
}

TextOutcome RunProjection(const CorpusTexts& texts, int bits, const TextSettings& settings,
                          kernels::ProjectionKind kind) {
  ExactPieces pieces(texts, settings, FileFormat::kSvmlight);
  pieces.CountAll();
  const kernels::RandomProjection projection(kind, 1 << bits, settings.seed);
  Choice choice = {GradientDescent(bits)};
  TextOutcome outcome;
  std::unique_ptr<Trial> trial;
  Stopwatch learning;
  ExampleBatch projected;
  const std::string projected_path = pieces.scratch().File("projected.gz");
  const auto project = [&](const std::string& path) {
    const Timed timed(pieces.preprocessing());
    Project(pieces.Read(path), projection, projected);
    return WriteExamples(projected, FileFormat::kSvmlight, projected_path).compressed;
  };
  pieces.ForEach(TextPart::kTrain, [&](const std::string& path, const FileSizes& sizes) {
    outcome.original_bytes += sizes.compressed;
    outcome.new_bytes += project(path);
    if (trial == nullptr) {
      choice = Tuned(pieces.Read(projected_path), choice.options, settings);
      trial = std::make_unique<Trial>(choice.options);
    }
    const Timed timed(learning);
    trial->Learn(pieces.Read(projected_path));
  });
  pieces.ForEach(TextPart::kTest, [&](const std::string& path, const FileSizes&) {
    project(path);
    const Timed timed(learning);
    trial->Test(pieces.Read(projected_path));
  });
  outcome.preprocessing_seconds = pieces.preprocessing().seconds();
  outcome.learning_seconds = learning.seconds();
  outcome.error = trial->ErrorPercent();
  outcome.rate = choice.options.learning_rate;
  outcome.lambda = choice.options.l2;
  outcome.chosen_on = choice.chosen_on;
  outcome.mistakes = trial->mistakes();
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
    if (method == VectorMethod::kHashed) {
      Rehash(batch, bits, settings.seed, of_last);
    } else if (method == VectorMethod::kProjected) {
      Project(batch, {kernels::ProjectionKind::kSigns, 1 << bits, settings.seed}, of_last);
    } else if (method == VectorMethod::kSparselyProjected) {
      Project(batch, {kernels::ProjectionKind::kSparseSigns, 1 << bits, settings.seed}, of_last);
    } else {
      return batch;
    }
    return of_last;
  };
  const bool is_exact = method == VectorMethod::kExact || method == VectorMethod::kVwUpdates;
  const ExampleBatch& examples = transformed(train);
  const Choice choice =
      Tuned(examples,
            method == VectorMethod::kVwUpdates ? VwUpdates(kDictionaryBits)
                                               : GradientDescent(is_exact ? kDictionaryBits : bits),
            settings);
  Trial trial(choice.options);
  trial.Learn(examples);
  trial.Test(transformed(test));
  return {.error = trial.ErrorPercent(),
          .rate = choice.options.learning_rate,
          .lambda = choice.options.l2,
          .chosen_on = choice.chosen_on,
          .mistakes = trial.mistakes()};
}

}  // namespace structlab::hashing
