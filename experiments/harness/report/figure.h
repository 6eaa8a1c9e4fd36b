// Curves drawn by gnuplot.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_

#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Whether a point of the figure can be drawn: finite, and positive along a logarithmic axis.
bool HasPoints(const Figure& figure);

// Writes <name>.svg, <name>.png and <name>.tsv (columns series, x, y: every number, exactly) of each figure
// into the folder, where name = FileNameFor(figure.id). Series differ by colour, dashes and markers. The SVG
// has no background and follows the reader's light or dark scheme; the PNG is white, 1520 by 960 pixels.
// Points that cannot be drawn are left out of the drawing and interrupt the line, but stand in the table. A
// figure without points (HasPoints) gets its table alone.
//
// One gnuplot process draws them all; texts are passed as literals, so that nothing in a title, label or name
// is ever run. The same figures give the same bytes of SVG and TSV.
//
// Throws common::Error (kEnvironment) if gnuplot is absent (naming the package), fails, or leaves a torn
// file, as with a full disk.
void DrawFigures(const std::vector<Figure>& figures, const std::string& folder);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
