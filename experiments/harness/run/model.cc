#include "experiments/harness/run/model.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

bool IsList(SettingKind kind) { return kind >= SettingKind::kInts; }
bool IsText(SettingKind kind) { return kind == SettingKind::kText || kind == SettingKind::kTexts; }
bool IsWhole(SettingKind kind) { return kind == SettingKind::kInt || kind == SettingKind::kInts; }

// low <= number <= high, or low < number.
struct NumberRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool above = false;
};

// Throws common::Error(kData) at `where` for a range that cannot be read.
NumberRange ParseNumberRange(std::string_view text, const std::string& where) {
  NumberRange range;
  if (text.empty()) return range;
  if (text.starts_with(">=")) {
    range.low = common::ParseDouble(text.substr(2), where);
  } else if (text.starts_with(">")) {
    range.low = common::ParseDouble(text.substr(1), where);
    range.above = true;
  } else if (const size_t dots = text.find(".."); dots != text.npos) {
    range.low = common::ParseDouble(text.substr(0, dots), where);
    range.high = common::ParseDouble(text.substr(dots + 2), where);
  } else {
    common::ThrowDataError(where, "a range such as 0..10, >0 or >=1", common::Quote(text));
  }
  return range;
}

std::string ExpectedOf(const SettingDeclaration& declaration) {
  std::string one = IsText(declaration.kind)    ? "a text"
                    : IsWhole(declaration.kind) ? "a whole number"
                                                : "a number";
  if (IsText(declaration.kind) && !declaration.range.empty()) {
    one = fmt::format("one of {}", fmt::join(SplitList(declaration.range, '|'), ", "));
  } else if (!declaration.range.empty()) {
    one += " in " + declaration.range;
  }
  return IsList(declaration.kind) ? "values with commas between, each " + one : one;
}

bool IsAllowedElement(const SettingDeclaration& declaration, std::string_view text) {
  if (IsText(declaration.kind)) {
    if (declaration.range.empty()) return true;
    return std::ranges::count(SplitList(declaration.range, '|'), text) > 0;
  }
  try {
    const double number = common::ParseDouble(text, "");
    if (IsWhole(declaration.kind)) common::ParseInteger(text, "");
    const NumberRange range = ParseNumberRange(declaration.range, "");
    return std::isfinite(number) && number >= range.low && number <= range.high &&
           !(range.above && number == range.low);
  } catch (const common::Error&) {
    return false;
  }
}

// The elements of a list, or the one value.
std::vector<std::string_view> PartsOf(const SettingDeclaration& declaration, std::string_view text) {
  return IsList(declaration.kind) ? SplitList(text, ',') : std::vector{text};
}

bool IsSame(const SettingDeclaration& declaration, const std::string& a, const std::string& b) {
  return std::ranges::equal(PartsOf(declaration, a), PartsOf(declaration, b), &SameValue);
}

// Throws common::Error(kUsage) at `where`.
void CheckValue(const SettingDeclaration& declaration, const std::string& text, const std::string& where) {
  const std::vector<std::string_view> parts = PartsOf(declaration, text);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!IsAllowedElement(declaration, parts[i])) {
      common::ThrowUsageError(where, ExpectedOf(declaration), common::Quote(parts[i]));
    }
    for (size_t j = 0; j < i; ++j) {
      if (SameValue(parts[i], parts[j])) {
        common::ThrowUsageError(where, "each value once", common::Quote(parts[i]) + " twice");
      }
    }
  }
}

}  // namespace

bool IsTimeUnit(std::string_view unit) {
  constexpr std::string_view kTimes[] = {"s", "ms",      "us",      "ns",    "min",
                                         "h", "seconds", "minutes", "hours", "1/s"};
  return std::ranges::find(kTimes, unit) != std::end(kTimes);
}

bool operator<(const RowKey& a, const RowKey& b) {
  return std::tie(a.table, a.dataset, a.method, a.metric, a.setting) <
         std::tie(b.table, b.dataset, b.method, b.metric, b.setting);
}

