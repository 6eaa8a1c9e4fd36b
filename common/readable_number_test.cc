#include "common/readable_number.h"

#include <gtest/gtest.h>

#include <tuple>

namespace structlab::common {
namespace {

TEST(ReadableNumber, HasAsManyDigitsAsTellSomething) {
  // clang-format off
  const std::tuple<double, std::optional<double>, const char*> examples[] = {
      {0.12345, 0.121, "0.1235"}, {0.12, 0.121, "0.1200"}, {131.4, 132, "131.4"}, {-3, 2, "−3"},
      {2711.9461234, 2711.946, "2711.946"}, {1071.96, 1071, "1072"}, {0.00012, 1, "0.00012"},
      {2711.9461, {}, "2711.9"}, {1234567, {}, "1234567"}, {1.5e-9, {}, "1.5e-09"}};
  // clang-format on
  for (const auto& [value, printed, text] : examples) {
    EXPECT_EQ(ReadableNumber(value, printed), text);
  }
  EXPECT_EQ(ReadablePercent(-3.21) + ReadablePercent(-0.01) + ReadablePercent(123.45), "−3.2%0.0%+123%");
  EXPECT_EQ(ReadableNumber(1614.8312, 1614.769, 12.345), "1615 ± 12");
  EXPECT_EQ(ReadableNumber(1614.8312, 1614.769, 0.0123), "1614.831 ± 0.012");
  EXPECT_EQ(PrintedNumber(-1614.769, 12.345), "−1614.769 ± 12.345");
}

}  // namespace
}  // namespace structlab::common
