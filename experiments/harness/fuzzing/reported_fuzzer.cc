// Any text gives the rows and claims that a source reported, and kept benchmarks, or an Error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/reported.h"

namespace {

using namespace structlab::harness;

void Read(const std::string& text) {
  try {
    for (const ReportedRow& row : ParseReported(text, "x")) {
      STRUCTLAB_CHECK(Setting::Parse(row.key.setting.Format(), "x") == row.key.setting);
    }
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
  }
  try {
    const auto lines = std::count(text.begin(), text.end(), '\n');
    STRUCTLAB_CHECK(static_cast<std::ptrdiff_t>(ParseReportedClaims(text, "x").size()) <= lines);
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
  }
  try {
    for (const RecordedBenchmark& row : ParseBenchmarks(text, "x")) STRUCTLAB_CHECK(row.threads >= 1);
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
  }
}

}  // namespace

// As it is, and below the columns, which the fuzzer would hardly find.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Read(text);
  Read("table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n" + text);
  Read("id\tstatement\n" + text);
  Read(
      "benchmark\tvalue\tunit\tyardstick\tyardstick_value\tratio\ttarget\tthreads\tnote\tmet\tcommit\tdate\t"
      "processor\n" +
      text);
  return 0;
}
