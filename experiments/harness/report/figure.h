// Curves drawn by gnuplot.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Whether a point of the figure can be drawn: finite, and positive along a logarithmic axis.
bool HasPoints(const Figure& figure);

// Has the figure a drawing of curves beside its pictures, if it has any? Only one of pictures alone has none.
bool HasDrawing(const Figure& figure);

// Writes <name>.svg, <name>.png and <name>.tsv (columns series, x, y: every number, exactly) of each figure
// that HasDrawing into the folder, where name = FileNameFor(figure.id). Series differ by colour, dashes and
// markers. The SVG has no title and no background and follows the reader's light or dark scheme; the PNG is
// white, 1520 by 1040 pixels. A curve of one of the `methods`, the package's in their order (it has the
// method's name, or begins with it and ", " or " ("), looks the same in all figures, whichever methods they
// show. Points that cannot be drawn are left out of the drawing and interrupt the line, but stand in the
// table. A figure without points (HasPoints) gets its table alone.
//
// Each file is replaced whole or not at all, also if this process is killed; gnuplot is then killed with it,
// and what it has drawn so far stays under temporary names (IsTemporaryOfDrawing).
//
// One gnuplot process draws them all; texts are passed as literals, so that nothing in a title, label or name
// is ever run. The same figures give the same bytes of SVG and TSV.
//
// If SIGINT, SIGTERM or SIGHUP comes while they are blocked (SignalsBlocked), gnuplot is killed and
// Interrupted thrown. Throws common::Error (kEnvironment) if gnuplot is absent (naming the package), fails,
// or leaves a torn file, as with a full disk.
void DrawFigures(const std::vector<Figure>& figures, const std::string& folder,
                 const std::vector<std::string>& methods = {});

// Is a file of this name what DrawFigures hands to gnuplot, has it draw into or reads its complaints from?
// Such a file is gone when DrawFigures ends, but for a kill.
bool IsTemporaryOfDrawing(std::string_view file_name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_H_
