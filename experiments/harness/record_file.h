// Where the record of a package is, and when it may be written.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_

#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/harness/record/record.h"
#include "experiments/harness/run/case_runner.h"
#include "experiments/harness/run/program.h"

namespace structlab::harness {

// experiments/<package>/<file> of the checkout, where the program was started by `bazel run`; else beside the
// built program, or below the current folder (in tests).
std::string PackageFilePath(const std::string& package, const std::string& file);
// The path of a file among the built ones, given from the top of the workspace: in the runfiles of this
// program, or else in a folder above it. Empty if it is in neither.
std::string FindBuilt(const std::string& file);

// The folder record/ of the package.
std::string RecordPath(const std::string& package);
bool HasRecord(const std::string& package);

// The recorded cases; none without a record. Throws as ParseRecord, and for a record of an older version
// (record.tsv), which says how to replace it.
std::vector<FinishedCase> ReadRecord(const std::string& package);

// How many recorded cases were run again since they were recorded, with equal bits: "12 of 477 recorded
// cases, the last one on 2026-01-31". Empty without a record.
std::string DescribeReruns(const std::string& package);

// Throws common::Error unless the run may be recorded: profile paper with the paper's settings and the
// package's own seeds, no stand-in for data that can be had, and a checkout without uncommitted changes.
void CheckMayRecord(const std::string& package, const Flags& flags, const SourceState& source,
                    const std::vector<CaseStatus>& cases);

// Replaces the observations of the chosen cases in record/. Returns false, with the reason on standard
// error, if a chosen case failed, was not run, was damaged, or was stored with uncommitted changes.
bool WriteRecord(const Package& package, const std::vector<CaseStatus>& cases, const Results& results,
                 ExitStatus status);

// claims_expected.tsv: the verdicts of the record, as someone has looked at them. Columns id part question
// verdict print effect stricter stricter_words untested; comments "name: value" count the rows (CountsOfRows)
// and give date and commit of the newest case. The text that the record gives now, and the text of the file.
std::string FormatExpectedClaims(const Package& package, const Results& results);
std::string ReadExpectedClaims(const std::string& package);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_FILE_H_
