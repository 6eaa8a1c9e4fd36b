// Tables of text cells as tab-separated files.
#ifndef STRUCTLAB_COMMON_TABLE_H_
#define STRUCTLAB_COMMON_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// A table of text cells. A value type; not synchronised. For rows as structs see table_rows.h.
//
//   const Table table = ReadTsv("results.tsv");
//   const int value = table.Column("value");
//   for (size_t row = 0; row < table.rows.size(); ++row) sum += table.Number(row, value);
struct Table {
  std::vector<std::string> comments = {};  // lines that begin with '#', before the header, without it
  std::vector<std::string> columns = {};   // names: at least one, not empty, all different
  std::vector<std::vector<std::string>> rows = {};  // each as wide as columns
  std::string name = "table";                       // the file it was read from, for messages
  int64_t header_line = 1;                          // line number of the header in that file

  // The index of the column with this name. Throws Error(kData) at the header's line if it is missing.
  int Column(std::string_view column_name) const;
  // "file:line" of a row; `row` counts from 0.
  std::string Where(size_t row) const;
  // "file:line:column" of a cell, where column is the position of its first byte in the line, from 1.
  std::string Where(size_t row, int column) const;
  // The cell as a number. Throws Error(kData) at the cell if it is not a number.
  double Number(size_t row, int column) const;
  // The same by the column's name; Text returns the cell's text. Throw as Column does.
  const std::string& Text(size_t row, std::string_view column_name) const;
  std::string Where(size_t row, std::string_view column_name) const {
    return Where(row, Column(column_name));
  }
  double Number(size_t row, std::string_view column_name) const { return Number(row, Column(column_name)); }
};

// Parses a table: comment lines, a line of column names, then a line for each row. Tabs separate the cells.
//   - There is no quoting. In names and cells, \t, \n, \r and \\ mean tab, line feed, carriage return,
//     backslash.
//   - After the header, a line that begins with '#' is a row.
//   - Lines may end in "\r\n"; comments may end in several "\r".
// Throws Error(kData):
//   - at name:line for an empty text, and for an empty or repeated column name;
//   - at name:line:column for a row of the wrong width (at its first surplus cell, or after its end), and for
//     any other character after a backslash.
// Time and memory are linear in the size of the text.
Table ParseTsv(std::string_view text, const std::string& name);
Table ReadTsv(const std::string& path);  // also Error(kEnvironment) if the file cannot be read

// The table as text; ParseTsv reads back the same comments, columns and rows. Throws Error(kUsage) for a
// table that cannot be written: a row of the wrong width, an empty or repeated column name, a first column
// name that begins with '#', or a comment that contains a line feed or ends in a carriage return.
std::string FormatTsv(const Table& table);
void WriteTsv(const Table& table, const std::string& path);  // calls WriteFileAtomically; throws its errors

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TABLE_H_
