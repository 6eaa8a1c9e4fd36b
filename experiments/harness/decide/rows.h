// What the source reports, and the rows of the tables: ours beside theirs.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

struct ReportedRow {
  RowKey key;
  std::optional<double> value = {}, std = {};  // none where the source prints no number
  std::string unit = {};
  std::optional<bool> higher_is_better = {};
  std::string note = {};
  std::string figure = {};                  // id of the figure that regenerates a row without a number
  std::optional<bool> is_lower_bound = {};  // "beyond 1200": any larger value agrees
  std::optional<bool> is_fact = {};         // a size or setting that the source states: no result
  std::optional<int> trials = {};           // behind `std`; else as many as we run
  std::string same_as = {};  // table whose row with this data set, method and metric the source repeats here
};

// Does the row say by `same_as` that it repeats that one?
bool IsRepetition(const ReportedRow& row, const RowKey& of);

struct ReportedClaim {
  std::string id, statement;
  std::string not_tested;  // why no rule decides it; empty where one does
};

// Read the TSV text; columns as in reported.tsv (table dataset method setting metric value std unit
// higher_is_better note, and optionally figure, same_as and is_lower_bound) and claims.tsv (id statement, and
// optionally not_tested); others are ignored. Throw common::Error(kData) with name:line:column for what
// cannot be read. An empty text has no rows.
std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name);
std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name);

// The position of the reported row to which a recorded value belongs. A row agrees if it has the table, data
// set, method and metric, every pair of the recorded setting, and no pair that contradicts `parameters` (what
// the case has read). An exact match of all five keys wins.
struct RowMatch {
  std::optional<size_t> row;
  bool is_ambiguous = false;  // several rows agree, none exactly
};
RowMatch MatchRow(const RowKey& key, const Setting& parameters, const std::vector<ReportedRow>& reported);

// One row of results.tsv: the mean over the cases that differ only in the seed.
struct ResultRow : RowKey {
  std::string package;
  std::optional<DataOrigin> data;  // the worst of its cases'; none where no case is behind it
  std::optional<double> value;     // none: a figure shows it, or it was not run
  std::optional<double> std;       // over the seeds; none for one
  std::optional<double> min, max;  // over the seeds
  int n = 0;
  std::string unit;
  std::optional<bool> higher_is_better;
  std::optional<double> reported, reported_std;
  bool is_reported_row = false;          // the source reports this row, with a number or without
  bool reported_is_lower_bound = false;  // of what the source found
  bool is_fact = false;                  // a size or setting that the source states
  std::string reported_note;             // what the source says beside it
  std::string figure;                    // id of the figure that shows a row without a number
  bool is_drawn = false;                 // that figure is there and shows all it should
  Protocol protocol = Protocol::kPaper;
  std::vector<std::string> departures;  // from the source, with the reason
  Profile profile = Profile::kQuick;
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;  // sums, and the largest, over the cases
  std::vector<uint64_t> seeds;
  std::vector<std::string> cases;  // their keys
  std::string comment;             // what the package says of it
  std::string missing;             // why a reported row has no result, where it has none
  bool is_applicable = true;       // false: its method refuses the source's protocol

  bool is_regenerated() const { return value.has_value() || (!reported && is_drawn); }
};

// What rows need to know of a figure.
struct DrawnFigure {
  std::string id;
  bool is_complete = false;        // every line and picture that it should have is there
  std::vector<std::string> cases;  // keys of the finished cases that it shows
};

// One row for each reported row, in their order (further rows follow where cases of another protocol or name
// recorded values for it); then the rows that only we have, in the order of the plan. A row aggregates the
// values of one key over the seeds of one case. Variants match no reported row. A row with `same_as` repeats
// the value of that row. O(values * reported rows of a table).
std::vector<ResultRow> JoinRows(const std::string& package, const std::vector<ReportedRow>& reported,
                                const Results& results, const std::vector<DrawnFigure>& figures);

// Fills in, for each reported row that is not regenerated, why not: its cases failed, refused, were not
// selected, or the profile plans none.
void FillMissingReasons(const std::vector<CaseStatus>& cases, Profile profile, std::vector<ResultRow>& rows);

// Could the case make this reported row? A column says so, and its setting does not contradict the row's.
bool CouldMake(const Case& c, const RowKey& row);

// The recorded values that agree with several of the source's rows, one line each. Cases of a changed
// protocol are not looked at.
std::vector<std::string> AmbiguousValues(const std::vector<ReportedRow>& reported, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_
