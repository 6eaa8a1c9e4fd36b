// Any bytes as a text of the Extreme Classification Repository give valid data or an Error with the position.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/fuzz_file.h"
#include "structured_learning/multilabel/svmlight_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  const auto found = common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadXmlRepository(path); });
  if (found) CheckMultiLabelData(*found, "fuzzed");
  return 0;
}
