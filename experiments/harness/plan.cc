#include "experiments/harness/plan.h"

#include <algorithm>
#include <set>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/harness/name_match.h"
#include "experiments/harness/reported.h"

namespace structlab::harness {
namespace {

const std::string& DefaultOf(const SettingDeclaration& declaration, Profile profile) {
  if (profile == Profile::kSmoke && declaration.smoke) return *declaration.smoke;
  if (profile != Profile::kPaper && declaration.quick) return *declaration.quick;
  return declaration.paper;
}

template <typename Names>
bool MatchesOneOf(const std::string& pattern, const Names& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return MatchesGlob(pattern, name); });
}

bool IsOneOf(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Does a pattern of --only match a package, a case, a table or a claim?
bool MatchesForOnly(const std::string& pattern, const KnownNames& known) {
  const bool matches_case = std::any_of(known.cases.begin(), known.cases.end(), [&](const std::string& name) {
    return MatchesPrefix(pattern, name);
  });
  return matches_case || MatchesOneOf(pattern, known.packages) || MatchesOneOf(pattern, known.tables) ||
         MatchesOneOf(pattern, known.claims);
}

// Does one pattern of --only match the package, this case, a table or a claim that it serves?
bool OnlyMatches(const std::string& pattern, const KnownNames& names, const Case& c) {
  const std::string& package = names.packages.front();
  if (MatchesGlob(pattern, package) || MatchesPrefix(pattern, package + "/" + c.Key())) return true;
  if (!c.serves.empty()) return MatchesOneOf(pattern, c.serves);
  return MatchesOneOf(pattern, names.tables) || MatchesOneOf(pattern, names.claims);
}

void AddUnique(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// For the message: the names that --only may use, the cases by their beginnings.
std::vector<std::string> NamesForOnly(const KnownNames& known) {
  std::vector<std::string> names = known.packages;
  names.insert(names.end(), known.tables.begin(), known.tables.end());
  names.insert(names.end(), known.claims.begin(), known.claims.end());
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
                               const std::vector<std::string>& known,
                               const std::string& all_are_in = "--help of the package") {
  common::ThrowUsageError(flag,
                          "a known " + what + ", the nearest being " +
                              common::ListNearest(name, known, common::kNearestShown, all_are_in),
                          "'" + name + "'");
}

void CheckCase(const Experiment& experiment, const Case& c) {
  if (!IsCaseName(c.name)) {
    common::ThrowUsageError("case '" + c.name + "' of " + experiment.name,
                            "letters, digits and ._=+- between slashes", common::Quote(c.name));
  }
  c.setting.CheckFormat("setting of case '" + c.name + "' of " + experiment.name);
  for (const std::string& name : c.data) {
    const bool declared = std::any_of(experiment.datasets.begin(), experiment.datasets.end(),
                                      [&](const DatasetSource& source) { return source.name == name; });
    if (!declared) {
      common::ThrowUsageError("case '" + c.name + "' of " + experiment.name, "a declared data set",
                              "'" + name + "'");
    }
  }
}

}  // namespace

ResolvedSettings ResolveSettings(const Experiment& experiment, const Flags& flags) {
  ResolvedSettings resolved;
  std::vector<std::string> known;
  for (const SettingDeclaration& declaration : experiment.settings) {
    resolved.values.Set(declaration.name, DefaultOf(declaration, flags.profile));
    known.push_back(declaration.name);
  }
  for (const SetFlag& set : flags.set) {
    if (set.package != experiment.name) continue;
    const auto declaration =
        std::find_if(experiment.settings.begin(), experiment.settings.end(),
                     [&](const SettingDeclaration& candidate) { return candidate.name == set.setting; });
    if (declaration == experiment.settings.end()) {
      ThrowUnknown("--set", "setting of " + experiment.name, set.setting, known);
    }
    if (declaration->check) {
      declaration->check(set.value, "--set=" + set.package + "." + set.setting);
    }
    resolved.values.Set(set.setting, set.value);
  }
  resolved.changed = ChangedSettings(experiment, flags.profile, resolved.values);
  return resolved;
}

std::vector<std::string> ChangedSettings(const Experiment& experiment, Profile profile,
                                         const Setting& values) {
  std::vector<std::string> changed;
  for (const SettingDeclaration& declaration : experiment.settings) {
    const std::string* value = values.Find(declaration.name);
    if (value == nullptr) continue;
    if (!SameValue(*value, DefaultOf(declaration, profile)) && !SameValue(*value, declaration.paper)) {
      changed.push_back(declaration.name);
    }
  }
  return changed;
}

std::vector<Case> PlanCases(const Experiment& experiment, const Flags& flags,
                            const ResolvedSettings& settings) {
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const Case& planned : experiment.plan({flags.profile, settings.values})) {
    CheckCase(experiment, planned);
    if (!names.insert(planned.name).second) {
      common::ThrowUsageError("plan of " + experiment.name, "each case once", "'" + planned.name + "' twice");
    }
    const int repeats = planned.deterministic ? 1 : flags.repeats.value_or(planned.repeats);
    for (int i = 0; i < repeats; ++i) {
      Case& c = cases.emplace_back(planned);
      c.repeats = repeats;
      c.seed = flags.seed + static_cast<uint64_t>(i);
      c.threads = flags.threads;
      c.changed_by_user =
          std::any_of(settings.changed.begin(), settings.changed.end(),
                      [&](const std::string& name) { return c.parameters.Find(name) != nullptr; });
    }
  }
  return cases;
}

