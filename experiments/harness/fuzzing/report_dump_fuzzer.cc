// What is read as a package's part of the report is written and read back to the same, and its categories
// have names, which the report writes; nothing else but Error comes out.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model_names.h"
#include "experiments/harness/report_dump.h"

namespace {

using namespace structlab::harness;

// NameOf stops the program where there is no name.
void NameCategories(const PackageDump& dump) {
  NameOf(dump.profile);
  for (const ResultRow& row : dump.report.rows) {
    if (row.data) NameOf(*row.data);
    NameOf(row.protocol);
    NameOf(row.profile);
    STRUCTLAB_CHECK(!WordsOf(row.explanation.kind).empty());
  }
  for (const ClaimRow& claim : dump.report.claims) {
    if (claim.data) NameOf(*claim.data);
    NameOf(claim.profile);
    NameOf(claim.verdict);
  }
  for (const CaseRow& c : dump.report.cases) NameOf(c.state);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  PackageDump dump;
  try {
    dump = ParseDump(std::string_view(reinterpret_cast<const char*>(data), size), "x");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    return 0;
  }
  NameCategories(dump);
  const std::string text = FormatDump(dump);
  STRUCTLAB_CHECK(FormatDump(ParseDump(text, "x")) == text);
  return 0;
}
