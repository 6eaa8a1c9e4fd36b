#include "experiments/harness/run/select.h"

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

bool MatchesOneOf(const std::string& pattern, const Names& names) {
  return std::ranges::any_of(names, [&](const std::string& name) { return MatchesGlob(pattern, name); });
}

bool Contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool MatchesForOnly(const std::string& pattern, const KnownNames& known) {
  const auto is_case = [&](const std::string& name) { return MatchesPrefix(pattern, name); };
  return std::ranges::any_of(known.cases, is_case) || MatchesOneOf(pattern, known.packages) ||
         MatchesOneOf(pattern, known.tables) || MatchesOneOf(pattern, known.figures) ||
         MatchesOneOf(pattern, known.claims);
}

// Does one pattern of --only match the package, this case, or a table, figure or claim that it serves?
bool OnlyMatches(const std::string& pattern, const KnownNames& names, const ServedNames& serves,
                 const Case& c) {
  const std::string& package = names.packages.front();
  if (MatchesGlob(pattern, package) || MatchesPrefix(pattern, package + "/" + c.Key())) return true;
  for (const Names* kind : {&names.tables, &names.figures, &names.claims}) {
    for (const std::string& name : *kind) {
      if (MatchesGlob(pattern, name) && (Contains(c.serves, name) || serves(c, name))) return true;
    }
  }
  return false;
}

// For messages: the names that --only may use, the cases by their beginnings.
Names NamesForOnly(const KnownNames& known) {
  Names names = known.packages;
  for (const Names* kind : {&known.tables, &known.figures, &known.claims}) {
    names.insert(names.end(), kind->begin(), kind->end());
  }
  std::set<std::string> prefixes;
  for (const std::string& name : known.cases) {
    for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
      if (name.find('/') != slash) prefixes.insert(name.substr(0, slash));
    }
  }
  names.insert(names.end(), prefixes.begin(), prefixes.end());
  return names;
}

[[noreturn]] void ThrowUnknown(const std::string& flag, const std::string& what, const std::string& name,
                               const Names& known, const std::string& all_are_in = "--help of the package") {
  common::ThrowUsageError(flag,
                          "a known " + what + ", the nearest being " +
                              common::ListNearest(name, known, common::kNearestShown, all_are_in),
                          "'" + name + "'");
}

void CheckCase(const std::string& package, const Case& c, const std::vector<DatasetSource>& datasets) {
  const std::string where = "case '" + c.name + "' of " + package;
  if (!IsCaseName(c.name)) {
    common::ThrowUsageError(where, "letters, digits and ._=+- between slashes", common::Quote(c.name));
  }
  c.setting.CheckFormat("setting of " + where);
  for (const std::string& name : c.data) {
    if (std::ranges::find(datasets, name, &DatasetSource::name) == datasets.end()) {
      common::ThrowUsageError(where, "a declared data set", "'" + name + "'");
    }
  }
  if (!c.run) common::ThrowUsageError(where, "a function that computes it (run)", "none");
}

}  // namespace

bool MatchesGlob(std::string_view pattern, std::string_view name) {
  // Greedy: the last '*' takes one more character whenever what follows it does not match.
  size_t p = 0, n = 0, star = pattern.npos, name_at_star = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      name_at_star = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != pattern.npos) {
      p = star + 1;
      n = ++name_at_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool MatchesPrefix(std::string_view pattern, std::string_view name) {
  if (MatchesGlob(pattern, name)) return true;
  for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    if (MatchesGlob(pattern, name.substr(0, slash))) return true;
  }
  return false;
}

KnownNames Merged(const std::vector<KnownNames>& packages) {
  KnownNames all;
  for (const KnownNames& names : packages) {
    for (const auto& [kind, member] : kKinds) {
      (all.*member).insert((all.*member).end(), (names.*member).begin(), (names.*member).end());
    }
  }
  return all;
}

std::string FormatNames(const KnownNames& names) {
  std::string text;
  for (const auto& [kind, member] : kKinds) {
    for (const std::string& name : names.*member) text.append(kind).append("\t").append(name).append("\n");
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
    if (!MatchesForOnly(pattern, known)) {
      ThrowUnknown("--only", "package, package/case, table, figure or claim", pattern, NamesForOnly(known),
                   "--list, and --help of the package");
    }
  }
  for (const std::string& pattern : flags.methods) {
    if (!MatchesOneOf(pattern, known.methods)) ThrowUnknown("--methods", "method", pattern, known.methods);
  }
  for (const SetFlag& set : flags.set) {
    if (!Contains(known.packages, set.package)) {
      ThrowUnknown("--set", "package", set.package, known.packages, "--help");
    }
    const std::string name = set.package + "." + set.setting;
    if (!Contains(known.settings, name)) ThrowUnknown("--set", "setting", name, known.settings);
  }
}

bool IsPackageSelected(const Flags& flags, const KnownNames& names) {
  const bool by_only = flags.only.empty() || std::ranges::any_of(flags.only, [&](const std::string& pattern) {
                         return MatchesForOnly(pattern, names);
                       });
  const bool by_method =
      flags.methods.empty() || std::ranges::any_of(flags.methods, [&](const std::string& pattern) {
        return MatchesOneOf(pattern, names.methods);
      });
  return by_only && by_method;
}

bool IsSelected(const Flags& flags, const KnownNames& names, const ServedNames& serves, const Case& c) {
  const bool by_only = flags.only.empty() || std::ranges::any_of(flags.only, [&](const std::string& pattern) {
                         return OnlyMatches(pattern, names, serves, c);
                       });
  const bool by_method =
      flags.methods.empty() || std::ranges::any_of(flags.methods, [&](const std::string& pattern) {
        return MatchesGlob(pattern, c.method);
      });
  return by_only && by_method;
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
    const int repeats = planned.deterministic ? 1 : flags.repeats.value_or(planned.repeats);
    for (int i = 0; i < repeats; ++i) {
      Case& c = cases.emplace_back(planned);
      c.repeats = repeats;
      c.seed = flags.seed + static_cast<uint64_t>(i);
      c.threads = flags.threads;
      for (const auto& [name, value] : c.parameters.values()) {
        const bool is_setting = plan.settings().IsDeclared(name) && !Contains(c.overrides, name);
        c.changed_by_user = c.changed_by_user || (is_setting && plan.settings().IsChanged(name));
      }
      // A value of a list that --set changed, such as a kappa1 that the paper does not have.
      for (const auto& [name, value] : c.setting.values()) {
        const bool is_setting = plan.settings().IsDeclared(name) && !Contains(c.overrides, name);
        if (!is_setting || !plan.settings().IsChanged(name)) continue;
        const auto is_value = [&, &text = value](std::string_view v) {
          return SameValue(std::string(v), text);
        };
        c.changed_by_user = c.changed_by_user ||
                            std::ranges::none_of(SplitList(plan.settings().Find(name).paper, ','), is_value);
      }
    }
  }
  return cases;
}

}  // namespace structlab::harness
