#include "tools/programs/learn_metrics/pair_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/table.h"

namespace structlab::tools {
namespace {

struct Column {
  const char* name;
  std::string PairFiles::*member;
  bool is_needed;
};

constexpr Column kColumns[] = {{"fixed", &PairFiles::fixed, true},
                               {"moving", &PairFiles::moving, true},
                               {"fixed_labels", &PairFiles::fixed_labels, true},
                               {"moving_labels", &PairFiles::moving_labels, true},
                               {"fixed_mask", &PairFiles::fixed_mask, false},
                               {"moving_mask", &PairFiles::moving_mask, false},
                               {"initial_transform", &PairFiles::initial_transform, false}};

}  // namespace

std::vector<PairFiles> ReadPairTable(const std::string& path) {
  // Spreadsheets write a byte-order mark; editors leave empty lines at the end.
  std::string text = common::ReadFile(path);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  for (size_t end = text.rfind('\n'); end != std::string::npos; end = text.rfind('\n')) {
    if (text.find_first_not_of(" \t\r\n", end) != std::string::npos) break;
    text.resize(end);
  }
  const common::Table table = common::ParseTsv(text, path);
  for (const std::string& name : table.columns) {
    if (std::ranges::any_of(kColumns, [&](const Column& column) { return name == column.name; })) continue;
    common::ThrowDataError(fmt::format("{}:{}", path, table.header_line),
                           "tab-separated columns fixed, moving, fixed_labels, moving_labels, and any of "
                           "fixed_mask, moving_mask, initial_transform",
                           common::Quote(name));
  }
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  std::vector<PairFiles> pairs;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    PairFiles pair;
    pair.where = table.Where(row);
    for (const Column& column : kColumns) {
      const bool is_there = std::ranges::find(table.columns, column.name) != table.columns.end();
      if (!is_there && !column.is_needed) continue;
      const std::string& file = table.Text(row, column.name);
      if (file.empty() && column.is_needed) {
        common::ThrowDataError(table.Where(row, column.name), std::string("the path of ").append(column.name),
                               "an empty cell");
      }
      if (!file.empty()) pair.*column.member = (folder / file).lexically_normal().string();
    }
    pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) common::ThrowDataError(path, "at least one pair", "none");
  return pairs;
}

}  // namespace structlab::tools
