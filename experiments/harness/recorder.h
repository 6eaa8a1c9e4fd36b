// What a case hands over: values, curves and pictures under the five keys of the reported tables.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORDER_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORDER_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/case.h"

namespace structlab::harness {

// What tells one reported row from another.
struct RowKey {
  std::string table, dataset, method;
  Setting setting = {};
  std::string metric;

  friend bool operator==(const RowKey&, const RowKey&) = default;
  friend bool operator<(const RowKey& a, const RowKey& b);
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
  std::string unit = {};  // as in the reported table; a declared row gives it too
};

// Collects what a case measures. It prints nothing and writes nothing.
//
//   record.Value("Table 5.2", "total_passes", path.passes);
//   record.Value("section 5.8 (prose)", "total_passes", path.passes, {.setting = Setting{{"kappa1",
//   "0.95"}}}); record.Curve("Figure 5.2", "duality_gap_vs_lambda", lambdas, gaps);
//   record.Picture("Figure 3.4", "disparities", {.width = 384, .height = 288, .values = grey});
//
// Throws common::Error naming the key when one key is recorded twice, a curve's lengths differ, or a setting
// cannot be stored (Setting::CheckFormat). NaN and
// infinities are kept as they are. Not thread-safe.
class Recorder {
 public:
  explicit Recorder(const Case& c) : case_(c) {}

  void Value(std::string_view table, std::string_view metric, double value, const Overrides& overrides = {});
  void Curve(std::string_view table, std::string_view metric, std::span<const double> x,
             std::span<const double> y, const Overrides& overrides = {});
  // Kept as it is, compressed without loss. Throws common::Error naming the key, too, if it is no picture
  // (CheckPicture), or if the case's pictures exceed kLargestPicturesOfCase, which keeps the store small.
  void Picture(std::string_view table, std::string_view metric, harness::Picture picture,
               const Overrides& overrides = {});
  // A file that every run that has this case puts below the output folder, at
  // files/<package>/<key of the case>/<name>; it is kept with the case. The name is one segment of what
  // IsCaseName accepts, the content text. Throws common::Error on another name, one that stands twice, or a
  // zero byte.
  void File(std::string_view name, std::string_view content);
  // A sentence for the reader of the page, shown beside the case.
  void Note(std::string_view text);
  // The method does not apply to this case, for this reason; what was recorded is dropped, and the reported
  // rows that the case would have made are not applicable, or not run where its protocol is not the source's.
  void Refuse(std::string_view reason);

  const Record& record() const { return record_; }

 private:
  RowKey KeyOf(std::string_view table, std::string_view metric, const Overrides& overrides) const;

  const Case& case_;
  Record record_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORDER_H_
