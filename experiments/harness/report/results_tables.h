// The two tables that a run leaves behind, results.tsv and claims.tsv: from the rows of the report to a
// table of text and back.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_TABLES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_TABLES_H_

#include <string>
#include <vector>

#include "common/table.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The columns of results.tsv:
//   package table dataset data method setting metric value std n unit higher_is_better reported reported_std
//   protocol departures profile seconds cpu_seconds peak_rss_mb seed cases
// One row a result, in the order given. An absent value is an empty cell, and where no case is behind a row
// (n is 0), data and protocol are empty too: what was not run has neither. Numbers read back to the same
// bits; departures, seeds and cases are lists: items joined by ';', where '\' stands before a ';' or '\' of
// an item, and empty items are left out. Deterministic; O(size of the rows).
common::Table ResultsTable(const std::vector<ResultRow>& rows);

// The columns of claims.tsv: id part package data profile verdict evidence statement. data is empty where no
// case that the claim is about was run.
common::Table ClaimsTable(const std::vector<ClaimRow>& claims);

// The inverses. What has no column (is_reported_row, reported_note, figure, explanation, missing,
// is_applicable; rule) comes back as
// it is by default, except that is_reported_row is true where a reported number stands. Columns may stand in
// any order. Throw common::Error (kData) that names the file, the line and the column, where a column is
// absent, a number cannot be read or a word is none of the known ones.
std::vector<ResultRow> ReadResults(const common::Table& table);
std::vector<ClaimRow> ReadClaims(const common::Table& table);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_RESULTS_TABLES_H_
