#include "structured_learning/linear/examples/canonical_label.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace structlab::structured_learning {
namespace {

TEST(CanonicalLabel, NumbersAreNamedWithoutLossAndReadably) {
  const std::pair<const char*, const char*> names[] = {
      {"100000", "100000"},
      {"1e5", "100000"},
      {"+00100000.", "100000"},
      {"9007199254740993", "9007199254740993"},
      {"9007199254740992.0", "9007199254740992"},
      {"-18446744073709551616", "-18446744073709551616"},
      {"1e-400", "1e-400"},
      {"0.0000e9", "0"},
      {"-.0", "0"},
      {".5", "0.5"},
      {"05.e-1", "0.5"},
      {"0.000012", "0.000012"},
      {"12e-7", "1.2e-6"},
      {"123.4500", "123.45"},
      {"-1.5E3", "-1500"},
      {"1e21", "1e21"},
      {"1e20", "100000000000000000000"},
      {"0.1", "0.1"},
      {"0.10000000000000000001", "0.10000000000000000001"},
      // No numbers.
      {"", ""},
      {"-", "-"},
      {".", "."},
      {"e5", "e5"},
      {"1e", "1e"},
      {"1e+", "1e+"},
      {"1e+-5", "1e+-5"},
      {"1e99999999999", "1e99999999999"},
      {"--1", "--1"},
      {"1.2.3", "1.2.3"},
      {"1 ", "1 "},
      {"nan", "nan"},
      {"0x10", "0x10"},
  };
  for (const auto& [text, name] : names) {
    EXPECT_EQ(CanonicalLabel(text), name) << text;
    EXPECT_EQ(CanonicalLabel(name), name) << text;
  }
  const std::string most = "+" + std::string(63, '1'), more = "+" + std::string(64, '1');
  EXPECT_EQ(CanonicalLabel(most).front(), '1');
  EXPECT_EQ(CanonicalLabel(more), more);
}

}  // namespace
}  // namespace structlab::structured_learning
