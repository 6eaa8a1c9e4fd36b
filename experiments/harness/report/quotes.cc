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

namespace structlab::harness {
namespace {

constexpr std::string_view kNotRecorded = "not recorded";
constexpr size_t kShownNames = 3;
constexpr int kMaxDigits = 9;

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
  std::string behind(text.substr(begin + word.size()));
  text = text.substr(0, begin);
  return behind;
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
  if (colon == text.npos) ThrowUnreadable(where, "a quote, '{TABLE: METRIC}'", text);
  name.table = text.substr(0, colon);
  const std::string_view rest = text.substr(colon + 2);
  const size_t end = std::min({rest.find(" of "), rest.find(" on "), rest.find(" at "), rest.size()});
  name.metric = rest.substr(0, end);
  if (name.table.empty() || name.metric.empty()) ThrowUnreadable(where, "a quote, '{TABLE: METRIC}'", text);
  ParseKeys(rest.substr(end), where, name);
  return name;
}

void ParseForm(std::string_view form, const std::string& where, ParsedQuote& quote) {
  const bool is_ratio = quote.sign == '/';
  if (form.ends_with(" digit") || form.ends_with(" digits")) {
    const std::string_view count = form.substr(0, form.find(' '));
    if (count.size() == 1 && count[0] >= '0' && count[0] - '0' <= kMaxDigits) {
      quote.digits = count[0] - '0';
      return;
    }
  }
  if (form == "percent") return void(quote.change = Change::kPercent);
  if (form == "less" && is_ratio) return void(quote.change = Change::kLess);
  if (form == "more" && is_ratio) return void(quote.change = Change::kMore);
  if (form == "lowest") return void(quote.choice = Choice::kLowest);
  if (form == "highest") return void(quote.choice = Choice::kHighest);
  if (form == "range") return void(quote.choice = Choice::kRange);
  ThrowUnreadable(where, "'N digits', percent, lowest, highest, range or, of a ratio, less or more", form);
}

ParsedQuote ParseQuote(std::string_view text, const std::string& where) {
  ParsedQuote quote;
  const size_t bar = std::min(text.find(" | "), text.size());
  const std::string_view names = text.substr(0, bar);
  // A table may have a sign in its name: that of the quote stands behind the first colon.
  const size_t colon = std::min(names.find(": "), names.size());
  const size_t sign = std::min(names.find(" / ", colon), names.find(" - ", colon));
  quote.left = ParseName(names.substr(0, sign), where);
  if (sign != names.npos) {
    quote.sign = names[sign + 1];
    const std::string_view right = names.substr(sign + 2);  // with the blank before it
    const bool is_short = right.starts_with(" of ") || right.starts_with(" on ") || right.starts_with(" at ");
    quote.right = is_short ? quote.left : ParseName(right.substr(1), where);
    if (is_short) ParseKeys(right, where, quote.right);
  }
  if (bar < text.size()) {
    for (const std::string_view form : common::SplitList(text.substr(bar + 3), ',')) {
      ParseForm(form, where, quote);
    }
  }
  return quote;
}

bool Fits(const ResultRow& row, const NumberName& name) {
  return row.value && row.metric == name.metric && row.table == name.table &&
         (!name.method || *name.method == row.method) && (!name.dataset || *name.dataset == row.dataset) &&
         row.setting.Contains(name.setting);
}

std::string NameOfNumber(const ResultRow& row) {
  std::string name = fmt::format("{}: {}", row.table, row.metric);
  const auto add = [&](const char* word, const std::string& what) {
    if (!what.empty()) name += fmt::format(" {} {}", word, what);
  };
  add("of", row.method);
  add("on", row.dataset);
  add("at", row.setting.Format());
  return name;
}

// What a name comes to: numbers, or why there are none.
struct Found {
  std::vector<const ResultRow*> rows;
  std::string problem;
};

// The one row that is meant, if several fit: that of exactly this setting, or else that of the best protocol.
void KeepMeant(const Setting& setting, std::vector<const ResultRow*>& rows) {
  const auto keep_if_one = [&](const auto& is_meant) {
    if (std::ranges::count_if(rows, is_meant) != 1) return;
    std::erase_if(rows, [&](const ResultRow* row) { return !is_meant(row); });
  };
  keep_if_one([&](const ResultRow* row) { return row->setting == setting; });
  const auto best = std::ranges::min_element(rows, {}, &ResultRow::protocol);
  if (best != rows.end()) {
    keep_if_one(
        [&, protocol = (*best)->protocol](const ResultRow* row) { return row->protocol == protocol; });
  }
}

Found NoneOrTwo(std::string_view text, const std::vector<ResultRow>& recorded, Found found) {
  if (found.rows.empty()) {
    std::vector<std::string> names;
    for (const ResultRow& row : recorded) {
      if (row.value) names.push_back(NameOfNumber(row));
    }
    found.problem = fmt::format("no such number is recorded; the nearest are {}",
                                common::ListNearest(text, names, kShownNames));
  } else if (found.rows.size() > 1) {
    found.problem = fmt::format("{} recorded numbers have this name: {}; {}", found.rows.size(),
                                NameOfNumber(*found.rows[0]), NameOfNumber(*found.rows[1]));
  }
  return found;
}

Found FindRows(const NumberName& name, bool several, std::string_view text,
               const std::vector<ResultRow>& recorded) {
  Found found;
  for (const ResultRow& row : recorded) {
    if (Fits(row, name)) found.rows.push_back(&row);
  }
  if (several && !found.rows.empty()) return found;
  KeepMeant(name.setting, found.rows);
  return NoneOrTwo(text, recorded, std::move(found));
}

// The row on the right of a sign that agrees with that on the left in all that the quote leaves open.
Found FindPartner(const ParsedQuote& quote, const ResultRow& left, std::string_view text,
                  const std::vector<ResultRow>& recorded) {
  NumberName name = quote.right;
  if (!name.method && !quote.left.method) name.method = left.method;
  if (!name.dataset && !quote.left.dataset) name.dataset = left.dataset;
  Setting open;
  for (const auto& [key, value] : left.setting.values()) {
    const bool is_quoted = quote.left.setting.Find(key) != nullptr || name.setting.Find(key) != nullptr;
    if (!is_quoted) open.Set(key, value);
  }
  Setting exact = name.setting;
  for (const auto& [key, value] : open.values()) exact.Set(key, value);
  Found found;
  for (const ResultRow& row : recorded) {
    if (Fits(row, name) && row.setting.Agrees(open)) found.rows.push_back(&row);
  }
  KeepMeant(exact, found.rows);
  return NoneOrTwo(text, recorded, std::move(found));
}

std::string FormatNumber(double value, const std::optional<int>& digits) {
  std::string text = fmt::format("{:.2e}", value);
  int decimals = std::max(0, 2 - std::stoi(text.substr(text.find('e') + 1)));
  if (value == std::floor(value)) decimals = 0;
  text = fmt::format("{:.{}f}", value, digits.value_or(decimals));
  if (!text.starts_with('-')) return text;
  return text.find_first_of("123456789") == text.npos ? text.substr(1) : "\u2212" + text.substr(1);
}

// The number of the quote as text, or why there is none.
struct Answer {
  std::string text, problem;
};

Answer AnswerTo(std::string_view text, const std::vector<ResultRow>& recorded) {
  const ParsedQuote quote = ParseQuote(text, "");
  const Found left = FindRows(quote.left, quote.choice != Choice::kOnly, text, recorded);
  if (!left.problem.empty()) return {"", left.problem};
  std::vector<double> values;
  for (const ResultRow* row : left.rows) {
    double value = *row->value;
    if (quote.sign != 0) {
      const Found right = FindPartner(quote, *row, text, recorded);
      if (!right.problem.empty()) return {"", right.problem};
      value = quote.sign == '/' ? value / *right.rows[0]->value : value - *right.rows[0]->value;
    }
    if (quote.change == Change::kLess) value = 1 - value;
    if (quote.change == Change::kMore) value = value - 1;
    if (!std::isfinite(value)) return {"", "this is not a finite number: " + NameOfNumber(*row)};
    const bool has_side = quote.change == Change::kLess || quote.change == Change::kMore;
    if (has_side && value < 0) {
      return {"", fmt::format("it is {} and not {}: {}", quote.change == Change::kLess ? "more" : "less",
                              quote.change == Change::kLess ? "less" : "more", NameOfNumber(*row))};
    }
    values.push_back(quote.change == Change::kNone ? value : 100 * value);
  }
  const std::string low = FormatNumber(std::ranges::min(values), quote.digits);
  const std::string high = FormatNumber(std::ranges::max(values), quote.digits);
  if (quote.choice == Choice::kHighest) return {high, ""};
  const bool is_range = quote.choice == Choice::kRange && low != high;
  return {is_range ? fmt::format("{} to {}", low, high) : low, ""};
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
  // Of rows with the same key those of the best protocol, and equal ones once.
  std::ranges::stable_sort(recorded_, {}, &ResultRow::protocol);
  std::map<RowKey, std::pair<Protocol, std::set<std::optional<double>>>> kept;
  std::erase_if(recorded_, [&](const ResultRow& row) {
    auto& [protocol, values] =
        kept.emplace(row, std::pair(row.protocol, std::set<std::optional<double>>())).first->second;
    return row.protocol > protocol || !values.insert(row.value).second;
  });
}

std::string Quotes::Filled(std::string_view text) const {
  std::string filled;
  while (!text.empty()) {
    const size_t begin = text.find('{'), end = text.find('}', std::min(begin, text.size()));
    filled += text.substr(0, end == text.npos ? end : begin);
    if (end == text.npos) break;
    const Answer answer = AnswerTo(text.substr(begin + 1, end - begin - 1), recorded_);
    filled += answer.problem.empty() ? answer.text : kNotRecorded;
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
    const Answer answer = AnswerTo(quote.text, recorded_);
    if (answer.problem.empty()) continue;
    problems.push_back(fmt::format("{}:{}: {{{}}}: {}", name, quote.line, quote.text, answer.problem));
  }
  return problems;
}

}  // namespace structlab::harness
