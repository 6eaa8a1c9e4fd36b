// The page of one package.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_PAGE_H_

#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The whole page as HTML; links to ../index.html and to the figures' files beside it. Every row stands once
// in the long list (tr id="row-0", ...), every claim once in the list of claims (tr id="claim-0", ...), every
// case once in the list of cases (tr id="case-0", ...), in the order of the report, rows grouped by table.
// Deterministic; time and size are linear in the report.
std::string PackagePage(const PackageReport& package);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PACKAGE_PAGE_H_
