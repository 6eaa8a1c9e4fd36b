#include "experiments/harness/report/quotes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

constexpr const char kOneNumber[] = "one recorded number";

// What a quote says of a recorded number.
struct NumberName {
  std::string table, metric;
  std::optional<std::string> method, dataset;
  Setting setting;
};

enum class Change { kNone, kPercent, kLess, kMore };
enum class Choice { kOnly, kLowest, kHighest, kRange };

struct ParsedQuote {
  NumberName left;
  char sign = 0;  // '/', '-', or 0 for one number
  NumberName right = {};
  std::optional<int> digits = {};
  Change change = Change::kNone;
  Choice choice = Choice::kOnly;
};

// Takes what follows the last `word` off the text; none if the word is not there.
std::optional<std::string> TakeBehindLast(std::string_view word, std::string_view& text) {
  const size_t begin = text.rfind(word);
  if (begin == text.npos) return {};
  return std::string(std::exchange(text, text.substr(0, begin)).substr(begin + word.size()));
}

[[noreturn]] void ThrowUnreadable(const std::string& where, const char* expected, std::string_view found) {
  common::ThrowDataError(where, expected, common::Quote(found));
}

// `all` begins with " of ", " on " or " at ", or is empty.
void ParseKeys(std::string_view all, const std::string& where, NumberName& name) {
  std::string_view rest = all;
  if (const auto setting = TakeBehindLast(" at ", rest); setting && setting->find('=') != setting->npos) {
    const Setting given = Setting::Parse(*setting, where);
    for (const auto& [key, value] : given.values()) name.setting.Set(key, value);
  } else {
    rest = all;
  }
  if (const auto dataset = TakeBehindLast(" on ", rest)) name.dataset = dataset;
  if (rest.starts_with(" of ")) {
    name.method = rest.substr(4);
  } else if (!rest.empty()) {
    ThrowUnreadable(where, "'of METHOD', 'on DATASET' or 'at key=value' in a quote", all);
  }
}

NumberName ParseName(std::string_view text, const std::string& where) {
  NumberName name;
  const size_t colon = text.rfind(": ");
  const std::string_view rest = colon == text.npos ? "" : text.substr(colon + 2);
  const size_t end = std::min({rest.find(" of "), rest.find(" on "), rest.find(" at "), rest.size()});
  if (colon == 0 || end == 0) ThrowUnreadable(where, "a quote, '{TABLE: METRIC}'", text);
  name.table = text.substr(0, colon);
  name.metric = rest.substr(0, end);
  ParseKeys(rest.substr(end), where, name);
  return name;
}

void ParseForm(std::string_view form, const std::string& where, ParsedQuote& quote) {
  const bool is_ratio = quote.sign == '/';
  if (form.ends_with(" digit") || form.ends_with(" digits")) {
    const std::string_view count = form.substr(0, form.find(' '));
    if (count.size() == 1 && count[0] >= '0' && count[0] <= '9') return void(quote.digits = count[0] - '0');
  }
  if (form == "percent") return void(quote.change = Change::kPercent);
  if (form == "less" && is_ratio) return void(quote.change = Change::kLess);
  if (form == "more" && is_ratio) return void(quote.change = Change::kMore);
  if (form == "lowest") return void(quote.choice = Choice::kLowest);
  if (form == "highest") return void(quote.choice = Choice::kHighest);
  if (form == "range") return void(quote.choice = Choice::kRange);
  ThrowUnreadable(where, "'N digits', percent, lowest, highest, range or, of a ratio, less or more", form);
}

// Does a right side leave out table and metric?
bool IsShort(std::string_view right) {
  return right.starts_with(" of ") || right.starts_with(" on ") || right.starts_with(" at ");
}

// Where the sign is: behind the first colon, since tables may have one in their names, and before a name.
size_t FindSign(std::string_view names) {
  for (size_t at = std::min(names.find(": "), names.size()); at < names.size();) {
    at = std::min(names.find(" / ", at + 1), names.find(" - ", at + 1));
    if (at == names.npos || IsShort(names.substr(at + 2)) || names.find(": ", at) != names.npos) return at;
  }
  return names.npos;
}

