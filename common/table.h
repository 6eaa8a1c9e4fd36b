// Tables of text cells as tab-separated files.
#ifndef STRUCTLAB_COMMON_TABLE_H_
#define STRUCTLAB_COMMON_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// A value type; not synchronised.
//
//   const Table table = ReadTsv("results.tsv");
//   const int value = table.Column("value");
//   for (size_t row = 0; row < table.rows.size(); ++row) sum += table.Number(row, value);
struct Table {
  std::vector<std::string> comments = {};  // lines that begin with '#', before the header, without it
  std::vector<std::string> columns = {};   // names: at least one, none empty, no two alike
  std::vector<std::vector<std::string>> rows = {};  // each as wide as columns
  std::string name = "table";                       // the file it was read from, for messages
  int64_t header_line = 1;                          // of that file

  // The index of a column. Throws Error(kData) at the header's line if there is none of this name.
  int Column(std::string_view column_name) const;
  // "file:line" of a row, from 0.
  std::string Where(size_t row) const;
  // "file:line:column" of a cell, whose column in the file is that of its first byte, from 1.
  std::string Where(size_t row, int column) const;
  // The cell as a number. Throws Error(kData) at the cell's place if it is not one.
  double Number(size_t row, int column) const;
  // The same by the column's name, and the cell's text. Throw as Column does.
  const std::string& Text(size_t row, std::string_view column_name) const;
  std::string Where(size_t row, std::string_view column_name) const {
    return Where(row, Column(column_name));
  }
  double Number(size_t row, std::string_view column_name) const { return Number(row, Column(column_name)); }
};

// Reads a table: comment lines, a line of column names, a line for each row, cells separated by tabs. There
// is no quoting; in names and cells \t, \n, \r and \\ stand for a tab, a line feed, a carriage return and a
// backslash, and a line that begins with '#' after the header is a row. Lines may end in "\r\n", comments in
// several "\r". Throws Error(kData) with name:line for an empty text and an empty or repeated column name,
// and with name:line:column for a row of the wrong width (where its first cell too many begins, or behind its
// end) and for another character after a backslash. Time and memory are linear in the size of the text.
Table ParseTsv(std::string_view text, const std::string& name);
Table ReadTsv(const std::string& path);  // also Error(kEnvironment) if the file cannot be read

// The text that ParseTsv reads back to the same comments, columns and rows. Throws Error(kUsage) for a table
// that has no such text: wrong widths, empty or repeated column names, a first column that begins with '#',
// a comment that holds a line feed or ends in a carriage return.
std::string FormatTsv(const Table& table);
void WriteTsv(const Table& table, const std::string& path);  // by WriteFileAtomically, with its errors

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TABLE_H_
