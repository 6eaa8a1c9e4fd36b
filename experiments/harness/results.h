// Questions to the finished cases of an experiment: what claims and figures are made from.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RESULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/case.h"
#include "experiments/harness/recorder.h"

namespace structlab::harness {

// A case that is done, with what it recorded and what it took.
struct FinishedCase {
  Case c;
  Record record;
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;
  std::string finished = {};  // UTC, 2026-01-31T12:00:00Z
  std::vector<Fact> provenance = {};
};

// Which values, curves or pictures are meant; what is left out matches everything.
struct Query {
  std::optional<std::string> table = {}, dataset = {}, method = {}, metric = {};
  Setting setting = {};  // pairs that must stand in the row's setting, compared by value
  std::optional<Protocol> protocol = {};
  std::string case_prefix = {};  // of the case's name, e.g. "swapped/"
};

// One value of one case. Points into Results.
struct Observation {
  const FinishedCase* finished;
  const RecordedValue* recorded;

  double value() const { return recorded->value; }
  uint64_t seed() const { return finished->c.seed; }
  const RowKey& key() const { return recorded->key; }
};

struct CurveObservation {
  const FinishedCase* finished;
  const RecordedCurve* recorded;

  uint64_t seed() const { return finished->c.seed; }
  const RowKey& key() const { return recorded->key; }
  const std::vector<double>& x() const { return recorded->x; }
  const std::vector<double>& y() const { return recorded->y; }
};

struct PictureObservation {
  const FinishedCase* finished;
  const RecordedPicture* recorded;

  uint64_t seed() const { return finished->c.seed; }
  const RowKey& key() const { return recorded->key; }
  const Picture& picture() const { return recorded->picture; }
};

// The cases of one experiment that are done (refused ones have no values), in the order of the plan, so
// that whatever is computed from them does not depend on which finished first.
class Results {
 public:
  Results(std::vector<FinishedCase> cases, Profile profile, Setting settings = {})
      : cases_(std::move(cases)), profile_(profile), settings_(std::move(settings)) {}
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) = default;

  const std::vector<FinishedCase>& cases() const { return cases_; }
  Profile profile() const { return profile_; }
  // What the cases were planned with: every declared setting with its value in this run, the profile's or
  // that of --set (PlanRequest::settings, the same). So claims and figures can ask what the plan holds, also
  // of cases that are not done:
  //
  //   for (const double kappa1 : results.settings().Numbers("kappa1")) ...
  //
  // Reading a setting that is not declared throws common::Error(kUsage), as Setting says.
  const Setting& settings() const { return settings_; }

  std::vector<Observation> Values(const Query& query) const;
  std::vector<CurveObservation> Curves(const Query& query) const;
  std::vector<PictureObservation> Pictures(const Query& query) const;

 private:
  std::vector<FinishedCase> cases_;
  Profile profile_;
  Setting settings_;
};

// Just the numbers.
std::vector<double> Numbers(const std::vector<Observation>& observations);

// Values that belong together: a[i] and b[i] have the same seed and the same keys but for the method.
struct Pairs {
  std::vector<double> a, b;
  std::vector<std::string> labels;  // "kappa1=0.5 seed=1"
};

// Matches each observation of `a` with the one of `b` that has the same seed, dataset, protocol and
// setting. `ignored_keys` of the setting may differ. One without partner, or with several, is left out.
Pairs Pair(const std::vector<Observation>& a, const std::vector<Observation>& b,
           const std::vector<std::string>& ignored_keys = {});

// The mean of each x over the curves, where all of them have this x; a line of a figure.
Series MeanCurve(std::string name, const std::vector<CurveObservation>& curves);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RESULTS_H_
