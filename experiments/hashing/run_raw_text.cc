// Posts as they were sent, learned as tools:hash_learn learns them: with and without their headers.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/datasets/news_groups.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/text_pieces.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/streaming_learner.h"

namespace structlab::hashing {
namespace {

using datasets::TextDocument;
using datasets::TextPart;
using datasets::TextStream;
using harness::Case;
using harness::Recorder;
using harness::Setting;
using structured_learning::ExampleBatch;
using structured_learning::StreamingLearner;

// Documents without what stands in front of the first empty line.
class BodiesOnly : public TextStream {
 public:
  explicit BodiesOnly(std::unique_ptr<TextStream> posts) : posts_(std::move(posts)) {}

  bool Next(TextDocument& document) override {
    if (!posts_->Next(document)) return false;
    document.text = std::string(datasets::WithoutHeaders(document.text));
    return true;
  }

 private:
  std::unique_ptr<TextStream> posts_;
};

std::vector<ExampleBatch> ReadPart(const CorpusTexts& texts, TextPart part, bool has_headers, uint64_t seed) {
  std::unique_ptr<TextStream> documents = texts.Open(part);
  if (!has_headers) documents = std::make_unique<BodiesOnly>(std::move(documents));
  const ScratchFolder scratch;
  std::vector<ExampleBatch> pieces;
  ForEachPiece(*documents, scratch, [&](const std::string& path) {
    ReadPiece(
        path,
        structured_learning::MakeRawTextParser({.seed = static_cast<uint32_t>(seed)},
                                               {.encoding = structured_learning::TextEncoding::kLatin1}),
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

}  // namespace

void RunRawText(const Case& c, Recorder& record) {
  const CorpusTexts texts = TopicsOf(FindCorpus(TopicCorpora(), c.dataset), c);
  const int64_t passes = c.parameters.Integer("raw_text_passes");
  for (const bool has_headers : {true, false}) {
    // One vote for each group in a table that all groups share (structured_learning/linear/README.md).
    StreamingLearner learner({.bits = static_cast<int>(c.parameters.Integer("raw_text_bits")),
                              .seed = static_cast<uint32_t>(c.seed),
                              .task = structured_learning::LinearTask::kOneVsRest,
                              .loss = structured_learning::LinearLoss::kHinge,
                              .learning_rate = c.parameters.Number("raw_text_rate")});
    const std::vector<ExampleBatch> train = ReadPart(texts, TextPart::kTrain, has_headers, c.seed);
    for (int64_t pass = 0; pass < passes; ++pass) {
      for (const ExampleBatch& piece : train) {
        for (size_t i = 0; i < piece.size(); ++i) learner.Learn(piece[i]);
      }
    }
    record.Value(kOurRawText, "accuracy",
                 PercentRight(learner, ReadPart(texts, TextPart::kTest, has_headers, c.seed)),
                 {.setting = Setting{{"headers", has_headers ? "yes" : "no"}}, .unit = "%"});
  }
}

}  // namespace structlab::hashing
