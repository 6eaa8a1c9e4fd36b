// Any bytes as svmlight with queries give valid data or an Error with the position, also as data of a model.
#include <cstddef>
#include <cstdint>
#include <string>

#include "structured_learning/ranking/files/fuzzed_samples.h"
#include "structured_learning/ranking/files/ranking_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  const auto file =
      common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadRankingSvmlight(path, {}); });
  if (file) CheckFuzzedFile(*file);
  const auto known = common::ReadUnlessDamaged(common::kFuzzFile, [&] {
    return ReadRankingSvmlight(path, {.first_index = 1, .num_features = 2, .needs_labels = false});
  });
  if (known) STRUCTLAB_CHECK(NumColumns(known->rows) == 2);
  return 0;
}
