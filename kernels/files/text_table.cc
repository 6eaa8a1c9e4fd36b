#include "kernels/files/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/files/table_cells.h"
#include "kernels/files/table_lines.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kLeastCount = 4;

// Whether n values count from 0 or 1: see CountsUp in the header.
template <class ValueAt>
bool Counts(int64_t n, int64_t least, const ValueAt& value) {
  const int64_t first = n < least ? -1 : value(0);
  if (first != 0 && first != 1) return false;
  int64_t start = 0;
  for (int64_t i = 1; i < n; ++i) {
    if (value(i) == first + i - start) continue;
    if (start > 0 || i < kLeastCount || value(i) != first) return false;
    start = i;
  }
  return true;
}

// Only plain digits count, without zeros before them.
bool CellsCount(const std::vector<TableCell>& cells, size_t from, int64_t least) {
  return Counts(std::ssize(cells) - static_cast<int64_t>(from), least, [&](int64_t i) {
    const std::string_view text = cells[from + static_cast<size_t>(i)].text;
    int64_t value = text.size() > 9 ? -1 : 0;
    for (const char c : text) value = value < 0 || c < '0' || c > '9' ? -1 : 10 * value + c - '0';
    return text.empty() || (text.size() > 1 && text[0] == '0') ? -1 : value;
  });
}

bool HasFraction(std::string_view text) { return text.find_first_of(".,eE") != text.npos; }

// Whether only the first name is empty: then this column holds names of rows.
bool HasRowNames(const std::vector<std::string>& names) {
  return names.size() > 1 && std::ranges::count(names, "") == 1 && names.front().empty();
}

// What the first line is.
enum class FirstLine {
  kNames,
  kCount,     // names of columns that count up, which some programs write
  kFewCount,  // the same, less than four behind an empty cell: names if the first column has no fractions
  kData,
  kQuoted,      // only numbers in quotes: names if the next line has none, else data
  kMaybeCount,  // 0 to at most 2: names if no cell below could be written like that, else data
};

FirstLine KindOf(const std::vector<TableCell>& cells, char separator) {
  const bool has_words = std::ranges::any_of(cells, [&](const TableCell& cell) {
    return IsQuoted(cell.text) ||
           !(NumberIn(cell.text, separator) || IsMissingMark(cell.text) || IsAlmostANumber(cell.text));
  });
  const bool has_numbers = std::ranges::any_of(
      cells, [&](const TableCell& cell) { return !IsQuoted(cell.text) && NumberIn(cell.text, separator); });
  if (CellsCount(cells, 0, kLeastCount)) return FirstLine::kCount;
  if (cells.size() > 1 && cells[0].text.empty() && CellsCount(cells, 1, 1)) {
    if (CellsCount(cells, 1, kLeastCount)) return FirstLine::kCount;
    if (cells[1].text == "0") return FirstLine::kFewCount;
  }
  if (has_numbers)
    return cells[0].text == "0" && CellsCount(cells, 0, 1) ? FirstLine::kMaybeCount : FirstLine::kData;
  const bool are_quoted_numbers = std::ranges::all_of(
      cells, [&](const TableCell& cell) { return IsQuoted(cell.text) && NumberIn(cell.text, separator); });
  if (are_quoted_numbers) return FirstLine::kQuoted;
  return has_words ? FirstLine::kNames : FirstLine::kData;
}

class TableReader {
 public:
  TableReader(const std::string& path, const MatrixOptions& options)
      : path_(path), options_(options), lines_(path) {}

  NamedMatrix Read() {
    for (std::string_view line; lines_.Next(&line);) {
      common::StopPoint();
      if (common::IsBlankLine(line)) {
        // In a table of one column this is an empty cell, if a number follows later.
        if (width_ == 1) empty_lines_.push_back(lines_.Where(1));
        continue;
      }
      if (IsComment(line)) continue;
      if (separator_ == 0) {
        separator_ = SeparatorOf(line);
        ReadFirst(line);
      } else {
        AddLine(SplitCells(line, separator_));
      }
    }
    if (first_ == FirstLine::kMaybeCount) DecideCount();
    const size_t columns = chosen_.empty() ? width_ : chosen_.size();
    if (rows_ == 0) common::ThrowDataError(path_, "at least one row of numbers", "none");
    matrix_.rows = Eigen::Map<const DenseRows<double>>(values_.data(), static_cast<Eigen::Index>(rows_),
                                                       static_cast<Eigen::Index>(columns));
    AddNotes();
    return std::move(matrix_);
  }

