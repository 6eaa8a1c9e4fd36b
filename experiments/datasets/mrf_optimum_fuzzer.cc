// Any bytes give a number, or an Error with the place.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/mrf_benchmarks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  const std::string path = common::FuzzFile(data, size);
  try {
    STRUCTLAB_CHECK(std::isfinite(datasets::ReadMrfOptimum(path)));
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(path + ":"));
  }
  return 0;
}
