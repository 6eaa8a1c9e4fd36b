// Any bytes give posts or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/news_groups.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto posts = structlab::datasets::ReadNewsPosts(structlab::common::FuzzFile(data, size));
    STRUCTLAB_CHECK(!posts.empty());
    for (const structlab::datasets::NewsPost& post : posts) {
      STRUCTLAB_CHECK(!post.group.empty() && !post.article.empty());
      STRUCTLAB_CHECK(structlab::datasets::WithoutHeaders(post.text).size() <= post.text.size());
    }
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
