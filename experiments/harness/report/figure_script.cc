#include "experiments/harness/report/figure_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "common/number.h"
#include "experiments/harness/report/plain_text.h"

namespace structlab::harness {
namespace {

struct Rgb {
  int red, green, blue;
};

// Each line colour has a contrast of at least 3:1 against its page, white or nearly black.
struct LineColour {
  Rgb light, dark;
};
constexpr std::array<LineColour, 8> kColours = {{
    {{0, 98, 164}, {98, 183, 240}},
    {{196, 78, 0}, {244, 150, 84}},
    {{0, 121, 90}, {64, 204, 158}},
    {{150, 66, 146}, {222, 160, 216}},
    {{133, 96, 0}, {220, 184, 76}},
    {{60, 60, 66}, {226, 226, 226}},
    {{178, 24, 43}, {255, 132, 132}},
    {{72, 88, 214}, {164, 174, 255}},
}};
constexpr LineColour kGrid = {{221, 221, 226}, {62, 66, 74}};
constexpr LineColour kReference = {{110, 110, 118}, {160, 160, 168}};

constexpr std::array<const char*, 8> kDashes = {"1",      "(14,5)",        "(3,4)", "(14,4,3,4)",
                                                "(24,6)", "(8,3,3,3,3,3)", "(6,6)", "(20,4,3,4,3,4)"};
// gnuplot's numbers of open circle, square, triangle, diamond, cross, inverted triangle, plus, star.
constexpr std::array<int, 8> kMarkers = {6, 4, 8, 12, 2, 10, 1, 3};

// Series with more points than this carry that many markers, evenly spaced, instead of one a point.
constexpr size_t kMostMarkers = 15;

std::string HexColour(const Rgb& colour) {
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(colour.red) & 0xFFu,
                static_cast<unsigned>(colour.green) & 0xFFu, static_cast<unsigned>(colour.blue) & 0xFFu);
  return text;
}

// As gnuplot's SVG terminal writes it.
std::string SvgColour(const Rgb& colour) {
  char text[32];
  std::snprintf(text, sizeof text, "rgb(%3d, %3d, %3d)", colour.red, colour.green, colour.blue);
  return text;
}

bool CanBeDrawn(const Figure& figure, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!figure.log_x || x > 0) && (!figure.log_y || y > 0);
}

size_t NumPoints(const Series& series) { return std::min(series.x.size(), series.y.size()); }

bool HasLine(const Figure& figure) {
  return figure.horizontal_line && std::isfinite(*figure.horizontal_line) &&
         (!figure.log_y || *figure.horizontal_line > 0);
}

// The points as a datablock; an empty line interrupts the drawn line.
std::string DataBlock(const Figure& figure, const Series& series, const std::string& name, size_t* drawn) {
  std::string block = name + " << END_OF_POINTS\n";
  bool interrupted = false;
  *drawn = 0;
  for (size_t i = 0; i < NumPoints(series); ++i) {
    if (!CanBeDrawn(figure, series.x[i], series.y[i])) {
      interrupted = *drawn > 0;
      continue;
    }
    if (interrupted) block += '\n';
    interrupted = false;
    block += common::FormatDouble(series.x[i]) + ' ' + common::FormatDouble(series.y[i]) + '\n';
    ++*drawn;
  }
  return block + "END_OF_POINTS\n";
}

// The look of that number. Where a figure has several curves of one look they share the colour; `repeat`, how
// many came before, changes dashes and marker.
std::string SeriesStyle(const Series& series, size_t look, size_t repeat, size_t drawn) {
  const size_t round = look / kColours.size() + repeat;
  const std::string colour = " lc rgb '" + HexColour(kColours[look % kColours.size()].light) + "'";
  const std::string marker =
      " pt " + std::to_string(kMarkers[(look + 3 * round) % kMarkers.size()]) + " ps 0.9";
  if (series.points_only) return " with points" + marker + " lw 1.5" + colour;
  std::string style = " with linespoints lw 2 dt " + std::string(kDashes[(look + round) % kDashes.size()]);
  style += marker + colour;
  if (drawn > kMostMarkers) style += " pn " + std::to_string(kMostMarkers);
  return style;
}

