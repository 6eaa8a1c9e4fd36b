#include "structured_learning/linear/examples/decimal.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

std::string Padded(const std::string& text) { return text + std::string(kDecimalPadding, '\0'); }

// Null if it is no number; else the float, and *used is how many characters it took.
const char* Read(const std::string& padded, float* value) { return ReadNumber(padded.data(), value); }

void ExpectNumber(const std::string& text) {
  const std::string padded = Padded(text);
  float value = -1;
  const char* const end = Read(padded, &value);
  ASSERT_NE(end, nullptr) << text;
  EXPECT_EQ(end - padded.data(), static_cast<std::ptrdiff_t>(text.size())) << text;
  EXPECT_EQ(value, static_cast<float>(std::strtod(text.c_str(), nullptr))) << text;
}

TEST(ReadNumber, ReadsAllFormsOfDecimals) {
  for (const char* text : {"0",
                           "1",
                           "-1",
                           "+1",
                           "0.5",
                           "-0.5",
                           "12345678",
                           "123456789012",
                           "0.034512",
                           "0.12345678",
                           "1234567.7654321",
                           "12345678.12345678",
                           "1e3",
                           "1E-3",
                           "-2.5e+10",
                           "1e-50",
                           "9.8765e-05",
                           "-0",
                           "-0.0",
                           "3.4e38",
                           ".5",
                           "5."}) {
    ExpectNumber(text);
  }
}

TEST(ReadNumber, IsTheStandardLibrarysOverRandomNumbers) {
  common::RandomStream random(1, "decimal-test");
  for (int i = 0; i < 200'000; ++i) {
    char text[64];
    const double number = random.Normal() * std::exp2(random.Uniform(-40, 40));
    std::snprintf(text, sizeof text,
                  i % 3 == 0   ? "%.*f"
                  : i % 3 == 1 ? "%.*g"
                               : "%.*e",
                  static_cast<int>(random.UniformIndex(18)), number);
    ExpectNumber(text);
  }
}

TEST(ReadNumber, StopsWhereANumberMayEnd) {
  for (const std::string end : {" 7:1", "\t", "|", ":2", "#", ",3"}) {
    for (const std::string number : {"0.25", "25", "2.5e1"}) {
      const std::string padded = Padded(number + end);
      float value = 0;
      EXPECT_EQ(Read(padded, &value), padded.data() + number.size()) << number << end;
      EXPECT_EQ(value, std::strtof(number.c_str(), nullptr));
    }
  }
}

TEST(ReadNumber, RefusesWhatIsNoFiniteFloat) {
  for (const char* text : {"", "-", "+", "x", "1x", "1..2", "1.2.3", "--1", "+-1", "nan", "inf", "-inf",
                           "0x10", "1e", "3.5e38", "1e400", "-1e400", "1_000"}) {
    float value = 0;
    EXPECT_EQ(Read(Padded(text), &value), nullptr) << text;
  }
}

TEST(ReadIndex, ReadsThirtyTwoBits) {
  for (const char* text :
       {"0", "7", "0012", "12345678", "123456789", "4294967295", "0000000000000000000012"}) {
    const std::string padded = Padded(text);
    uint32_t index = 0;
    EXPECT_EQ(ReadIndex(padded.data(), &index), padded.data() + std::string(text).size()) << text;
    EXPECT_EQ(index, std::strtoul(text, nullptr, 10)) << text;
  }
  for (const char* text : {"", "-1", "x", "4294967296", "99999999999999999999", ":"}) {
    uint32_t index = 0;
    EXPECT_EQ(ReadIndex(Padded(text).data(), &index), nullptr) << text;
  }
}

// Every byte that is no digit ends a number, wherever it stands among the eight that are read at once.
TEST(ReadIndex, EveryOtherByteEndsIt) {
  for (int byte = 1; byte < 256; ++byte) {
    if (byte >= '0' && byte <= '9') continue;
    for (size_t digits = 1; digits < 9; ++digits) {
      std::string text(digits, '7');
      text += static_cast<char>(byte);
      const std::string padded = Padded(text.append("\xff\x31\x39"));
      uint32_t index = 0;
      EXPECT_EQ(ReadIndex(padded.data(), &index), padded.data() + digits) << byte << " " << digits;
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
