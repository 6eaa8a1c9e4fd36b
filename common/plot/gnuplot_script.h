// Writes the gnuplot script of a plot, chooses the looks of curves, and completes the SVG. For plot.cc and
// its test.
#ifndef STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_
#define STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/plot/plot.h"

namespace structlab::common {

// Assigns each curve the number of its look (colour, dashes, marker).
//   - A first name has its index in the list of first names, even if a plot does not show all of them.
//   - Other names are numbered in order of appearance: after the first names if some plot shows them together
//     with a first name, otherwise from 0.
//
//   SeriesLooks looks({"A", "B"}, plots);
//   looks.NumberOf("B");             // 1, also in a plot without A
//   looks.NumberOf("B, true gap");   // 1
class SeriesLooks {
 public:
  SeriesLooks(const std::vector<std::string>& first_names, const std::vector<const Plot*>& plots);

  // The number of a name that occurs in the plots; 0 for any other name.
  size_t NumberOf(const std::string& name) const;

 private:
  // The index of the first name to which the curve belongs; the number of first names if it
  // belongs to no name.
  size_t PlaceOf(std::string_view name) const;

  std::vector<std::string> first_names_;
  std::map<std::string, size_t> others_;
};

// The colour of a look in gnuplot's notation. Looks whose numbers differ by kNumColours have the same colour.
inline constexpr size_t kNumColours = 8;
std::string ColourOfLook(size_t look);
// The text as a gnuplot literal in single quotes, in which gnuplot neither substitutes nor runs anything.
std::string GnuplotLiteral(std::string_view text);

// The commands that draw a plot with points into the two files. Only the PNG shows the title; a page writes
// it beside the SVG.
std::string GnuplotScript(const Plot& plot, const SeriesLooks& looks, const std::string& svg_path,
                          const std::string& png_path);

// Completes gnuplot's SVG: adds the plot's title for screen readers, fallback fonts, colours for dark pages,
// and the facts.
std::string FinishSvg(std::string svg, const Plot& plot, const PlotFacts& facts);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_GNUPLOT_SCRIPT_H_
