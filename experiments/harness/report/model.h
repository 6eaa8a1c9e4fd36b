// What a package's page shows, as plain values: package_report.cc fills them in, the pages are written from
// them.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/decide/claims.h"
#include "experiments/harness/decide/rows.h"
#include "experiments/harness/report/figure.h"

namespace structlab::harness {

struct CaseRow {
  std::string key = {};
  CaseState state = CaseState::kNotRun;
  std::string message = {};  // why, where it is not done
  std::string command = {};  // that runs only this case
  double seconds = 0;        // of wall clock
  double cpu_seconds = 0;    // of a case that is done
  double peak_rss_mb = 0;
  std::string finished = {};  // UTC, 2026-01-31T12:00:00Z
};

// A row that tools/bench measured and kept: ours beside a yardstick, in the same run.
struct RecordedBenchmark {
  std::string benchmark = {};  // name/variant
  double value = 0;
  std::string unit = {};  // less is better, except for a rate, which ends in "/s"
  std::string yardstick = {};
  std::optional<double> yardstick_value = {}, ratio = {};  // how many times better ours is
  std::string target = {};                                 // "ratio>=20", "value<=8", or empty
  std::optional<bool> is_met = {};
  int threads = 1;
  std::string note = {};
  std::string commit = {}, date = {}, processor = {};
};

// Reads benchmarks.tsv as tools/bench writes it: benchmark value unit yardstick yardstick_value ratio target
// threads note met commit date processor. Throws common::Error(kData) with name:line:column.
std::vector<RecordedBenchmark> ParseBenchmarks(std::string_view tsv, const std::string& name);

// The prose of a package, from about.md:
//
//   # Title
//   Source of the numbers: author, title, year, chapter, tables
//
//   ## Introduction        paragraphs
//   ## Conclusions         at most five short sentences, one a list item
//   ## Departures          list items, each with its reason
//   ## Left out            list items, each with its reason
//   ## Figures
//   ### figure_id: Title   the first is the one that the page shows first
//   caption
//
// Every section may be missing, none may stand twice. Lines of a paragraph or item are joined; `words`
// between backticks are shown as code. Throws common::Error(kData) with name:line for a text without a title,
// another heading, and a line of a list that belongs to no item.
struct About {
  std::string title = {}, source = {}, introduction = {};
  std::vector<std::string> conclusions = {}, departures = {}, left_out = {};
  struct Caption {
    std::string id, title, text;
  };
  std::vector<Caption> figures = {};

  const Caption* Find(const std::string& figure_id) const;
};
About ParseAbout(std::string_view markdown, const std::string& name);

struct PackageReport {
  std::string name;  // folder under experiments/
  About about;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  std::vector<CaseRow> cases;
  std::vector<Figure> figures;
  std::vector<RecordedBenchmark> benchmarks;
  std::vector<Fact> settings;  // resolved
  std::vector<Fact> provenance;
  std::string command;                // that made this page
  std::string commit, data_digest;    // for the metadata of figures
  Profile profile = Profile::kQuick;  // of that command
  std::vector<std::string> methods;   // in the order of the plan, for the looks of curves
  int reported_rows = 0;
  bool interrupted = false;     // the run that made this page did not get to its end
  bool is_from_record = false;  // drawn from the record: nothing was run
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MODEL_H_
