#include "common/key_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

// The number if the whole text is a number, else nothing. ParseDouble is not used because it throws, and most
// values here are words.
std::optional<double> AsNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !(text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9'))) {
    return std::nullopt;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (std::isnan(number)) return std::nullopt;  // NaN has no place in the order of numbers
  return number;
}

// Negative, zero or positive if a is before, equal to or after b. Numbers are compared by value and come
// before words.
int Compare(std::string_view a, std::string_view b) {
  const std::optional<double> number_a = AsNumber(a), number_b = AsNumber(b);
  if (number_a && number_b) return *number_a < *number_b ? -1 : *number_a > *number_b ? 1 : 0;
  if (number_a || number_b) return number_a ? -1 : 1;
  return a.compare(b);
}

int Compare(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  auto i = a.begin(), j = b.begin();
  for (; i != a.end() && j != b.end(); ++i, ++j) {
    if (const int order = i->first.compare(j->first); order != 0) return order;
    if (const int order = Compare(i->second, j->second); order != 0) return order;
  }
  return i != a.end() ? 1 : j != b.end() ? -1 : 0;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<std::string_view> SplitList(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0;;) {
    const size_t end = text.find(separator, begin);
    parts.push_back(Trim(text.substr(begin, end == text.npos ? end : end - begin)));
    if (end == text.npos) return parts;
    begin = end + 1;
  }
}

bool SameValue(std::string_view a, std::string_view b) { return Compare(a, b) == 0; }

KeyValues KeyValues::Parse(std::string_view text, const std::string& where) {
  KeyValues setting;
  if (Trim(text).empty()) return setting;
  for (const std::string_view pair : SplitList(text, ';')) {
    const size_t equals = pair.find('=');
    if (equals == pair.npos || Trim(pair.substr(0, equals)).empty()) {
      ThrowDataError(where, "key=value;key=value", Quote(pair));
    }
    const std::string key(Trim(pair.substr(0, equals)));
    if (setting.Find(key) != nullptr) {
      ThrowDataError(where, "each key once", Quote(key) + " twice");
    }
    setting.Set(key, std::string(Trim(pair.substr(equals + 1))));
  }
  return setting;
}

void KeyValues::Set(std::string key, double value) { Set(std::move(key), FormatDouble(value)); }

const std::string* KeyValues::Find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

const std::string& KeyValues::Text(const std::string& key) const {
  const std::string* value = Find(key);
  if (value == nullptr) ThrowUsageError("setting " + key, "a value", "none");
  return *value;
}

double KeyValues::Number(const std::string& key) const {
  const std::optional<double> number = AsNumber(Text(key));
  if (!number) ThrowUsageError("setting " + key, "a number", Quote(Text(key)));
  return *number;
}

int64_t KeyValues::Integer(const std::string& key) const { return ParseInteger(Text(key), "setting " + key); }

std::vector<double> KeyValues::Numbers(const std::string& key) const {
  std::vector<double> numbers;
  for (const std::string_view part : SplitList(Text(key), ',')) {
    const std::optional<double> number = AsNumber(part);
    if (!number) {
      ThrowUsageError("setting " + key, "numbers with commas between", Quote(Text(key)));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<int64_t> KeyValues::Integers(const std::string& key) const {
  std::vector<int64_t> integers;
  for (const std::string_view part : SplitList(Text(key), ',')) {
    integers.push_back(ParseInteger(part, "setting " + key));
  }
  return integers;
}

bool KeyValues::Contains(const KeyValues& part) const {
  return std::ranges::all_of(part.values_, [&](const auto& pair) {
    const std::string* value = Find(pair.first);
    return value != nullptr && SameValue(*value, pair.second);
  });
}

bool KeyValues::Agrees(const KeyValues& other) const {
  return std::ranges::all_of(other.values_, [&](const auto& pair) {
    const std::string* value = Find(pair.first);
    return value == nullptr || SameValue(*value, pair.second);
  });
}

std::string KeyValues::Format() const {
  std::string text;
  for (const auto& [key, value] : values_) {
    if (!text.empty()) text += ';';
    text.append(key).append("=").append(value);
  }
  return text;
}

void KeyValues::CheckFormat(const std::string& where) const {
  for (const auto& [key, value] : values_) {
    if (key.empty() || key.find_first_of("=;") != key.npos || Trim(key) != key) {
      ThrowUsageError(where, "keys without '=', ';' and blanks at their ends, none empty", Quote(key));
    }
    if (value.find(';') != value.npos || Trim(value) != value) {
      ThrowUsageError(where, "a value without ';' and blanks at its ends for " + Quote(key), Quote(value));
    }
  }
}

bool operator==(const KeyValues& a, const KeyValues& b) { return Compare(a.values_, b.values_) == 0; }
bool operator<(const KeyValues& a, const KeyValues& b) { return Compare(a.values_, b.values_) < 0; }

}  // namespace structlab::common
