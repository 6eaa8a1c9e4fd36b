// The gnuplot program that draws figures, and the finish its SVG needs. An internal part of figure.h.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_SCRIPT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_SCRIPT_H_

#include <string>
#include <string_view>

#include "experiments/harness/report/series_look.h"
#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The text as a gnuplot literal in single quotes, inside of which gnuplot replaces and runs nothing: no
// control characters, no line breaks, quotes doubled.
std::string GnuplotLiteral(std::string_view text);

// The commands that draw the figure into the two files. The figure has points. Its title stands in the PNG
// alone: the page has it beside the SVG.
std::string FigureScript(const Figure& figure, const SeriesLooks& looks, const std::string& svg_path,
                         const std::string& png_path);

// gnuplot's SVG with the figure's title for those who do not see it, fonts to fall back to, and the colours
// of a dark page where the reader asks for one.
std::string FinishSvg(std::string svg, const Figure& figure);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_FIGURE_SCRIPT_H_
