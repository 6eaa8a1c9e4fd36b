// What a package keeps as text of its source: the printed rows and the claims.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_REPORTED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_REPORTED_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

struct ReportedRow {
  RowKey key;
  std::optional<double> value, std;  // none where the source prints no number
  std::string unit;
  std::optional<bool> higher_is_better;
  std::string note;
  std::string figure;   // id of the figure that regenerates a row without a number
  std::string same_as;  // table whose row with this data set, method and metric the source repeats here
};

struct ReportedClaim {
  std::string id, statement;
  std::string not_tested;  // why no rule decides it; empty where one does
};

// Read the TSV text; columns as in reported.tsv (table dataset method setting metric value std unit
// higher_is_better note, and optionally figure and same_as) and claims.tsv (id statement, and optionally
// not_tested); others are ignored. Throw common::Error(kData) with name:line:column for what cannot be read.
// An empty text has no rows.
std::vector<ReportedRow> ParseReported(std::string_view tsv, const std::string& name);
std::vector<ReportedClaim> ParseReportedClaims(std::string_view tsv, const std::string& name);

// The position of the reported row to which a recorded value belongs. A row agrees if it has the table, data
// set, method and metric, every pair of the recorded setting, and no pair that contradicts `parameters` (what
// the case has read). An exact match of all five keys wins; with `exact_only` nothing else counts.
struct RowMatch {
  std::optional<size_t> row;
  bool is_ambiguous = false;  // several rows agree, none exactly
};
RowMatch MatchRow(const RowKey& key, const Setting& parameters, const std::vector<ReportedRow>& reported,
                  bool exact_only = false);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_REPORTED_H_
