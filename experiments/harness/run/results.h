// Questions to the finished cases of a package: what claims, tables and figures are made from.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/case.h"

namespace structlab::harness {

// What a case recorded, what it took, and where the numbers come from.
struct FinishedCase {
  // As planned. Of a case that was read from a file: only what the file says of it. A stored result (store.h)
  // says nothing; the record gives name, seed, origin of the data and protocol.
  Case c = {};
  Record record = {};
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;
  std::string finished = {};          // UTC, 2026-01-31T12:00:00Z
  std::vector<Fact> provenance = {};  // key, commit, command, settings, checksums, compiler, ...

  std::string Key() const { return c.Key(); }
  // The value of the fact of this name; "unknown" without it.
  std::string FactOf(std::string_view name) const;
};

// Under which keys the cases of a plan record, as far as that is known before they run.
struct KnownKeys {
  std::vector<RowKey> source = {};   // the rows that the source reports
  std::set<std::string> cases = {};  // names of the cases of which an earlier run is known
  // Keys of these runs: by metric and name of the case.
  std::map<std::string, std::map<std::string, std::vector<RowKey>>> recorded = {};

  // Adds the values, curves and pictures of a run of the case. One that recorded nothing stays unknown.
  void Add(const std::string& case_name, const Record& record);
};

// Which values, curves or pictures are meant; what is left out matches everything.
struct Query {
  std::optional<std::string> table = {}, dataset = {}, method = {}, metric = {};
  Setting setting = {};  // pairs that must stand in the row's setting, compared by value
  std::optional<Protocol> protocol = {};
  std::string case_prefix = {};  // of the case's name, e.g. "ocr/"
};

// One value, curve or picture of one case. Points into Results.
template <typename Recorded>
struct Observed {
  const FinishedCase* finished;
  const Recorded* recorded;

  uint64_t seed() const { return finished->c.seed; }
  const RowKey& key() const { return recorded->key; }
  double value() const { return recorded->value; }
  const std::vector<double>& x() const { return recorded->x; }
  const std::vector<double>& y() const { return recorded->y; }
  const Picture& picture() const { return recorded->picture; }
};
using Observation = Observed<RecordedValue>;
using CurveObservation = Observed<RecordedCurve>;
using PictureObservation = Observed<RecordedPicture>;
using ItemsObservation = Observed<RecordedItems>;

// The finished cases of one package (refused ones have no values), in the order of the plan, and the plan
// itself, so that rules can tell what is missing. Nothing computed from them depends on which case finished
// first.
class Results {
 public:
  Results(std::vector<FinishedCase> cases, Profile profile, Setting settings = {})
      : cases_(std::move(cases)), profile_(profile), settings_(std::move(settings)) {}
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) = default;
  Results& operator=(Results&&) = default;

  const std::vector<FinishedCase>& cases() const { return cases_; }
  Profile profile() const { return profile_; }
  // Every declared setting with its value in this run.
  const Setting& settings() const { return settings_; }

  // The cases of the plan, one a seed, whether finished or not. Empty where nobody set them. All cases then
  // know what the finished ones recorded (Case::known).
  const std::vector<Case>& planned() const { return planned_; }
  void SetPlanned(std::vector<Case> planned);

  std::vector<Observation> Values(const Query& query) const;
  std::vector<CurveObservation> Curves(const Query& query) const;
  std::vector<PictureObservation> Pictures(const Query& query) const;
  std::vector<ItemsObservation> Items(const Query& query) const;

 private:
  std::vector<FinishedCase> cases_;
  Profile profile_;
  Setting settings_;
  std::vector<Case> planned_;
};

// Values that belong together: a[i] and b[i] have the same seed and the same keys except the method.
struct Pairs {
  std::vector<double> a, b;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_
