// Runs the cases of a package that are not done, and stores what they record.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_RUNNER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_RUNNER_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/processes/process_pool.h"
#include "experiments/harness/run/store.h"

namespace structlab::harness {

// A case of the plan, with its data, and how it stands.
struct CaseStatus {
  Case c;
  bool selected = true;
  Stamp stamp = {};
  CaseState state = CaseState::kNotRun;
  std::string message = {};                     // why, where it is not done; else its notes
  std::string damage = {};                      // of what was stored, where the case runs again for it
  std::optional<common::ErrorKind> error = {};  // where data or environment is damaged
  double seconds = 0;                           // of a case that failed
  size_t rank = 0;                              // cases of a lower rank run first
};

// The data sets of a package in a folder, each looked for at most once.
class FoundData {
 public:
  FoundData(const std::vector<DatasetSource>& sources, std::string folder)
      : sources_(sources), folder_(std::move(folder)) {}

  // Throws common::Error each time it is asked for a data set that is damaged.
  const Dataset& Find(const std::string& name);
  const std::string& folder() const { return folder_; }

 private:
  const std::vector<DatasetSource>& sources_;
  std::string folder_;
  std::map<std::string, Dataset> found_;
  std::map<std::string, common::Error> damaged_;
};

// The cases with their data and stamps; `is_selected` says which are chosen. The data of a case that is not
// chosen is looked at only if a result of it is stored; damage there is printed and leaves that result out.
// Prints once which data sets are replaced by stand-ins.
std::vector<CaseStatus> ResolveCases(std::vector<Case> cases,
                                     const std::function<bool(const Case&)>& is_selected,
                                     const CodeDigests& code, const Store& store, FoundData& data);

struct RunOptions {
  int jobs = 1;
  common::ProcessBounds bounds;
  bool fresh = false;                    // chosen cases count as not stored
  bool reuse = false;                    // results of older code count as stored, and are marked
  std::vector<Fact> provenance = {};     // of every case: commit, command, machine, ...
  std::function<void()> in_child = {};   // called first in each case's process
  std::function<bool()> may_begin = {};  // no more cases are begun once it says no
};

// Asks the store which cases are done. A damaged result is printed; its case runs again if it is chosen, and
// otherwise its status carries the error.
void CheckStored(const Store& store, const RunOptions& options, std::vector<CaseStatus>& cases);

// Runs every chosen case that is not done; progress and failures go to standard error. Returns false if it
// was interrupted; what was stored until then is done. See common::RunInProcesses for what the caller must
// provide.
bool RunCases(const std::string& package, const Store& store, const RunOptions& options,
              std::vector<CaseStatus>& cases);

// Reads what the done cases recorded, in the order of the plan; cases that refused get that state. The
// results know the whole plan.
Results LoadResults(const Store& store, const Settings& settings, std::vector<CaseStatus>& cases);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_RUNNER_H_
