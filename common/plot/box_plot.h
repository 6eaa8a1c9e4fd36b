// Box plots: the statistics of a box, and the gnuplot commands that draw it.
#ifndef STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_
#define STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_

#include <string>
#include <vector>

#include "common/plot/gnuplot_script.h"
#include "common/plot/plot.h"

namespace structlab::common {

// Tukey's box plot: each whisker ends at the farthest value within 1.5 box heights of the box; values beyond
// are drawn as points.
struct Box {
  double low_whisker = 0, lower_quartile = 0, median = 0, upper_quartile = 0, high_whisker = 0, mean = 0;
  std::vector<double> beyond;  // values beyond the whiskers, ascending
};
// The box of at least one finite value. Quartiles are interpolated linearly, as by numpy.percentile.
Box BoxOf(std::vector<double> values);

// Parts of a gnuplot script.
struct DrawingCommands {
  std::string before;  // data blocks and settings
  std::string plot;    // the plot command
};
// The commands for a plot with groups and points: a box for each group and series. Boxes of a group are drawn
// side by side in the order of the series. The bar is the median, the square the mean. Points that cannot be
// drawn, and points of groups that do not exist, are left out.
DrawingCommands BoxCommands(const Plot& plot, const SeriesLooks& looks);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_BOX_PLOT_H_