 private:
  void ReadFirst(std::string_view line) {
    const std::vector<TableCell> cells = SplitCells(line, separator_);
    width_ = cells.size();
    plain_.assign(width_, 0);
    fractions_.assign(width_, 0);
    first_where_ = lines_.Where();
    first_ = options_.names == TableNames::kYes  ? FirstLine::kNames
             : options_.names == TableNames::kNo ? FirstLine::kData
                                                 : KindOf(cells, separator_);
    if (first_ == FirstLine::kMaybeCount && !options_.columns.empty()) first_ = FirstLine::kNames;
    if (first_ == FirstLine::kQuoted) {
      quoted_line_ = line;
      return;
    }
    if (first_ == FirstLine::kNames || first_ == FirstLine::kCount || first_ == FirstLine::kFewCount) {
      if (first_ != FirstLine::kNames) {
        matrix_.are_columns_counted = true;
        matrix_.notes.emplace_back(
            "the first line counts up and names the columns; if it is a row of data: --names=no");
      }
      return TakeNames(cells);
    }
    ChooseAll();
    AddCells(cells);
  }

  // Without names only all columns can be taken.
  void ChooseAll() {
    if (options_.columns.empty()) {
      for (size_t c = 0; c < width_; ++c) chosen_.push_back(c);
      return;
    }
    common::ThrowDataError(path_, "names of columns in the first line", "a row of data",
                           "if the first line holds the names: --names=yes");
  }

  void TakeNames(const std::vector<TableCell>& cells) {
    std::vector<std::string> names;
    for (const TableCell& cell : cells) names.push_back(Unquoted(cell.text));
    const bool has_row_names = HasRowNames(names);
    if (options_.columns.empty()) {
      for (size_t c = has_row_names ? 1 : 0; c < width_; ++c) chosen_.push_back(c);
      if (has_row_names) {
        matrix_.notes.emplace_back("the first column has no name: it names the rows and is left out");
      }
    }
    for (const std::string& name : options_.columns) {
      const auto count = std::ranges::count(names, name);
      if (count == 1) {
        chosen_.push_back(static_cast<size_t>(std::ranges::find(names, name) - names.begin()));
        continue;
      }
      common::ThrowDataError(
          path_, "one column with the name " + common::Quote(name),
          count > 1 ? std::to_string(count) : "others, nearest first: " + common::ListNearest(name, names));
    }
    for (const size_t c : chosen_) matrix_.columns.push_back(names[c]);
  }

  void AddLine(const std::vector<TableCell>& cells) {
    if (first_ == FirstLine::kQuoted && !is_quoted_decided_) DecideQuoted(cells);
    for (const std::string& where : empty_lines_) {
      AddMissing({.text = "", .column = 1}, where);
      ++rows_;
    }
    empty_lines_.clear();
    AddCells(cells);
  }

  void DecideQuoted(const std::vector<TableCell>& below) {
    is_quoted_decided_ = true;
    const std::vector<TableCell> cells = SplitCells(quoted_line_, separator_);
    const bool has_quoted_number = std::ranges::any_of(
        below, [&](const TableCell& cell) { return IsQuoted(cell.text) && NumberIn(cell.text, separator_); });
    if (!has_quoted_number) return TakeNames(cells);
    ChooseAll();
    AddCells(cells, first_where_);
  }

  void AddCells(const std::vector<TableCell>& cells, const std::string& line_where = "") {
    const auto where = [&](size_t column) {
      if (line_where.empty()) return lines_.Where(column);
      return column == 0 ? line_where : fmt::format("{}:{}", line_where, column);
    };
    if (cells.size() != width_) {
      common::ThrowDataError(where(0), fmt::format("{} cells as in the first line", width_),
                             std::to_string(cells.size()));
    }
    if (first_ == FirstLine::kFewCount && NumberIn(cells[0].text, separator_) && HasFraction(cells[0].text)) {
      common::ThrowDataError(first_where_, "names of columns behind an empty cell, or a row of data",
                             "either, as the first column has fractions below it",
                             "say which it is: --names=yes or --names=no");
    }
    for (const size_t c : chosen_) {
      const TableCell& cell = cells[c];
      const std::optional<double> number = NumberIn(cell.text, separator_);
      if (!number) {
        AddMissing(cell, where(cell.column));
        continue;
      }
      values_.push_back(*number);
      has_decimal_comma_ = has_decimal_comma_ || cell.text.find(',') != cell.text.npos;
      ++(HasFraction(cell.text) ? fractions_ : plain_)[c];
    }
    if (width_ == 2) {
      const size_t digits = cells[1].text.size();
      second_digits_ = rows_ == 0 || second_digits_ == digits ? digits : 0;
    }
    ++rows_;
  }

