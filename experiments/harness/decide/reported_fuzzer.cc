// Any text gives the rows and claims that a source reports, or an Error with the file and the line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/decide/rows.h"

namespace {

using namespace structlab::harness;

template <typename Parse>
void Read(const std::string& text, Parse parse) {
  try {
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    STRUCTLAB_CHECK(static_cast<std::ptrdiff_t>(parse(text, "x.tsv").size()) <= lines);
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with("x.tsv:"));
  }
}

}  // namespace

// As it is, and below the columns, which the fuzzer would hardly find.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Read(text, ParseReported);
  Read(text, ParseReportedClaims);
  const std::string columns =
      "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n";
  Read(columns + text, ParseReported);
  Read(columns + "T\tD\tM\t" + text, ParseReported);
  Read("id\tstatement\n" + text, ParseReportedClaims);
  return 0;
}
