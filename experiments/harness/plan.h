// From an experiment and the flags to the cases of a run, and which of them were asked for.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PLAN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PLAN_H_

#include <string>
#include <vector>

#include "experiments/harness/experiment.h"
#include "experiments/harness/flags.h"

namespace structlab::harness {

// The settings of the profile with those of --set in their places.
struct ResolvedSettings {
  Setting values;
  std::vector<std::string> changed;  // names that --set gave another value than profile and source have
};

// Only the --set flags of this package are looked at. Throws common::Error(kUsage): an unknown setting (with
// the known ones, nearest first), a value that the setting's check refuses.
ResolvedSettings ResolveSettings(const Experiment& experiment, const Flags& flags);

// The declared settings that have another value here than in the profile and in the source; one that `values`
// does not hold is not changed.
std::vector<std::string> ChangedSettings(const Experiment& experiment, Profile profile,
                                         const Setting& values);

// The cases, one for each seed, in the order of the plan; not yet with their data. Throws
// common::Error(kUsage) if two have one name, a name is none, a setting cannot be stored
// (Setting::CheckFormat), or a case names data that is not declared.
std::vector<Case> PlanCases(const Experiment& experiment, const Flags& flags,
                            const ResolvedSettings& settings);

// Every name that a user may type, by what it is.
struct KnownNames {
  std::vector<std::string> packages, cases, tables, claims, methods, settings;  // cases as "package/key"
};
KnownNames NamesOf(const Experiment& experiment, const std::vector<Case>& cases);

// Some tables have names with commas, at which --only is parted: what stands there one after the other and
// makes such a name counts as the name. Before the functions below.
void JoinNames(const KnownNames& known, Flags& flags);

// Throws common::Error(kUsage) for a pattern of --only or --methods that matches nothing, or a --set of an
// unknown package or setting; the message has the nearest of the known names.
void CheckNames(const Flags& flags, const KnownNames& known);

// Leaves those patterns and settings of the flags that mean something to this package, whose names these are:
// the flags of a run of several packages, as they are for one of them.
void KeepOwn(const KnownNames& known, Flags& flags);

// Is the case, of the one package whose names these are, among those that --only and --methods ask for?
bool IsSelected(const Flags& flags, const KnownNames& names, const Case& c);
// Does --only ask for the package whose names these are, or for a case, table or claim of it?
bool IsPackageSelected(const Flags& flags, const KnownNames& names);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PLAN_H_
