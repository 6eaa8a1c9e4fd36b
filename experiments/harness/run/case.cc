#include "experiments/harness/run/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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
  if (c.settings == nullptr || c.states_its_protocol || c.protocol != Protocol::kPaper) return c.protocol;
  for (const auto& [name, value] : c.parameters.values()) {
    if (c.settings->DiffersFromPaper(name, value)) return Protocol::kCut;
  }
  return c.protocol;
}

std::vector<std::string> DeparturesOf(const Case& c) {
  std::vector<std::string> departures = c.departures;
  if (c.settings == nullptr || c.states_its_protocol) return departures;
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

}  // namespace structlab::harness
