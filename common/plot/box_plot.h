// Boxes of a plot: what they show of some numbers, and the commands that draw them.
#ifndef STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_
#define STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_

#include <string>
#include <vector>

#include "common/plot/gnuplot_script.h"
#include "common/plot/plot.h"

namespace structlab::common {

// Tukey's box: the whiskers end at the farthest values within 1.5 times the box's height from it; values
// beyond them are shown as points.
struct Box {
  double low_whisker = 0, lower_quartile = 0, median = 0, upper_quartile = 0, high_whisker = 0, mean = 0;
  std::vector<double> beyond;  // ascending
};
// Quartiles lie between neighbours, as numpy.percentile's. Values are finite, at least one.
Box BoxOf(std::vector<double> values);

// Parts of a gnuplot script.
struct DrawingCommands {
  std::string before;  // data blocks and settings
  std::string plot;    // the plot command
};
// A box a group and series, those of a group side by side in the order of the series: the bar is the median,
// the square the mean. For a plot with groups and points. Points that cannot be drawn, and those of a group
// that does not exist, are left out.
DrawingCommands BoxCommands(const Plot& plot, const SeriesLooks& looks);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_
