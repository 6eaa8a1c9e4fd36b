#include "kernels/files/matrix_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"
#include "kernels/files/hdf5_matrix.h"
#include "kernels/files/sparse_line.h"

namespace structlab::kernels {
namespace {

constexpr size_t kLongestLine = size_t{1} << 28;

struct Cell {
  std::string_view text;
  size_t column;  // of its first character, from 1
};

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

// A separator inside double quotes belongs to the cell.
std::vector<Cell> Split(std::string_view line, char separator) {
  std::vector<Cell> cells;
  size_t begin = 0;
  while (begin <= line.size()) {
    if (separator == ' ') {
      while (begin < line.size() && IsBlank(line[begin])) ++begin;
      if (begin == line.size()) break;
    }
    size_t end = begin;
    bool is_quoted = false;
    while (end < line.size() &&
           (is_quoted || !(separator == ' ' ? IsBlank(line[end]) : line[end] == separator))) {
      is_quoted = is_quoted != (line[end] == '"');
      ++end;
    }
    const std::string_view text = Trimmed(line.substr(begin, end - begin));
    cells.push_back({text, begin + 1});
    begin = end + 1;
  }
  return cells;
}

// Separators inside double quotes are ignored.
char SeparatorOf(std::string_view line) {
  for (const char separator : {',', ';', '\t'}) {
    bool is_quoted = false;
    for (const char c : line) {
      is_quoted = is_quoted != (c == '"');
      if (c == separator && !is_quoted) return separator;
    }
  }
  return ' ';
}

// The cell without surrounding quotes; two quotes inside are one.
std::string NameOf(std::string_view cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  cell = cell.substr(1, cell.size() - 2);
  std::string name;
  for (size_t i = 0; i < cell.size(); ++i) {
    name += cell[i];
    if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"') ++i;
  }
  return name;
}

// Texts that programs write for missing, infinite or too large numbers. They are not names of columns.
bool StandsForANumber(std::string_view text) {
  if (text.empty() || common::ParseFiniteNumber(text)) return false;
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower[0] == '+' || lower[0] == '-') lower.erase(0, 1);
  if (lower == "nan" || lower == "na" || lower == "n/a" || lower == "null" || lower == "inf" ||
      lower == "infinity" || lower == "?") {
    return true;
  }
  // A number out of range.
  const size_t exponent = lower.find('e');
  return exponent != std::string::npos && exponent > 0 && exponent + 1 < lower.size() &&
         lower.find_first_not_of("0123456789.") == exponent &&
         lower.find_first_not_of(
             "0123456789", exponent + (lower[exponent + 1] == '-' || lower[exponent + 1] == '+' ? 2 : 1)) ==
             std::string::npos;
}

// The text from which NameOf reads the name; quotes also distinguish a name such as 3 from a number.
std::string QuotedName(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '=';
  };
  if (!name.empty() && is_letter(name[0]) && std::ranges::all_of(name, is_plain) && !StandsForANumber(name)) {
    return name;
  }
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// Whether n >= 4 values are 0, 1, 2, ... or 1, 2, 3, ..., which some programs write over columns without
// names. After four of them the count may start again once, as where two tables were put side by side.
template <class ValueAt>
bool CountsUp(int64_t n, const ValueAt& value) {
  const int64_t first = n < 4 ? -1 : value(0);
  if (first != 0 && first != 1) return false;
  int64_t start = 0;
  for (int64_t i = 1; i < n; ++i) {
    if (value(i) == first + i - start) continue;
    if (start > 0 || i < 4 || value(i) != first) return false;
    start = i;
  }
  return true;
}

bool CountsUp(const std::vector<Cell>& cells) {
  return CountsUp(std::ssize(cells), [&](int64_t i) {
    const std::string_view text = cells[i].text;
    int64_t value = text.size() > 9 ? -1 : 0;
    for (const char c : text) value = value < 0 || c < '0' || c > '9' ? -1 : 10 * value + c - '0';
    return text.empty() || (text.size() > 1 && text[0] == '0') ? -1 : value;
  });
}

bool CountsUp(const Eigen::RowVectorXd& row) {
  return CountsUp(row.size(), [&](int64_t i) {
    return row[i] == std::floor(row[i]) && std::abs(row[i]) < 1e9 ? static_cast<int64_t>(row[i]) : -1;
  });
}

// Whether only the first name is empty: then this column holds names of rows.
bool HasRowNames(const std::vector<std::string>& names) {
  return names.size() > 1 && std::ranges::count(names, "") == 1 && names.front().empty();
}

// Rows that are added one by one.
class GrowingRows {
 public:
  void Add(const std::vector<double>& row) {
    values_.insert(values_.end(), row.begin(), row.end());
    columns_ = row.size();
    ++rows_;
  }
  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }
  DenseRows<double> Take() const {
    return Eigen::Map<const DenseRows<double>>(values_.data(), static_cast<Eigen::Index>(rows_),
                                               static_cast<Eigen::Index>(columns_));
  }

 private:
  std::vector<double> values_;
  size_t rows_ = 0, columns_ = 0;
};

