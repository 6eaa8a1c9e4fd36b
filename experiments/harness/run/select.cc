#include "experiments/harness/run/select.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::harness {
namespace {

using Names = std::vector<std::string>;

constexpr std::pair<const char*, Names KnownNames::*> kKinds[] = {
    {"package", &KnownNames::packages}, {"case", &KnownNames::cases},     {"table", &KnownNames::tables},
    {"claim", &KnownNames::claims},     {"figure", &KnownNames::figures}, {"method", &KnownNames::methods},
    {"setting", &KnownNames::settings}};

// The kinds that cases are needed for.
constexpr Names KnownNames::*kServed[] = {&KnownNames::tables, &KnownNames::figures, &KnownNames::claims};

bool Contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool MatchesOneOf(const std::string& pattern, const Names& names) {
  return std::ranges::any_of(names, [&](const std::string& name) { return MatchesGlob(pattern, name); });
}

bool MatchesForOnly(const std::string& pattern, const KnownNames& known) {
  const auto is_case = [&](const std::string& name) { return MatchesPrefix(pattern, name); };
  const auto has_name = [&](const auto& kind) { return MatchesOneOf(pattern, known.*kind); };
  return std::ranges::any_of(known.cases, is_case) || MatchesOneOf(pattern, known.packages) ||
         std::ranges::any_of(kServed, has_name);
}

// Does one pattern of --only match the package, this case, or a table, figure or claim that it serves?
bool OnlyMatches(const std::string& pattern, const KnownNames& names, const ServedNames& serves,
                 const Case& c) {
  const std::string& package = names.packages.front();
  if (MatchesGlob(pattern, package) || MatchesPrefix(pattern, package + "/" + c.Key())) return true;
  return std::ranges::any_of(kServed, [&](const auto& kind) {
    return std::ranges::any_of(
        names.*kind, [&](const std::string& name) { return MatchesGlob(pattern, name) && serves(c, name); });
  });
}

// Does one of the patterns match? A flag that was not given matches everything.
template <typename Matches>
bool IsAsked(const Names& patterns, const Matches& matches) {
  return patterns.empty() || std::ranges::any_of(patterns, matches);
}

// For messages: the names that --only may use, the cases by their beginnings.
Names NamesForOnly(const KnownNames& known) {
  Names names = known.packages;
  for (const auto& kind : kServed) names.insert(names.end(), (known.*kind).begin(), (known.*kind).end());
  std::set<std::string> prefixes;
  for (const std::string& name : known.cases) {
    const size_t package_end = name.find('/');
    for (size_t slash = package_end; slash != name.npos; slash = name.find('/', slash + 1)) {
      if (slash != package_end) prefixes.insert(name.substr(0, slash));
    }
  }
  names.insert(names.end(), prefixes.begin(), prefixes.end());
  return names;
}

[[noreturn]] void ThrowUnknown(const char* flag, const char* what, const std::string& name,
                               const Names& known) {
  const std::string nearest = common::ListNearest(name, known, common::kNearestShown, "--describe");
  common::ThrowUsageError(flag, fmt::format("a known {}, the nearest being {}", what, nearest),
                          common::Quote(name));
}

void CheckCase(const std::string& package, const Case& c, const std::vector<DatasetSource>& datasets) {
  const std::string where = fmt::format("case '{}' of {}", c.name, package);
  if (!IsCaseName(c.name)) {
    common::ThrowUsageError(where, "letters, digits and ._=+- between slashes", common::Quote(c.name));
  }
  c.setting.CheckFormat(fmt::format("setting of {}", where));
  for (const std::string& name : c.data) {
    if (std::ranges::find(datasets, name, &DatasetSource::name) != datasets.end()) continue;
    common::ThrowUsageError(where, "a declared data set", common::Quote(name));
  }
  if (!c.run) common::ThrowUsageError(where, "a function that computes it (run)", "none");
}

// Did --set change a setting that the case has read, or add a value of a list, such as a kappa1 that the
// paper does not have, for which the case stands? What the case overrides does not count.
bool IsChangedByUser(const Case& c, const Settings& settings) {
  const auto is_changed = [&](const std::string& name) {
    return settings.IsDeclared(name) && !Contains(c.overrides, name) && settings.IsChanged(name);
  };
  return std::ranges::any_of(c.parameters.values(),
                             [&](const auto& pair) { return is_changed(pair.first); }) ||
         std::ranges::any_of(c.setting.values(), [&](const auto& pair) {
           const auto is_value = [&](std::string_view value) { return SameValue(value, pair.second); };
           return is_changed(pair.first) &&
                  std::ranges::none_of(SplitList(settings.Find(pair.first).paper, ','), is_value);
         });
}

}  // namespace

