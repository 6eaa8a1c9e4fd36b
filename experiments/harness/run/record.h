// record.tsv: what a full run of a package measured, one line a number and seed. No words: tables, pages and
// verdicts are made from it by the code of today.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORD_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORD_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Reads record.tsv: columns case seed table dataset method setting metric unit value x y data protocol
// seconds cpu_seconds peak_rss_mb processor commit date. A curve has x and y in place of a value, each as
// common::PackNumbers; so has a picture, of the unit "picture". data is an origin, and behind a colon the
// digest of the case's data. A refused case has one line with the metric "refused", and one without values
// and curves a line with the metric "nothing". Lines of a case stand together and agree in the columns that
// are about the case. Throws common::Error(kData) with name:line:column for a damaged line and for a record
// of a newer format. An empty text has no cases.
std::vector<FinishedCase> ParseRecord(std::string_view tsv, const std::string& name);

// The inverse: equal records give equal bytes. Notes, files and reasons of refusals are left out, and curves
// and pictures of all but the first case of a name, as they are there for figures.
std::string FormatRecord(const std::vector<FinishedCase>& cases);

// 16 digits over the checksums of the case's data sets; empty for a case without data.
std::string DataDigestOf(const FinishedCase& finished);

// `before` with the cases of `now` in place of those with the same key, and without cases that the plan does
// not have any more; in the order of the plan.
std::vector<FinishedCase> MergeRecord(std::vector<FinishedCase> before, std::vector<FinishedCase> now,
                                      const std::vector<Case>& planned);

// The planned cases with their recorded observations, as results; what the record has of cases that are not
// planned is left out.
Results ResultsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned,
                  const Settings& settings);

// The keys of `record` that the plan does not have, and of the plan that the record does not have.
struct RecordGaps {
  std::vector<std::string> not_planned, not_recorded;
};
RecordGaps GapsOf(const std::vector<FinishedCase>& record, const std::vector<Case>& planned);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RECORD_H_
