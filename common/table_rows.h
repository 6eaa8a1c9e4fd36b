// Converts between the rows of a table and structs: each column is a member.
#ifndef STRUCTLAB_COMMON_TABLE_ROWS_H_
#define STRUCTLAB_COMMON_TABLE_ROWS_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/key_values.h"
#include "common/table.h"

namespace structlab::common {

// The text of a cell with this value. For your own types, declare FormatCell and ParseCell in their
// namespace.
inline std::string FormatCell(const std::string& text) { return text; }
inline std::string FormatCell(const KeyValues& pairs) { return pairs.Format(); }
std::string FormatCell(double number);  // reads back to the same bits
std::string FormatCell(int count);
std::string FormatCell(int64_t number);
std::string FormatCell(bool truth);                            // true or false
std::string FormatCell(const std::vector<uint64_t>& numbers);  // joined by ';'
// Joined by ';'. In items, ';' and '\' get a '\' before them. Empty items are left out.
std::string FormatCell(const std::vector<std::string>& items);
template <typename Value>
std::string FormatCell(const std::optional<Value>& value) {  // empty for no value
  return value ? FormatCell(*value) : "";
}

// The inverses. Flags are true, yes, false or no. Throw Error(kData) at `where`.
inline void ParseCell(const std::string& text, const std::string&, std::string& value) { value = text; }
void ParseCell(const std::string& text, const std::string& where, KeyValues& value);
void ParseCell(const std::string& text, const std::string& where, double& value);
void ParseCell(const std::string& text, const std::string& where, int& value);  // from 0 to 1e9
void ParseCell(const std::string& text, const std::string& where, int64_t& value);
void ParseCell(const std::string& text, const std::string& where, bool& value);
void ParseCell(const std::string& text, const std::string& where, std::vector<uint64_t>& value);
void ParseCell(const std::string& text, const std::string& where, std::vector<std::string>& value);
// The index of the word in `known`. Throws Error(kData) at `where` that lists the known words.
size_t ParseWord(const std::string& text, const std::string& where, std::span<const std::string_view> known);
template <typename Value>
void ParseCell(const std::string& text, const std::string& where, std::optional<Value>& value) {
  if (!text.empty()) ParseCell(text, where, value.emplace());
}

// Binds a column to a member of the row type.
//
//   struct Person { std::string name; int age = 0; };
//   const std::vector<TableColumn<Person>> columns = {{"name", &Person::name}, {"age", &Person::age}};
//   const std::vector<Person> people = ParseRows(columns, ReadTsv("people.tsv"));
template <typename Row>
struct TableColumn {
  enum Presence { kRequired, kOptional };  // without an optional column, the member keeps its value

  template <typename Owner, typename Value>
  TableColumn(std::string column, Value Owner::*member, Presence is_in_table = kRequired)
      : name(std::move(column)),
        presence(is_in_table),
        format([=](const Row& row) { return FormatCell(row.*member); }),
        parse([=](const std::string& text, const std::string& where, Row& row) {
          ParseCell(text, where, row.*member);
        }) {}

  std::string name;
  Presence presence;
  std::function<std::string(const Row&)> format;
  std::function<void(const std::string& text, const std::string& where, Row& row)> parse;
};

template <typename Row>
Table FormatRows(const std::vector<TableColumn<Row>>& columns, const std::vector<Row>& rows) {
  Table table;
  for (const TableColumn<Row>& column : columns) table.columns.push_back(column.name);
  for (const Row& row : rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const TableColumn<Row>& column : columns) cells.push_back(column.format(row));
  }
  return table;
}

// The table may have its columns in any order; further columns are ignored. Throws Error(kData) that names
// file, line and column if a column is missing or a cell cannot be read.
template <typename Row>
std::vector<Row> ParseRows(const std::vector<TableColumn<Row>>& columns, const Table& table) {
  std::vector<Row> rows(table.rows.size());
  for (const TableColumn<Row>& column : columns) {
    const bool is_there = std::ranges::find(table.columns, column.name) != table.columns.end();
    if (!is_there && column.presence == TableColumn<Row>::kOptional) continue;
    const int position = table.Column(column.name);
    for (size_t i = 0; i < rows.size(); ++i) {
      column.parse(table.rows[i][position], table.Where(i, position) + ", column " + column.name, rows[i]);
    }
  }
  return rows;
}

// The same from a text. An empty text gives no rows.
template <typename Row>
std::vector<Row> ParseRows(const std::vector<TableColumn<Row>>& columns, std::string_view tsv,
                           const std::string& name) {
  return tsv.empty() ? std::vector<Row>() : ParseRows(columns, ParseTsv(tsv, name));
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TABLE_ROWS_H_
