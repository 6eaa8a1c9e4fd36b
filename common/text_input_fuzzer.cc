// Checks that any bytes, plain or gzip, give lines within the limit or an Error with the place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "common/text_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::common;
  constexpr size_t kLongest = 1000;
  TextInput input(FuzzFile(data, size), kLongest);
  try {
    int64_t lines = 0;
    for (std::string_view line; input.Next(&line);) {
      STRUCTLAB_CHECK(input.line_number() == ++lines);
      STRUCTLAB_CHECK(line.size() <= kLongest &&
                      line.find_first_of(std::string_view("\n\0", 2)) == line.npos);
    }
  } catch (const Error& error) {
    STRUCTLAB_CHECK(error.parts().where.starts_with(input.Where()));
  }
  return 0;
}
