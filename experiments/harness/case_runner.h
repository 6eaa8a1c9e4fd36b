// Runs the cases of a package that are not done, and stores what they record.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_CASE_RUNNER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_CASE_RUNNER_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/error.h"
#include "experiments/harness/experiment.h"
#include "experiments/harness/process_pool.h"
#include "experiments/harness/store.h"

namespace structlab::harness {

// A case of the plan, with its data, and how it stands.
struct CaseStatus {
  Case c;
  bool selected = true;
  std::string fingerprint = {};
  CaseState state = CaseState::kNotRun;
  std::string message = {};                     // why, where it is not done; else what is to be said of it
  std::string damage = {};                      // of what was stored, where the case runs again for it
  std::optional<common::ErrorKind> error = {};  // where data or environment is damaged
  double seconds = 0;                           // of a case that failed
};

struct RunOptions {
  int jobs = 1;
  ProcessBounds bounds;
  bool fresh = false;                   // selected cases count as not stored
  std::vector<Fact> provenance = {};    // of every case: commit, command, machine, ...
  std::function<void()> in_child = {};  // called first in each case's process
};

// Asks the store which cases are done. A damaged one gives a line on standard error; it is run again if it is
// selected, and otherwise left as an error of its status. Of one
// that is of other data the message says so, unless it says already what is wrong with the data.
void CheckStored(const Store& store, bool fresh, std::vector<CaseStatus>& cases);

// Runs every selected case that is not done; progress and failures go to standard error. Returns false if it
// was interrupted; what was stored until then is done. See RunInProcesses for what the caller must see to.
bool RunCases(const Experiment& experiment, const Store& store, const RunOptions& options,
              std::vector<CaseStatus>& cases);

// Reads what the done cases recorded; those that refused get that state, and no result. The messages of the
// others are their notes, and what was damaged before they ran again.
Results LoadResults(const Store& store, Profile profile, const Setting& settings,
                    std::vector<CaseStatus>& cases);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_CASE_RUNNER_H_
