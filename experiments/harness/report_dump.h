// A package's part of the report as one file, from which the whole report is put together.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_

#include <string>
#include <string_view>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// What a package's run leaves for the report: its page, and what the run as a whole shows.
struct PackageDump {
  PackageReport report;
  Profile profile = Profile::kQuick;
};

// JSON; numbers read back to the same bits, those that JSON does not have are the texts "nan", "inf", "-inf".
std::string FormatDump(const PackageDump& dump);

// The inverse. Throws common::Error(kData) naming `name` for anything else.
PackageDump ParseDump(std::string_view text, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_
