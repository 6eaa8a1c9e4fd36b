// Any bytes as INRIA's vector files give valid data or an Error with the position. The first byte tells how
// many of the remaining bytes are the tag file.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "structured_learning/multilabel/vector_file.h"

namespace {

// A second file in memory.
std::string TagFile(std::string_view content) {
  static const int file = memfd_create("tags", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  return structlab::common::kFuzzFile + std::to_string(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  if (size == 0) return 0;
  const std::string_view all(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t split = std::min<size_t>(data[0], all.size());
  const std::string tags = TagFile(all.substr(0, split)), features = common::FuzzFile(all.substr(split));
  for (const VectorType type : {VectorType::kInt16, VectorType::kFloat}) {
    const auto vectors = common::ReadUnlessDamaged(common::kFuzzFile, [&] {
      return ReadVectors({features, type});
    });
    const auto found = common::ReadUnlessDamaged(common::kFuzzFile, [&] {
      return ReadVectorFiles(std::vector<VectorFile>{{features, type}, {features, type}},
                             VectorFile{tags, VectorType::kInt16});
    });
    if (!found) continue;
    CheckMultiLabelData(*found, "fuzzed");
    STRUCTLAB_CHECK(vectors && vectors->rows() == found->features.rows());
    STRUCTLAB_CHECK(2 * vectors->cols() == found->features.cols());
    STRUCTLAB_CHECK(2 * vectors->nonZeros() == found->features.nonZeros());
  }
  return 0;
}
