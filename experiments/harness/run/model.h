// The words in which runs, results and the report speak of data, protocols, settings and cases.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/build_facts.h"
#include "common/key_values.h"
#include "common/picture.h"

namespace structlab::harness {

using common::Fact;
using common::Picture;

// Whose data a number comes from: the paper's own; real data of the same kind; generated.
enum class DataOrigin { kReal, kSubstitute, kStandIn };

// Whose protocol: as printed; smaller, because the profile or the machine needs it; changed, by --set or as a
// variant of the package. Ordered from best to worst.
enum class Protocol { kPaper, kCut, kChanged };

enum class Profile { kSmoke, kQuick, kPaper };

enum class CaseState { kDone, kFailed, kTimedOut, kOutOfMemory, kRefused, kNotRun };

// "real", "substitute", "stand-in"; "paper", "cut", "changed"; "smoke", "quick", "paper"; "done", "failed",
// "timed out", "out of memory", "refused", "not run".
std::string_view NameOf(DataOrigin origin);
std::string_view NameOf(Protocol protocol);
std::string_view NameOf(Profile profile);
std::string_view NameOf(CaseState state);
// The inverses; nothing for another text.
std::optional<DataOrigin> ParseOrigin(std::string_view text);
std::optional<Protocol> ParseProtocol(std::string_view text);
std::optional<Profile> ParseProfile(std::string_view text);

// Is a value with this unit a time, which differs from run to run? "s", "ms", "us", "ns", "min", "h".
bool IsTimeUnit(std::string_view unit);

// The pairs that tell one row of a table from another: "epsilon=0.1;kappa1=0.50".
using Setting = common::KeyValues;
using common::SameValue;
using common::SplitList;

// The five keys that tell one row of the tables from another.
struct RowKey {
  std::string table, dataset, method;
  Setting setting = {};
  std::string metric;

  friend bool operator==(const RowKey&, const RowKey&) = default;
  friend bool operator<(const RowKey& a, const RowKey& b);
};

// "Table 5.2, OCR letters, RP-BCFW-STD-G, kappa1=0.5, total_passes", for messages.
std::string Describe(const RowKey& key);

// How the real data of a name comes to a user.
enum class Supply {
  kFetched,  // tools/fetch_data brings it, or the catalogue says how to get it
  kByHand,   // not published: whoever has it may put it there
  kNone,     // not available: the stand-in is always used
};

// A data set as a run found it.
struct Dataset {
  std::string name;  // of the catalogue, e.g. "ocr-letters"
  DataOrigin origin = DataOrigin::kReal;
  std::string path = {};             // folder or file; empty if it is generated in memory
  std::vector<Fact> checksums = {};  // file and sha256, or generator and its parameters
  std::string note = {};             // for the reader: whose data this is
  Supply supply = Supply::kFetched;
};

// How a package finds one of its data sets. `resolve` gets the data folder (which need not exist) and returns
// what is there, or the stand-in that replaces what is absent; it throws common::Error(kData) on data that is
// there but damaged. Called at most once a run, and only if a case of the run names the data set.
struct DatasetSource {
  std::string name;
  std::function<Dataset(const std::string& data_folder)> resolve;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_MODEL_H_
