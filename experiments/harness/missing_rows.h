// Why reported rows have no result.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_MISSING_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_MISSING_ROWS_H_

#include <string>
#include <vector>

#include "experiments/harness/case_runner.h"
#include "experiments/harness/experiment.h"

namespace structlab::harness {

// Why a reported row has no result.
struct MissingReason {
  std::string text;           // for the reader
  bool is_applicable = true;  // false: the case that would have made it refused the source's protocol
};

// The reason of a reported row that is not regenerated. `declared` is its declared row, or null; `cases` are
// all that this run has planned, run or not.
//
//   "✘ failed: took longer than 10 s"                         the case that would have made it
//   "⊘ refused (cut protocol): too many labels"               a protocol that is not the source's is named
//   "B: – not run: not selected by --only or --methods"       of a figure, the case that makes its part of B
//   "not in this profile (smoke): no case that it plans makes this row"
//
// A case makes a row if it serves its table and names the same data set (or one of the two names none), the
// row's method, and a setting that the row's contains. A figure has a part for each method that it needs
// (DeclaredRow::needs_methods), made by cases whose setting does not contradict the row's. What the source
// calls a method and the experiment does not ("dataset statistics") may be made by every case that serves the
// table. Of several cases that are not done the one that went worst is the reason. The row is not applicable
// if that one refused by the source's protocol, since by another it may apply; a figure, or a row whose
// method the experiment does not know, only if all of them did.
MissingReason WhyMissing(const ResultRow& row, const DeclaredRow* declared, const Experiment& experiment,
                         const std::vector<CaseStatus>& cases, const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_MISSING_ROWS_H_
