// A service that scores needs only the header and the standard library. The model is written by hand in the
// format that the header describes.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "structured_learning/linear/hashed_scorer.h"

namespace {

using structlab::structured_learning::ByteChecksum;
using structlab::structured_learning::HashedScorer;

void WriteModel(const std::string& path) {
  const std::string header =
      "structlab hashed model\t2\nbits\t3\nseed\t0\noutputs\t1\njoint\t0\nscale\t2\n"
      "fact\tlearner.task\tbinary\nfact\tlearner.loss\tlogistic\nfact\tinput.format\tsvmlight\n"
      "label\tspam\nlabel\tham\nstates\t0\nend\t\n";
  const std::vector<float> weights = {0, 0.5f, 0, 0, 0, -0.25f, 0, 0};
  ByteChecksum checksum;
  checksum.Add(header.data(), header.size());
  checksum.Add(weights.data(), weights.size() * sizeof(float));
  const uint64_t sum = checksum.value();
  std::ofstream file(path, std::ios::binary);
  file << header;
  file.write(reinterpret_cast<const char*>(weights.data()), 8 * sizeof(float));
  file.write(reinterpret_cast<const char*>(&sum), sizeof sum);
}

bool Near(float a, double b) { return std::abs(static_cast<double>(a) - b) < 1e-6; }

}  // namespace

int main() {
  const char* const folder = std::getenv("TEST_TMPDIR");
  const std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/alone.model";
  WriteModel(path);
  const HashedScorer scorer(path);
  // 13 falls into the bin of 5: twice (3 * 0.5 - 4 * 0.25).
  const std::vector<uint32_t> keys = {scorer.Key("1"), scorer.Key("13")};
  const std::vector<float> values = {3, 4};
  std::vector<float> scores(scorer.num_outputs()), probabilities(1);
  scorer.Score(keys, values, scores);
  scorer.Probabilities(scores, probabilities);
  const bool is_right = Near(scores[0], 1) && Near(probabilities[0], 1 / (1 + std::exp(-1.0))) &&
                        scorer.header().labels[0] == "spam";
  if (!is_right) std::printf("score %g, probability %g\n", scores[0], probabilities[0]);
  return is_right ? 0 : 1;
}
