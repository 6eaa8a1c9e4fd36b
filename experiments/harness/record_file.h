// Where a package's record.tsv is, and when it may be written.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_

#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/program.h"
#include "experiments/harness/run/record.h"

namespace structlab::harness {

// experiments/<package>/<file> of the checkout, where the program was started by `bazel run`; else beside the
// built program, or below the current folder (in tests).
std::string PackageFilePath(const std::string& package, const std::string& file);
std::string RecordPath(const std::string& package);
// The path of a file among the built ones, given from the top of the workspace: in the runfiles of this
// program, or else in a folder above it. Empty if it is in neither.
std::string FindBuilt(const std::string& file);

// Its content; none if the file is not there. Throws as ParseRecord.
std::vector<FinishedCase> ReadRecord(const std::string& package);

// How many recorded cases were run again since they were recorded, with equal bits: "12 of 477 recorded
// cases, the last one on 2026-01-31". Empty without a record.
std::string DescribeReruns(const std::string& package);

// Throws common::Error unless the run may be recorded: profile paper with the paper's settings and the
// package's own seeds, no stand-in for data that can be had, and a checkout without uncommitted changes.
void CheckMayRecord(const std::string& package, const Flags& flags, const SourceState& source,
                    const std::vector<CaseStatus>& cases);

// Replaces the observations of the chosen cases in record.tsv. Returns false, with the reason on standard
// error, if a chosen case failed, was not run, was damaged, or was stored with uncommitted changes.
bool WriteRecord(const Package& package, const std::vector<CaseStatus>& cases, const Results& results,
                 ExitStatus status);

// claims_expected.tsv: the verdicts of the record, as someone has looked at them. Columns id part question verdict
// print effect stricter stricter_words untested; comments "name: value" count the rows (CountsOfRows) and give date and
// commit of the newest case. The text that the record gives now, and the text of the file.
std::string FormatExpectedClaims(const Package& package, const Results& results);
std::string ReadExpectedClaims(const std::string& package);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_
