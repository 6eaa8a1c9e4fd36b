// The strips of the picture of the whole: ours / printed for each compared result of a package.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/harness/report/overview_picture.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

constexpr double kLowest = 1 / 1.5, kHighest = 1.5;  // ends of the axis
constexpr double kMargin = 9;                        // percent of the width at each end, for what lies beyond
constexpr double kBand = 0.05;                       // numbers that differ by no more agree
constexpr double kHeight = 24, kRadius = 2.25;       // pixels
constexpr double kColumn = 1, kSpacing = 4.5;  // percent, pixels: dots of a column stand above each other
constexpr size_t kMaxListed = 12;              // results beyond an end, by name

double PercentOf(double ratio) {
  return kMargin + (100 - 2 * kMargin) * std::log(ratio / kLowest) / std::log(kHighest / kLowest);
}

std::string AsPercent(double value) { return fmt::format("{:.2f}%", value); }

// A compared result.
struct Dot {
  size_t row;  // of the results
  bool agrees;
  AxisPlace place;
  std::string words;
};

std::vector<Dot> DotsOf(const OverviewPackage& package) {
  std::vector<Dot> dots;
  for (size_t i = 0; i < package.results.size(); ++i) {
    const ResultRow& row = package.results[i];
    const Comparison comparison = Compare(row);
    const bool agrees = comparison.agreement == Agreement::kAgrees;
    if (row.is_fact || IsTimeUnit(row.unit) || !(agrees || IsDifference(comparison.agreement))) continue;
    dots.push_back({i, agrees, PlaceOnAxis(*row.value, *row.reported),
                    fmt::format("{}: ours {}, printed {}: {}", Describe(row), ReadableOurs(row),
                                ReadableTheirs(row), MarkOf(row, comparison))});
  }
  return dots;
}

// Why a package has no dot: "no results printed as numbers", "no result compared: other data, not run".
std::string WhyNoDots(const OverviewPackage& package) {
  bool has_printed = false, other_data = false, other_protocol = false;
  for (const ResultRow& row : package.results) {
    if (!row.reported || row.is_fact || IsTimeUnit(row.unit)) continue;
    const Agreement agreement = Compare(row).agreement;
    has_printed = true;
    other_data |= agreement == Agreement::kOtherData;
    other_protocol |= agreement == Agreement::kOtherProtocol;
  }
  if (!has_printed) return "no results printed as numbers";
  std::string why = other_data ? "other data" : "";
  if (other_protocol) why += why.empty() ? "other protocol" : ", other protocol";
  return fmt::format("no result compared: {}", why.empty() ? "not run" : why);
}

// The number of results beyond an end of the axis, and which.
void WriteBeyond(const std::vector<Dot>& dots, AxisPlace::Side side, HtmlWriter& html) {
  std::vector<const Dot*> beyond;
  for (const Dot& dot : dots) {
    if (dot.place.side == side) beyond.push_back(&dot);
  }
  if (beyond.empty()) return;
  const bool is_below = side == AxisPlace::kBelow;
  std::string words =
      fmt::format("{} {}", Counted(std::ssize(beyond), "result"),
                  is_below ? "below 2/3 of the printed number" : "above 1.5 times the printed number");
  for (size_t i = 0; i < std::min(beyond.size(), kMaxListed); ++i) words += "\n" + beyond[i]->words;
  if (beyond.size() > kMaxListed) words += fmt::format("\nand {} more", beyond.size() - kMaxListed);
  html.Open("text", {{"class", "beyond"},
                     {"x", is_below ? "0" : "100%"},
                     {"y", "16"},
                     {"text-anchor", is_below ? "start" : "end"}});
  html.Text(fmt::format("{}{}{}", is_below ? "◂" : "", beyond.size(), is_below ? "" : "▸"));
  html.Element("title", words).Close("text");
}

void WriteLine(const char* kind, double percent, HtmlWriter& html) {
  const std::string x = AsPercent(percent);
  html.Element("line", "", {{"class", kind}, {"x1", x}, {"x2", x}, {"y1", "0"}, {"y2", "100%"}});
}

void WriteFrame(HtmlWriter& html) {
  const double low = PercentOf(1 - kBand), high = PercentOf(1 + kBand);
  html.Element("rect", "",
               {{"class", "band"},
                {"x", AsPercent(low)},
                {"y", "0"},
                {"width", AsPercent(high - low)},
                {"height", "100%"}});
  WriteLine("end", PercentOf(kLowest), html);
  WriteLine("one", PercentOf(1), html);
  WriteLine("end", PercentOf(kHighest), html);
}

