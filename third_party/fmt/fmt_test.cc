#include <fmt/format.h>
#include <gtest/gtest.h>

namespace {

// The shortest text that reads back to the same double.
TEST(Fmt, FormatsDoublesShortest) {
  EXPECT_EQ(fmt::format("{} {:.3f} {:>4}", 0.1, 2.0 / 3.0, 7), "0.1 0.667    7");
}

}  // namespace
