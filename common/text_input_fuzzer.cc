// Any bytes, plain or gzip, give lines within the limit or an Error with the place.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/text_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::common;
  constexpr size_t kLongest = 1000;
  static const int file = memfd_create("input", 0);  // one file for all inputs: reading opens it anew
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
  TextInput input(path, kLongest);
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
