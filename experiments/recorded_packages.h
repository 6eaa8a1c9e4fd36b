// What the records of the packages come to, for RESULTS.md.
#ifndef STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_
#define STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_

#include <string>
#include <vector>

namespace structlab::experiments {

// The text of RESULTS.md, from claims_expected.tsv or, of packages of the earlier kind, measured.tsv and
// measured_claims.tsv, in <root>/experiments/<package>/. A package without a record gets a line that says so.
// Throws common::Error(kData) with file and line for a damaged file.
std::string ResultsPage(const std::string& root, const std::vector<std::string>& packages);

}  // namespace structlab::experiments

#endif  // STRUCTLAB_EXPERIMENTS_RECORDED_PACKAGES_H_