ParsedQuote ParseQuote(std::string_view text, const std::string& where) {
  ParsedQuote quote;
  const size_t bar = std::min(text.find(" | "), text.size());
  const std::string_view names = text.substr(0, bar);
  const size_t sign = FindSign(names);
  quote.left = ParseName(names.substr(0, sign), where);
  if (sign != names.npos) {
    quote.sign = names[sign + 1];
    const std::string_view right = names.substr(sign + 2);  // with the blank before it
    quote.right = IsShort(right) ? quote.left : ParseName(right.substr(1), where);
    if (IsShort(right)) ParseKeys(right, where, quote.right);
  }
  if (bar < text.size()) {
    for (const auto form : common::SplitList(text.substr(bar + 3), ',')) ParseForm(form, where, quote);
  }
  return quote;
}

// The rows that have the name and do not contradict `open`.
std::vector<const ResultRow*> Fitting(const NumberName& name, const Setting& open,
                                      const std::vector<ResultRow>& recorded) {
  std::vector<const ResultRow*> rows;
  for (const ResultRow& row : recorded) {
    const bool fits = row.metric == name.metric && row.table == name.table &&
                      (!name.method || *name.method == row.method) &&
                      (!name.dataset || *name.dataset == row.dataset) && row.setting.Contains(name.setting) &&
                      row.setting.Agrees(open);
    if (fits) rows.push_back(&row);
  }
  return rows;
}

std::string NameOfNumber(const ResultRow& row) {
  const auto part = [](const char* word, const std::string& what) { return what.empty() ? "" : word + what; };
  return fmt::format("{}: {}{}{}{}", row.table, row.metric, part(" of ", row.method),
                     part(" on ", row.dataset), part(" at ", row.setting.Format()));
}

// Keeps the one row that is meant, if several fit: that of exactly this setting, or else that of the best
// protocol. Throws common::Error(kData) at `where` if none or several are left.
void KeepMeant(const Setting& setting, const std::string& where, std::string_view quote,
               const std::vector<ResultRow>& recorded, std::vector<const ResultRow*>& rows) {
  const auto keep_if_one = [&](const auto& is_meant) {
    if (std::ranges::count_if(rows, is_meant) != 1) return;
    std::erase_if(rows, [&](const ResultRow* row) { return !is_meant(row); });
  };
  keep_if_one([&](const ResultRow* row) { return row->setting == setting; });
  const auto best = std::ranges::min_element(rows, {}, &ResultRow::protocol);
  if (best == rows.end()) {
    std::vector<std::string> names;
    for (const ResultRow& row : recorded) names.push_back(NameOfNumber(row));
    common::ThrowDataError(
        where, "a recorded number",
        "none of this name; the nearest are " + common::ListNearest(quote, names, /*max_shown=*/3));
  }
  keep_if_one([&, least = (*best)->protocol](const ResultRow* row) { return row->protocol == least; });
  if (rows.size() == 1) return;
  common::ThrowDataError(
      where, kOneNumber,
      fmt::format("{}: {}; {}", rows.size(), NameOfNumber(*rows[0]), NameOfNumber(*rows[1])));
}

// The number on the right of a sign that agrees with that on the left in all that the quote leaves open.
double PartnerOf(const ResultRow& left, const ParsedQuote& parsed, const std::string& where,
                 std::string_view quote, const std::vector<ResultRow>& recorded) {
  NumberName name = parsed.right;
  if (!name.method && !parsed.left.method) name.method = left.method;
  if (!name.dataset && !parsed.left.dataset) name.dataset = left.dataset;
  Setting open, exact = name.setting;
  for (const auto& [key, value] : left.setting.values()) {
    if (parsed.left.setting.Find(key) != nullptr || name.setting.Find(key) != nullptr) continue;
    open.Set(key, value);
    exact.Set(key, value);
  }
  std::vector<const ResultRow*> rows = Fitting(name, open, recorded);
  KeepMeant(exact, where, quote, recorded, rows);
  return *rows[0]->value;
}

double Changed(double value, Change change, const std::string& where) {
  if (change == Change::kNone) return value;
  if (change == Change::kPercent) return 100 * value;
  const bool is_less = change == Change::kLess;
  const double part = is_less ? 1 - value : value - 1;
  if (part < 0) {
    common::ThrowDataError(where, is_less ? "a ratio of at most 1" : "a ratio of at least 1",
                           common::FormatShort(value));
  }
  return 100 * part;
}

