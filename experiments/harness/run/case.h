// A case, the smallest piece of an experiment that is run, stored, resumed and sent to another machine; and
// what it hands over: values, curves and pictures under the five keys of the reported tables.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "experiments/harness/run/columns.h"
#include "experiments/harness/run/items.h"
#include "experiments/harness/run/model.h"

namespace structlab::harness {

class Columns;
class Recorder;

// A package fills in the first part, once for all seeds; the harness the second.
struct Case {
  // Stable and readable, e.g. "ocr/rp-bcfw-std-g/kappa1=0.5": see IsCaseName. No two cases of a plan share
  // it.
  std::string name = {};
  // The default keys of what the case records, spelled as in the source. `setting` tells the case's rows from
  // those of its siblings. No method: of several that run side by side.
  std::string dataset = {}, method = {};
  Setting setting = {};
  // The settings that the case has read, with their values, and what else its result depends on. A stored
  // result is reused only while they stay the same.
  Setting parameters = {};
  std::vector<std::string> data = {};        // names of the data sets that `run` reads
  Protocol protocol = Protocol::kPaper;      // at best: settings that differ from the paper's make it worse
  std::vector<std::string> departures = {};  // from the source, each with its reason
  int repeats = 1;                           // seeds to run; --repeats changes it
  bool deterministic = false;                // the seed changes nothing: one seed, whatever --repeats says
  std::optional<DataOrigin> origin = {};     // where it is not the worst of its data sets'

  uint64_t seed = 0;                   // the first is --seed, then one more each
  int threads = 1;                     // that `run` may use; must not change any value
  std::vector<Dataset> resolved = {};  // `data`, in this order
  bool changed_by_user = false;        // --set changed a setting that it has read

  // Computes the case, in a process of its own. May depend on the seed, the parameters, the data and the code
  // only. Throws common::Error on damaged data; any other exception, a crash or a broken bound makes a failed
  // case, and the others still run.
  std::function<void(uint64_t seed, Recorder& record)> run = {};
  std::string section = {};                 // the source file that planned it, whose digest is in its stamp
  std::vector<std::string> overrides = {};  // settings that the case itself changes: it is a variant
  const Settings* settings = nullptr;       // of the run; outlives the plan
  std::shared_ptr<const Columns> columns =
      {};  // of the package; none in tests without one: any may be recorded

  // Each reads a setting, which declares that the case depends on it. Throws common::Error for a setting that
  // settings.tsv does not have (kUsage), and for a value that is not of this form (kData).
  const std::string& Text(const std::string& setting_name) { return Read(setting_name).Text(setting_name); }
  double Number(const std::string& setting_name) { return Read(setting_name).Number(setting_name); }
  int64_t Int(const std::string& setting_name) { return Read(setting_name).Integer(setting_name); }
  std::vector<double> Numbers(const std::string& setting_name) {
    return Read(setting_name).Numbers(setting_name);
  }
  // Gives a setting another value for this case only, before it is read. The case is then a variant: its rows
  // carry the value, count as `changed` and are compared with no reported row.
  void Override(const std::string& setting_name, const std::string& value);
  bool is_variant() const { return !overrides.empty(); }

  std::string Key() const { return name + "/seed=" + std::to_string(seed); }
  // The resolved data set of this name; it must stand in `data`.
  const Dataset& Data(std::string_view dataset_name) const;

  // The parameters, among which the setting now is.
  const Setting& Read(const std::string& setting_name);
};

// Where the case's data comes from: `origin` if given, else the worst of its data sets, else real (made by
// the source's own recipe).
DataOrigin OriginOf(const Case& c);

// The worst of: the case's own, `changed` for a variant and where --set changed a setting that it read, `cut`
// where the profile gives such a setting another value than the paper.
Protocol ProtocolOf(const Case& c);

// The case's own departures, then "max_words = 500 (paper: 0)" for each setting that differs.
std::vector<std::string> DeparturesOf(const Case& c);

// `text` with everything that may not stand in a case's name replaced: "RP-BCFW-STD-G" gives "rp-bcfw-std-g".
std::string NamePart(std::string_view text);

// Segments of letters, digits and ._=+- between single slashes, none beginning with a dot, at most 100
// letters each and 200 together: every name is a path below the results.
bool IsCaseName(std::string_view name);

// Collects the cases of a package, section by section.
//
//   for (const double w_c : plan.Numbers("w_c")) {
//     Case& c = plan.Add("lattices", method, {{"w_c", common::FormatDouble(w_c)}});
//     const int side = static_cast<int>(c.Int("lattice_side"));  // the case depends on it
//     c.run = [=](uint64_t seed, Recorder& record) { record.Value("Figure 3.4", "energy", ...); };
//   }
class Planner {
 public:
  explicit Planner(const Settings& settings) : settings_(settings) {}
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // What the cases added from now on have: keys, data sets, and the file that plans them.
  std::string dataset;
  std::vector<std::string> data;
  std::string section;

  // Named prefix/method/key=value/...; the setting's pairs in the order of their keys. The reference stays
  // valid.
  Case& Add(std::string_view prefix, std::string_view method, Setting setting = {});
  Case& Add(Case c);  // as it is

