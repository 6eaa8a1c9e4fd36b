#include "experiments/harness/run/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::harness {
namespace {

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("._=+-").find(c) != std::string_view::npos;
}

}  // namespace

const Setting& Case::Read(const std::string& setting_name) {
  STRUCTLAB_CHECK(settings != nullptr);
  settings->Find(setting_name);
  if (parameters.Find(setting_name) == nullptr) parameters.Set(setting_name, settings->Text(setting_name));
  return parameters;
}

void Case::Override(const std::string& setting_name, const std::string& value) {
  STRUCTLAB_CHECK(settings != nullptr && parameters.Find(setting_name) == nullptr);
  settings->Find(setting_name);
  parameters.Set(setting_name, value);
  setting.Set(setting_name, value);
  overrides.push_back(setting_name);
}

const Dataset& Case::Data(std::string_view dataset_name) const {
  const auto found = std::ranges::find(resolved, dataset_name, &Dataset::name);
  STRUCTLAB_CHECK(found != resolved.end());
  return *found;
}

DataOrigin OriginOf(const Case& c) {
  if (c.origin) return *c.origin;
  DataOrigin worst = DataOrigin::kReal;
  for (const Dataset& dataset : c.resolved) worst = std::max(worst, dataset.origin);
  return worst;
}

Protocol ProtocolOf(const Case& c) {
  if (c.changed_by_user || c.is_variant()) return Protocol::kChanged;
  if (c.settings == nullptr || c.protocol != Protocol::kPaper) return c.protocol;
  for (const auto& [name, value] : c.parameters.values()) {
    if (c.settings->DiffersFromPaper(name, value)) return Protocol::kCut;
  }
  return c.protocol;
}

std::vector<std::string> DeparturesOf(const Case& c) {
  std::vector<std::string> departures = c.departures;
  if (c.settings == nullptr) return departures;
  for (const auto& [name, value] : c.parameters.values()) {
    if (!c.settings->DiffersFromPaper(name, value)) continue;
    departures.push_back(fmt::format("{} = {} (paper: {})", name, value, c.settings->Find(name).paper));
  }
  return departures;
}

std::string NamePart(std::string_view text) {
  std::string part;
  for (const char c : text) {
    part += IsNameCharacter(c) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '-';
  }
  return part;
}

bool IsCaseName(std::string_view name) {
  if (name.empty() || name.size() > 200 || name.find(' ') != name.npos) return false;
  for (const std::string_view segment : SplitList(name, '/')) {
    if (segment.empty() || segment.front() == '.' || segment.size() > 100) return false;
    if (!std::ranges::all_of(segment, IsNameCharacter)) return false;
  }
  return true;
}

Case& Planner::Add(std::string_view prefix, std::string_view method, Setting setting) {
  Case c;
  c.name = std::string(prefix) + "/" + NamePart(method);
  for (const auto& [key, value] : setting.values()) c.name.append("/").append(NamePart(key + "=" + value));
  c.dataset = dataset;
  c.method = method;
  c.setting = std::move(setting);
  c.data = data;
  return Add(std::move(c));
}

Case& Planner::Add(Case c) {
  c.settings = &settings_;
  if (c.section.empty()) c.section = section;
  return cases_.emplace_back(std::move(c));
}

template <typename Recorded>
RowKey Recorder::NewKey(const std::vector<Recorded>& recorded, ColumnKind kind, std::string_view table,
                        std::string_view metric, const Overrides& overrides) const {
  RowKey key = {.table = std::string(table),
                .dataset = overrides.dataset.value_or(case_.dataset),
                .method = overrides.method.value_or(case_.method),
                .setting = overrides.setting.value_or(case_.setting),
                .metric = std::string(metric)};
  key.setting.CheckFormat(fmt::format("record of {}, {} in case {}", key.table, key.metric, case_.name));
  if (case_.columns != nullptr) {
    case_.columns->Check(key, kind, case_);
    key.table = case_.columns->TableFor(key, kind, case_);
  }
  if (std::ranges::find(recorded, key, &Recorded::key) != recorded.end()) {
    common::ThrowUsageError("record of " + Describe(key), "each key once", "it a second time");
  }
  return key;
}

void Recorder::Value(std::string_view table, std::string_view metric, double value,
                     const Overrides& overrides) {
  RowKey key = NewKey(record_.values, ColumnKind::kValue, table, metric, overrides);
  const Columns* const columns = case_.columns.get();
  record_.values.push_back(
      {std::move(key), value, columns ? columns->Find(table, metric, ColumnKind::kValue)->unit : ""});
}

void Recorder::Curve(std::string_view table, std::string_view metric, std::span<const double> x,
                     std::span<const double> y, const Overrides& overrides) {
  RowKey key = NewKey(record_.curves, ColumnKind::kCurve, table, metric, overrides);
  if (x.size() != y.size()) {
    common::ThrowUsageError("curve " + Describe(key), "as many x as y",
                            fmt::format("{} and {}", x.size(), y.size()));
  }
  record_.curves.push_back({.key = std::move(key), .x = {x.begin(), x.end()}, .y = {y.begin(), y.end()}});
}

void Recorder::Picture(std::string_view table, std::string_view metric, harness::Picture picture,
                       const Overrides& overrides) {
  RowKey key = NewKey(record_.pictures, ColumnKind::kPicture, table, metric, overrides);
  const std::string where = "picture " + Describe(key);
  common::CheckPicture(picture, where);
  size_t bytes = picture.values.size();
  for (const RecordedPicture& recorded : record_.pictures) bytes += recorded.picture.values.size();
  if (bytes > kMaxPictureBytesOfCase) {
    common::ThrowUsageError(where, fmt::format("at most {} bytes in all pictures", kMaxPictureBytesOfCase),
                            std::to_string(bytes), "record fewer or smaller ones");
  }
  record_.pictures.push_back({.key = std::move(key), .picture = std::move(picture)});
}

void Recorder::Items(std::string_view table, std::string_view metric, const harness::Items& items,
                     std::vector<std::vector<double>> parts, const Overrides& overrides) {
  RowKey key = NewKey(record_.items, ColumnKind::kItems, table, metric, overrides);
  CheckItems(items, parts, "items " + Describe(key));
  record_.items.push_back({.key = std::move(key), .items = items, .parts = std::move(parts)});
}

void Recorder::File(std::string_view name, std::string_view content) {
  const std::string where = fmt::format("file '{}' of case {}", name, case_.name);
  if (!IsCaseName(name) || name.find('/') != name.npos) {
    common::ThrowUsageError(where, "letters, digits and ._=+- in its name", common::Quote(name));
  }
  if (content.find('\0') != content.npos) common::ThrowUsageError(where, "text", "a zero byte");
  if (std::ranges::find(record_.files, name, &RecordedFile::name) != record_.files.end()) {
    common::ThrowUsageError(where, "each name once", "it a second time");
  }
  record_.files.push_back({std::string(name), std::string(content)});
}

void Recorder::Note(std::string_view text) { record_.notes.emplace_back(text); }

void Recorder::Refuse(std::string_view reason) {
  record_ = {};
  record_.refusal = reason;
}

}  // namespace structlab::harness
