// Questions to the finished cases of a package: what claims, tables and figures are made from.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_

#include <cstdint>
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

// The finished cases of one package (refused ones have no values), in the order of the plan, and the plan
// itself, so that rules can tell what is missing. Nothing computed from them depends on which case finished
// first.
class Results {
 public:
  Results(std::vector<FinishedCase> cases, Profile profile, Setting settings = {},
          std::vector<Case> planned = {})
      : cases_(std::move(cases)),
        profile_(profile),
        settings_(std::move(settings)),
        planned_(std::move(planned)) {}
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) = default;
  Results& operator=(Results&&) = default;

  const std::vector<FinishedCase>& cases() const { return cases_; }
  Profile profile() const { return profile_; }
  // Every declared setting with its value in this run.
  const Setting& settings() const { return settings_; }

  // The cases of the plan, one a seed, whether finished or not. Empty where nobody gave them.
  const std::vector<Case>& planned() const { return planned_; }

 private:
  std::vector<FinishedCase> cases_;
  Profile profile_;
  Setting settings_;
  std::vector<Case> planned_;
};

// Results of the profile paper whose plan is the finished cases.
Results AllFinished(std::vector<FinishedCase> cases);

// Values that belong together: a[i] and b[i] have the same seed and the same keys except the method.
struct Pairs {
  std::vector<double> a, b;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RESULTS_H_