// Dots that would cover each other stand above each other, those that agree in the middle.
void WriteDots(const std::vector<Dot>& dots, const std::string& page, HtmlWriter& html) {
  std::map<int, std::vector<const Dot*>> columns;
  for (const Dot& dot : dots) {
    if (dot.place.side != AxisPlace::kInside) continue;
    columns[static_cast<int>(std::floor((dot.place.percent - 50) / kColumn + 0.5))].push_back(&dot);
  }
  for (auto& [position, column] : columns) {
    std::stable_partition(column.begin(), column.end(), [](const Dot* dot) { return dot->agrees; });
    const double room = kHeight - 2 * (kRadius + 1);
    const double step =
        column.size() < 2 ? 0 : std::min(kSpacing, room / static_cast<double>(column.size() - 1));
    for (size_t i = 0; i < column.size(); ++i) {
      // 0, 1, -1, 2, -2 and so on steps from the middle; with an even number of dots all half a step up.
      const double steps =
          (i % 2 == 0 ? -0.5 : 0.5) * static_cast<double>(i + i % 2) + (column.size() % 2 == 0 ? -0.5 : 0);
      const Dot& dot = *column[i];
      html.Open("a", {{"href", page + LinkTo(Anchor("row", dot.row))}, {"tabindex", "-1"}});
      html.Open("circle", {{"class", dot.agrees ? "dot agrees" : "dot differs"},
                           {"cx", AsPercent(dot.place.percent)},
                           {"cy", fmt::format("{:.2f}", kHeight / 2 + steps * step)},
                           {"r", fmt::format("{}", kRadius)}});
      html.Element("title", dot.words).Close("circle").Close("a");
    }
  }
}

}  // namespace

AxisPlace PlaceOnAxis(double ours, double printed) {
  if (ours == printed) return {AxisPlace::kInside, 50};
  if (printed == 0) return {ours > 0 ? AxisPlace::kAbove : AxisPlace::kBelow};
  const double ratio = ours / printed;
  if (!(ratio >= kLowest)) return {AxisPlace::kBelow};
  if (ratio > kHighest) return {AxisPlace::kAbove};
  return {AxisPlace::kInside, PercentOf(ratio)};
}

void WriteStrip(const OverviewPackage& package, HtmlWriter& html) {
  const std::vector<Dot> dots = DotsOf(package);
  const auto count = [&](auto&& is_counted) {
    return static_cast<int>(std::ranges::count_if(dots, is_counted));
  };
  const auto on = [&](AxisPlace::Side side) {
    return count([=](const Dot& dot) { return dot.place.side == side; });
  };
  const bool is_current =
      std::ssize(dots) == package.facts.compared && count(&Dot::agrees) == package.facts.agreeing;
  if (!is_current || dots.empty()) {
    html.Element("span",
                 is_current ? WhyNoDots(package) : "tables of an older version: run the package again",
                 {{"class", "no-strip"}});
  } else {
    const std::string words = fmt::format(
        "{} of {} compared results agree; {} below 2/3, {} above 1.5 times the printed number",
        package.facts.agreeing, package.facts.compared, on(AxisPlace::kBelow), on(AxisPlace::kAbove));
    html.Open("svg", {{"class", "strip"}, {"role", "img"}, {"aria-label", words}});
    WriteFrame(html);
    WriteDots(dots, package.page(), html);
    WriteBeyond(dots, AxisPlace::kBelow, html);
    WriteBeyond(dots, AxisPlace::kAbove, html);
    html.Close("svg");
  }
  html.Open("span", {{"class", "agreement"}});
  if (package.facts.compared > 0) {
    html.Element("b", fmt::format("{} of {}", package.facts.agreeing, package.facts.compared)).Text(" agree");
  }
  html.Close("span");
}

void WriteStripAxis(HtmlWriter& html) {
  html.Open("div", {{"class", "overview-line axis"}, {"aria-hidden", "true"}})
      .Element("span", "", {{"class", "name"}});
  html.Open("svg", {{"class", "strip"}});
  for (const auto& [ratio, words] :
       {std::pair(kLowest, "−33%"), std::pair(1.0, "as printed"), std::pair(kHighest, "+50%")}) {
    html.Element("text", words, {{"x", AsPercent(PercentOf(ratio))}, {"y", "16"}, {"text-anchor", "middle"}});
  }
  html.Close("svg")
      .Element("span", "", {{"class", "agreement"}})
      .Element("span", "claims", {{"class", "claim-marks"}});
  html.Close("div");
}

}  // namespace structlab::harness
