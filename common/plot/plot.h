// Writes plots to files: curves as SVG and PNG (drawn by gnuplot), their numbers as TSV, pictures as PNG.
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

// A picture of a plot, with a caption that distinguishes it from the pictures beside it.
struct Panel {
  std::string caption;
  Picture picture;
};

// A plot of curves or boxes, of pictures side by side, or of both.
struct Plot {
  std::string id = {};     // gives the files their names
  std::string title = {};  // "Figure 5.2c"
  std::string x_label = {}, y_label = {};
  bool log_x = false, log_y = false;
  std::optional<double> horizontal_line = {};  // e.g. a tolerance
  std::string horizontal_line_name = {};
  std::vector<Series> series = {};
  std::vector<Panel> panels = {};
  // If not empty, this is a box plot, and these are the names of the groups along the horizontal axis. x of a
  // point is the index of its group. The points of a series in a group make one box (box_plot.h).
  std::vector<std::string> groups = {};
};

// Names and values that are stored in each file, so that a copied plot still shows its origin: as <metadata>
// in an SVG, as tEXt chunks in a PNG, as comments in a TSV.
using PlotFacts = std::vector<std::pair<std::string, std::string>>;

// True if the point can be drawn: it is finite, and positive along a logarithmic axis.
bool CanBeDrawn(const Plot& plot, double x, double y);
// True if at least one point of the plot can be drawn.
bool HasPoints(const Plot& plot);
// True if the plot has curves, or neither curves nor pictures. A plot with only pictures has no drawing.
bool HasDrawing(const Plot& plot);

// The file name of a picture: FileNameFor(plot.id), '+', its number from 1, ".png". FileNameFor never gives
// '+'.
std::string PanelFileName(const Plot& plot, size_t panel);

// Writes the files of all plots into an existing folder. Files of each plot, with name =
// FileNameFor(plot.id):
//   - its pictures (PanelFileName);
//   - if HasDrawing: <name>.tsv with the columns series, x, y (every number, exactly);
//   - if also HasPoints: <name>.svg and <name>.png. The SVG has no title and no background, and follows the
//     reader's light or dark scheme. The PNG is white and has 1520 by 1040 pixels.
//
//     Plot plot = {.id = "energy", .title = "Energy over time", .x_label = "seconds", .y_label = "energy"};
//     plot.series.push_back({.name = "TRW-S", .x = {0.1, 1, 10}, .y = {50, 20, 10}});
//     WritePlots({&plot}, "results");
//
// Curves differ by colour, dashes and markers. A curve of one of the `first_names` ("A", and also "A, bound"
// and "A (ended early)") looks the same in all plots. Points that cannot be drawn interrupt the line and are
// only in the table.
//
// One gnuplot process draws all plots, at the end. It gets texts only as literals, so it never runs them.
// Each file is replaced whole or not at all. If this process is killed, gnuplot is killed too, and the next
// call removes its incomplete files. Two processes must not write into the same folder at once. The same
// arguments give the same bytes with the same gnuplot, libpng and zlib. If a signal arrives while signals are
// blocked (SignalsBlocked), throws Interrupted. Throws Error:
//   - kUsage that names the panel if a picture is invalid (CheckPicture);
//   - kEnvironment if a file cannot be written, or if gnuplot is missing (names the package to install),
//     fails or leaves an incomplete file.
void WritePlots(const std::vector<const Plot*>& plots, const std::string& folder, const PlotFacts& facts = {},
                const std::vector<std::string>& first_names = {});

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_PLOT_H_
