// The gnuplot program that draws figures, the looks of curves, and the finish of the SVG.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "common/number.h"
#include "experiments/harness/report/drawing.h"
#include "experiments/harness/report/html.h"
#include "experiments/harness/report/page_files.h"

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
constexpr size_t kMaxMarkers = 15;

std::string HexColour(const Rgb& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

// As gnuplot's SVG terminal writes it.
std::string SvgColour(const Rgb& colour) {
  return fmt::format("rgb({:3}, {:3}, {:3})", colour.red, colour.green, colour.blue);
}

bool HasLine(const Figure& figure) {
  return figure.horizontal_line && std::isfinite(*figure.horizontal_line) &&
         (!figure.log_y || *figure.horizontal_line > 0);
}

// The points as a datablock; an empty line interrupts the drawn line. Returns how many there are.
size_t AddDataBlock(const Figure& figure, const Series& series, const std::string& name,
                    std::string& script) {
  std::string block = fmt::format("{} << END_OF_POINTS\n", name);
  bool interrupted = false;
  size_t drawn = 0;
  for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (!CanBeDrawn(figure, series.x[i], series.y[i])) {
      interrupted = drawn > 0;
      continue;
    }
    if (interrupted) block += '\n';
    interrupted = false;
    block += fmt::format("{} {}\n", common::FormatDouble(series.x[i]), common::FormatDouble(series.y[i]));
    ++drawn;
  }
  if (drawn > 0) script += block + "END_OF_POINTS\n";
  return drawn;
}

// The look of that number. Where a figure has several curves of one look they share the colour; `repeat`, how
// many came before, changes dashes and marker.
std::string SeriesStyle(const Series& series, size_t look, size_t repeat, size_t drawn) {
  const size_t round = look / kColours.size() + repeat;
  const std::string marker =
      fmt::format(" pt {} ps 0.9 lc rgb '{}'", kMarkers[(look + 3 * round) % kMarkers.size()],
                  HexColour(kColours[look % kColours.size()].light));
  if (series.points_only) return fmt::format(" with points lw 1.5{}", marker);
  return fmt::format(" with linespoints lw 2 dt {}{}{}", kDashes[(look + round) % kDashes.size()], marker,
                     drawn > kMaxMarkers ? fmt::format(" pn {}", kMaxMarkers) : "");
}

std::string DarkRule(const LineColour& colour) {
  return fmt::format("[stroke='{0}']{{stroke:{1}}}[color='{0}']{{color:{1}}}\n", SvgColour(colour.light),
                     HexColour(colour.dark));
}

void Replace(std::string_view from, std::string_view to, std::string& text) {
  for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// "A (ended early)" and "A, true gap" are curves of A; "A-fast" is not.
bool IsCurveOf(std::string_view method, std::string_view name) {
  if (method.empty() || !name.starts_with(method)) return false;
  const std::string_view rest = name.substr(method.size());
  return rest.empty() || rest.starts_with(" (") || rest.starts_with(", ");
}

}  // namespace

SeriesLooks::SeriesLooks(const std::vector<std::string>& methods, const std::vector<Figure>& figures)
    : methods_(methods) {
  const auto is_other = [&](const Series& series) { return MethodOf(series.name) == methods_.size(); };
  size_t next_beside = methods_.size(), next_elsewhere = 0;
  // First the names that stand beside methods in some figure, then those that never do.
  for (const bool beside_methods : {true, false}) {
    for (const Figure& figure : figures) {
      if (beside_methods && std::ranges::all_of(figure.series, is_other)) continue;
      for (const Series& series : figure.series) {
        if (!is_other(series) || others_.contains(series.name)) continue;
        others_[series.name] = beside_methods ? next_beside++ : next_elsewhere++;
      }
    }
  }
}

size_t SeriesLooks::MethodOf(std::string_view name) const {
  const auto found = std::find_if(methods_.begin(), methods_.end(),
                                  [&](const std::string& method) { return IsCurveOf(method, name); });
  return static_cast<size_t>(found - methods_.begin());
}

size_t SeriesLooks::Of(const std::string& name) const {
  const size_t method = MethodOf(name);
  if (method < methods_.size()) return method;
  const auto found = others_.find(name);
  return found == others_.end() ? 0 : found->second;
}

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
  std::string data, plot;
  std::map<size_t, size_t> drawn_of_look;
  for (size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    const std::string name = fmt::format("$series{}", i);
    const size_t drawn = AddDataBlock(figure, series, name, data);
    if (drawn == 0) continue;
    const size_t look = looks.Of(series.name);
    plot += fmt::format("{}{} using 1:2{} title {}", plot.empty() ? "plot " : ", ", name,
                        SeriesStyle(series, look, drawn_of_look[look]++, drawn), GnuplotLiteral(series.name));
  }
  if (HasLine(figure)) {
    plot += fmt::format(", {} with lines lw 1.5 dt (2,3) lc rgb '{}' title {}",
                        common::FormatDouble(*figure.horizontal_line), HexColour(kReference.light),
                        GnuplotLiteral(figure.horizontal_line_name));
  }
  return fmt::format(
      fmt::runtime(kDrawingTemplate), fmt::arg("data", data),
      fmt::arg("x_label", GnuplotLiteral(figure.x_label)),
      fmt::arg("y_label", GnuplotLiteral(figure.y_label)), fmt::arg("grid", HexColour(kGrid.light)),
      fmt::arg("log_x", figure.log_x ? "set logscale x\n" : ""),
      fmt::arg("log_y", figure.log_y ? "set logscale y\n" : ""), fmt::arg("svg", GnuplotLiteral(svg_path)),
      fmt::arg("plot", plot), fmt::arg("title", GnuplotLiteral(figure.title)),
      fmt::arg("png", GnuplotLiteral(png_path)));
}

std::string FinishSvg(std::string svg, const Figure& figure, const DrawingOrigin& origin) {
  Replace("<title>Gnuplot</title>", fmt::format("<title>{}</title>", EscapeMarkup(figure.title)), svg);
  Replace("font-family=\"DejaVu Sans\"", "font-family=\"DejaVu Sans, Verdana, sans-serif\"", svg);
  // Opened directly, it stands on the page of the browser, which may be white even in a dark scheme.
  std::string style =
      "<style>\n@media (prefers-color-scheme: dark) {\nsvg{background:#14171c}\n"
      "[stroke='black']{stroke:#dcdfe4}[fill='black']{fill:#dcdfe4}[color='black']{color:#dcdfe4}\n";
  for (const LineColour& colour : kColours) style += DarkRule(colour);
  style += DarkRule(kGrid) + DarkRule(kReference) + "}\n</style>\n";
  std::string metadata;
  for (const Fact& fact : origin.Facts()) metadata += fmt::format("{}: {}\n", fact.name, fact.value);
  if (!metadata.empty()) style += fmt::format("<metadata>\n{}</metadata>\n", EscapeMarkup(metadata));
  const size_t canvas = svg.find("<g id=\"gnuplot_canvas\">");
  if (canvas != svg.npos) svg.insert(canvas, style);
  return svg;
}

}  // namespace structlab::harness
