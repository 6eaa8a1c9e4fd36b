// From finished cases to the rows of the tables: ours beside what the source reports.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/decide/reported.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

// One row of results.tsv: the mean over the cases that differ only in the seed.
struct ResultRow {
  std::string package, table, dataset;
  std::optional<DataOrigin> data;  // the worst of its cases'; none where no case is behind it
  std::string method;
  Setting setting;
  std::string metric;
  std::optional<double> value;     // none: a figure shows it, or it was not run
  std::optional<double> std;       // over the seeds; none for one
  std::optional<double> min, max;  // over the seeds
  int n = 0;
  std::string unit;
  std::optional<bool> higher_is_better;
  std::optional<double> reported, reported_std;
  bool is_reported_row = false;  // the source reports this row, with a number or without
  std::string reported_note;     // what the source says beside it
  std::string figure;            // id of the figure that shows a row without a number
  bool is_drawn = false;         // that figure is there and shows all it should
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
                                const Results& results, const std::vector<DrawnFigure>& figures,
                                bool exact_only = false);

// Fills in, for each reported row that is not regenerated, why not: its cases failed, refused, were not
// selected, or the profile plans none.
void FillMissingReasons(const std::vector<CaseStatus>& cases, Profile profile, std::vector<ResultRow>& rows);

// Could the case make this reported row? Its data set, method and setting do not contradict the row's.
bool CouldMake(const Case& c, const RowKey& row);

// Recorded values and curves under a reported table that belong to none or several of its rows, one line
// each; empty if there are none. Cases of a changed protocol are not looked at.
std::vector<std::string> UnmatchedValues(const std::vector<ReportedRow>& reported, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_ROWS_H_
