// Any bytes give a well-formed table or an Error.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/uci_small.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using structlab::datasets::UciTable;
  for (const UciTable table : {UciTable::kHousing, UciTable::kAbalone}) {
    try {
      const structlab::datasets::NumberTable read =
          structlab::datasets::ReadUciTable(structlab::common::FuzzFile(data, size), table);
      STRUCTLAB_CHECK(!read.targets.empty());
      STRUCTLAB_CHECK(read.inputs.size() == read.targets.size() * static_cast<size_t>(read.columns));
      for (const double input : read.inputs) STRUCTLAB_CHECK(std::isfinite(input));
    } catch (const structlab::common::Error&) {
    }
  }
  return 0;
}
