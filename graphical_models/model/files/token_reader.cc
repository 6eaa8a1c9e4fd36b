#include "graphical_models/model/files/token_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::graphical_models {
namespace {

constexpr int64_t kTokensBetweenStops = int64_t{1} << 16;
constexpr size_t kLongestLine = size_t{1} << 26;

// The white space of the C locale, except the line feed, which ends lines.
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// from_chars does not accept '+'.
std::string_view WithoutPlus(std::string_view token) {
  return token.size() > 1 && token[0] == '+' && token[1] != '-' ? token.substr(1) : token;
}

}  // namespace

TokenReader::TokenReader(const std::string& path, Comments comments)
    : path_(path), has_comments_(comments == Comments::kHash), input_(path, kLongestLine) {}

std::string TokenReader::Where(const Place& place) const {
  const std::string where = fmt::format("{}:{}", path_, place.line);
  return place.column == 0 ? where : fmt::format("{}:{}", where, place.column);
}

std::string TokenReader::WhereEnd() const {
  return Where({std::max<int64_t>(input_.line_number(), 1), end_column_});
}

// Moves to the first character of the next token; returns false at the end of the file.
bool TokenReader::FindToken() {
  while (true) {
    while (position_ < line_.size() && IsSpace(line_[position_])) ++position_;
    if (position_ < line_.size() && !AtComment()) return true;
    position_ = 0;
    const size_t size = line_.size();
    if (!input_.Next(&line_)) {
      if (!is_at_end_) end_column_ = size + 1;
      is_at_end_ = true;
      line_ = {};
      return false;
    }
  }
}

bool TokenReader::AtEnd() { return !FindToken(); }

std::string_view TokenReader::Token(std::string_view expected) {
  if (!FindToken()) {
    common::ThrowDataError(WhereEnd(), std::string(expected), "the end of the file",
                           "the file is cut off or a count in it is too large");
  }
  const size_t begin = position_;
  while (position_ < line_.size() && !IsSpace(line_[position_])) ++position_;
  token_ = line_.substr(begin, position_ - begin);
  column_ = begin + 1;
  if (++tokens_ % kTokensBetweenStops == 0) common::StopPoint();
  return token_;
}

void TokenReader::ExpectEnd(std::string_view whole) {
  if (AtEnd()) return;
  Token("a token");
  Refuse("the end of the file after " + std::string(whole),
         "remove the rest or correct the counts before it");
}

int64_t TokenReader::Integer(std::string_view expected, int64_t low, int64_t high) {
  Token(expected);
  return LastAsInteger(expected, low, high);
}

int64_t TokenReader::LastAsInteger(std::string_view expected, int64_t low, int64_t high) const {
  const std::string_view digits = WithoutPlus(token_);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_integer = end == digits.data() + digits.size() && error != std::errc::invalid_argument;
  if (!is_integer || error == std::errc::result_out_of_range || value < low || value > high) {
    const std::string range =
        high == INT64_MAX ? fmt::format(", at least {}", low) : fmt::format(", {} to {}", low, high);
    Refuse(std::string(expected) + range);
  }
  return value;
}

double TokenReader::Number(std::string_view expected) {
  const std::string_view digits = WithoutPlus(Token(expected));
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || error == std::errc::invalid_argument || !std::isfinite(value)) {
    Refuse(expected);
  }
  if (error == std::errc::result_out_of_range) {
    Refuse(std::string(expected) + " that is 0 or from 4.9e-324 to 1.8e308 in magnitude");
  }
  return value;
}

std::string_view TokenReader::RestOfLine() {
  std::string_view rest = line_.substr(position_);
  position_ = line_.size();
  while (!rest.empty() && IsSpace(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && IsSpace(rest.back())) rest.remove_suffix(1);
  return rest;
}

void TokenReader::Refuse(std::string_view expected, std::string_view remedy) const {
  RefuseFound(expected, common::Quote(token_), remedy);
}

void TokenReader::RefuseFound(std::string_view expected, std::string_view found,
                              std::string_view remedy) const {
  common::ThrowDataError(Where(), std::string(expected), std::string(found), std::string(remedy));
}

}  // namespace structlab::graphical_models
