#include "common/table_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {

std::string FormatCell(double number) { return FormatDouble(number); }
std::string FormatCell(int count) { return std::to_string(count); }
std::string FormatCell(int64_t number) { return std::to_string(number); }
std::string FormatCell(bool truth) { return truth ? "true" : "false"; }
std::string FormatCell(const std::vector<uint64_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ";"));
}

std::string FormatCell(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    if (item.empty()) continue;
    if (!text.empty()) text += ';';
    for (const char c : item) {
      if (c == ';' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

void ParseCell(const std::string& text, const std::string& where, KeyValues& value) {
  value = KeyValues::Parse(text, where);
}

void ParseCell(const std::string& text, const std::string& where, double& value) {
  value = ParseDouble(text, where);
}

void ParseCell(const std::string& text, const std::string& where, int& value) {
  const int64_t count = ParseInteger(text, where);
  if (count < 0 || count > 1'000'000'000) ThrowDataError(where, "a count from 0 to 1000000000", text);
  value = static_cast<int>(count);
}

void ParseCell(const std::string& text, const std::string& where, int64_t& value) {
  value = ParseInteger(text, where);
}

void ParseCell(const std::string& text, const std::string& where, bool& value) {
  value = text == "true" || text == "yes";
  if (!value && text != "false" && text != "no") {
    ThrowDataError(where, "true, false, yes or no", Quote(text));
  }
}

void ParseCell(const std::string& text, const std::string&, std::vector<std::string>& value) {
  value.clear();
  if (!text.empty()) value.emplace_back();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ';') {
      value.emplace_back();
    } else {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      value.back() += text[i];
    }
  }
}

void ParseCell(const std::string& text, const std::string& where, std::vector<uint64_t>& value) {
  std::vector<std::string> items;
  ParseCell(text, where, items);
  value.clear();
  for (const std::string& item : items) {
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value.emplace_back());
    if (error != std::errc() || end != item.data() + item.size()) {
      ThrowDataError(where, "whole numbers from 0, joined by ';'", Quote(item));
    }
  }
}

size_t ParseWord(const std::string& text, const std::string& where, std::span<const std::string_view> known) {
  const auto found = std::ranges::find(known, text);
  if (found != known.end()) return static_cast<size_t>(found - known.begin());
  std::string words;
  for (size_t i = 0; i < known.size(); ++i) {
    words += fmt::format("{}{}", i == 0 ? "" : i + 1 == known.size() ? " or " : ", ", known[i]);
  }
  ThrowDataError(where, words, Quote(text));
}

}  // namespace structlab::common
