#include "common/reproducible_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace structlab::common {
namespace {

// The distance of a value from the exact one in units in the last place of that.
double UnitsOff(double value, long double exact) {
  const double rounded = static_cast<double>(exact);
  const double unit = std::abs(std::nextafter(rounded, 2.0 * rounded) - rounded);
  return static_cast<double>(std::abs(value - exact) / unit);
}

TEST(ReproducibleLog, AgreesWithLongDouble) {
  uint64_t bits = 5;
  for (int i = 0; i < 100'000; ++i) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    const double any = std::bit_cast<double>((bits ^ (bits >> 32)) & 0x7fffffffffffffffU);
    if (std::isfinite(any) && any > 0.0) {
      ASSERT_LT(UnitsOff(ReproducibleLog(any), std::log(static_cast<long double>(any))), 4.0) << any;
    }
    const double near_one = std::ldexp(static_cast<double>(bits >> 11), -53) + 0.5;
    ASSERT_LT(UnitsOff(ReproducibleLog(near_one), std::log(static_cast<long double>(near_one))), 4.0)
        << near_one;
  }
  EXPECT_EQ(ReproducibleLog(1.0), 0.0);
  EXPECT_LT(UnitsOff(ReproducibleLog(0x1p-1074), -1074.0L * std::log(2.0L)), 4.0);
}

TEST(ReproducibleExp, AgreesWithLongDouble) {
  for (int i = -70'800; i <= 70'000; ++i) {
    const double x = i * 0.01 + 1e-5 * (i % 7);
    if (x > 700.0) continue;
    ASSERT_LT(UnitsOff(ReproducibleExp(x), std::exp(static_cast<long double>(x))), 4.0) << x;
  }
  EXPECT_EQ(ReproducibleExp(0.0), 1.0);
  EXPECT_EQ(ReproducibleExp(-745.3), 0.0);
  EXPECT_EQ(ReproducibleExp(std::numeric_limits<double>::lowest()), 0.0);
}

}  // namespace
}  // namespace structlab::common