std::string Describe(const RowKey& key) {
  return key.table + ", " + key.dataset + ", " + key.method + ", " + key.setting.Format() + ", " + key.metric;
}

std::vector<SettingDeclaration> ParseSettings(std::string_view tsv, const std::string& name) {
  if (tsv.empty()) return {};
  using D = SettingDeclaration;
  // clang-format off
  const std::vector<common::TableColumn<D>> columns = {
      {"name", &D::name}, {"kind", &D::kind}, {"paper", &D::paper}, {"quick", &D::quick}, {"smoke", &D::smoke},
      {"range", &D::range}, {"documentation", &D::documentation}};
  // clang-format on
  const common::Table table = common::ParseTsv(tsv, name);
  std::vector<D> declarations = common::ParseRows(columns, table);
  std::set<std::string> names;
  for (size_t row = 0; row < declarations.size(); ++row) {
    D& d = declarations[row];
    if (d.quick.empty()) d.quick = d.paper;
    if (d.smoke.empty()) d.smoke = d.quick;
    if (d.name.empty() || !names.insert(d.name).second) {
      common::ThrowDataError(table.Where(row, "name"), "a name that no other line has",
                             common::Quote(d.name));
    }
    if (!IsText(d.kind)) ParseNumberRange(d.range, table.Where(row, "range"));
    for (const Profile profile : {Profile::kPaper, Profile::kQuick, Profile::kSmoke}) {
      try {
        CheckValue(d, DefaultOf(d, profile), table.Where(row, NameOf(profile)));
      } catch (const common::Error& error) {
        throw common::Error(common::ErrorKind::kData, error.parts());
      }
    }
  }
  return declarations;
}

const std::string& DefaultOf(const SettingDeclaration& declaration, Profile profile) {
  return profile == Profile::kSmoke   ? declaration.smoke
         : profile == Profile::kQuick ? declaration.quick
                                      : declaration.paper;
}

Settings::Settings(std::string package, std::vector<SettingDeclaration> declarations, Profile profile)
    : package_(std::move(package)), declarations_(std::move(declarations)), profile_(profile) {
  for (const SettingDeclaration& declaration : declarations_) {
    values_.Set(declaration.name, DefaultOf(declaration, profile));
  }
}

const SettingDeclaration& Settings::Find(const std::string& name) const {
  const auto found = std::ranges::find(declarations_, name, &SettingDeclaration::name);
  if (found != declarations_.end()) return *found;
  std::vector<std::string> known;
  for (const SettingDeclaration& declaration : declarations_) known.push_back(declaration.name);
  common::ThrowUsageError("setting " + package_ + "." + name,
                          known.empty()
                              ? "no setting: the package has none"
                              : "a known setting, the nearest being " +
                                    common::ListNearest(name, known, common::kNearestShown, "--help"),
                          common::Quote(name));
}

void Settings::Change(const std::string& name, const std::string& value) {
  CheckValue(Find(name), value, "--set=" + package_ + "." + name);
  values_.Set(name, value);
}

std::vector<std::string> Settings::Texts(const std::string& name) const {
  std::vector<std::string> texts;
  for (const std::string_view part : SplitList(Text(name), ',')) texts.emplace_back(part);
  return texts;
}

bool Settings::DiffersFromPaper(const std::string& name, const std::string& value) const {
  return IsDeclared(name) && !IsSame(Find(name), value, Find(name).paper);
}

bool Settings::IsChanged(const std::string& name) const {
  const SettingDeclaration& declaration = Find(name);
  const std::string& value = values_.Text(name);
  return !IsSame(declaration, value, DefaultOf(declaration, profile_)) &&
         !IsSame(declaration, value, declaration.paper);
}

std::vector<std::string> Settings::Changed() const {
  std::vector<std::string> changed;
  for (const SettingDeclaration& declaration : declarations_) {
    if (IsChanged(declaration.name)) changed.push_back(declaration.name);
  }
  return changed;
}

}  // namespace structlab::harness
