#include "common/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

// Walks through all exponents, denormal numbers among them, with a full-period congruential sequence.
TEST(FormatDouble, ReadsBackToTheSameBits) {
  uint64_t bits = 1;
  for (int i = 0; i < 200'000; ++i) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    // Every fourth number has the exponent of a denormal number.
    const uint64_t pattern = i % 4 == 0 ? bits & 0x800fffffffffffffU : bits ^ (bits >> 32);
    const double value = std::bit_cast<double>(pattern);
    const double again = ParseDouble(FormatDouble(value), "x");
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(again));
    } else {
      ASSERT_EQ(std::bit_cast<uint64_t>(again), pattern) << FormatDouble(value);
    }
  }
}

TEST(FormatDouble, ReadsBackTheEdgesOfTheFormat) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(),
                             std::nextafter(Limits::min(), 0.0), Limits::max(), Limits::lowest(),
                             Limits::infinity(), -Limits::infinity()}) {
    EXPECT_EQ(std::bit_cast<uint64_t>(ParseDouble(FormatDouble(value), "x")), std::bit_cast<uint64_t>(value))
        << FormatDouble(value);
  }
}

// The C library does the same, but for the sign of NaN.
TEST(FormatShort, HasFourDigits) {
  uint64_t bits = 1;
  for (int i = 0; i < 100'000; ++i) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    // Every second number has an exponent near that of 1, where the notation changes.
    const uint64_t pattern = bits ^ (bits >> 32);
    const double value = i % 2 == 0
                             ? std::bit_cast<double>(pattern)
                             : static_cast<double>(static_cast<int64_t>(pattern)) * std::pow(2, -(i % 90));
    char expected[32];
    std::snprintf(expected, sizeof expected, "%.4g", value);
    EXPECT_EQ(FormatShort(value), std::isnan(value) ? "nan" : expected);
  }
  EXPECT_EQ(FormatShort(0.12345678), "0.1235");
  EXPECT_EQ(FormatShort(-2.2250738585072014e-308), "-2.225e-308");
  EXPECT_EQ(FormatShort(-std::nan("")), "nan");
  EXPECT_EQ(FormatShort(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(FormatDouble, IsShort) {
  EXPECT_EQ(FormatDouble(0.1), "0.1");
  EXPECT_EQ(FormatDouble(-0.0), "-0");
  EXPECT_EQ(FormatDouble(1e300), "1e+300");
  EXPECT_EQ(FormatDouble(std::nan("")), "nan");
  EXPECT_EQ(FormatDouble(-std::nan("")), "nan");
  EXPECT_EQ(FormatDouble(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(FormatDouble(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(ParseDouble, TakesTheUsualNotations) {
  EXPECT_EQ(ParseDouble("+1.5", "x"), 1.5);
  EXPECT_EQ(ParseDouble("-1.5E3", "x"), -1500.0);
  EXPECT_EQ(ParseDouble(".5", "x"), 0.5);
  EXPECT_TRUE(std::isnan(ParseDouble("NaN", "x")));
  EXPECT_EQ(ParseDouble("-Infinity", "x"), -std::numeric_limits<double>::infinity());
}

TEST(ParseDouble, RoundsWhatIsTooSmallToZero) {
  EXPECT_EQ(std::bit_cast<uint64_t>(ParseDouble("1e-400", "x")), 0U);
  EXPECT_EQ(std::bit_cast<uint64_t>(ParseDouble("-1e-400", "x")), std::bit_cast<uint64_t>(-0.0));
}

TEST(ParseDouble, RefusesWhatIsNotANumber) {
  for (const char* text : {"", " 1", "1 ", "1,5", "1.5x", "0x10", "+-1", "++1", "e5", "-", "+"}) {
    EXPECT_THROW(ParseDouble(text, "x"), Error) << '"' << text << '"';
  }
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { ParseDouble("1,5", "a.tsv:7"); }),
            "a.tsv:7: expected a number, found '1,5'");
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { ParseDouble("1e999", "a.tsv:7"); }),
            "a.tsv:7: expected a number of at most 1.8e308 in magnitude, found '1e999'");
}

TEST(ParseFiniteNumber, IsWhatParseDoubleReadsIfFinite) {
  for (const char* text : {"+1.5", "-1.5E3", ".5", "1e-400", "-1e-400", "1.7976931348623157e308", "7"}) {
    const std::optional<double> found = ParseFiniteNumber(text);
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_EQ(std::bit_cast<uint64_t>(*found), std::bit_cast<uint64_t>(ParseDouble(text, "x"))) << text;
  }
  for (const char* text :
       {"", " 1", "1 ", "1,5", "1.5x", "0x10", "+-1", "++1", "-", "+", "nan", "inf", "-inf", "1e999"}) {
    EXPECT_FALSE(ParseFiniteNumber(text).has_value()) << '"' << text << '"';
  }
}

TEST(ParseInteger, TakesAllOf64Bits) {
  EXPECT_EQ(ParseInteger("9223372036854775807", "x"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(ParseInteger("-9223372036854775808", "x"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(ParseInteger("+12", "x"), 12);
}

TEST(ParseInteger, RefusesWhatIsNotAnInteger) {
  for (const char* text : {"", " 1", "1.0", "1e3", "0x10", "+-1", "-"}) {
    EXPECT_THROW(ParseInteger(text, "x"), Error) << '"' << text << '"';
  }
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { ParseInteger("9223372036854775808", "--jobs"); }),
            "--jobs: expected an integer of at most 64 bits, found '9223372036854775808'");
  EXPECT_EQ(MessageOf(ErrorKind::kData, [] { ParseInteger("two", "--jobs"); }),
            "--jobs: expected an integer, found 'two'");
}

}  // namespace
}  // namespace structlab::common
