// Any text is a setting that is written and read back to the same, or an Error; and settings have an order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/setting.h"

namespace {

using structlab::harness::Setting;

// Empty where the text is none.
Setting ParseOrEmpty(std::string_view text) {
  try {
    return Setting::Parse(text, "x");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    return {};
  }
}

// Exactly one of <, == and > between any two.
void CheckOrder(const Setting& a, const Setting& b) { STRUCTLAB_CHECK((a < b) + (b < a) + (a == b) == 1); }

}  // namespace

// The bytes are three settings with line breaks between.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t first = std::min(text.find('\n'), size), second = std::min(text.find('\n', first + 1), size);
  const Setting a = ParseOrEmpty(text.substr(0, first));
  const Setting b = ParseOrEmpty(first < second ? text.substr(first + 1, second - first - 1) : "");
  const Setting c = ParseOrEmpty(second < size ? text.substr(second + 1) : "");
  STRUCTLAB_CHECK(Setting::Parse(a.Format(), "x").values() == a.values());
  CheckOrder(a, a);
  CheckOrder(a, b);
  STRUCTLAB_CHECK(!(a < b && b < c) || a < c);
  STRUCTLAB_CHECK(!(a == b && b == c) || a == c);
  return 0;
}
