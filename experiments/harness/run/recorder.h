// What a case hands over: values, curves and pictures under the five keys of the reported tables.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORDER_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "experiments/harness/run/case.h"

namespace structlab::harness {

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
};

// Keys that differ from the case's own.
struct Overrides {
  std::optional<std::string> dataset = {}, method = {};
  std::optional<Setting> setting = {};
  std::string unit = {};  // needed where reported.tsv does not give it
};

// Collects what a case measures. It prints nothing and writes nothing.
//
//   record.Value("Table 5.2", "total_passes", path.passes);
//   record.Time("Figure 3.4", "average_time", seconds);
//   record.Curve("Figure 5.2", "duality_gap_vs_lambda", lambdas, gaps);
//   record.Picture("Figure 3.4", "disparities", {.width = 384, .height = 288, .values = grey});
//
// A value belongs to the reported row of this table and metric that agrees with the case's data set, method
// and setting (decide/rows.h). Throws common::Error(kUsage) naming the key if it is recorded twice, a curve's
// lengths differ or a setting cannot be stored (Setting::CheckFormat). NaN and infinities are kept. Not
// thread-safe.
class Recorder {
 public:
  explicit Recorder(const Case& c) : case_(c) {}

  void Value(std::string_view table, std::string_view metric, double value, const Overrides& overrides = {});
  // A time in seconds, which no two runs share: it is not among what records are checked for.
  void Time(std::string_view table, std::string_view metric, double seconds, Overrides overrides = {});
  void Curve(std::string_view table, std::string_view metric, std::span<const double> x,
             std::span<const double> y, const Overrides& overrides = {});
  // Kept without loss. Also throws for an invalid picture (common::CheckPicture), and if the case's pictures
  // together exceed kMaxPictureBytesOfCase.
  void Picture(std::string_view table, std::string_view metric, harness::Picture picture,
               const Overrides& overrides = {});
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
  RowKey KeyOf(std::string_view table, std::string_view metric, const Overrides& overrides) const;

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

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORDER_H_
