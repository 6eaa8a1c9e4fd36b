// Any bytes are a picture that is written and read back to the same, or an Error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/report/png_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::harness;
  Picture picture;
  try {
    picture = DecodePng(std::string_view(reinterpret_cast<const char*>(data), size), "x");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    return 0;
  }
  STRUCTLAB_CHECK(DecodePng(EncodePng(picture, "x"), "x") == picture);
  return 0;
}
