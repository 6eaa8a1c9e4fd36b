// Checks that any text is either refused by an Error with its place, or gives pairs that are written and read
// back unchanged. Also checks that the order of pairs is consistent. A line break separates two texts.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/key_values.h"

namespace {

using structlab::common::KeyValues;

KeyValues Read(std::string_view text) {
  const KeyValues values = structlab::common::ReadUnlessDamaged("x", [&] {
                             return KeyValues::Parse(text, "x");
                           }).value_or(KeyValues());
  STRUCTLAB_CHECK(KeyValues::Parse(values.Format(), "x").values() == values.values());
  return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t first = std::min(text.find('\n'), size);
  const KeyValues a = Read(text.substr(0, first)), b = Read(text.substr(std::min(first + 1, size)));
  STRUCTLAB_CHECK((a < b) + (b < a) + (a == b) == 1 && a == a);
  return 0;
}
