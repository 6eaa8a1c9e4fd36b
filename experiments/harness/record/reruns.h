// Which recorded cases were run again with equal bits, and which come next: reruns.tsv of a package.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RERUNS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RERUNS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// The last run of a recorded case that gave the recorded bits.
struct Rerun {
  std::string case_name;
  uint64_t seed = 0;
  std::string recorded;      // commit that recorded the case
  std::string commit, date;  // of the rerun; the date is 2026-01-31

  friend bool operator==(const Rerun&, const Rerun&) = default;
};

// Reads reruns.tsv: columns case seed recorded commit date, one line a case. An empty text has no lines.
// Throws common::Error(kData) with name:line:column for a damaged line.
std::vector<Rerun> ParseReruns(std::string_view tsv, const std::string& name);
// The inverse, sorted by case and seed. Of two reruns of a case the later one in `reruns` is kept.
std::string FormatReruns(const std::vector<Rerun>& reruns);

// A recorded case without its values.
struct RecordedCase {
  std::string package, case_name;
  uint64_t seed = 0;
  double cpu_seconds = 0;  // of the recorded run
  std::string recorded;    // commit that recorded it
  std::string rerun_date;  // date of the last rerun since it was recorded; empty if there was none

  friend bool operator==(const RecordedCase&, const RecordedCase&) = default;
};

// The cases of a package's record/cases.tsv, with what its reruns.tsv says of them. Reruns of an older record
// of a case do not count. Time and memory are linear in the size of the texts. Throws common::Error(kData)
// for missing columns and damaged lines.
std::vector<RecordedCase> RecordedCasesOf(const std::string& package, std::string_view cases_tsv,
                                          std::string_view reruns_tsv);

// The cases to run now, of all packages together: first those that were never run again, then those whose
// last rerun is the longest ago, as long as their recorded CPU seconds fit into `cpu_seconds` together. A
// case that does not fit is passed over. Cases of the same day come in an order that `draw` determines.
std::vector<RecordedCase> ChooseReruns(std::vector<RecordedCase> cases, double cpu_seconds,
                                       const std::string& draw);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RERUNS_H_
