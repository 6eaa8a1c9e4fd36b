#include "kernels/files/matrix_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"
#include "kernels/files/hdf5_matrix.h"
#include "kernels/files/sparse_line.h"
#include "kernels/files/table_cells.h"
#include "kernels/files/text_table.h"

namespace structlab::kernels {
namespace {

constexpr size_t kLongestLine = size_t{1} << 28;

// The text from which Unquoted reads the name; quotes also distinguish a name such as 3 from a number.
std::string QuotedName(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '=';
  };
  if (!name.empty() && is_letter(name[0]) && std::ranges::all_of(name, is_plain) && !IsMissingMark(name) &&
      !IsAlmostANumber(name)) {
    return name;
  }
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

NamedMatrix ReadSvmlight(const std::string& path, bool is_gram) {
  common::TextInput input(path, kLongestLine);
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::Index rows = 0, columns = 0;
  for (std::string_view line; input.Next(&line);) {
    common::StopPoint();
    line = common::WithoutLineEnd(line);
    line = line.substr(0, line.find('#'));
    if (common::IsBlankLine(line)) continue;
    std::vector<SparseEntry> row;
    ReadSparseEntries(line, EndOfLabels(line), {.first = is_gram ? 0 : 1}, input, row);
    if (is_gram) {
      const bool is_numbered =
          !row.empty() && row[0].index == 0 && row[0].value == static_cast<double>(rows + 1);
      if (!is_numbered) {
        common::ThrowDataError(input.Where(),
                               fmt::format("0:{}, the number of the row of a Gram matrix", rows + 1),
                               row.empty() || row[0].index != 0 ? "none" : common::FormatShort(row[0].value));
      }
      row.erase(row.begin());
    }
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

// Upper and lower case are equal.
bool EndsIn(std::string_view name, std::initializer_list<std::string_view> endings) {
  std::string lower;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  return std::ranges::any_of(endings, [&](std::string_view ending) { return lower.ends_with(ending); });
}

bool IsTable(std::string_view name) { return EndsIn(name, {".csv", ".tsv", ".txt"}); }
bool IsHdf5(std::string_view name) { return EndsIn(name, {".h5", ".hdf5"}); }

// The path of a file without what stands behind the first colon that follows its ending.
std::string_view FileOf(std::string_view path) {
  if (IsTable(path) || IsSparseText(std::string(path))) return path;
  for (size_t colon = path.find(':'); colon != path.npos; colon = path.find(':', colon + 1)) {
    const std::string_view file = path.substr(0, colon);
    if (IsTable(file) || IsSparseText(std::string(file)) || IsHdf5(file)) return file;
  }
  return path;
}

}  // namespace

NamedMatrix ReadMatrix(const std::string& path, const MatrixOptions& options) {
  const std::string file(FileOf(path));
  const std::string part = file.size() < path.size() ? path.substr(file.size() + 1) : "";
  if (IsTable(file)) {
    if (file.size() == path.size()) return ReadTextTable(file, options);
    MatrixOptions chosen = options;
    for (const TableCell& cell : SplitCells(part, ',')) chosen.columns.push_back(Unquoted(cell.text));
    return ReadTextTable(file, chosen);
  }
  if (file.size() < path.size() && !IsHdf5(file)) {
    common::ThrowUsageError(path, "a name without a colon, as columns of svmlight files have no names",
                            ":" + part);
  }
  if (IsSparseText(file)) return ReadSvmlight(file, options.is_gram);
  if (IsHdf5(file)) {
    NamedMatrix matrix;
    matrix.rows = ReadHdf5Matrix(
        file, part, {.keeps_missing = options.keeps_missing, .preferred = options.is_gram ? "gram" : ""});
    return matrix;
  }
  common::ThrowUsageError(path,
                          "a name that ends in .csv, .tsv, .txt, .svm, .svmlight, .libsvm, .h5 or .hdf5",
                          "another ending", "rename the file by its format");
}

bool IsSparseText(const std::string& path) { return EndsIn(path, {".svm", ".svmlight", ".libsvm"}); }

std::string FileOfMatrix(const std::string& path) { return std::string(FileOf(path)); }

void WriteCsv(const NamedMatrix& matrix, const std::string& path) {
  std::string text;
  for (size_t c = 0; c < matrix.columns.size(); ++c) {
    text += c == 0 ? "" : ",";
    text += QuotedName(matrix.columns[c]);
  }
  if (!matrix.columns.empty()) text += '\n';
  // The first row would be read as names of columns.
  if (matrix.columns.empty() && matrix.rows.rows() > 0 && CountsUp(matrix.rows.row(0), 1)) text += "+";
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
