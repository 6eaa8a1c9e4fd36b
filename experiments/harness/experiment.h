// An experiment package: what a paper's experiment is, as values and functions.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_EXPERIMENT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_EXPERIMENT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/case.h"
#include "experiments/harness/claim.h"
#include "experiments/harness/recorder.h"
#include "experiments/harness/report_model.h"
#include "experiments/harness/results.h"
#include "experiments/harness/setting.h"

namespace structlab::harness {

// A value that --set=PACKAGE.NAME=VALUE changes.
//
//   {.name = "epsilon", .documentation = "tolerance of the path (section 5.8)", .paper = "0.1"}
struct SettingDeclaration {
  std::string name, documentation;
  std::string paper;                      // the default, as the source has it
  std::optional<std::string> quick = {};  // where the profile cuts it; else as in `paper`
  std::optional<std::string> smoke = {};  // else as in `quick`
  // Throws common::Error naming `where` if the text is no possible value; see setting_check.h.
  std::function<void(std::string_view text, const std::string& where)> check = {};
};

struct PlanRequest {
  Profile profile = Profile::kQuick;
  Setting settings;  // every declared setting with its value in this profile
};

// A row that the package promises. Its five keys match at most one reported row, and each reported row is
// matched by exactly one of them.
struct DeclaredRow {
  RowKey key;
  std::string unit = {};
  std::optional<bool> higher_is_better = {};
  std::string figure = {};  // id of the figure that regenerates a row without a printed number
  // Of such a row: the methods whose curves or pictures it shows, its own if empty. It is regenerated where
  // each of them has a curve or a picture of the row's table, data set and metric whose setting does not
  // contradict the row's; its cases, times and protocol are those of these.
  std::vector<std::string> needs_methods = {};
};

// A claim of the source that no rule decides, with the reason, which the page shows.
struct UntestedClaim {
  std::string id, reason;  // "D30", "a user study, which cannot be repeated here"
};

struct Experiment {
  std::string name;          // folder under experiments/
  std::string title;         // what it regenerates
  std::string source;        // the work that reports the rows (author, title, year), chapter, tables
  std::string introduction;  // paragraphs for the reader, with an empty line between them

  // The package's rows of the reported tables and claims, as TSV text (embedded_text in harness/embed.bzl).
  std::string_view reported_tsv, claims_tsv;
  // What `tools/bench --record` wrote beside them; empty if the page has no section on speed.
  std::string_view benchmarks_tsv = {};
  std::vector<DeclaredRow> rows = {};
  std::vector<Claim> claims = {};
  std::vector<UntestedClaim> not_tested = {};  // every other claim of claims_tsv

  std::vector<DatasetSource> datasets = {};
  std::vector<SettingDeclaration> settings = {};
  std::vector<std::string> methods = {};     // every method that a case may name: the known ones of --methods
  std::vector<std::string> departures = {};  // of the package as a whole, each with its reason
  std::vector<Fact> libraries = {};          // name and version of what the numbers depend on

  // The cases, in the order of the tables, without seeds. It must be fast and depend on the request alone.
  std::function<std::vector<Case>(const PlanRequest&)> plan;
  // Runs one case, in a process of its own. Throws common::Error on damaged data; any other exception, a
  // crash or a broken bound makes a failed case, and the others still run.
  std::function<void(const Case&, Recorder&)> run;
  // The figures of the page: curves, pictures (Figure::panels) or both. Ids are unique; a figure without
  // points and pictures is left out. A picture that is none (CheckPicture) ends the run with an error that
  // names it.
  std::function<std::vector<Figure>(const Results&)> draw = {};
  // What the results come to, for whoever reads nothing else of the page: paragraphs, none where there is
  // nothing to say.
  std::function<std::vector<std::string>(const Results&)> conclude = {};
  // Why this row differs from the source. kExplained needs results that show it; what is merely asserted is
  // kUnexplained, and so is what numbers of single seeds cannot show because they lie too far apart.
  std::function<Explanation(const ResultRow&, const Results&)> explain = {};
};

// What is wrong with the experiment's declarations, one line each; empty if nothing is. Reported rows that
// no declared row or more than one matches, declared rows and claims that stand twice, claims that
// claims.tsv does not have, claims of claims.tsv that no rule decides and `not_tested` does not name,
// benchmarks that cannot be read, defaults that their own check refuses, plans with bad or equal names. For
// the test that every package has.
std::vector<std::string> Problems(const Experiment& experiment);

// The program of a package: its `main` is `return harness::Main(MakeExperiment(), argc, argv);`.
// --help prints the flags, the files it writes and what its exit status means.
int Main(const Experiment& experiment, int argc, char** argv);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_EXPERIMENT_H_
