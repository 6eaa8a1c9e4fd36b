#include "common/plot/box_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "common/check.h"
#include "common/number.h"

namespace structlab::common {
namespace {

constexpr double kGroupWidth = 0.8;  // share of the distance between groups
constexpr double kBoxShare = 0.7;    // share of the space for a box
// Dashes of boxes that share a colour.
constexpr std::array<const char*, 3> kBoxDashes = {"1", "(5,4)", "(2,2)"};

// The quantile, interpolated linearly between neighbours.
double QuantileOf(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::vector<double> ValuesIn(const Plot& plot, const Series& series, size_t group) {
  std::vector<double> values;
  for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    if (series.x[i] == static_cast<double>(group) && CanBeDrawn(plot, series.x[i], series.y[i])) {
      values.push_back(series.y[i]);
    }
  }
  return values;
}

}  // namespace

Box BoxOf(std::vector<double> values) {
  STRUCTLAB_CHECK(!values.empty());
  std::ranges::sort(values);
  Box box = {.lower_quartile = QuantileOf(values, 0.25),
             .median = QuantileOf(values, 0.5),
             .upper_quartile = QuantileOf(values, 0.75),
             .mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
             .beyond = {}};
  const double reach = 1.5 * (box.upper_quartile - box.lower_quartile);
  // Whiskers begin at the box: a quartile between two values may be nearer to the median than every value
  // within reach.
  box.low_whisker = box.lower_quartile;
  box.high_whisker = box.upper_quartile;
  for (const double value : values) {
    if (value < box.lower_quartile - reach || value > box.upper_quartile + reach) {
      box.beyond.push_back(value);
    } else {
      box.low_whisker = std::min(box.low_whisker, value);
      box.high_whisker = std::max(box.high_whisker, value);
    }
  }
  return box;
}

DrawingCommands BoxCommands(const Plot& plot, const SeriesLooks& looks) {
  DrawingCommands commands;
  const double place = kGroupWidth / static_cast<double>(std::max<size_t>(1, plot.series.size()));
  for (size_t s = 0; s < plot.series.size(); ++s) {
    const double shift = (static_cast<double>(s) + 0.5) * place - kGroupWidth / 2;
    std::string boxes, beyond;
    for (size_t group = 0; group < plot.groups.size(); ++group) {
      const std::vector<double> values = ValuesIn(plot, plot.series[s], group);
      if (values.empty()) continue;
      const Box box = BoxOf(values);
      const double at = static_cast<double>(group) + shift;
      for (const double number : {at, box.lower_quartile, box.low_whisker, box.high_whisker,
                                  box.upper_quartile, box.median, box.mean}) {
        boxes.append(FormatDouble(number)).append(" ");
      }
      boxes += '\n';
      for (const double value : box.beyond) {
        beyond += fmt::format("{} {}\n", FormatDouble(at), FormatDouble(value));
      }
    }
    if (boxes.empty()) continue;
    const size_t look = looks.NumberOf(plot.series[s].name);
    const std::string colour = ColourOfLook(look);
    const double width = kBoxShare * place;
    commands.before += fmt::format("$boxes{} << END_OF_POINTS\n{}END_OF_POINTS\n", s, boxes);
    commands.plot += fmt::format(
        "{0}$boxes{1} using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lw 1.5 dt {4} lc rgb '{2}' title "
        "{3}, "
        "$boxes{1} using ($1-{5}):6:({6}):(0) with vectors nohead lw 3 lc rgb '{2}' notitle, "
        "$boxes{1} using 1:7 with points pt 5 ps 0.7 lc rgb '{2}' notitle",
        commands.plot.empty() ? "plot " : ", ", s, colour, GnuplotLiteral(plot.series[s].name),
        kBoxDashes[look / kNumColours % kBoxDashes.size()], FormatDouble(width / 2), FormatDouble(width));
    if (beyond.empty()) continue;
    commands.before += fmt::format("$beyond{} << END_OF_POINTS\n{}END_OF_POINTS\n", s, beyond);
    commands.plot +=
        fmt::format(", $beyond{} using 1:2 with points pt 6 ps 0.3 lc rgb '{}' notitle", s, colour);
  }
  std::string names;
  for (size_t group = 0; group < plot.groups.size(); ++group) {
    names += fmt::format("{}{} {}", group == 0 ? "" : ", ", GnuplotLiteral(plot.groups[group]), group);
  }
  commands.before += fmt::format("set xtics ({})\nset xrange [-0.5:{}]\nset boxwidth {}\n", names,
                                 FormatDouble(static_cast<double>(plot.groups.size()) - 0.5),
                                 FormatDouble(kBoxShare * place));
  return commands;
}

}  // namespace structlab::common
