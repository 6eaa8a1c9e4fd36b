#include "common/plot/gnuplot_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "common/number.h"
#include "common/plot/box_plot.h"
#include "common/safe_text.h"

namespace structlab::common {
namespace {

constexpr std::string_view kTemplate = R"(reset
set encoding utf8
set samples 2
{data}set xlabel {x_label} offset 0,0.3
set ylabel {y_label}
set grid lt 1 lw 0.7 lc rgb '{grid}'
# Away from the x label: begins with an empty line.
set key outside bottom center horizontal Left reverse samplen 5 spacing 1.2 title ' '
set border 3
set tics nomirror
set format '%g'
{log_x}{log_y}# An empty title needs no space; without one the SVG would depend on the plot drawn before it.
set title ' '
set tmargin 1
set terminal svg noenhanced dynamic size 760,520 font 'DejaVu Sans,14'
set output {svg}
{curves}
set terminal pngcairo noenhanced size 1520,1040 font 'DejaVu Sans,13' fontscale 1.7 linewidth 2 pointscale 2 background '#ffffff'
set title {title}
set tmargin -1
set output {png}
replot
unset output
)";

struct Rgb {
  int red, green, blue;
};

// Each line colour has a contrast of at least 3:1 against its page, white or nearly black.
struct LineColour {
  Rgb light, dark;
};
constexpr std::array<LineColour, kNumColours> kColours = {{
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

// A curve with more points than this has only that many markers, evenly spaced.
constexpr size_t kMaxMarkers = 15;

std::string HexColour(const Rgb& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

// The colour as gnuplot's SVG terminal writes it.
std::string SvgColour(const Rgb& colour) {
  return fmt::format("rgb({:3}, {:3}, {:3})", colour.red, colour.green, colour.blue);
}

bool HasHorizontalLine(const Plot& plot) {
  return plot.horizontal_line && std::isfinite(*plot.horizontal_line) &&
         (!plot.log_y || *plot.horizontal_line > 0);
}

// Adds the points to the script as a datablock. An empty line interrupts the drawn line. Returns the number
// of points.
size_t AddDataBlock(const Plot& plot, const Series& series, const std::string& name, std::string& script) {
  std::string block = fmt::format("{} << END_OF_POINTS\n", name);
  bool interrupted = false;
  size_t drawn = 0;
  for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (!CanBeDrawn(plot, series.x[i], series.y[i])) {
      interrupted = drawn > 0;
      continue;
    }
    if (interrupted) block += '\n';
    interrupted = false;
    block += fmt::format("{} {}\n", FormatDouble(series.x[i]), FormatDouble(series.y[i]));
    ++drawn;
  }
  if (drawn > 0) script += block + "END_OF_POINTS\n";
  return drawn;
}

// Chooses dashes and markers ("rounds") for curves that share a colour. The first curve of each look has the
// round of its look, the same in all plots. Further curves of the look have the next round that no curve of
// this colour has in this plot.
std::vector<size_t> RoundsOf(const std::vector<size_t>& looks) {
  std::vector<size_t> rounds(looks.size());
  std::set<size_t> seen;                     // looks
  std::set<std::pair<size_t, size_t>> used;  // colour and round
  std::vector<size_t> others;                // places in `looks`
  for (size_t i = 0; i < looks.size(); ++i) {
    if (!seen.insert(looks[i]).second) {
      others.push_back(i);
      continue;
    }
    rounds[i] = looks[i] / kColours.size() % kDashes.size();
    used.insert({looks[i] % kColours.size(), rounds[i]});
  }
  for (const size_t i : others) {
    const size_t colour = looks[i] % kColours.size();
    rounds[i] = looks[i] / kColours.size();
    for (size_t step = 1; step <= kDashes.size(); ++step) {
      rounds[i] = (rounds[i] + 1) % kDashes.size();
      if (used.insert({colour, rounds[i]}).second) break;
    }
  }
  return rounds;
}

std::string SeriesStyle(size_t look, size_t round, size_t drawn) {
  const std::string marker =
      fmt::format(" pt {} ps 0.9 lc rgb '{}'", kMarkers[(look + 3 * round) % kMarkers.size()],
                  HexColour(kColours[look % kColours.size()].light));
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
bool IsCurveOf(std::string_view first_name, std::string_view name) {
  if (first_name.empty() || !name.starts_with(first_name)) return false;
  const std::string_view rest = name.substr(first_name.size());
  return rest.empty() || rest.starts_with(" (") || rest.starts_with(", ");
}

}  // namespace

std::string ColourOfLook(size_t look) { return HexColour(kColours[look % kColours.size()].light); }

// Removes control characters and line breaks, and doubles quotes.
std::string GnuplotLiteral(std::string_view text) {
  std::string literal = "'";
  for (const char c : CleanText(text)) {
    if (c == '\'') literal += '\'';
    literal += (c == '\n' || c == '\t') ? ' ' : c;
  }
  return literal + "'";
}

SeriesLooks::SeriesLooks(const std::vector<std::string>& first_names, const std::vector<const Plot*>& plots)
    : first_names_(first_names) {
  const auto is_other = [&](const Series& series) { return PlaceOf(series.name) == first_names_.size(); };
  size_t next_beside = first_names_.size(), next_elsewhere = 0;
  // First the names that some plot shows together with first names, then all others.
  for (const bool beside : {true, false}) {
    for (const Plot* plot : plots) {
      if (beside && std::ranges::all_of(plot->series, is_other)) continue;
      for (const Series& series : plot->series) {
        if (!is_other(series) || others_.contains(series.name)) continue;
        others_[series.name] = beside ? next_beside++ : next_elsewhere++;
      }
    }
  }
}

size_t SeriesLooks::PlaceOf(std::string_view name) const {
  const auto found = std::ranges::find_if(
      first_names_, [&](const std::string& first_name) { return IsCurveOf(first_name, name); });
  return static_cast<size_t>(found - first_names_.begin());
}

size_t SeriesLooks::NumberOf(const std::string& name) const {
  const size_t place = PlaceOf(name);
  if (place < first_names_.size()) return place;
  const auto found = others_.find(name);
  return found == others_.end() ? 0 : found->second;
}

namespace {

// Data blocks and the plot command of curves.
DrawingCommands CurveCommands(const Plot& plot, const SeriesLooks& looks) {
  DrawingCommands commands;
  std::vector<size_t> shown, points,
      numbers;  // for each curve: index of its series, number of points, its look
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const size_t drawn = AddDataBlock(plot, plot.series[i], fmt::format("$series{}", i), commands.before);
    if (drawn == 0) continue;
    shown.push_back(i);
    points.push_back(drawn);
    numbers.push_back(looks.NumberOf(plot.series[i].name));
  }
  const std::vector<size_t> rounds = RoundsOf(numbers);
  for (size_t k = 0; k < shown.size(); ++k) {
    commands.plot += fmt::format("{}$series{} using 1:2{} title {}", commands.plot.empty() ? "plot " : ", ",
                                 shown[k], SeriesStyle(numbers[k], rounds[k], points[k]),
                                 GnuplotLiteral(plot.series[shown[k]].name));
  }
  return commands;
}

}  // namespace

std::string GnuplotScript(const Plot& plot, const SeriesLooks& looks, const std::string& svg_path,
                          const std::string& png_path) {
  DrawingCommands commands = plot.groups.empty() ? CurveCommands(plot, looks) : BoxCommands(plot, looks);
  if (HasHorizontalLine(plot)) {
    commands.plot += fmt::format(", {} with lines lw 1.5 dt (2,3) lc rgb '{}' title {}",
                                 FormatDouble(*plot.horizontal_line), HexColour(kReference.light),
                                 GnuplotLiteral(plot.horizontal_line_name));
  }
  return fmt::format(
      fmt::runtime(kTemplate), fmt::arg("data", commands.before),
      fmt::arg("x_label", GnuplotLiteral(plot.x_label)), fmt::arg("y_label", GnuplotLiteral(plot.y_label)),
      fmt::arg("grid", HexColour(kGrid.light)), fmt::arg("log_x", plot.log_x ? "set logscale x\n" : ""),
      fmt::arg("log_y", plot.log_y ? "set logscale y\n" : ""), fmt::arg("svg", GnuplotLiteral(svg_path)),
      fmt::arg("curves", commands.plot), fmt::arg("title", GnuplotLiteral(plot.title)),
      fmt::arg("png", GnuplotLiteral(png_path)));
}

std::string FinishSvg(std::string svg, const Plot& plot, const PlotFacts& facts) {
  Replace("<title>Gnuplot</title>", fmt::format("<title>{}</title>", EscapeMarkup(plot.title)), svg);
  Replace("font-family=\"DejaVu Sans\"", "font-family=\"DejaVu Sans, Verdana, sans-serif\"", svg);
  // The SVG has its own dark background: a browser that shows the file itself may use white in a dark scheme,
  // too.
  std::string style =
      "<style>\n@media (prefers-color-scheme: dark) {\nsvg{background:#14171c}\n"
      "[stroke='black']{stroke:#dcdfe4}[fill='black']{fill:#dcdfe4}[color='black']{color:#dcdfe4}\n";
  for (const LineColour& colour : kColours) style += DarkRule(colour);
  style += DarkRule(kGrid) + DarkRule(kReference) + "}\n</style>\n";
  std::string metadata;
  for (const auto& [name, value] : facts) metadata += fmt::format("{}: {}\n", name, value);
  if (!metadata.empty()) style += fmt::format("<metadata>\n{}</metadata>\n", EscapeMarkup(metadata));
  const size_t canvas = svg.find("<g id=\"gnuplot_canvas\">");
  if (canvas != svg.npos) svg.insert(canvas, style);
  return svg;
}

}  // namespace structlab::common