KnownNames NamesOf(const Experiment& experiment, const std::vector<Case>& cases) {
  KnownNames names;
  names.packages = {experiment.name};
  for (const Case& c : cases) names.cases.push_back(experiment.name + "/" + c.Key());
  for (const ReportedRow& row : ParseReported(experiment.reported_tsv, experiment.name + "/reported.tsv")) {
    AddUnique(names.tables, row.key.table);
  }
  for (const DeclaredRow& row : experiment.rows) AddUnique(names.tables, row.key.table);
  for (const ReportedClaim& claim :
       ParseReportedClaims(experiment.claims_tsv, experiment.name + "/claims.tsv")) {
    AddUnique(names.claims, claim.id);
  }
  // A table that only cases name, such as one of ours.
  for (const Case& c : cases) {
    for (const std::string& served : c.serves) {
      if (!MatchesOneOf(served, names.claims)) AddUnique(names.tables, served);
    }
  }
  names.methods = experiment.methods;
  for (const SettingDeclaration& declaration : experiment.settings) {
    names.settings.push_back(experiment.name + "." + declaration.name);
  }
  return names;
}

void JoinNames(const KnownNames& known, Flags& flags) {
  std::vector<std::string>& only = flags.only;
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
  std::erase_if(flags.set, [&](const SetFlag& set) { return !IsOneOf(set.package, known.packages); });
}

void CheckNames(const Flags& flags, const KnownNames& known) {
  for (const std::string& pattern : flags.only) {
    if (!MatchesForOnly(pattern, known)) {
      ThrowUnknown("--only", "package, package/case, table or claim", pattern, NamesForOnly(known),
                   "--list, and --help of the package");
    }
  }
  for (const std::string& pattern : flags.methods) {
    if (!MatchesOneOf(pattern, known.methods)) ThrowUnknown("--methods", "method", pattern, known.methods);
  }
  for (const SetFlag& set : flags.set) {
    // No pattern: a value is one of a single setting.
    if (!IsOneOf(set.package, known.packages))
      ThrowUnknown("--set", "package", set.package, known.packages, "--help");
    const std::string name = set.package + "." + set.setting;
    if (!IsOneOf(name, known.settings)) ThrowUnknown("--set", "setting", name, known.settings);
  }
}

bool IsSelected(const Flags& flags, const KnownNames& names, const Case& c) {
  const bool by_only = flags.only.empty() ||
                       std::any_of(flags.only.begin(), flags.only.end(), [&](const std::string& pattern) {
                         return OnlyMatches(pattern, names, c);
                       });
  const bool by_method = flags.methods.empty() || std::any_of(flags.methods.begin(), flags.methods.end(),
                                                              [&](const std::string& pattern) {
                                                                return MatchesGlob(pattern, c.method);
                                                              });
  return by_only && by_method;
}

bool IsPackageSelected(const Flags& flags, const KnownNames& names) {
  return flags.only.empty() ||
         std::any_of(flags.only.begin(), flags.only.end(),
                     [&](const std::string& pattern) { return MatchesForOnly(pattern, names); });
}

}  // namespace structlab::harness
