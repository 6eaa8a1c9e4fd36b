// For any bytes, the reader returns as many values as the sizes say, or throws an Error.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "kernels/sparse/idx_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string path = structlab::common::FuzzFile(data, size);
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    try {
      const structlab::kernels::IdxBytes bytes = structlab::kernels::ReadIdxBytes(path, dimensions);
      STRUCTLAB_CHECK(bytes.sizes.size() == static_cast<size_t>(dimensions));
      size_t count = 1;
      for (const int of_one : bytes.sizes) count *= static_cast<size_t>(of_one);
      STRUCTLAB_CHECK(bytes.values.size() == count);
    } catch (const structlab::common::Error&) {
    }
  }
  return 0;
}
