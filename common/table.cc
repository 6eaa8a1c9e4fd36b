#include "common/table.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"

namespace structlab::common {
namespace {

std::string At(const std::string& name, int64_t line) { return name + ":" + std::to_string(line); }

std::string At(const std::string& name, int64_t line, size_t column) {
  return At(name, line) + ":" + std::to_string(column);
}

// `where` names the line; `column`, from 1, is where the cell begins in it.
std::string Unescape(std::string_view cell, const std::string& where, size_t column) {
  std::string text;
  text.reserve(cell.size());
  for (size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\') {
      text += cell[i];
      continue;
    }
    const char code = i + 1 < cell.size() ? cell[i + 1] : ' ';
    if (code == 't') {
      text += '\t';
    } else if (code == 'n') {
      text += '\n';
    } else if (code == 'r') {
      text += '\r';
    } else if (code == '\\') {
      text += '\\';
    } else {
      ThrowDataError(where + ":" + std::to_string(column + i), "\\t, \\n, \\r or \\\\",
                     Quote(cell.substr(i, 2)));
    }
    ++i;
  }
  return text;
}

void AppendEscaped(std::string_view cell, std::string* text) {
  for (const char c : cell) {
    if (c == '\t') {
      *text += "\\t";
    } else if (c == '\n') {
      *text += "\\n";
    } else if (c == '\r') {
      *text += "\\r";
    } else if (c == '\\') {
      *text += "\\\\";
    } else {
      *text += c;
    }
  }
}

void AppendRow(const std::vector<std::string>& cells, std::string* text) {
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) *text += '\t';
    AppendEscaped(cells[i], text);
  }
  *text += '\n';
}

std::vector<std::string> SplitRow(std::string_view line, const std::string& where) {
  std::vector<std::string> cells;
  for (size_t begin = 0;;) {
    const size_t tab = line.find('\t', begin);
    cells.push_back(Unescape(line.substr(begin, tab - begin), where, begin + 1));
    if (tab == std::string_view::npos) return cells;
    begin = tab + 1;
  }
}

// The position in the line, from 1, at which a cell begins; the position after its end if there are too few
// cells.
size_t ColumnOfCell(const std::vector<std::string>& cells, size_t cell) {
  std::string before;
  for (size_t i = 0; i < std::min(cell, cells.size()); ++i) {
    AppendEscaped(cells[i], &before);
    before += '\t';
  }
  return before.size() + (cell < cells.size() ? 1 : 0);
}

// The mistake in the names of the columns. Empty for correct names.
std::string FlawOfColumns(const std::vector<std::string>& columns) {
  if (columns.empty()) return "no column";
  std::set<std::string_view> seen;
  for (const std::string& column : columns) {
    if (column.empty()) return "an empty column name";
    if (!seen.insert(column).second) return "column " + Quote(column) + " twice";
  }
  return "";
}

// Iterates over the lines of a text, without "\n" and "\r\n".
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool Next(std::string_view* line) {
    if (rest_.empty()) return false;
    ++number_;
    const size_t end = rest_.find('\n');
    *line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (end != std::string_view::npos && line->ends_with('\r')) line->remove_suffix(1);
    return true;
  }
  int64_t number() const { return number_; }

 private:
  std::string_view rest_;
  int64_t number_ = 0;
};

}  // namespace

int Table::Column(std::string_view column_name) const {
  const auto found = std::find(columns.begin(), columns.end(), column_name);
  if (found != columns.end()) return static_cast<int>(std::distance(columns.begin(), found));
  std::string known;
  for (const std::string& column : columns) known += (known.empty() ? "" : " ") + column;
  ThrowDataError(At(name, header_line), "a column " + Quote(column_name), "the columns " + known);
}

std::string Table::Where(size_t row) const { return At(name, header_line + 1 + static_cast<int64_t>(row)); }

std::string Table::Where(size_t row, int column) const {
  return At(name, header_line + 1 + static_cast<int64_t>(row),
            ColumnOfCell(rows.at(row), static_cast<size_t>(column)));
}

const std::string& Table::Text(size_t row, std::string_view column_name) const {
  return rows.at(row).at(Column(column_name));
}

double Table::Number(size_t row, int column) const {
  return ParseDouble(rows.at(row).at(column), Where(row, column));
}

Table ParseTsv(std::string_view text, const std::string& name) {
  Table table;
  table.name = name;
  Lines lines(text);
  std::string_view line;
  bool has_header = lines.Next(&line);
  for (; has_header && line.starts_with('#'); has_header = lines.Next(&line)) {
    std::string_view comment = line.substr(1);
    while (comment.ends_with('\r')) comment.remove_suffix(1);
    table.comments.emplace_back(comment);
  }
  table.header_line = std::max<int64_t>(lines.number(), 1);
  const std::string where = At(name, table.header_line);
  if (!has_header) ThrowDataError(where, "a line of column names", "the end of the file");
  table.columns = SplitRow(line, where);
  if (const std::string flaw = FlawOfColumns(table.columns); !flaw.empty()) {
    ThrowDataError(where, "names of columns, none empty, no two alike", flaw);
  }
  while (lines.Next(&line)) {
    table.rows.push_back(SplitRow(line, At(name, lines.number())));
    const std::vector<std::string>& cells = table.rows.back();
    if (cells.size() == table.columns.size()) continue;
    ThrowDataError(At(name, lines.number(), ColumnOfCell(cells, table.columns.size())),
                   std::to_string(table.columns.size()) + " cells", std::to_string(cells.size()));
  }
  return table;
}

Table ReadTsv(const std::string& path) { return ParseTsv(ReadFile(path), path); }

std::string FormatTsv(const Table& table) {
  if (const std::string flaw = FlawOfColumns(table.columns); !flaw.empty()) {
    ThrowUsageError(table.name, "names of columns, none empty, no two alike", flaw);
  }
  if (table.columns[0].starts_with('#')) {
    ThrowUsageError(table.name, "a first column that does not begin with '#'", Quote(table.columns[0]));
  }
  std::string text;
  for (const std::string& comment : table.comments) {
    if (comment.find('\n') != std::string::npos || comment.ends_with('\r')) {
      ThrowUsageError(table.name, "comments of one line each", Quote(comment));
    }
    text += "#" + comment + "\n";
  }
  AppendRow(table.columns, &text);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].size() != table.columns.size()) {
      ThrowUsageError(table.name,
                      std::to_string(table.columns.size()) + " cells in row " + std::to_string(row),
                      std::to_string(table.rows[row].size()));
    }
    AppendRow(table.rows[row], &text);
  }
  return text;
}

void WriteTsv(const Table& table, const std::string& path) { WriteFileAtomically(path, FormatTsv(table)); }

}  // namespace structlab::common
