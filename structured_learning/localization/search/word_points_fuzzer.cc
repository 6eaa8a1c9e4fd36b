// Any bytes as points with words give a valid image or an Error with the position; the same bytes as weights,
// too.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "structured_learning/localization/search/word_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  if (const auto weights =
          common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadWordWeights(path); })) {
    for (const double weight : *weights) STRUCTLAB_CHECK(std::isfinite(weight));
  }
  const auto image = common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadWordPoints(path); });
  if (!image) return 0;
  CheckWordImage(*image, NumWords(*image), "fuzzed");
  STRUCTLAB_CHECK(ReadWordPoints(path, ImageSize{image->width, image->height}) == *image);
  return 0;
}
