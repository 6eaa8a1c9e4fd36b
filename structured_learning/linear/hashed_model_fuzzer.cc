// Any bytes, as they are and with the checksum that belongs to them, give a model that scores or one error.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/hashed_scorer.h"

namespace {

void Score(const std::string& content) {
  using namespace structlab::structured_learning;
  const std::string path = structlab::common::FuzzFile(content);
  try {
    const HashedScorer scorer(path);
    // The format allows more outputs than a fuzzer has time for.
    if (scorer.num_outputs() > 1000) return;
    const std::vector<uint32_t> keys = {0, 7, scorer.Key("word")};
    const std::vector<float> values = {1, -2, 0.5f};
    std::vector<float> scores(scorer.num_outputs());
    scorer.Score(keys, values, scores);
    if (scorer.HasProbabilities()) scorer.Probabilities(scores, scores);
  } catch (const std::runtime_error& error) {
    STRUCTLAB_CHECK(std::string(error.what()).starts_with(path));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Score({reinterpret_cast<const char*>(data), size});
  std::string content = "structlab hashed model\t1\n";
  content.append(reinterpret_cast<const char*>(data), size);
  if (size > 0 && data[size - 1] != '\n') content += '\n';
  content.append("bits\t3\noutputs\t1\nend\t\n").append(32, 'x');
  structlab::structured_learning::ByteChecksum checksum;
  checksum.Add(content.data(), content.size());
  const uint64_t value = checksum.value();
  content.append(reinterpret_cast<const char*>(&value), sizeof value);
  Score(content);
  return 0;
}
