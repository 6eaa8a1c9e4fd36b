#include "experiments/harness/report_dump.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

using Json = nlohmann::json;

// Each structure is described once, by Visit; writing and reading both follow it. A structure is an array of
// its members: the file is read by this program only.
template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, ResultRow> {
  v(s.package, s.table, s.dataset, s.data, s.method, s.setting, s.metric, s.value, s.std, s.n, s.unit,
    s.higher_is_better, s.reported, s.reported_std, s.is_reported_row, s.reported_note, s.figure, s.protocol,
    s.departures, s.profile, s.seconds, s.cpu_seconds, s.peak_rss_mb, s.seeds, s.cases, s.explanation,
    s.missing, s.is_applicable);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, Explanation> {
  v(s.kind, s.text);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, ClaimRow> {
  v(s.id, s.part, s.package, s.data, s.profile, s.verdict, s.evidence, s.statement, s.rule);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, CaseRow> {
  v(s.key, s.state, s.message, s.command, s.seconds, s.cpu_seconds, s.peak_rss_mb, s.finished);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, Series> {
  v(s.name, s.x, s.y, s.points_only);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, Figure> {
  v(s.id, s.title, s.caption, s.x_label, s.y_label, s.log_x, s.log_y, s.horizontal_line,
    s.horizontal_line_name, s.series, s.panels);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, Panel> {
  v(s.caption);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, RecordedBenchmark> {
  v(s.benchmark, s.value, s.unit, s.yardstick, s.yardstick_value, s.ratio, s.target, s.is_met, s.threads,
    s.note, s.commit, s.date, s.processor);
}

template <typename Visitor>
void Visit(Visitor& v,
           auto& s) requires std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, Fact> {
  v(s.name, s.value);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, PackageReport> {
  v(s.name, s.title, s.source, s.introduction, s.conclusions, s.rows, s.claims, s.cases, s.figures,
    s.benchmarks, s.departures, s.settings, s.provenance, s.command, s.reported_rows, s.interrupted);
}

template <typename Visitor>
void Visit(Visitor& v, auto& s) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, PackageDump> {
  v(s.report, s.report.profile, s.pictures);
}

struct Writer {
  Json array = Json::array();

  template <typename... Members>
  void operator()(const Members&... members) {
    (array.push_back(ToJson(members)), ...);
  }

  static Json ToJson(const std::string& text) { return text; }
  static Json ToJson(bool truth) { return truth; }
  static Json ToJson(int number) { return number; }
  static Json ToJson(uint64_t number) { return number; }
  static Json ToJson(double number) {
    return std::isfinite(number) ? Json(number) : Json(common::FormatDouble(number));
  }
  static Json ToJson(const Setting& setting) { return setting.values(); }
  template <typename Value>
  static Json ToJson(const std::optional<Value>& value) {
    return value ? ToJson(*value) : Json(nullptr);
  }
  template <typename Value>
  static Json ToJson(const std::vector<Value>& values) {
    Json array = Json::array();
    for (const Value& value : values) array.push_back(ToJson(value));
    return array;
  }
  template <typename Value>
  static Json ToJson(const Value& value) requires std::is_enum_v<Value> {
    return static_cast<int>(value);
  }
  template <typename Value>
  static Json ToJson(const Value& value) requires std::is_aggregate_v<Value> {
    Writer writer;
    Visit(writer, value);
    return std::move(writer.array);
  }
};

// The last value of each category, which counts from 0: what comes after it has no name.
constexpr DataOrigin LastOf(DataOrigin) { return DataOrigin::kStandIn; }
constexpr Protocol LastOf(Protocol) { return Protocol::kChanged; }
constexpr ExplanationKind LastOf(ExplanationKind) { return ExplanationKind::kUnexplained; }
constexpr Verdict LastOf(Verdict) { return Verdict::kNotTested; }
constexpr Profile LastOf(Profile) { return Profile::kPaper; }
constexpr CaseState LastOf(CaseState) { return CaseState::kNotRun; }

struct Reader {
  const Json& array;
  size_t next = 0;

  template <typename... Members>
  void operator()(Members&... members) {
    if (!array.is_array() || array.size() != sizeof...(members))
      throw std::runtime_error("another structure");
    (FromJson(array[next++], members), ...);
  }

  static void FromJson(const Json& json, std::string& text) { text = json.get<std::string>(); }
  static void FromJson(const Json& json, bool& truth) { truth = json.get<bool>(); }
  static void FromJson(const Json& json, int& number) { number = Integer<int>(json); }
  static void FromJson(const Json& json, uint64_t& number) { number = Integer<uint64_t>(json); }
  static void FromJson(const Json& json, double& number) {
    number = json.is_string() ? common::ParseDouble(json.get<std::string>(), "number") : json.get<double>();
  }
  static void FromJson(const Json& json, Setting& setting) {
    if (!json.is_object()) throw std::runtime_error("no setting");
    for (const auto& [key, value] : json.items()) setting.Set(key, value.get<std::string>());
  }
  template <typename Value>
  static void FromJson(const Json& json, std::optional<Value>& value) {
    if (json.is_null()) return;
    FromJson(json, value.emplace());
  }
  template <typename Value>
  static void FromJson(const Json& json, std::vector<Value>& values) {
    if (!json.is_array()) throw std::runtime_error("no list");
    values.resize(json.size());
    for (size_t i = 0; i < values.size(); ++i) FromJson(json[i], values[i]);
  }
  template <typename Value>
  static void FromJson(const Json& json, Value& value) requires std::is_enum_v<Value> {
    const int number = Integer<int>(json);
    if (number < 0 || number > static_cast<int>(LastOf(Value())))
      throw std::runtime_error("no such category");
    value = static_cast<Value>(number);
  }
  template <typename Value>
  static void FromJson(const Json& json, Value& value) requires std::is_aggregate_v<Value> {
    Reader reader{json};
    Visit(reader, value);
  }

  // The library would cut off fractions, and take what is too large modulo.
  template <typename Number>
  static Number Integer(const Json& json) {
    if (!json.is_number_integer()) throw std::runtime_error("no integer");
    const bool fits = json.is_number_unsigned() ? std::in_range<Number>(json.get<uint64_t>())
                                                : std::in_range<Number>(json.get<int64_t>());
    if (!fits) throw std::runtime_error("an integer out of range");
    return json.get<Number>();
  }
};

}  // namespace

std::string FormatDump(const PackageDump& dump) {
  // Texts come from papers and exceptions: bytes that are no UTF-8 must not stop the report.
  return Writer::ToJson(dump).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

[[noreturn]] void ThrowDamaged(const std::string& where, const std::string& expected,
                               const std::string& found) {
  throw common::Error(common::ErrorKind::kData, {.where = where,
                                                 .what = "cannot be read as a package's results",
                                                 .expected = expected,
                                                 .found = found,
                                                 .remedy = "remove it and run the package again"});
}

// `place` is that of the byte where reading stopped, from 1; one behind the text is its end.
[[noreturn]] void ThrowNoJson(std::string_view text, size_t place, const std::string& name) {
  const size_t at = std::min(place == 0 ? 0 : place - 1, text.size());
  const std::string_view before = text.substr(0, at);
  const size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  const size_t line_begin = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  ThrowDamaged(name + ":" + std::to_string(line) + ":" + std::to_string(at - line_begin + 1), "JSON",
               at == text.size() ? "the end of the file" : common::Quote(text.substr(at, 20)));
}

}  // namespace

PackageDump ParseDump(std::string_view text, const std::string& name) {
  PackageDump dump;
  try {
    Reader::FromJson(Json::parse(text), dump);
  } catch (const Json::parse_error& error) {
    ThrowNoJson(text, error.byte, name);
  } catch (const std::exception& exception) {
    ThrowDamaged(name, "the lists that a run writes", exception.what());
  }
  return dump;
}

}  // namespace structlab::harness
