// Packages of the earlier kind (one struct of values and functions), translated into harness::Package. Goes
// when the last of them has moved.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_EXPERIMENT_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_EXPERIMENT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/decide/outcome.h"
#include "experiments/harness/package.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/figure.h"
#include "experiments/harness/run/case.h"
#include "experiments/harness/run/results.h"
#include "experiments/old_experiment/pairs.h"

namespace structlab::harness {

// A value that --set=PACKAGE.NAME=VALUE changes.
struct OldSetting {
  std::string name, documentation;
  std::string paper;                      // the default, as the source has it
  std::optional<std::string> quick = {};  // else as `paper`
  std::optional<std::string> smoke = {};  // else as `quick`
  std::function<void(std::string_view text, const std::string& where)> check = {};
};

struct PlanRequest {
  Profile profile = Profile::kQuick;
  Setting settings;  // every declared setting with its value in this profile
};

// A row that the package promises: matches at most one reported row.
struct DeclaredRow {
  RowKey key;
  std::string unit = {};
  std::optional<bool> higher_is_better = {};
  std::string figure = {};  // id of the figure that regenerates a row without a printed number
  // The methods whose curves or pictures such a row shows; its own if empty.
  std::vector<std::string> needs_methods = {};
};

// How one claim, or one part of it, is decided.
struct Claim {
  std::string id;
  std::string part = {};
  std::string rule;
  std::function<ClaimOutcome(const Results&)> decide;
  bool independent_of_data = false;
  std::vector<std::string> data = {};
};

struct UntestedClaim {
  std::string id, reason;
};

// Why a row differs from the source.
enum class ExplanationKind { kNone, kExplained, kUnexplained };
struct Explanation {
  ExplanationKind kind = ExplanationKind::kNone;
  std::string text = {};
};

struct Experiment {
  std::string name, title, source, introduction;
  std::string_view reported_tsv, claims_tsv;
  std::string_view benchmarks_tsv = {};
  std::vector<DeclaredRow> rows = {};
  std::vector<Claim> claims = {};
  std::vector<UntestedClaim> not_tested = {};
  std::vector<DatasetSource> datasets = {};
  std::vector<OldSetting> settings = {};
  std::vector<std::string> methods = {};
  std::vector<std::string> departures = {};
  std::vector<Fact> libraries = {};
  std::function<std::vector<Case>(const PlanRequest&)> plan;
  std::function<void(const Case&, Recorder&)> run;
  std::function<std::vector<Figure>(const Results&)> draw = {};
  std::function<std::vector<std::string>(const Results&)> conclude = {};
  std::function<Explanation(const ResultRow&, const Results&)> explain = {};
};

// The same package as the harness takes it. `experiment` is copied.
Package Adapted(const Experiment& experiment);

// What is wrong with its declarations, one line each.
std::vector<std::string> Problems(const Experiment& experiment);

// The program of a package.
int Main(const Experiment& experiment, int argc, char** argv);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_EXPERIMENT_H_
