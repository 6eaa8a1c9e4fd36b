// The gnuplot program that draws a plot, the looks of curves, and the finish of the SVG. For plot.cc and its
// test.
#ifndef STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_
#define STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/plot/plot.h"

namespace structlab::common {

// Gives each curve the number of its look (colour, dashes, marker). A first name has the number of its place
// in their list, whichever of them a plot shows. Other names are numbered in order of first appearance:
// behind the first names where they stand beside one, from 0 where they do not.
//
//   SeriesLooks looks({"A", "B"}, plots);
//   looks.NumberOf("B");             // 1, also in a plot without A
//   looks.NumberOf("B, true gap");   // 1
class SeriesLooks {
 public:
  SeriesLooks(const std::vector<std::string>& first_names, const std::vector<const Plot*>& plots);

  // The number of a name that occurs in the plots; 0 for any other.
  size_t NumberOf(const std::string& name) const;

 private:
  // The place of the first name with which the name begins, or how many there are.
  size_t PlaceOf(std::string_view name) const;

  std::vector<std::string> first_names_;
  std::map<std::string, size_t> others_;
};

// The colour of a look, as gnuplot takes it. Looks that are kNumColours apart share one.
inline constexpr size_t kNumColours = 8;
std::string ColourOfLook(size_t look);
// The text as a gnuplot literal in single quotes, inside of which gnuplot replaces and runs nothing.
std::string GnuplotLiteral(std::string_view text);

// The commands that draw the plot, which has points, into the two files. Only the PNG has the title: a page
// shows it beside the SVG.
std::string GnuplotScript(const Plot& plot, const SeriesLooks& looks, const std::string& svg_path,
                          const std::string& png_path);

// gnuplot's SVG with the plot's title for those who do not see it, fonts to fall back to, the colours of a
// dark page where the reader asks for one, and the facts.
std::string FinishSvg(std::string svg, const Plot& plot, const PlotFacts& facts);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_
