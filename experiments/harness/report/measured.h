// What a full run found, kept in the checkout beside the package: measured.tsv and measured_claims.tsv.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_

#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// When, where and by what a result was measured; one line of text each.
struct MeasuredOrigin {
  std::string commit, date, processor, command;
};

// One package's recorded run.
struct Measured {
  std::string package;  // its folder's name
  MeasuredOrigin origin;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
};

// Writes both files into the package's folder: the tables of results_tables.h after four lines
// "# commit: ...", "# date: ...", "# processor: ...", "# command: ...". Each file is replaced whole or not at
// all. Throws common::Error (kEnvironment) if one cannot be written, (kUsage) if the origin holds a line
// break.
void WriteMeasured(const Measured& measured, const std::string& folder);

// The inverse; the package's name is the folder's. Throws common::Error: kEnvironment if a file is absent,
// kData with file and line if one is damaged, lacks a line of the origin, or if the two have different
// origins.
Measured ReadMeasured(const std::string& folder);

// Reads every <root>/*/ that holds one of the files, ordered by name. Throws as ReadMeasured.
std::vector<Measured> ReadAllMeasured(const std::string& root);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_
