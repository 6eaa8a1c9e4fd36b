// Any bytes, as topics and as tokens, give articles or an Error.
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/rcv1_tokens.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string path = structlab::common::FuzzFile(data, size);
  const size_t most = size > 0 && data[0] == 0x1f ? SIZE_MAX : size;  // of text, unless it is compressed
  std::unordered_set<int64_t> positive = {1};
  try {
    positive = structlab::datasets::ReadRcv1Topic(path, "CCAT");
    STRUCTLAB_CHECK(positive.size() <= most);
  } catch (const structlab::common::Error&) {
  }
  try {
    structlab::datasets::Rcv1Tokens tokens({path}, positive);
    size_t read = 0;
    for (structlab::datasets::TextDocument document; tokens.Next(document); read += document.text.size()) {
      STRUCTLAB_CHECK(document.label <= 1);
      STRUCTLAB_CHECK(document.text.find('\n') == document.text.npos);
    }
    STRUCTLAB_CHECK(read <= most);
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
