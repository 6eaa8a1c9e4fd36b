// A small report for tests, with something in every field. Its numbers mean nothing.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SAMPLE_REPORT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SAMPLE_REPORT_H_

#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// One package "sample" with rows that agree, differ, are cut, are not run and are shown by a figure, claims
// of each verdict, cases of each state, and two figures of which one has no points. `text`, if not empty, is
// appended to every field that holds text, names of packages and figures too.
RunReport SampleReport(const std::string& text = "");

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SAMPLE_REPORT_H_
