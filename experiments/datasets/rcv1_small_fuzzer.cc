// Any bytes give articles of rising numbers or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/rcv1_small.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto articles = structlab::datasets::ReadRcv1Articles(structlab::common::FuzzFile(data, size));
    STRUCTLAB_CHECK(articles.size() > 0);
    for (size_t i = 0; i < articles.size(); ++i) {
      const auto article = articles[i];
      STRUCTLAB_CHECK(article.labels.size() == 1 && article.labels[0] <= 1);
      for (size_t k = 0; k < article.keys.size(); ++k) {
        STRUCTLAB_CHECK(article.keys[k] < structlab::datasets::kRcv1Words);
        STRUCTLAB_CHECK(k == 0 || article.keys[k] > article.keys[k - 1]);
      }
    }
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
