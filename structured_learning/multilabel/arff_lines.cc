#include "structured_learning/multilabel/arff_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr size_t kLongestLine = size_t{1} << 28;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

ArffLines::ArffLines(const std::string& path) : path_(path), input_(path, kLongestLine) {}

bool ArffLines::Next(std::string_view* line) {
  while (NextPiece(line)) {
    common::StopPoint();
    const size_t first = line->find_first_not_of(" \t");
    if (first != line->npos && (*line)[first] != '%') return true;
  }
  return false;
}

bool ArffLines::NextPiece(std::string_view* line) {
  if (has_rest_) {
    ++carriage_returns_;
    *line = rest_;
  } else {
    if (!input_.Next(line)) return false;
    *line = common::WithoutLineEnd(*line);
  }
  const size_t end = line->find('\r');
  has_rest_ = end != line->npos;
  if (has_rest_) {
    rest_ = line->substr(end + 1);
    *line = line->substr(0, end);
  }
  return true;
}

std::string ArffLines::Where(size_t column) const {
  if (carriage_returns_ == 0) return input_.Where(column);
  const std::string where = fmt::format("{}:{}", path_, input_.line_number() + carriage_returns_);
  return column == 0 ? where : fmt::format("{}:{}", where, column);
}

std::string ArffWords::Next(std::string_view separators) {
  std::string word;
  if (at_end()) Refuse("a word", "the end of the line");
  const char quote = current() == '\'' || current() == '"' ? current() : '\0';
  if (quote != '\0') ++position_;
  while (!at_end()) {
    const char c = current();
    if (c == '\\' && position_ + 1 < line_.size()) {
      word += line_[position_ + 1];
      position_ += 2;
      continue;
    }
    if (quote != '\0' ? c == quote : IsBlank(c) || separators.find(c) != separators.npos) break;
    word += c;
    ++position_;
  }
  if (quote != '\0') {
    if (at_end()) Refuse(std::string("a closing ") + quote, "the end of the line");
    ++position_;
  }
  SkipBlanks();
  return word;
}

void ArffWords::Refuse(const std::string& expected, const std::string& found,
                       const std::string& remedy) const {
  common::ThrowDataError(Where(), expected, found, remedy);
}

void ArffWords::SkipBlanks() {
  while (!at_end() && IsBlank(current())) ++position_;
}

}  // namespace structlab::structured_learning
