// Checks that a text is either refused by an Error, or gives a table that is written and read back unchanged.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::common;
  Table table;
  try {
    table = ParseTsv(std::string_view(reinterpret_cast<const char*>(data), size), "x");
  } catch (const Error&) {
    return 0;
  }
  Table again;
  try {
    again = ParseTsv(FormatTsv(table), "x");
  } catch (const Error&) {
    STRUCTLAB_CHECK(false);
  }
  STRUCTLAB_CHECK(again.comments == table.comments && again.columns == table.columns &&
                  again.rows == table.rows);
  return 0;
}
