// Any bytes give a well-formed set or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/usps.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const structlab::datasets::UspsDigits digits =
        structlab::datasets::ReadUspsDigits(structlab::common::FuzzFile(data, size));
    STRUCTLAB_CHECK(!digits.labels.empty());
    STRUCTLAB_CHECK(digits.pixels.size() == digits.labels.size() * structlab::datasets::kUspsPixels);
    for (const uint8_t label : digits.labels) STRUCTLAB_CHECK(label < structlab::datasets::kUspsClasses);
    for (const float pixel : digits.pixels) STRUCTLAB_CHECK(pixel >= -1 && pixel <= 1);  // so not NaN
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
