// --record: keeping what a full run found beside the package.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_

#include <string>
#include <vector>

#include "experiments/harness/exit_status.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/provenance.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Before the run: throws common::Error, kUsage for another profile than paper, a changed setting or a partial
// selection, kEnvironment for data that is a stand-in (their names) and for a checkout with uncommitted
// changes or none at all.
void CheckMayRecord(const Flags& flags, const SourceState& source, const std::vector<std::string>& stand_ins);

// After the run: writes measured.tsv and measured_claims.tsv into the package's folder in the checkout.
// `command` is what another user would type. Says so on standard error and writes nothing if a case failed or
// was not run. Throws common::Error(kEnvironment) if it cannot be written.
void RecordMeasured(const PackageReport& report, ExitStatus status, const SourceState& source,
                    const std::string& command);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_MEASURED_H_
