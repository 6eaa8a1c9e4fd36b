#include "experiments/harness/testing/named_rows.h"

#include <cstddef>

#include "common/table.h"

namespace structlab::harness {

std::vector<NamedRow> ReadNamedRows(const std::string& path) {
  const common::Table table = common::ReadTsv(path);
  std::vector<NamedRow> rows;
  for (const std::vector<std::string>& cells : table.rows) {
    NamedRow& row = rows.emplace_back();
    for (size_t column = 0; column < cells.size(); ++column) row[table.columns[column]] = cells[column];
  }
  return rows;
}

}  // namespace structlab::harness
