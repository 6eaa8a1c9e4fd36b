// A case: the smallest piece of an experiment that is run, stored, resumed and retried.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_CASE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_CASE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report_model.h"
#include "experiments/harness/setting.h"

namespace structlab::harness {

// How the real data of a name comes to a user.
enum class Supply {
  kFetched,  // tools/fetch_data brings it, or the catalogue says how to get it
  kByHand,   // not published: who has it may put it there
  kNone,     // not at all: what is generated always stands in
};

// A data set as a run found it.
struct Dataset {
  std::string name;  // of the catalogue, e.g. "ocr-letters"
  DataOrigin origin = DataOrigin::kReal;
  std::string path = {};  // folder or file; empty if it is generated in memory
  std::vector<Fact> checksums =
      {};                 // file and sha256, or generator and its parameters; what a result depends on
  std::string note = {};  // for the reader: whose data this is
  Supply supply = Supply::kFetched;
};

// How a package finds one of its data sets. `resolve` gets the data folder (which need not exist) and
// returns what is there, or the stand-in that replaces what is absent; it throws common::Error(kData) on
// data that is there but damaged. Called at most once a run, before the first case; not where no case that is
// run, and none with a stored result to show, names it.
struct DatasetSource {
  std::string name;
  std::function<Dataset(const std::string& data_folder)> resolve;
};

// One case. The package fills in the first part, once for all seeds; the harness the second.
//
// `Run` may depend on nothing else: a stored result is taken as done while name, seed, parameters,
// checksums of the data and the executable are unchanged.
struct Case {
  // Stable and readable, e.g. "ocr/rp-bcfw-std-g/kappa1=0.5": letters, digits and ._=+- in segments
  // between slashes, no commas, which part the names of --only. Two cases of a plan differ in it.
  std::string name;
  // The default keys of what the case records, spelled as in the source.
  std::string dataset, method;
  Setting setting = {};
  // What `Run` reads besides these, e.g. the request's settings or some of them.
  Setting parameters = {};
  std::vector<std::string> data = {};  // names of the experiment's data sets that it reads
  // Tables and claim ids that it is for, by which --only picks it; all of them if empty.
  std::vector<std::string> serves = {};
  Protocol protocol = Protocol::kPaper;
  std::vector<std::string> departures = {};  // from the source, each with its reason
  // Seeds to run. As the harness hands the case on: what this run has planned, after --repeats, so that
  // claims can see which seeds are missing.
  int repeats = 1;
  bool deterministic = false;             // the seed makes no difference: one seed whatever --repeats says
  std::optional<DataOrigin> origin = {};  // where it is not the worst of its data sets'

  uint64_t seed = 0;                   // the first is --seed, then one more each
  int threads = 1;                     // that `Run` may use; must not change any value
  std::vector<Dataset> resolved = {};  // `data`, in this order
  bool changed_by_user = false;  // --set gave something else than the profile has: its protocol is kChanged

  std::string Key() const { return name + "/seed=" + std::to_string(seed); }
  // The resolved data set of this name; it must stand in `data`.
  const Dataset& Data(std::string_view dataset_name) const;
};

// Where the case's data comes from: `origin` if given, else the worst of its data sets, else real (made by
// the source's own recipe).
DataOrigin OriginOf(const Case& c);

// The case's protocol, or kChanged where the user changed a setting.
Protocol ProtocolOf(const Case& c);

// `text` with everything that may not stand in a case's name replaced: "RP-BCFW-STD-G" gives
// "rp-bcfw-std-g", "a b" gives "a-b".
std::string NamePart(std::string_view text);

// May a case be called this? Segments of letters, digits and ._=+- between single slashes, none beginning
// with a dot, at most 100 letters each and 200 together: every name is a path below the results, and another.
bool IsCaseName(std::string_view name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_CASE_H_
