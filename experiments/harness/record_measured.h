// --record: keeping what a full run found beside the package.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_

#include <string>
#include <vector>

#include "experiments/harness/exit_status.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/provenance.h"
#include "experiments/harness/report_model.h"
#include "experiments/harness/results.h"

namespace structlab::harness {

// Before the run: throws common::Error, kUsage for another profile than paper, a changed setting, another
// number of seeds or a partial selection, kEnvironment for stand-ins of data that all may have (their names;
// others are recorded as stand-ins), for a checkout with uncommitted changes or none at all, and for one
// without the package's folder.
void CheckMayRecord(const std::string& package, const Flags& flags, const SourceState& source,
                    const std::vector<std::string>& stand_ins);

// After the run: writes measured.tsv, measured_claims.tsv and measured_texts.tsv into the package's folder in
// the checkout, and says so on standard output. Commit, date and processor are those of the cases, which may
// have been stored before and elsewhere: each commit and processor with commas between, in the order of the
// plan, the first and the last day, and the duration from the first case's beginning to the last one's end.
// `command` is what another user would type. If a case failed or was not run, or was stored by a run on a
// tree with uncommitted changes, says so on standard error, writes nothing and returns false. Throws
// common::Error(kEnvironment) if it cannot be written.
bool RecordMeasured(const PackageReport& report, const Results& results, ExitStatus status,
                    const std::string& command);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_
