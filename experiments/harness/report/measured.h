// What a full run found, kept in the checkout beside the package: measured.tsv, measured_claims.tsv and
// measured_texts.tsv.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_

#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// When, where and by what a result was measured; one line of text each.
struct MeasuredOrigin {
  std::string commit, date, processor, command;
  std::string duration = {};  // 46m50s: by the clock; empty where it is not known
};

// One package's recorded run.
struct Measured {
  std::string package;  // its folder's name
  MeasuredOrigin origin;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  std::vector<std::string> departures = {};   // of the package as a whole
  std::string introduction = {};              // as in PackageReport
  std::vector<std::string> conclusions = {};  // as in PackageReport
  std::vector<RecordedBenchmark> benchmarks = {};
};

// Writes the files into the package's folder: the tables of results_tables.h, and one of what these do not
// hold (kind, of, text: the package's introduction, conclusions and departures, the rules of claims, the
// figures of reported rows without a number, why rows differ or are not applicable), after four lines
// "# commit: ...", "# date: ...", "# processor: ...", "# command: ..." and, where it is known, a fifth,
// "# duration: ...". Each file is replaced whole or not at all; where there is no such text, there is no such
// file. The benchmarks are not written: benchmarks.tsv is tools/bench's. Throws common::Error (kEnvironment)
// if one cannot be written, (kUsage) if the origin holds a line break.
void WriteMeasured(const Measured& measured, const std::string& folder);

// The inverse, with the benchmarks of benchmarks.tsv; the package's name is the folder's. Throws
// common::Error: kEnvironment if a file is absent (but for those of texts and of benchmarks), kData with file
// and line if one is damaged, lacks a line of the origin, speaks of what the others do not have, or if they
// have different origins.
Measured ReadMeasured(const std::string& folder);

// Reads every <root>/*/ that holds one of the files, ordered by name. Throws as ReadMeasured.
std::vector<Measured> ReadAllMeasured(const std::string& root);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_MEASURED_H_
