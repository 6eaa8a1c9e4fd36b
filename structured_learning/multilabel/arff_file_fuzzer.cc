// Any bytes as Mulan's XML and an ARFF, separated by "|", give valid data or an Error with the position.
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
#include "structured_learning/multilabel/arff_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t bar = std::min(all.find('|'), all.size());
  const auto labels = common::ReadUnlessDamaged(
      common::kFuzzFile, [&] { return ReadMulanLabels(common::FuzzFile(all.substr(0, bar))); });
  if (!labels) return 0;
  const std::string path = common::FuzzFile(all.substr(std::min(bar + 1, all.size())));
  for (const MissingValues missing : {MissingValues::kRefuse, MissingValues::kZero}) {
    const auto found = common::ReadUnlessDamaged(
        common::kFuzzFile, [&] { return ReadArff(path, *labels, {.missing = missing}); });
    if (!found) continue;
    CheckMultiLabelData(*found, "fuzzed");
    STRUCTLAB_CHECK(static_cast<size_t>(found->num_tags) == labels->size());
    STRUCTLAB_CHECK(static_cast<size_t>(found->features.cols()) == found->feature_names.size());
  }
  return 0;
}
