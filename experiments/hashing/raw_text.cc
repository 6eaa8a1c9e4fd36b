// Beyond the source: posts as they were sent, learned as tools:hash_learn learns them, with and without their
// headers.
#include <memory>

#include "experiments/datasets/text_streams.h"
#include "experiments/harness/package.h"
#include "experiments/hashing/text_runs.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using datasets::TextStream;
using harness::Case;
using harness::Planner;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;
using structured_learning::StreamingLearner;
using structured_learning::TextEncoding;

std::vector<ExampleBatch> ReadPart(const CorpusTexts& texts, TextPart part, bool has_headers, uint64_t seed) {
  std::unique_ptr<TextStream> documents = texts.Open(part);
  if (!has_headers) documents = std::make_unique<datasets::BodiesOnly>(std::move(documents));
  const structured_learning::ScratchFolder scratch;
  std::vector<ExampleBatch> pieces;
  structured_learning::ForEachPiece(*documents, scratch, [&](const std::string& path) {
    structured_learning::ReadPiece(
        path,
        structured_learning::MakeRawTextParser({.seed = static_cast<uint32_t>(seed)},
                                               {.encoding = TextEncoding::kLatin1}),
        texts.num_classes(), pieces.emplace_back());
  });
  return pieces;
}

double PercentRight(StreamingLearner& learner, const std::vector<ExampleBatch>& pieces) {
  double right = 0, all = 0;
  for (const ExampleBatch& piece : pieces) {
    for (size_t i = 0; i < piece.size(); ++i, ++all) right += !learner.Judge(piece[i]).mistaken;
  }
  return 100 * right / all;
}

void Learn(const CorpusTexts& texts, structured_learning::LearnerOptions options, int64_t passes,
           uint64_t seed, Recorder& record) {
  options.seed = static_cast<uint32_t>(seed);
  for (const bool has_headers : {true, false}) {
    StreamingLearner learner(options);
    const std::vector<ExampleBatch> train = ReadPart(texts, TextPart::kTrain, has_headers, seed);
    for (int64_t pass = 0; pass < passes; ++pass) {
      for (const ExampleBatch& piece : train) {
        for (size_t i = 0; i < piece.size(); ++i) learner.Learn(piece[i]);
      }
    }
    record.Value(kOurRawText, "accuracy",
                 PercentRight(learner, ReadPart(texts, TextPart::kTest, has_headers, seed)),
                 {.setting = Setting{{"headers", has_headers ? "yes" : "no"}}});
  }
}

}  // namespace

void RawText(harness::Package& package) {
  package.Plan([](Planner& plan) {
    const Corpus& corpus = FindTopics("20newsgroups");
    Case& c = AddTextCase(plan, "topics", corpus, "raw-text", kHlf);
    c.repeats = static_cast<int>(plan.Int("raw_text_seeds"));
    const TextLimits limits = {c.Int("raw_text_documents"), c.Int("raw_text_documents")};
    const int64_t passes = c.Int("raw_text_passes");
    // One vote for each group in a table that all groups share (structured_learning/linear/README.md).
    const structured_learning::LearnerOptions options = {.bits = static_cast<int>(c.Int("raw_text_bits")),
                                                         .task = structured_learning::LinearTask::kOneVsRest,
                                                         .loss = structured_learning::LinearLoss::kHinge,
                                                         .learning_rate = c.Number("raw_text_rate")};
    c.run = [=](uint64_t seed, Recorder& record) {
      Learn(TextsOf(corpus, Classes::kTopics, limits, record), options, passes, seed, record);
    };
  });
}

}  // namespace structlab::hashing
