// Checks that a text is either refused by an Error, or gives a number that is written and read back
// unchanged.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::common;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const double value = ParseDouble(text, "x");
    const double again = ParseDouble(FormatDouble(value), "x");
    STRUCTLAB_CHECK(std::isnan(value) ? std::isnan(again)
                                      : std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(again));
  } catch (const Error&) {
  }
  try {
    const int64_t value = ParseInteger(text, "x");
    STRUCTLAB_CHECK(ParseInteger(std::to_string(value), "x") == value);
  } catch (const Error&) {
  }
  return 0;
}