std::string FormatNumber(double value, const std::optional<int>& digits) {
  std::string text = fmt::format("{:.2e}", value);
  const int decimals = std::max(0, 2 - std::stoi(text.substr(text.find('e') + 1)));
  text = fmt::format("{:.{}f}", value, digits.value_or(value == std::floor(value) ? 0 : decimals));
  if (!text.starts_with('-')) return text;
  return text.find_first_of("123456789") == text.npos ? text.substr(1) : "\u2212" + text.substr(1);
}

// The number of the quote as text. Throws common::Error(kData) at `where` if there is none.
std::string NumberOf(std::string_view quote, const std::string& where,
                     const std::vector<ResultRow>& recorded) {
  const ParsedQuote parsed = ParseQuote(quote, where);
  std::vector<const ResultRow*> rows = Fitting(parsed.left, {}, recorded);
  if (parsed.choice == Choice::kOnly || rows.empty())
    KeepMeant(parsed.left.setting, where, quote, recorded, rows);
  std::vector<double> values;
  for (const ResultRow* row : rows) {
    double value = *row->value;
    if (parsed.sign != 0) {
      const double partner = PartnerOf(*row, parsed, where, quote, recorded);
      value = parsed.sign == '/' ? value / partner : value - partner;
    }
    if (!std::isfinite(value)) common::ThrowDataError(where, "a finite number", common::FormatShort(value));
    values.push_back(Changed(value, parsed.change, where));
  }
  const std::string low = FormatNumber(std::ranges::min(values), parsed.digits);
  const std::string high = FormatNumber(std::ranges::max(values), parsed.digits);
  if (parsed.choice == Choice::kHighest) return high;
  return parsed.choice == Choice::kRange && low != high ? fmt::format("{} to {}", low, high) : low;
}

}  // namespace

std::vector<std::string> ReadQuotes(std::string_view text, const std::string& where) {
  std::vector<std::string> quotes;
  while (!text.empty()) {
    const size_t begin = text.find_first_of("{}");
    if (begin == text.npos) break;
    const size_t end = text.find_first_of("{}", begin + 1);
    if (text[begin] == '}' || end == text.npos || text[end] == '{') {
      ThrowUnreadable(where, "a quote with both its braces in one line", text.substr(begin));
    }
    quotes.emplace_back(text.substr(begin + 1, end - begin - 1));
    ParseQuote(quotes.back(), where);
    text.remove_prefix(end + 1);
  }
  return quotes;
}

Quotes::Quotes(std::vector<ResultRow> recorded) : recorded_(std::move(recorded)) {
  // Keeps numbers; of those with the same key the ones of the best protocol, and equal ones once.
  std::ranges::stable_sort(recorded_, {}, &ResultRow::protocol);
  std::map<RowKey, std::set<std::pair<Protocol, double>>> kept;
  std::erase_if(recorded_, [&](const ResultRow& row) {
    if (!row.value) return true;
    auto& known = kept[row];
    const bool is_worse = !known.empty() && known.begin()->first < row.protocol;
    return is_worse || !known.emplace(row.protocol, *row.value).second;
  });
}

std::string Quotes::Filled(std::string_view text) const {
  std::string filled;
  while (!text.empty()) {
    const size_t begin = text.find('{'), end = text.find('}', std::min(begin, text.size()));
    filled += text.substr(0, end == text.npos ? end : begin);
    if (end == text.npos) break;
    try {
      filled += NumberOf(text.substr(begin + 1, end - begin - 1), "", recorded_);
    } catch (const common::Error& error) {
      filled += error.parts().expected == kOneNumber ? "not one recorded number" : "not recorded";
    }
    text.remove_prefix(end + 1);
  }
  return filled;
}

About Quotes::Filled(About about) const {
  for (std::string* text : {&about.title, &about.source, &about.introduction}) *text = Filled(*text);
  for (std::vector<std::string>* items : {&about.conclusions, &about.departures, &about.left_out}) {
    for (std::string& text : *items) text = Filled(text);
  }
  for (About::Caption& caption : about.figures) {
    caption.title = Filled(caption.title);
    caption.text = Filled(caption.text);
  }
  return about;
}

std::vector<std::string> Quotes::Problems(const About& about, const std::string& name) const {
  std::vector<std::string> problems;
  if (recorded_.empty()) return problems;
  for (const About::PlacedQuote& quote : about.quotes) {
    try {
      NumberOf(quote.text, fmt::format("{}:{}: {{{}}}", name, quote.line, quote.text), recorded_);
    } catch (const common::Error& error) {
      problems.push_back(error.what());
    }
  }
  return problems;
}

}  // namespace structlab::harness
