// A package's part of the report as one file, from which the whole report is put together.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// What a package's run leaves for the report: its page, and what the run as a whole shows.
struct PackageDump {
  PackageReport report;
  std::vector<std::string> pictures = {};  // of the panels, in their order: names of files (picture_files.h)
};

// JSON; numbers read back to the same bits, those that JSON does not have are the texts "nan", "inf", "-inf".
// Without the pictures of the panels, of which it has the names of the files.
std::string FormatDump(const PackageDump& dump);

// The inverse. Throws common::Error(kData) naming `name` for anything else.
PackageDump ParseDump(std::string_view text, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DUMP_H_
