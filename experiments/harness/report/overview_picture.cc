#include "experiments/harness/report/overview_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "common/error.h"
#include "common/safe_text.h"
#include "common/table_rows.h"
#include "experiments/harness/report/page.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxStatement = 200;  // letters

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
                    {"href", package.page() + LinkTo(Anchor("claim", group.whole))},
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
               {{"href", package.page()},
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
  const auto [all, claims] = SumOf(packages);
  const ClaimCounts counts = CountVerdicts(claims);
  html.Open("p", {{"class", "sums"}});
  html.Element("b", fmt::format("{} of {}", all.agreeing, all.compared)).Text(" compared results agree. ");
  html.Element("b", fmt::format("{}", counts.all)).Text(counts.all == 1 ? " claim:" : " claims:");
  for (const auto& [count, words, kind, symbol] : VerdictsIn(counts)) {
    html.Text(" ").Element("span", fmt::format("{} {} {}", symbol, count, words), {{"class", kind}});
  }
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

}  // namespace

std::string OverviewPackage::page() const {
  return fmt::format("{}/index.html", common::FileNameFor(facts.name));
}

std::pair<Summary, std::vector<ClaimRow>> SumOf(const std::vector<OverviewPackage>& packages) {
  std::pair<Summary, std::vector<ClaimRow>> sum;
  for (const OverviewPackage& package : packages) {
    Add(package.facts, sum.first);
    std::ranges::copy(package.claims, std::back_inserter(sum.second));
  }
  return sum;
}

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
  WriteStripAxis(html);
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
