// RESULTS.md: what the records of the packages come to, a line a claim.
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
};

// The page experiments/RESULTS.md: for each package a line of counts and a line for each claim, as stated and
// more strictly (parts are left out). Text is escaped. The same records give the same bytes.
std::string FormatResultsPage(const std::vector<RecordedPackage>& packages);

// The text of RESULTS.md for these packages, from <root>/experiments/<package>/claims_expected.tsv. A package
// without it gets a line that says so. Throws common::Error(kData) with file and line for a damaged file.
std::string ResultsPage(const std::string& root, const std::vector<std::string>& packages);

}  // namespace structlab::experiments

#endif  // STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_
