#include "structured_learning/linear/examples/decimal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

std::string Padded(const std::string& text) { return text + std::string(kDecimalPadding, '\0'); }

// Returns null if it is not a number; otherwise the float, and sets *used to the number of characters.
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

// Every byte that is not a digit ends a number, at any of the eight positions that are read at once.
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

// The result of the two functions that read any feature; null if they do not read up to a space.
const char* ReadEither(const char* text, uint32_t* index, float* value) {
  const char* const colon = ReadIndex(text, index);
  if (colon == nullptr || *colon != ':') return nullptr;
  const char* const end = ReadNumber(colon + 1, value);
  return end == nullptr || *end != ' ' ? nullptr : end + 1;
}

// Returns true if it was read.
bool ExpectLikeEither(const std::string& text) {
  const std::string padded = Padded(text);
  uint32_t index = 0, expected_index = 0;
  float value = 0, expected_value = 0;
  const char* const next = ReadPlainFeature(padded.data(), &index, &value);
  if (next == nullptr) return false;
  EXPECT_EQ(next, ReadEither(padded.data(), &expected_index, &expected_value)) << text;
  EXPECT_EQ(index, expected_index) << text;
  EXPECT_EQ(std::bit_cast<uint32_t>(value), std::bit_cast<uint32_t>(expected_value)) << text;
  return true;
}

#ifdef __AVX2__
TEST(ReadPlainFeature, ReadsWhatIsPlain) {
  for (const char* text : {"1:1 ", "1:0 ", "12345678:9.87654321 2:1", "0:-0.5 3:.5", "7:-3 ", "00:0.0 ",
                           "5:0.08123 6:0.1 7:0.2 8:0.3"}) {
    EXPECT_TRUE(ExpectLikeEither(text)) << text;
  }
}
#endif

TEST(ReadPlainFeature, LeavesTheRestToOthers) {
  for (const char* text : {"",
                           " ",
                           "1:1",
                           "1:1\t",
                           ":1 ",
                           "1: ",
                           "1:- ",
                           "1:-",
                           "1:.5 ",
                           "1:5. ",
                           "1:12 ",
                           "1:1e3 ",
                           "1:1.2.3 ",
                           "1:--1 ",
                           "1:-1.-2 ",
                           "1 :1 ",
                           "1;1 ",
                           "-1:1 ",
                           "123456789:1 ",
                           "1:0.123456789 ",
                           "1:x ",
                           "1:+1 ",
                           "1:1,5 ",
                           "qid:1 ",
                           "1:1#2 ",
                           "11111111111111111111111111111111111111 ",
                           "1:0.1111111111111111111111111111111111 "}) {
    const std::string padded = Padded(text);
    uint32_t index = 0;
    float value = 0;
    EXPECT_EQ(ReadPlainFeature(padded.data(), &index, &value), nullptr) << text;
  }
}

TEST(ReadPlainFeature, IsNeverOtherThanEither) {
  common::RandomStream random(1, "plain-feature-test");
  constexpr std::string_view kCharacters = "0123456789:.- \t#e+,";
  int read = 0;
  for (int i = 0; i < 300'000; ++i) {
    std::string text = std::to_string(random.UniformIndex(size_t{1} << (1 + i % 32))).append(":");
    char value[32];
    std::snprintf(value, sizeof value, "%.*f ", static_cast<int>(random.UniformIndex(10)), random.Normal());
    text.append(value).append("17:0.25 ");
    for (size_t k = random.UniformIndex(3); k > 0; --k) {
      text[random.UniformIndex(text.size())] = kCharacters[random.UniformIndex(kCharacters.size())];
    }
    read += ExpectLikeEither(text) ? 1 : 0;
  }
#ifdef __AVX2__
  EXPECT_GT(read, 50'000);
#else
  EXPECT_EQ(read, 0);
#endif
}

}  // namespace
}  // namespace structlab::structured_learning
