// Any bytes, unchanged and as lines of a model with a matching size and checksum, give a model that scores
// and a learner that continues, or one error each.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/hashed_model_file.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "structured_learning/linear/learner_facts.h"

namespace {

using namespace structlab::structured_learning;

const std::vector<uint32_t> kKeys = {0, 7, 65537};
const std::vector<float> kValues = {1, -2, 0.5f};
// The format allows more outputs than a fuzzer has time for.
constexpr size_t kMaxOutputs = 1000;

void Score(const std::string& path) {
  try {
    const HashedScorer scorer(path);
    if (scorer.num_outputs() > kMaxOutputs) return;
    std::vector<float> scores(scorer.num_outputs());
    scorer.Score(kKeys, kValues, scores);
    if (scorer.HasProbabilities()) scorer.Probabilities(scores, scores);
  } catch (const std::runtime_error& error) {
    STRUCTLAB_CHECK(std::string(error.what()).starts_with(path));
  }
}

void Resume(const std::string& path) {
  try {
    const HashedModelHeader header = ReadModelHeader(path);
    if (header.bits > 10 || header.outputs > kMaxOutputs) return;
    StreamingLearner learner(LearnerOptionsOf(header.facts, header.bits, header.seed, path));
    ResumeLearner(path, learner);
    const std::vector<uint32_t> labels = {1};
    for (int i = 0; i < 3; ++i) learner.Learn({kKeys, kValues, labels});
    STRUCTLAB_CHECK(learner.Scores({kKeys, kValues, labels}).size() == learner.num_outputs());
  } catch (const structlab::common::Error&) {
  }
}

void Try(const std::string& content) {
  const std::string path = structlab::common::FuzzFile(content);
  Score(path);
  Resume(path);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  Try(bytes);
  // Lines of a model, which lines of the data override; eight weights, without states and with them.
  for (const size_t halves : {1, 2}) {
    std::string content =
        "structlab hashed model\t2\nseed\t0\noutputs\t1\njoint\t0\nscale\t1\n"
        "fact\tlearner.l2\t0\nfact\tlearner.learning_rate\t0.5\nfact\tlearner.loss\tlogistic\n"
        "fact\tlearner.task\tbinary\nfact\tlearner.update\tadaptive\n"
        "fact\tlearner.total_importance\t7\nfact\tlearner.total_features\t7\n"
        "fact\tlearner.total_squares\t7\n";
    content.append(bytes).append(size > 0 && bytes.back() != '\n' ? "\n" : "");
    content.append("bits\t3\nstates\t").append(halves == 2 ? "1" : "0").append("\nend\t\n");
    content.append(32 * halves, '=');
    ByteChecksum checksum;
    checksum.Add(content.data(), content.size());
    const uint64_t value = checksum.value();
    content.append(reinterpret_cast<const char*>(&value), sizeof value);
    Try(content);
  }
  return 0;
}