bool MatchesGlob(const std::string& pattern, const std::string& name) {
  return pattern == name || ::fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0;
}

bool MatchesPrefix(const std::string& pattern, const std::string& name) {
  if (MatchesGlob(pattern, name)) return true;
  for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    if (MatchesGlob(pattern, name.substr(0, slash))) return true;
  }
  return false;
}

std::string FormatNames(const KnownNames& names) {
  std::string text;
  for (const auto& [kind, member] : kKinds) {
    for (const std::string& name : names.*member) text += fmt::format("{}\t{}\n", kind, name);
  }
  return text;
}

KnownNames ParseNames(const std::string& text) {
  KnownNames names;
  for (const std::string_view line : SplitList(text, '\n')) {
    const size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    for (const auto& [kind, member] : kKinds) {
      if (line.substr(0, tab) == kind) (names.*member).emplace_back(line.substr(tab + 1));
    }
  }
  return names;
}

void JoinNames(const KnownNames& known, Flags& flags) {
  Names& only = flags.only;
  for (const std::string& name : known.tables) {
    const std::vector<std::string_view> parts = SplitList(name, ',');
    if (parts.size() == 1) continue;
    const auto find = [&] { return std::search(only.begin(), only.end(), parts.begin(), parts.end()); };
    for (auto found = find(); found != only.end(); found = find()) {
      found = only.erase(found, found + static_cast<std::ptrdiff_t>(parts.size()) - 1);
      *found = name;
    }
  }
}

void KeepOwn(const KnownNames& known, Flags& flags) {
  std::erase_if(flags.only, [&](const std::string& pattern) { return !MatchesForOnly(pattern, known); });
  std::erase_if(flags.methods,
                [&](const std::string& pattern) { return !MatchesOneOf(pattern, known.methods); });
  std::erase_if(flags.set, [&](const SetFlag& set) { return !Contains(known.packages, set.package); });
}

void CheckNames(const Flags& flags, const KnownNames& known) {
  for (const std::string& pattern : flags.only) {
    if (MatchesForOnly(pattern, known)) continue;
    ThrowUnknown("--only", "package, package/case, table, figure or claim", pattern, NamesForOnly(known));
  }
  for (const std::string& pattern : flags.methods) {
    if (!MatchesOneOf(pattern, known.methods)) ThrowUnknown("--methods", "method", pattern, known.methods);
  }
  for (const SetFlag& set : flags.set) {
    if (!Contains(known.packages, set.package)) {
      ThrowUnknown("--set", "package", set.package, known.packages);
    }
    const std::string name = set.package + "." + set.setting;
    if (!Contains(known.settings, name)) ThrowUnknown("--set", "setting", name, known.settings);
  }
}

bool IsPackageSelected(const Flags& flags, const KnownNames& names) {
  return IsAsked(flags.only, [&](const std::string& only) { return MatchesForOnly(only, names); }) &&
         IsAsked(flags.methods, [&](const std::string& glob) { return MatchesOneOf(glob, names.methods); });
}

bool IsSelected(const Flags& flags, const KnownNames& names, const ServedNames& serves, const Case& c) {
  return IsAsked(flags.only, [&](const std::string& only) { return OnlyMatches(only, names, serves, c); }) &&
         IsAsked(flags.methods, [&](const std::string& glob) { return MatchesGlob(glob, c.method); });
}

std::vector<Case> ExpandCases(const std::string& package, const Planner& plan, const Flags& flags,
                              const std::vector<DatasetSource>& datasets) {
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const Case& planned : plan.cases()) {
    CheckCase(package, planned, datasets);
    if (!names.insert(planned.name).second) {
      common::ThrowUsageError("plan of " + package, "each case once", "'" + planned.name + "' twice");
    }
    const bool is_changed = IsChangedByUser(planned, plan.settings());
    const int repeats = planned.deterministic ? 1 : flags.repeats.value_or(planned.repeats);
    for (int i = 0; i < repeats; ++i) {
      Case& c = cases.emplace_back(planned);
      c.repeats = repeats;
      c.seed = flags.seed + static_cast<uint64_t>(i);
      c.threads = flags.threads;
      c.changed_by_user = c.changed_by_user || is_changed;
    }
  }
  return cases;
}

}  // namespace structlab::harness
