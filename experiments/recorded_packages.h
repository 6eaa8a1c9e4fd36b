// RESULTS.md: what the records of the packages come to, in one table of at most 60 lines.
#ifndef STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_
#define STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_

#include <string>
#include <vector>

#include "experiments/harness/decide/claims.h"
#include "experiments/harness/report/comparison.h"

namespace structlab::experiments {

// What the record of one package comes to.
struct RecordedPackage {
  std::string name;
  std::vector<harness::ClaimRow> claims;  // decided from the record
  harness::Summary summary;               // of its rows
  std::string commit, date;               // of the record's last case; empty if nothing is recorded yet
  bool has_print = true;                  // whether the print supports the claims is known
};

inline constexpr int kMaxResultLines = 60;

// The page experiments/RESULTS.md: for each package a line of counts and a line for each claim (parts are
// left out). While that is more than kMaxResultLines lines, the package with the most lines gets a single
// one, with its claims by verdict. Text is escaped. The same records give the same bytes.
std::string FormatResultsPage(const std::vector<RecordedPackage>& packages);

// The text of RESULTS.md for these packages, from claims_expected.tsv or, of packages of the earlier kind,
// measured.tsv and measured_claims.tsv, in <root>/experiments/<package>/. A package without a record gets a
// line that says so. Throws common::Error(kData) with file and line for a damaged file.
std::string ResultsPage(const std::string& root, const std::vector<std::string>& packages);

}  // namespace structlab::experiments

#endif  // STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_
