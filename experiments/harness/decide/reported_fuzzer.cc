// Any text gives the rows and claims that a source reports, or an Error with the file and the line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "experiments/harness/decide/rows.h"

namespace {

template <typename Parse>
void Read(const std::string& text, Parse parse) {
  const auto read = structlab::common::ReadUnlessDamaged("x.tsv:", [&] { return parse(text, "x.tsv"); });
  STRUCTLAB_CHECK(!read || std::ssize(*read) <= std::ranges::count(text, '\n') + 1);
}

}  // namespace

// As it is, and below the columns, which the fuzzer would hardly find.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::harness;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string columns =
      "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n";
  for (const std::string& rows : {text, columns + text, columns + "T\tD\tM\t" + text})
    Read(rows, ParseReported);
  for (const std::string& claims : {text, "id\tstatement\n" + text}) Read(claims, ParseReportedClaims);
  return 0;
}
