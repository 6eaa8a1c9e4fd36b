#include "common/packed_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

// One in four is a number that is easily lost.
double RandomNumber(RandomStream& random) {
  using Limits = std::numeric_limits<double>;
  const double odd[] = {Limits::quiet_NaN(),  Limits::infinity(), -Limits::infinity(), -0.0,
                        Limits::denorm_min(), -Limits::min() / 3, Limits::max(),       0.1 + 0.2};
  return random.UniformIndex(4) == 0 ? odd[random.UniformIndex(8)] : std::exp(9 * random.Normal());
}

std::vector<double> RandomNumbers(RandomStream& random, size_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = RandomNumber(random);
  return numbers;
}

bool IsSame(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y);
  });
}

TEST(PackNumbers, KeepsEveryNumber) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "numbers");
    const std::vector<double> numbers = RandomNumbers(random, random.UniformIndex(seed % 2 == 0 ? 5 : 3000));
    EXPECT_TRUE(IsSame(UnpackNumbers(PackNumbers(numbers), "w"), numbers));
  }
  EXPECT_TRUE(UnpackNumbers(PackNumbers({}), "w").empty());
}

// Another character gives an error or, in the unused bits at the end, the same numbers: never others.
TEST(PackNumbers, DamageNeverGivesOtherNumbers) {
  RandomStream random(1, "damage");
  for (const size_t count : {0u, 1u, 2u, 40u}) {
    const std::vector<double> numbers = RandomNumbers(random, count);
    const std::string good = PackNumbers(numbers);
    for (size_t i = 0; i < good.size(); ++i) {
      for (const char c : {'A', 'b', '7', '=', ':', '-', ' ', '\t'}) {
        std::string bad = good;
        bad[i] = c;
        SCOPED_TRACE(bad);
        try {
          EXPECT_TRUE(IsSame(UnpackNumbers(bad, "x.tsv:3:9"), numbers));
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::kData);
          EXPECT_EQ(error.parts().where, "x.tsv:3:9");
        }
      }
      const std::string message = MessageOf(ErrorKind::kData, [&] { UnpackNumbers(good.substr(0, i), "w"); });
      EXPECT_TRUE(message.starts_with("w: expected ") || good.substr(i).find_first_not_of('=') == good.npos)
          << i;
    }
  }
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { UnpackNumbers("8388609:AAAA", "w"); }),
            "w: expected at most 8388608 numbers, found 8388609");
  EXPECT_NE(MessageOf(ErrorKind::kData, [] { UnpackNumbers("99999999999999999999:AAAA", "w"); }), "no error");
}

}  // namespace
}  // namespace structlab::common
