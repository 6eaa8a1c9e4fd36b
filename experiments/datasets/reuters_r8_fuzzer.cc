// Any bytes give documents or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/reuters_r8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto documents = structlab::datasets::ReadReutersDocuments(structlab::common::FuzzFile(data, size));
    STRUCTLAB_CHECK(!documents.empty());
    for (const structlab::datasets::TextDocument& document : documents) {
      STRUCTLAB_CHECK(document.label < structlab::datasets::ReutersClasses().size());
      STRUCTLAB_CHECK(!document.text.empty());
    }
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
