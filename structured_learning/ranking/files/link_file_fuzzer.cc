// Any bytes as a file of links give valid links or an Error with the position, for samples with and without
// ids.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/fuzz_file.h"
#include "structured_learning/ranking/files/link_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  RankingFile samples = {.path = "samples", .rows = kernels::DenseRows<double>(12, 1)};
  for (int pass = 0; pass < 2; ++pass) {
    const auto file =
        common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadLinkFile(path, samples); });
    if (file) CheckSampleLinks(file->links, 12, "fuzzed");
    samples.ids = {"a", "b", "c d", "a", "1", "2", "", "x,y", "10", "e", "f", "g"};
  }
  return 0;
}
