// Any bytes as a table of samples give valid data or an Error with the position, also as the table of a
// model.
#include <cstddef>
#include <cstdint>
#include <string>

#include "structured_learning/ranking/files/fuzzed_samples.h"
#include "structured_learning/ranking/files/ranking_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  const auto file = common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadRankingTable(path, {}); });
  if (file) CheckFuzzedFile(*file);
  common::ReadUnlessDamaged(common::kFuzzFile, [&] {
    return ReadRankingTable(path,
                            {.weight = "a", .ignored = {"id"}, .features = {"b c"}, .needs_labels = false});
  });
  return 0;
}
