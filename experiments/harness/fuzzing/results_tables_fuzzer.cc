// What is read as a table of results or claims is written and read back to the same; nothing else but Error
// comes out.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/table.h"
#include "experiments/harness/report/results_tables.h"

namespace {

using structlab::common::FormatTsv;
using structlab::common::ParseTsv;
using structlab::common::Table;

template <class Read, class Write>
void ReadWriteRead(const std::string& text, const Read& read, const Write& write) {
  Table table;
  try {
    table = write(read(ParseTsv(text, "x")));
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    return;
  }
  const std::string written = FormatTsv(table);
  STRUCTLAB_CHECK(FormatTsv(write(read(ParseTsv(written, "x")))) == written);
}

// As it is, and below the columns, which the fuzzer would hardly find.
template <class Read, class Write>
void Fuzz(const std::string& text, const Read& read, const Write& write) {
  ReadWriteRead(text, read, write);
  ReadWriteRead(FormatTsv(write({})) + text, read, write);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::harness;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Fuzz(
      text, [](const Table& table) { return ReadResults(table); },
      [](const std::vector<ResultRow>& rows) { return ResultsTable(rows); });
  Fuzz(
      text, [](const Table& table) { return ReadClaims(table); },
      [](const std::vector<ClaimRow>& claims) { return ClaimsTable(claims); });
  return 0;
}
