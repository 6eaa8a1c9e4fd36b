// Any bytes as svmlight with several labels give valid data or an Error with the position; also with the
// options of a test file.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "structured_learning/multilabel/svmlight_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  const auto found =
      common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadMultiLabelSvmlight(path); });
  if (!found) return 0;
  CheckMultiLabelData(*found, "fuzzed");
  STRUCTLAB_CHECK(found->tag_names.size() == static_cast<size_t>(found->num_tags));
  const MultiLabelData again = ReadMultiLabelSvmlight(path, {.first_index = found->first_index,
                                                             .min_features = found->features.cols(),
                                                             .tag_names = found->tag_names});
  STRUCTLAB_CHECK(again.tags == found->tags && again.tag_names == found->tag_names);
  STRUCTLAB_CHECK(again.features.cols() == found->features.cols());
  STRUCTLAB_CHECK(again.features.nonZeros() == found->features.nonZeros());
  return 0;
}
