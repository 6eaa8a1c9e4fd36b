#include "experiments/harness/report/overview_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "common/error.h"
#include "common/safe_text.h"
#include "common/table_rows.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

constexpr double kLowest = 1 / 1.5, kHighest = 1.5;  // ends of the axis
constexpr double kMargin = 9;                        // percent of the width at each end, for what lies beyond
constexpr double kBand = 0.05;                       // numbers that differ by no more agree
constexpr double kHeight = 24, kRadius = 2.25;       // pixels
constexpr double kColumn = 1, kSpacing = 4.5;  // percent, pixels: dots of a column stand above each other
constexpr size_t kMaxListed = 12;              // results beyond an end, by name
constexpr size_t kMaxStatement = 200;          // letters

double PercentOf(double ratio) {
  return kMargin + (100 - 2 * kMargin) * std::log(ratio / kLowest) / std::log(kHighest / kLowest);
}

std::string Percent(double value) { return fmt::format("{:.2f}%", value); }

std::string PageOf(const OverviewPackage& package) {
  return fmt::format("{}/index.html", common::FileNameFor(package.facts.name));
}

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
  const std::string x = Percent(percent);
  html.Element("line", "", {{"class", kind}, {"x1", x}, {"x2", x}, {"y1", "0"}, {"y2", "100%"}});
}

void WriteFrame(HtmlWriter& html) {
  const double low = PercentOf(1 - kBand), high = PercentOf(1 + kBand);
  html.Element("rect", "",
               {{"class", "band"},
                {"x", Percent(low)},
                {"y", "0"},
                {"width", Percent(high - low)},
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
    std::ranges::stable_partition(column, &Dot::agrees);
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
                           {"cx", Percent(dot.place.percent)},
                           {"cy", fmt::format("{:.2f}", kHeight / 2 + steps * step)},
                           {"r", fmt::format("{}", kRadius)}});
      html.Element("title", dot.words).Close("circle").Close("a");
    }
  }
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
    WriteDots(dots, PageOf(package), html);
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

std::string SymbolOf(const std::string& mark) { return mark.substr(0, mark.find(' ')); }

void WriteClaimMarks(const OverviewPackage& package, HtmlWriter& html) {
  html.Open("span", {{"class", "claim-marks"}});
  for (const ClaimWithParts& group : GroupParts(package.claims)) {
    const ClaimRow& claim = package.claims[group.whole];
    const bool as_print = FailsAsPrint(package.claims, group);
    const std::string mark = MarkOf(claim.verdict, as_print);
    std::string words = fmt::format("{} {}", claim.id, mark);
    if (claim.stricter) words += fmt::format("; more strictly: {}", MarkOf(*claim.stricter, false));
    words += fmt::format(": {}", common::Shortened(claim.statement, kMaxStatement));
    html.Open("a", {{"class", fmt::format("claim-mark {}", ClassOf(claim.verdict, as_print))},
                    {"href", PageOf(package) + LinkTo(Anchor("claim", group.whole))},
                    {"title", words},
                    {"aria-label", words}});
    html.Text(SymbolOf(mark));
    if (claim.stricter) {
      html.Element("small", SymbolOf(MarkOf(*claim.stricter, false)),
                   {{"class", ClassOf(*claim.stricter, false)}});
    }
    html.Close("a");
  }
  if (package.claims.empty()) html.Element("span", "no claims", {{"class", "note"}});
  html.Close("span");
}

void WritePackageLine(const OverviewPackage& package, const std::string& part, HtmlWriter& html) {
  const PackageFacts& facts = package.facts;
  html.Open("li", {{"class", "overview-line"}}).Open("span", {{"class", "name"}});
  html.Element("a", part,
               {{"href", PageOf(package)},
                {"title", fmt::format("{}: {} ({})", facts.name, facts.title, facts.run())}});
  if (part != facts.name) html.Text(" ").Element("code", facts.name);
  html.Close("span");
  WriteStrip(package, html);
  WriteClaimMarks(package, html);
  html.Close("li");
}

