// Any bytes give a well-formed table or an Error.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/mfeat.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using structlab::datasets::MfeatTable;
  try {
    const MfeatTable table = structlab::datasets::ReadMfeatTable(structlab::common::FuzzFile(data, size),
                                                                 structlab::datasets::FindMfeatView("mor"));
    STRUCTLAB_CHECK(!table.digits.empty());
    STRUCTLAB_CHECK(table.features.size() == table.digits.size() * static_cast<size_t>(table.columns));
    for (const double feature : table.features) STRUCTLAB_CHECK(std::isfinite(feature));
    for (const uint8_t digit : table.digits) STRUCTLAB_CHECK(digit <= 9);
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