  // Settings that decide which cases there are; a case does not depend on them.
  const std::string& Text(const std::string& name) const { return settings_.Text(name); }
  double Number(const std::string& name) const { return settings_.Number(name); }
  int64_t Int(const std::string& name) const { return settings_.Int(name); }
  std::vector<double> Numbers(const std::string& name) const { return settings_.Numbers(name); }
  std::vector<int64_t> Ints(const std::string& name) const { return settings_.Ints(name); }
  std::vector<std::string> Texts(const std::string& name) const { return settings_.Texts(name); }
  const Settings& settings() const { return settings_; }

  const std::deque<Case>& cases() const { return cases_; }

 private:
  const Settings& settings_;
  std::deque<Case> cases_;
};

struct RecordedValue {
  RowKey key;
  double value = 0;
  std::string unit = {};
};

struct RecordedCurve {
  RowKey key;
  std::vector<double> x, y;
};

struct RecordedPicture {
  RowKey key;
  Picture picture;
};
inline constexpr size_t kMaxPictureBytesOfCase = size_t{1} << 26;  // all pictures of a case together

// A file for the user, e.g. a trained model.
struct RecordedFile {
  std::string name;
  std::string content;  // text, without zero bytes

  friend bool operator==(const RecordedFile&, const RecordedFile&) = default;
};

// Everything one case recorded, in the order of the calls.
struct Record {
  std::vector<RecordedValue> values;
  std::vector<RecordedCurve> curves;
  std::vector<std::string> notes;
  std::optional<std::string> refusal;
  std::vector<RecordedFile> files = {};
  std::vector<RecordedPicture> pictures = {};
  std::vector<RecordedItems> items = {};
};

// Keys that differ from the case's own.
struct Overrides {
  std::optional<std::string> dataset = {}, method = {};
  std::optional<Setting> setting = {};
};

// Collects what a case measures. It prints nothing and writes nothing.
//
//   record.Value("Table 5.2", "total_passes", path.passes);
//   record.Curve("Figure 5.2", "duality_gap_vs_lambda", lambdas, gaps);
//   record.Picture("Figure 3.4", "disparities", {.width = 384, .height = 288, .values = grey});
//
// A value belongs to the reported row of this table and metric that agrees with the case's data set, method
// and setting (decide/rows.h); where the source prints none it goes to the table "beside"
// (Columns::TableFor). Throws common::Error(kUsage) naming the key if columns.tsv does not let the case
// record it, if it is recorded twice, a curve's lengths differ or a setting cannot be stored
// (Setting::CheckFormat). NaN and infinities are kept. Not thread-safe.
class Recorder {
 public:
  explicit Recorder(const Case& c) : case_(c) {}

  // The unit is that of columns.tsv. No two runs share a time: records are not checked for values in s, ms,
  // ...
  void Value(std::string_view table, std::string_view metric, double value, const Overrides& overrides = {});
  void Curve(std::string_view table, std::string_view metric, std::span<const double> x,
             std::span<const double> y, const Overrides& overrides = {});
  // Kept without loss. Also throws for an invalid picture (common::CheckPicture), and if the case's pictures
  // together exceed kMaxPictureBytesOfCase.
  void Picture(std::string_view table, std::string_view metric, harness::Picture picture,
               const Overrides& overrides = {});
  // What a result over test items consists of: a value of each item, or several parts of a statistic. Also
  // throws for items that do not go together (CheckItems).
  void Items(std::string_view table, std::string_view metric, const harness::Items& items,
             std::vector<std::vector<double>> parts, const Overrides& overrides = {});
  // A file that each run with this case writes to files/<package>/<case key>/<name> below the output folder.
  // The name is one segment of a case name, the content text. Throws common::Error(kUsage) for another name,
  // a repeated one or a zero byte.
  void File(std::string_view name, std::string_view content);
  // A sentence for the reader, shown beside the case.
  void Note(std::string_view text);
  // The method does not apply to this case, for this reason. What was recorded is dropped; the reported rows
  // that the case would have made are `not applicable`, or `not run` if its protocol is not the paper's.
  void Refuse(std::string_view reason);

  const Case& this_case() const { return case_; }
  int threads() const { return case_.threads; }
  const Dataset& Data(std::string_view name) const { return case_.Data(name); }
  const Record& record() const { return record_; }

 private:
  // Throws if it is not declared, or recorded already.
  template <typename Recorded>
  RowKey NewKey(const std::vector<Recorded>& recorded, ColumnKind kind, std::string_view table,
                std::string_view metric, const Overrides& overrides) const;

  const Case& case_;
  Record record_;
};

// Returns what `work` returns. If it throws common::Error of wrong usage, by which a method says that it does
// not take a problem, records a refusal with that reason and returns nothing.
template <typename Work>
auto RunUnlessRefused(Recorder& record, Work work) -> std::optional<decltype(work())> {
  try {
    return work();
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
    record.Refuse(error.what());
    return std::nullopt;
  }
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_CASE_H_
