// The report: pages for a browser, from a file, without a network.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_

#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Writes into the folder, which is made if it is absent:
//   index.html                         every package in a row
//   <package>/index.html               ours beside theirs, claims, figures, departures, cases, provenance
//   <package>/<figure>.{svg,png,tsv}   see DrawFigures
//   <package>/<figure>+<number>.png    see WritePanels
// Package and figure names pass through FileNameFor. Pages refer to nothing outside of the folder; all text
// is escaped. The same report gives the same bytes (but for the PNG, which may change with the
// version of gnuplot or libpng). Files of an earlier report that have no successor stay.
//
// Throws common::Error (kEnvironment) if a file cannot be written or gnuplot is absent; the pages and
// pictures are written before the curves are drawn, so that without gnuplot everything but the drawings is
// there.
void WriteReport(const RunReport& report, const std::string& folder);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_REPORT_H_
