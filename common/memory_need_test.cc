#include "common/memory_need.h"

#include <gtest/gtest.h>

#include <new>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

TEST(MemoryNeed, IsNamedWhenMemoryIsShort) {
  const MemoryNeed need = {.bytes = 3.5e9, .what = "for 60 labels", .remedy = "take fewer --labels"};
  EXPECT_EQ(WithMemoryNeed(need, [] { return 7; }), 7);
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment,
                      [&] { WithMemoryNeed(need, []() -> int { throw std::bad_alloc(); }); }),
            "memory: there is not enough: expected about 3.3 GiB for 60 labels; take fewer --labels");
  // Other errors pass.
  EXPECT_EQ(MessageOf(ErrorKind::kData,
                      [&] { WithMemoryNeed(need, []() -> int { ThrowDataError("a", "b", "c"); }); }),
            "a: expected b, found c");
}

TEST(MemoryNeed, IsReadable) {
  EXPECT_EQ(ReadableMemory(0), "1 MiB");
  EXPECT_EQ(ReadableMemory(220e6), "210 MiB");
  EXPECT_EQ(ReadableMemory(1.1e9), "1.0 GiB");
  EXPECT_EQ(ReadableMemory(43e9), "40 GiB");
}

}  // namespace
}  // namespace structlab::common
