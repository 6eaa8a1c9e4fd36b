// The record of a package: what its full run measured, as finished cases. No words: tables, pages and
// verdicts are made from it by the code of today. record_tables.h says how it is written.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_H_

#include <string>
#include <vector>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// 16 digits over the checksums of the case's data sets; empty for a case without data. For a recorded case,
// whose data sets may be absent, the recorded digits.
std::string DataDigestOf(const FinishedCase& finished);
inline constexpr const char* kDataDigest = "data digest";  // the fact of a recorded case

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

// Items that not every seed of their case has, one line each: "grid/a: Table 1, ...: items of 1 seed, values
// of 2". Seeds that recorded neither values nor items do not count.
std::vector<std::string> ItemsOfFewerSeeds(const std::vector<FinishedCase>& record);

// What the cases, as they are planned now, would record under another table or not at all, one line each:
// recording them again would change which row of the source a number stands beside.
std::vector<std::string> RecordedElsewhere(const std::vector<FinishedCase>& record,
                                           const std::vector<Case>& planned);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_H_