std::string DarkRule(const LineColour& colour) {
  const std::string from = SvgColour(colour.light);
  const std::string to = HexColour(colour.dark);
  return "[stroke='" + from + "']{stroke:" + to + "}[color='" + from + "']{color:" + to + "}\n";
}

void Replace(std::string* text, std::string_view from, std::string_view to) {
  for (size_t at = text->find(from); at != std::string::npos; at = text->find(from, at + to.size())) {
    text->replace(at, from.size(), to);
  }
}

}  // namespace

std::string GnuplotLiteral(std::string_view text) {
  std::string literal = "'";
  for (const char c : CleanText(text)) {
    if (c == '\'') literal += '\'';
    literal += (c == '\n' || c == '\t') ? ' ' : c;
  }
  return literal + "'";
}

std::string FigureScript(const Figure& figure, const SeriesLooks& looks, const std::string& svg_path,
                         const std::string& png_path) {
  std::string plot;
  std::map<size_t, size_t> drawn_of_look;
  std::string data;
  for (size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    const std::string name = "$series" + std::to_string(i);
    size_t drawn = 0;
    const std::string block = DataBlock(figure, series, name, &drawn);
    if (drawn == 0) continue;
    data += block;
    const size_t look = looks.Of(series.name);
    plot += (plot.empty() ? "plot " : ", ") + name + " using 1:2" +
            SeriesStyle(series, look, drawn_of_look[look]++, drawn) + " title " + GnuplotLiteral(series.name);
  }
  if (HasLine(figure)) {
    plot += ", " + common::FormatDouble(*figure.horizontal_line) + " with lines lw 1.5 dt (2,3) lc rgb '" +
            HexColour(kReference.light) + "' title " + GnuplotLiteral(figure.horizontal_line_name);
  }
  std::string script = "reset\nset encoding utf8\nset samples 2\n" + data;
  // Away from the key below it, which begins with an empty line.
  script += "set xlabel " + GnuplotLiteral(figure.x_label) + " offset 0,0.3\n";
  script += "set ylabel " + GnuplotLiteral(figure.y_label) + "\n";
  script += "set grid lt 1 lw 0.7 lc rgb '" + HexColour(kGrid.light) + "'\n";
  script += "set key outside bottom center horizontal Left reverse samplen 5 spacing 1.2 title ' '\n";
  script += "set border 3\nset tics nomirror\nset format '%g'\n";
  if (figure.log_x) script += "set logscale x\n";
  if (figure.log_y) script += "set logscale y\n";
  // An empty title takes no room, but without any the SVG begins otherwise after another figure.
  script += "set title ' '\nset tmargin 1\n";
  script += "set terminal svg noenhanced dynamic size 760,520 font 'DejaVu Sans,14'\n";
  script += "set output " + GnuplotLiteral(svg_path) + "\n" + plot + "\n";
  script +=
      "set terminal pngcairo noenhanced size 1520,1040 font 'DejaVu Sans,13' fontscale 1.7 linewidth 2 "
      "pointscale 2 background '#ffffff'\n";
  script += "set title " + GnuplotLiteral(figure.title) + "\nset tmargin -1\n";
  script += "set output " + GnuplotLiteral(png_path) + "\nreplot\nunset output\n";
  return script;
}

std::string FinishSvg(std::string svg, const Figure& figure) {
  Replace(&svg, "<title>Gnuplot</title>", "<title>" + EscapeMarkup(figure.title) + "</title>");
  Replace(&svg, "font-family=\"DejaVu Sans\"", "font-family=\"DejaVu Sans, Verdana, sans-serif\"");
  std::string style = "<style>\n@media (prefers-color-scheme: dark) {\n";
  const std::string ink = "#dcdfe4";
  // By itself it stands on the page of the browser, which may be white all the same.
  style += "svg{background:#14171c}\n";
  style += "[stroke='black']{stroke:" + ink + "}[fill='black']{fill:" + ink +
           "}[color='black']{color:" + ink + "}\n";
  for (const LineColour& colour : kColours) style += DarkRule(colour);
  style += DarkRule(kGrid) + DarkRule(kReference) + "}\n</style>\n";
  const size_t canvas = svg.find("<g id=\"gnuplot_canvas\">");
  if (canvas != std::string::npos) svg.insert(canvas, style);
  return svg;
}

}  // namespace structlab::harness
