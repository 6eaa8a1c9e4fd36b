#include "experiments/harness/run/items.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <set>
#include <system_error>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

constexpr std::string_view kSigns = "%,;*";

std::string Escape(std::string_view text) {
  std::string escaped;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto code = static_cast<unsigned char>(c);
    const bool is_outer_space = c == ' ' && (i == 0 || i + 1 == text.size());
    if (is_outer_space || code < 0x20 || code == 0x7f || kSigns.find(c) != kSigns.npos) {
      escaped += fmt::format("%{:02X}", code);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Unescape(std::string_view text, const std::string& where) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() < 2 || error != std::errc() || end != digits.data() + 2) {
      common::ThrowDataError(where, "two hexadecimal digits after '%'", common::Quote(text));
    }
    plain += static_cast<char>(code);
    i += 2;
  }
  return plain;
}

std::string FormatList(const std::vector<std::string>& texts) {
  std::string list = std::to_string(texts.size());
  if (texts == NumberedItems(texts.size())) return list;
  for (size_t i = 0, next = 0; i < texts.size(); i = next) {
    while (next < texts.size() && texts[next] == texts[i]) ++next;
    list.append(i == 0 ? ":" : ",").append(Escape(texts[i]));
    if (next - i > 1) list.append("*").append(std::to_string(next - i));
  }
  return list;
}

std::vector<std::string> ParseList(std::string_view list, size_t size, const std::string& where) {
  const size_t colon = list.find(':');
  const auto expect = [&](int64_t found) {
    if (found >= 0 && static_cast<uint64_t>(found) == size) return;
    common::ThrowDataError(where, fmt::format("a list of {} texts, one an item", size),
                           std::to_string(found));
  };
  expect(common::ParseInteger(list.substr(0, colon), where));
  if (colon == list.npos) return NumberedItems(size);
  std::vector<std::string> texts;
  for (const std::string_view run : SplitList(list.substr(colon + 1), ',')) {
    const size_t star = run.find('*');
    const int64_t count = star == run.npos ? 1 : common::ParseInteger(run.substr(star + 1), where);
    if (count < 1 || static_cast<uint64_t>(count) > size - texts.size()) {
      common::ThrowDataError(where, fmt::format("{} texts, as the list begins", size), common::Quote(list));
    }
    texts.insert(texts.end(), static_cast<size_t>(count), Unescape(run.substr(0, star), where));
  }
  expect(std::ssize(texts));
  return texts;
}

}  // namespace

void CheckItems(const Items& items, const std::vector<std::vector<double>>& parts, const std::string& where) {
  std::set<std::string> seen;
  for (const std::string& id : items.ids) {
    if (!seen.insert(id).second) {
      common::ThrowUsageError(where, "each item once", common::Quote(id) + " a second time");
    }
  }
  if (parts.empty())
    common::ThrowUsageError(where, "a value or the parts of a statistic for each item", "none");
  const auto check = [&](size_t found, const char* what) {
    if (found == items.size()) return;
    common::ThrowUsageError(where, fmt::format("{} {}, one an item", items.size(), what),
                            std::to_string(found));
  };
  for (const std::vector<std::string>& groups : items.groups) check(groups.size(), "groups");
  for (const std::vector<double>& part : parts) check(part.size(), "values");
}

std::vector<std::string> NumberedItems(size_t count) {
  std::vector<std::string> ids;
  for (size_t i = 0; i < count; ++i) ids.push_back(std::to_string(i));
  return ids;
}

std::string FormatItems(const Items& items) {
  std::string text = FormatList(items.ids);
  for (const std::vector<std::string>& groups : items.groups) text.append(";").append(FormatList(groups));
  return text;
}

Items ParseItems(std::string_view text, size_t size, const std::string& where) {
  Items items;
  bool is_first = true;
  for (const std::string_view list : SplitList(text, ';')) {
    (is_first ? items.ids : items.groups.emplace_back()) = ParseList(list, size, where);
    is_first = false;
  }
  try {
    CheckItems(items, {std::vector<double>(size)}, where);
  } catch (const common::Error& error) {
    throw common::Error(common::ErrorKind::kData, error.parts());
  }
  return items;
}

}  // namespace structlab::harness