  void AddMissing(const TableCell& cell, const std::string& where) {
    const bool is_missing = IsMissingMark(cell.text);
    if (is_missing && options_.keeps_missing) {
      values_.push_back(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const bool may_be_names = rows_ == 0 && matrix_.columns.empty() && options_.names != TableNames::kNo;
    std::string remedy = "leave out the row or the column, or put a number there";
    if (is_missing) remedy += "; --missing=drop-rows leaves out such rows";
    if (may_be_names) remedy += "; if the line names the columns: --names=yes";
    common::ThrowDataError(where, "a finite number",
                           cell.text.empty() ? "an empty cell" : common::Quote(cell.text), remedy);
  }

  // A line 0 or 0,1 or 0,1,2 was added as data. It names the columns if all cells below it have fractions,
  // which a program that writes 0.0 or 0.5 would have written there, too.
  void DecideCount() {
    size_t all = 0;  // columns that have only fractions below
    for (size_t c = 0; c < width_; ++c) all += plain_[c] == 1 && fractions_[c] > 0 ? 1 : 0;
    const std::string line = width_ == 1 ? "0" : width_ == 2 ? "0,1" : "0,1,2";
    if (all == 0) {
      matrix_.notes.push_back("the first line, " + line +
                              ", is read as a row of data; if it names the columns: --names=yes");
      return;
    }
    if (all < width_) {
      common::ThrowDataError(first_where_, "names of columns, or a row of data like the rows below",
                             line + ", over some columns that only have fractions",
                             "say which it is: --names=yes or --names=no");
    }
    values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(width_));
    --rows_;
    matrix_.are_columns_counted = true;
    for (size_t c = 0; c < width_; ++c) matrix_.columns.push_back(std::to_string(c));
    matrix_.notes.push_back("the first line, " + line +
                            ", names the columns, as all numbers below have fractions; if it is a row of "
                            "data: --names=no");
  }

  void AddNotes() {
    if (has_decimal_comma_) matrix_.notes.emplace_back("decimal commas are read as decimal points");
    // As 1,50 and 2,75 would be, with a fixed number of decimals.
    const bool may_be_decimals = separator_ == ',' && width_ == 2 && matrix_.columns.empty() && rows_ > 1 &&
                                 second_digits_ > 0 &&
                                 std::ranges::all_of(fractions_, [](int64_t count) { return count == 0; }) &&
                                 (matrix_.rows.col(1).array() >= 0).all();
    if (may_be_decimals) {
      matrix_.notes.emplace_back(
          "each line has two integers, read as two columns; if the comma is a decimal comma, write a point");
    }
  }

  const std::string path_;
  const MatrixOptions& options_;
  TableLines lines_;
  NamedMatrix matrix_;
  char separator_ = 0;
  size_t width_ = 0, rows_ = 0;
  FirstLine first_ = FirstLine::kData;
  std::vector<size_t> chosen_;  // the columns that are read
  std::vector<double> values_;
  // For each column: how many cells are whole numbers, and how many have a decimal point or an exponent.
  std::vector<int64_t> plain_, fractions_;
  size_t second_digits_ = 0;  // the length of the second of two cells, if it is the same in all lines
  std::string first_where_;
  std::vector<std::string> empty_lines_;  // where, in a table of one column, since the last number
  std::string quoted_line_;               // the first line, while it is not decided what it is
  bool is_quoted_decided_ = false, has_decimal_comma_ = false;
};

}  // namespace

NamedMatrix ReadTextTable(const std::string& path, const MatrixOptions& options) {
  return TableReader(path, options).Read();
}

bool CountsUp(const Eigen::RowVectorXd& row, int64_t least) {
  return Counts(row.size(), least, [&](int64_t i) {
    return row[i] == std::floor(row[i]) && std::abs(row[i]) < 1e9 ? static_cast<int64_t>(row[i]) : -1;
  });
}

}  // namespace structlab::kernels
