// Built without fused multiply-add (see BUILD): every operation is rounded separately, as IEEE 754 requires.
#include "common/reproducible_math.h"

#include <cmath>

namespace structlab::common {
namespace {

// ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact (fdlibm).
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;
constexpr double kInverseLn2 = 1.44269504088896338700;
constexpr double kSqrtHalf = 0.70710678118654752440;

}  // namespace

double ReproducibleLog(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact, in [1/2, 1)
  if (mantissa < kSqrtHalf) {
    mantissa *= 2.0;
    --exponent;
  }
  // ln m = 2 artanh(s) = 2 (s + s^3/3 + s^5/5 + ...), |s| < 0.172: the first term left out is below 1e-18.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double square = s * s;
  double series = 0.0;
  for (int n = 23; n >= 3; n -= 2) series = (series + 1.0 / n) * square;
  const double log_mantissa = 2.0 * s + 2.0 * s * series;
  return exponent * kLn2High + (exponent * kLn2Low + log_mantissa);
}

double ReproducibleExp(double x) {
  if (x < -745.2) return 0.0;
  const double power = std::floor(x * kInverseLn2 + 0.5);
  const double rest = (x - power * kLn2High) - power * kLn2Low;
  // exp(r) = 1 + r (1 + r/2 (1 + r/3 (...))), |r| < 0.35: the first term left out is below 1e-18.
  double series = 1.0;
  for (int n = 14; n >= 1; --n) series = 1.0 + series * rest / n;
  return std::ldexp(series, static_cast<int>(power));
}

}  // namespace structlab::common