void WriteParts(const char* heading, const std::vector<std::string>& parts, HtmlWriter& html) {
  if (parts.empty()) return;
  html.Open("p", {{"class", "other-parts"}}).Text(heading);
  for (const std::string& part : parts) html.Text(" ").Element("span", part, {{"class", "part"}});
  html.Close("p");
}

// The parts of one work: lines of packages, then what is not there.
void WriteWork(const std::vector<WorkPart>& parts,
               const std::map<std::string, const OverviewPackage*>& packages, HtmlWriter& html) {
  std::vector<std::string> missing, absent;
  std::vector<std::pair<const OverviewPackage*, std::string>> lines;
  for (const WorkPart& part : parts) {
    const auto found = packages.find(part.package);
    if (found != packages.end()) {
      lines.emplace_back(found->second, part.part);
    } else {
      (part.package.empty() ? missing : absent).push_back(part.part);
    }
  }
  html.Open("h3").Text(parts[0].work);
  html.Element("span",
               fmt::format("{} of {}", parts.size() - missing.size(), Counted(std::ssize(parts), "part")),
               {{"class", "note"}});
  html.Close("h3");
  if (!lines.empty()) html.Open("ul");
  for (const auto& [package, part] : lines) WritePackageLine(*package, part, html);
  if (!lines.empty()) html.Close("ul");
  WriteParts("Not in this report:", absent, html);
  WriteParts("Still missing:", missing, html);
}

// "155 of 212 compared results agree with the printed numbers. 65 claims: ✔ 40 hold ..."
void WriteSums(const std::vector<WorkPart>& works, const std::vector<OverviewPackage>& packages,
               HtmlWriter& html) {
  Summary all;
  std::vector<ClaimRow> claims;
  for (const OverviewPackage& package : packages) {
    Add(package.facts, all);
    std::ranges::copy(package.claims, std::back_inserter(claims));
  }
  const ClaimCounts counts = CountVerdicts(claims);
  html.Open("p", {{"class", "sums"}});
  html.Element("b", fmt::format("{} of {}", all.agreeing, all.compared)).Text(" compared results agree. ");
  html.Element("b", fmt::format("{}", counts.all)).Text(counts.all == 1 ? " claim:" : " claims:");
  const auto add = [&](int count, const char* kind, const char* symbol, const char* one,
                       const char* several) {
    if (count == 0) return;
    html.Text(" ").Element("span", fmt::format("{} {} {}", symbol, count, count == 1 ? one : several),
                           {{"class", kind}});
  };
  add(counts.holds, "holds", "✔", "holds", "hold");
  add(counts.fails_as_print, "as-print", "↻", "fails as in print", "fail as in print");
  add(counts.fails, "fails", "✘", "fails", "fail");
  add(counts.undecided, "undecided", "◐", "undecided", "undecided");
  add(counts.not_tested, "not-tested", "–", "not tested", "not tested");
  if (counts.all == 0) html.Text(" none");
  html.Text(".");
  const auto missing =
      std::ranges::count_if(works, [](const WorkPart& part) { return part.package.empty(); });
  if (missing > 0) {
    html.Text(" ")
        .Element("b", fmt::format("{} of {}", missing, works.size()))
        .Text(" parts are still missing.");
  }
  html.Close("p");
  const auto is_small = [](const OverviewPackage& package) {
    return package.facts.profile != Profile::kPaper && !package.facts.is_from_record;
  };
  if (std::ranges::any_of(packages, is_small)) {
    html.Open("p", {{"class", "note"}})
        .Prose(
            "This run computes less than the works do, which leaves claims open: "
            "`tools/reproduce --from-record` draws the recorded full runs.");
    html.Close("p");
  }
}

