// Names that a user may type, and which cases a run is about.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SELECT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SELECT_H_

#include <functional>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/harness/run/flags.h"

namespace structlab::harness {

// Does the whole name match the pattern, in which '*' stands for any text, '?' for one character and "[ab]"
// for a or b? A name also matches itself, whatever signs it has.
bool MatchesGlob(const std::string& pattern, const std::string& name);
// The same for the name or its beginning up to a slash: "a/b" matches "a/b/c" but not "a/bc".
bool MatchesPrefix(const std::string& pattern, const std::string& name);

// Every name that a user may type, by what it is.
struct KnownNames {
  std::vector<std::string> packages, cases, tables, claims, figures, methods, settings;
  // cases as "package/key", settings as "package.name"
};

// As --describe prints them, and back. The texts of several packages together give the names of all.
std::string FormatNames(const KnownNames& names);
KnownNames ParseNames(const std::string& text);

// Table names may hold commas, at which --only is split: consecutive parts of --only that make a known name
// are joined again. To be called before the functions below.
void JoinNames(const KnownNames& known, Flags& flags);

// Throws common::Error(kUsage) for a pattern of --only or --methods that matches nothing and for a --set of
// an unknown package or setting; the message lists the nearest known names.
void CheckNames(const Flags& flags, const KnownNames& known);

// Removes the patterns and settings of other packages from the flags of a run of several.
void KeepOwn(const KnownNames& known, Flags& flags);

// Does --only ask for the package, or for a case, table, figure or claim of it?
bool IsPackageSelected(const Flags& flags, const KnownNames& names);

// Which tables, figures and claims a case is needed for: the names for which --only picks it.
using ServedNames = std::function<bool(const Case& c, const std::string& name)>;

// Do --only and --methods ask for the case of the one package whose names these are?
bool IsSelected(const Flags& flags, const KnownNames& names, const ServedNames& serves, const Case& c);

// The cases of a plan, one for each seed. Throws common::Error(kUsage) if a name is invalid or stands twice,
// a setting cannot be stored, or a case names data that is not among `datasets` or has no `run`.
std::vector<Case> ExpandCases(const std::string& package, const Planner& plan, const Flags& flags,
                              const std::vector<DatasetSource>& datasets);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_SELECT_H_
