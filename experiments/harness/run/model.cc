#include "experiments/harness/run/model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

constexpr std::array<std::string_view, 3> kOrigins = {"real", "substitute", "stand-in"};
constexpr std::array<std::string_view, 3> kProtocols = {"paper", "cut", "changed"};
constexpr std::array<std::string_view, 3> kProfiles = {"smoke", "quick", "paper"};
constexpr std::array<std::string_view, 6> kStates = {"done",          "failed",  "timed out",
                                                     "out of memory", "refused", "not run"};

template <typename Value, size_t kCount>
std::optional<Value> Parse(const std::array<std::string_view, kCount>& names, std::string_view text) {
  for (size_t i = 0; i < kCount; ++i) {
    if (names[i] == text) return static_cast<Value>(i);
  }
  return std::nullopt;
}

// The number that the whole text spells, or nothing. Not common::ParseDouble, which throws: most values
// that come here are words.
std::optional<double> AsNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !(text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9'))) {
    return std::nullopt;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (std::isnan(number)) return std::nullopt;  // beside, before and after every other number
  return number;
}

// Negative, zero or positive as a stands before, beside or after b: numbers by value and before words.
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

std::string_view NameOf(DataOrigin origin) { return kOrigins[static_cast<size_t>(origin)]; }
std::string_view NameOf(Protocol protocol) { return kProtocols[static_cast<size_t>(protocol)]; }
std::string_view NameOf(Profile profile) { return kProfiles[static_cast<size_t>(profile)]; }
std::string_view NameOf(CaseState state) { return kStates[static_cast<size_t>(state)]; }

std::optional<DataOrigin> ParseOrigin(std::string_view text) { return Parse<DataOrigin>(kOrigins, text); }
std::optional<Protocol> ParseProtocol(std::string_view text) { return Parse<Protocol>(kProtocols, text); }
std::optional<Profile> ParseProfile(std::string_view text) { return Parse<Profile>(kProfiles, text); }

bool IsTimeUnit(std::string_view unit) {
  for (const std::string_view time : {"s", "ms", "us", "ns", "min", "h"}) {
    if (unit == time) return true;
  }
  return false;
}

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

Setting Setting::Parse(std::string_view text, const std::string& where) {
  Setting setting;
  if (Trim(text).empty()) return setting;
  for (const std::string_view pair : SplitList(text, ';')) {
    const size_t equals = pair.find('=');
    if (equals == pair.npos || Trim(pair.substr(0, equals)).empty()) {
      common::ThrowDataError(where, "key=value;key=value", common::Quote(pair));
    }
    const std::string key(Trim(pair.substr(0, equals)));
    if (setting.Find(key) != nullptr) {
      common::ThrowDataError(where, "each key once", common::Quote(key) + " twice");
    }
    setting.Set(key, std::string(Trim(pair.substr(equals + 1))));
  }
  return setting;
}

void Setting::Set(std::string key, double value) { Set(std::move(key), common::FormatDouble(value)); }

const std::string* Setting::Find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

const std::string& Setting::Text(const std::string& key) const {
  const std::string* value = Find(key);
  if (value == nullptr) common::ThrowUsageError("setting " + key, "a value", "none");
  return *value;
}

double Setting::Number(const std::string& key) const {
  const std::optional<double> number = AsNumber(Text(key));
  if (!number) common::ThrowUsageError("setting " + key, "a number", common::Quote(Text(key)));
  return *number;
}

int64_t Setting::Integer(const std::string& key) const {
  return common::ParseInteger(Text(key), "setting " + key);
}

std::vector<double> Setting::Numbers(const std::string& key) const {
  std::vector<double> numbers;
  for (const std::string_view part : SplitList(Text(key), ',')) {
    const std::optional<double> number = AsNumber(part);
    if (!number) {
      common::ThrowUsageError("setting " + key, "numbers with commas between", common::Quote(Text(key)));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<int64_t> Setting::Integers(const std::string& key) const {
  std::vector<int64_t> integers;
  for (const std::string_view part : SplitList(Text(key), ',')) {
    integers.push_back(common::ParseInteger(part, "setting " + key));
  }
  return integers;
}

bool Setting::Contains(const Setting& part) const {
  return std::ranges::all_of(part.values_, [&](const auto& pair) {
    const std::string* value = Find(pair.first);
    return value != nullptr && SameValue(*value, pair.second);
  });
}

bool Setting::Agrees(const Setting& other) const {
  return std::ranges::all_of(other.values_, [&](const auto& pair) {
    const std::string* value = Find(pair.first);
    return value == nullptr || SameValue(*value, pair.second);
  });
}

std::string Setting::Format() const {
  std::string text;
  for (const auto& [key, value] : values_) {
    if (!text.empty()) text += ';';
    text.append(key).append("=").append(value);
  }
  return text;
}

void Setting::CheckFormat(const std::string& where) const {
  for (const auto& [key, value] : values_) {
    if (key.empty() || key.find_first_of("=;") != key.npos || Trim(key) != key) {
      common::ThrowUsageError(where, "keys without '=', ';' and blanks at their ends, none empty",
                              common::Quote(key));
    }
    if (value.find(';') != value.npos || Trim(value) != value) {
      common::ThrowUsageError(where, "a value without ';' and blanks at its ends for " + common::Quote(key),
                              common::Quote(value));
    }
  }
}

bool operator==(const Setting& a, const Setting& b) { return Compare(a.values_, b.values_) == 0; }
bool operator<(const Setting& a, const Setting& b) { return Compare(a.values_, b.values_) < 0; }

bool operator<(const RowKey& a, const RowKey& b) {
  return std::tie(a.table, a.dataset, a.method, a.metric, a.setting) <
         std::tie(b.table, b.dataset, b.method, b.metric, b.setting);
}

std::string Describe(const RowKey& key) {
  return key.table + ", " + key.dataset + ", " + key.method + ", " + key.setting.Format() + ", " + key.metric;
}

}  // namespace structlab::harness
