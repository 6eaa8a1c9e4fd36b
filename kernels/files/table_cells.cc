#include "kernels/files/table_cells.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "common/number.h"

namespace structlab::kernels {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::string Lower(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Marks of pandas, R, SPSS, Excel and others, in lower case. Excel's begin with #.
constexpr std::array<std::string_view, 28> kMissingMarks = {
    "",     "-",    "--",      ".",     "..",      "?",       "na",     "n/a",    "<na>",    "nan",
    "-nan", "+nan", "null",    "nil",   "none",    "missing", "nd",     "1.#ind", "-1.#ind", "1.#qnan",
    "#na",  "#n/a", "#div/0!", "#num!", "#value!", "#ref!",   "#name?", "#null!"};

// A number out of range, such as 1e400.
bool IsTooLarge(const std::string& lower) {
  const size_t exponent = lower.find('e');
  if (exponent == std::string::npos || exponent == 0 || exponent + 1 >= lower.size()) return false;
  const size_t digits = exponent + (lower[exponent + 1] == '-' || lower[exponent + 1] == '+' ? 2 : 1);
  return lower.find_first_not_of("0123456789.") == exponent &&
         lower.find_first_not_of("0123456789", digits) == std::string::npos;
}

}  // namespace

std::vector<TableCell> SplitCells(std::string_view line, char separator) {
  std::vector<TableCell> cells;
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
    cells.push_back({Trimmed(line.substr(begin, end - begin)), begin + 1});
    begin = end + 1;
  }
  return cells;
}

char SeparatorOf(std::string_view line) {
  if (line.find(',') != line.npos) {
    for (const char separator : {';', '\t', ' '}) {
      const std::vector<TableCell> cells = SplitCells(line, separator);
      const auto is_number = [&](const TableCell& cell) {
        return NumberIn(cell.text, separator) || IsMissingMark(cell.text);
      };
      const auto has_comma = [&](const TableCell& cell) { return HasDecimalComma(cell.text, separator); };
      if (cells.size() > 1 && std::ranges::all_of(cells, is_number) &&
          std::ranges::any_of(cells, has_comma)) {
        return separator;
      }
    }
  }
  for (const char separator : {',', ';', '\t'}) {
    bool is_quoted = false;
    for (const char c : line) {
      is_quoted = is_quoted != (c == '"');
      if (c == separator && !is_quoted) return separator;
    }
  }
  return ' ';
}

bool IsQuoted(std::string_view cell) { return cell.size() >= 2 && cell.front() == '"' && cell.back() == '"'; }

std::string Unquoted(std::string_view cell) {
  if (!IsQuoted(cell)) return std::string(cell);
  cell = cell.substr(1, cell.size() - 2);
  std::string name;
  for (size_t i = 0; i < cell.size(); ++i) {
    name += cell[i];
    if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"') ++i;
  }
  return name;
}

std::optional<double> NumberIn(std::string_view cell, char separator) {
  const bool is_quoted = IsQuoted(cell);
  if (is_quoted) cell = Trimmed(cell.substr(1, cell.size() - 2));
  if (const std::optional<double> number = common::ParseFiniteNumber(cell)) return number;
  if (!HasDecimalComma(cell, is_quoted ? ' ' : separator)) return std::nullopt;
  std::string text(cell);
  text[text.find(',')] = '.';
  return common::ParseFiniteNumber(text);
}

bool HasDecimalComma(std::string_view cell, char separator) {
  if (separator == ',') return false;
  const size_t comma = cell.find(',');
  return comma != cell.npos && cell.find_first_not_of("0123456789+-eE,") == cell.npos &&
         cell.find(',', comma + 1) == cell.npos && comma + 1 < cell.size() &&
         std::isdigit(static_cast<unsigned char>(cell[comma + 1]));
}

bool IsMissingMark(std::string_view cell) {
  if (IsQuoted(cell)) cell = Trimmed(cell.substr(1, cell.size() - 2));
  return cell.size() < 10 && std::ranges::find(kMissingMarks, Lower(cell)) != kMissingMarks.end();
}

bool IsAlmostANumber(std::string_view cell) {
  if (cell.empty() || common::ParseFiniteNumber(cell)) return false;
  std::string lower = Lower(cell);
  if (lower == "true" || lower == "false") return true;
  if (lower[0] == '+' || lower[0] == '-') lower.erase(0, 1);
  if (lower == "inf" || lower == "infinity" || IsTooLarge(lower)) return true;
  return lower.ends_with('%') && common::ParseFiniteNumber(Trimmed(lower.substr(0, lower.size() - 1)));
}

bool IsComment(std::string_view line) {
  if (line.starts_with('%')) return true;
  if (!line.starts_with('#')) return false;
  const std::string_view first = line.substr(0, std::min(line.find_first_of(",;\t "), line.size()));
  return first == "#" || !IsMissingMark(first);
}

}  // namespace structlab::kernels
