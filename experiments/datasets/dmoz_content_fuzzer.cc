// Any bytes give pages with topics or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/dmoz_content.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using structlab::datasets::TopicAtLevel;
  try {
    structlab::datasets::DmozPages pages(structlab::common::FuzzFile(data, size));
    for (structlab::datasets::DmozPage page; pages.Next(page);) {
      STRUCTLAB_CHECK(!page.topic.empty());
      for (const int level : {1, 2, 3})
        STRUCTLAB_CHECK(TopicAtLevel(page.topic, level).size() <= page.topic.size());
    }
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
