// For any bytes, the reader returns a map in proportion to their number, or throws an Error with the place.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "kernels/graphs/graph_feature_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  try {
    const kernels::GraphFeatureMap map = kernels::ReadGraphFeatureMap(common::FuzzFile(data, size));
    STRUCTLAB_CHECK(map.names.size() <= 1025 * size);  // about the best compression of gzip
    STRUCTLAB_CHECK(map.maxima.empty() || map.maxima.size() == map.names.size());
    for (size_t i = 1; i < map.names.size(); ++i) STRUCTLAB_CHECK(map.names[i - 1] < map.names[i]);
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(common::kFuzzFile));
  }
  return 0;
}