NamedMatrix ReadText(const std::string& path) {
  common::TextInput input(path, kLongestLine);
  NamedMatrix matrix;
  GrowingRows rows;
  char separator = 0;
  size_t width = 0;
  bool has_row_names = false;
  for (std::string_view line; input.Next(&line);) {
    common::StopPoint();
    line = common::WithoutLineEnd(line);
    if (common::IsBlankLine(line) || line.starts_with('#')) continue;
    const bool is_first = separator == 0;
    if (is_first) separator = SeparatorOf(line);
    const std::vector<Cell> cells = Split(line, separator);
    if (is_first) {
      width = cells.size();
      const bool is_header = std::ranges::any_of(cells, [](const Cell& cell) {
        return !cell.text.empty() && !common::ParseFiniteNumber(cell.text) && !StandsForANumber(cell.text);
      });
      matrix.are_columns_counted = !is_header && CountsUp(cells);
      if (is_header || matrix.are_columns_counted) {
        for (const Cell& cell : cells) matrix.columns.push_back(NameOf(cell.text));
        has_row_names = HasRowNames(matrix.columns);
        if (has_row_names) matrix.columns.erase(matrix.columns.begin());
        continue;
      }
    }
    if (cells.size() != width) {
      common::ThrowDataError(input.Where(), fmt::format("{} cells as in the first line", width),
                             std::to_string(cells.size()));
    }
    std::vector<double> row;
    for (const Cell& cell : std::span(cells).subspan(has_row_names ? 1 : 0)) {
      const std::optional<double> number = common::ParseFiniteNumber(cell.text);
      if (!number) {
        common::ThrowDataError(input.Where(cell.column), "a finite number",
                               cell.text.empty() ? "an empty cell" : common::Quote(cell.text),
                               "leave out the row or the column, or put a number there");
      }
      row.push_back(*number);
    }
    rows.Add(row);
  }
  if (rows.rows() == 0) common::ThrowDataError(path, "at least one row of numbers", "none");
  matrix.rows = rows.Take();
  return matrix;
}

NamedMatrix ReadSvmlight(const std::string& path) {
  common::TextInput input(path, kLongestLine);
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::Index rows = 0, columns = 0;
  for (std::string_view line; input.Next(&line);) {
    common::StopPoint();
    line = common::WithoutLineEnd(line);
    line = line.substr(0, line.find('#'));
    const size_t label = line.find_first_not_of(" \t");
    if (label == line.npos) continue;
    std::vector<SparseEntry> row;
    ReadSparseEntries(line, std::min(line.find_first_of(" \t", label), line.size()), {}, input, row);
    for (const SparseEntry& entry : row) {
      columns = std::max<Eigen::Index>(columns, entry.index);
      entries.emplace_back(static_cast<int>(rows), static_cast<int>(entry.index - 1), entry.value);
    }
    ++rows;
  }
  if (rows == 0) common::ThrowDataError(path, "at least one line", "none");
  // A small file must not cause a large allocation.
  constexpr int64_t kAlways = 1 << 24, kPerEntry = 1 << 10;
  if (rows * columns > kAlways + kPerEntry * static_cast<int64_t>(entries.size())) {
    common::ThrowDataError(path, "a matrix that is not almost empty",
                           fmt::format("{} rows of {} columns", rows, columns));
  }
  NamedMatrix matrix;
  matrix.rows = DenseRows<double>::Zero(rows, columns);
  for (const auto& entry : entries) matrix.rows(entry.row(), entry.col()) = entry.value();
  return matrix;
}

bool EndsIn(std::string_view name, std::initializer_list<const char*> endings) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return std::ranges::any_of(endings, [&](const char* ending) { return name.ends_with(ending); });
}

}  // namespace

NamedMatrix ReadMatrix(const std::string& path) {
  if (EndsIn(path, {".csv", ".tsv", ".txt"})) return ReadText(path);
  if (IsSparseText(path)) return ReadSvmlight(path);
  const size_t colon = path.rfind(':');
  const std::string file = path.substr(0, colon);
  if (EndsIn(file, {".h5", ".hdf5"})) {
    NamedMatrix matrix;
    matrix.rows = ReadHdf5Matrix(file, colon == std::string::npos ? "" : path.substr(colon + 1));
    return matrix;
  }
  common::ThrowUsageError(path,
                          "a name that ends in .csv, .tsv, .txt, .svm, .svmlight, .libsvm, .h5 or .hdf5",
                          "another ending", "rename the file by its format");
}

bool IsSparseText(const std::string& path) { return EndsIn(path, {".svm", ".svmlight", ".libsvm"}); }

std::string FileOfMatrix(const std::string& path) {
  const std::string file = path.substr(0, path.rfind(':'));
  return EndsIn(file, {".h5", ".hdf5"}) ? file : path;
}

void WriteCsv(const NamedMatrix& matrix, const std::string& path) {
  std::string text;
  for (size_t c = 0; c < matrix.columns.size(); ++c) {
    text += c == 0 ? "" : ",";
    text += QuotedName(matrix.columns[c]);
  }
  if (!matrix.columns.empty()) text += '\n';
  // The first row would be read as names of columns.
  if (matrix.columns.empty() && matrix.rows.rows() > 0 && CountsUp(matrix.rows.row(0))) text += "+";
  for (Eigen::Index i = 0; i < matrix.rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.rows.cols(); ++j) {
      if (j > 0) text += ',';
      text += common::FormatDouble(matrix.rows(i, j));
    }
    text += '\n';
  }
  common::WriteFileAtomically(path, text);
}

}  // namespace structlab::kernels
