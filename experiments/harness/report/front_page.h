// The first page of the report: every package in a row.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FRONT_PAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FRONT_PAGE_H_

#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The whole page as HTML; links to <package>/index.html. Deterministic.
std::string FrontPage(const RunReport& report);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FRONT_PAGE_H_