// The axis, on the grid of the lines.
void WriteAxis(HtmlWriter& html) {
  html.Open("div", {{"class", "overview-line axis"}, {"aria-hidden", "true"}})
      .Element("span", "", {{"class", "name"}});
  html.Open("svg", {{"class", "strip"}});
  for (const auto& [ratio, words] :
       {std::pair(kLowest, "−33%"), std::pair(1.0, "as printed"), std::pair(kHighest, "+50%")}) {
    html.Element("text", words, {{"x", Percent(PercentOf(ratio))}, {"y", "16"}, {"text-anchor", "middle"}});
  }
  html.Close("svg")
      .Element("span", "", {{"class", "agreement"}})
      .Element("span", "claims", {{"class", "claim-marks"}});
  html.Close("div");
}

}  // namespace

std::vector<WorkPart> ParseWorks(std::string_view tsv, const std::string& name) {
  if (tsv.empty()) return {};
  const common::Table table = common::ParseTsv(tsv, name);
  const std::vector<common::TableColumn<WorkPart>> columns = {
      {"work", &WorkPart::work}, {"part", &WorkPart::part}, {"package", &WorkPart::package}};
  const std::vector<WorkPart> parts = common::ParseRows(columns, table);
  std::set<std::string> packages;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto expect = [&](bool holds, const char* column, const char* what, const std::string& found) {
      if (!holds) common::ThrowDataError(table.Where(i, table.Column(column)), what, found);
    };
    expect(!parts[i].work.empty(), "work", "the name of a work", "nothing");
    expect(!parts[i].part.empty(), "part", "the name of a part", "nothing");
    expect(parts[i].package.empty() || packages.insert(parts[i].package).second, "package",
           "each package once", common::Quote(parts[i].package));
  }
  return parts;
}

AxisPlace PlaceOnAxis(double ours, double printed) {
  if (ours == printed) return {AxisPlace::kInside, 50};
  if (printed == 0) return {ours > 0 ? AxisPlace::kAbove : AxisPlace::kBelow};
  const double ratio = ours / printed;
  if (!(ratio >= kLowest)) return {AxisPlace::kBelow};
  if (ratio > kHighest) return {AxisPlace::kAbove};
  return {AxisPlace::kInside, PercentOf(ratio)};
}

std::string OverviewPicture(const std::vector<WorkPart>& works,
                            const std::vector<OverviewPackage>& packages) {
  std::map<std::string, const OverviewPackage*> by_name;
  for (const OverviewPackage& package : packages) by_name[package.facts.name] = &package;
  std::vector<std::vector<WorkPart>> groups;  // the parts of each work
  std::set<std::string> placed;
  for (const WorkPart& part : works) {
    auto group = std::ranges::find_if(groups, [&](const auto& other) { return other[0].work == part.work; });
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<WorkPart>());
    group->push_back(part);
    placed.insert(part.package);
  }
  HtmlWriter html;
  html.Open("section", {{"class", "overview"}, {"aria-labelledby", "overview"}});
  html.Element("h2", "Where the reproduction stands", {{"id", "overview"}});
  WriteSums(works, packages, html);
  WriteAxis(html);
  for (const std::vector<WorkPart>& parts : groups) WriteWork(parts, by_name, html);
  const auto is_beyond = [&](const OverviewPackage& package) { return !placed.contains(package.facts.name); };
  if (std::ranges::any_of(packages, is_beyond)) {
    html.Element("h3", "Beyond the works").Open("ul");
    for (const OverviewPackage& package : packages) {
      if (is_beyond(package)) WritePackageLine(package, package.facts.name, html);
    }
    html.Close("ul");
  }
  html.Element(
      "p",
      "● agrees, ○ differs: one dot for each compared result, at ours divided by the printed number. Shaded: "
      "within 5%. ◂ ▸ count the results beyond the axis. Small marks: the verdict on a stricter "
      "question. Dots and marks lead to their row or claim.",
      {{"class", "note"}});
  html.Close("section");
  return html.TakeText();
}

}  // namespace structlab::harness
