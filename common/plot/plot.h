// Plots as files: curves drawn by gnuplot as SVG and PNG, their numbers as TSV, pictures as PNG.
#ifndef STRUCTLAB_COMMON_PLOT_PLOT_H_
#define STRUCTLAB_COMMON_PLOT_PLOT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/picture.h"

namespace structlab::common {

// One line of a plot.
struct Series {
  std::string name = {};
  std::vector<double> x = {}, y = {};
};

// A picture of a plot, with what tells it from those beside it.
struct Panel {
  std::string caption;
  Picture picture;
};

// Curves or boxes, pictures side by side, or both.
struct Plot {
  std::string id = {};     // its files are named after it
  std::string title = {};  // "Figure 5.2c"
  std::string x_label = {}, y_label = {};
  bool log_x = false, log_y = false;
  std::optional<double> horizontal_line = {};  // e.g. a tolerance
  std::string horizontal_line_name = {};
  std::vector<Series> series = {};
  std::vector<Panel> panels = {};
  // Not empty: a box plot. Names the groups along the horizontal axis; x of a point is the number of its
  // group, from 0. The points of a series in a group make one box (box_plot.h).
  std::vector<std::string> groups = {};
};

// Names and values that stand in each file, so that a plot that was copied elsewhere still tells where it
// comes from: as <metadata> of an SVG, as tEXt chunks of a PNG, as comments of a TSV.
using PlotFacts = std::vector<std::pair<std::string, std::string>>;

// Can the point be drawn? It is finite, and positive along a logarithmic axis.
bool CanBeDrawn(const Plot& plot, double x, double y);
// Can any point of the plot be drawn?
bool HasPoints(const Plot& plot);
// Has the plot curves, or neither curves nor pictures? Only a plot of pictures has no drawing.
bool HasDrawing(const Plot& plot);

// The file of a picture: FileNameFor(plot.id), '+', its number from 1, ".png". FileNameFor gives no '+'.
std::string PanelFileName(const Plot& plot, size_t panel);

// Writes into the folder, which exists, the pictures of each plot and, where name = FileNameFor(plot.id), the
// files <name>.svg, <name>.png and <name>.tsv (columns series, x, y: every number, exactly) of each that
// HasDrawing. Curves differ by colour, dashes and markers. A curve of one of the `first_names` ("A", and also
// "A, bound" and "A (ended early)") looks the same in all plots. Points that cannot be drawn interrupt the
// line and stand only in the table; a plot without any others gets only its table. The SVG has no title and
// no background and follows the reader's light or dark scheme; the PNG is white, 1520 by 1040 pixels. The
// same arguments give the same bytes with the same gnuplot, libpng and zlib.
//
// One gnuplot process draws all of them, last; texts are literals, of which nothing is ever run. Each file is
// replaced whole or not at all. If this process is killed, gnuplot is too, and the next call removes what it
// had drawn; two processes must not write into one folder at once. If a signal comes while they are blocked
// (SignalsBlocked), throws Interrupted. Throws Error: kUsage naming the panel if a picture is invalid
// (CheckPicture); kEnvironment if a file cannot be written, or if gnuplot is missing (naming the package),
// fails or leaves an incomplete file.
void WritePlots(const std::vector<const Plot*>& plots, const std::string& folder, const PlotFacts& facts = {},
                const std::vector<std::string>& first_names = {});

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_PLOT_H_
