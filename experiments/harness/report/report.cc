// The files of a report, and its front page.
#include "experiments/harness/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>

#include "common/file.h"
#include "common/plot/plot.h"
#include "common/processes/child_process.h"
#include "common/safe_text.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/page_files.h"
#include "experiments/harness/report/tables.h"
#include "experiments/harness/run/program.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxIntroduction = 420;  // letters

// The folders folder/packages/*/ that have a package.tsv, in the order of their names.
std::vector<std::string> PackageFolders(const std::string& folder) {
  std::vector<std::string> folders;
  std::error_code error;  // no folder: no packages
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/packages", error)) {
    if (std::filesystem::exists(entry.path() / "package.tsv")) folders.push_back(entry.path().string());
  }
  std::ranges::sort(folders);
  return folders;
}

using Package = OverviewPackage;

std::string AnchorOf(const Package& package) {
  return fmt::format("package-{}", common::FileNameFor(package.facts.name));
}

// "5 claims; recorded at full size: 3 hold, 2 fail; in this run: 4 hold, 1 undecided"
std::string ClaimWords(const std::vector<ClaimRow>& claims, bool is_from_record) {
  const ClaimCounts here = CountVerdicts(claims), recorded = CountVerdicts(claims, /*recorded=*/true);
  std::string words = Counted(here.all, "claim");
  if (recorded.all > 0) words += fmt::format("; recorded at full size: {}", WordsOn(recorded));
  if (here.all > 0 && !is_from_record) words += fmt::format("; in this run: {}", WordsOn(here));
  return words;
}

// The rows, numbers and claims of all packages; then the packages in one line each, with links to the part of
// this page about them.
void WriteOverview(const std::vector<Package>& packages, HtmlWriter& html) {
  const auto [all, claims] = SumOf(packages);
  const bool is_from_record =
      std::ranges::all_of(packages, [](const Package& package) { return package.facts.is_from_record; });
  WriteSummary(all, Counted(std::ssize(packages), "package"), html);
  html.Open("p").Text(fmt::format("{}.", ClaimWords(claims, is_from_record))).Close("p");
  html.Open("nav", {{"class", "packages"}, {"aria-label", "Packages"}}).Open("ul");
  for (const Package& package : packages) {
    html.Open("li").Link(LinkTo(AnchorOf(package)), package.facts.title);
    html.Text(fmt::format(": {}; {}", StateOf(package.facts),
                          ClaimWords(package.claims, package.facts.is_from_record)));
    html.Close("li");
  }
  html.Close("ul").Close("nav");
}

void WritePackage(const Package& package, HtmlWriter& html) {
  const PackageFacts& facts = package.facts;
  const std::string page = fmt::format("{}/index.html", common::FileNameFor(facts.name));
  html.Open("section", {{"id", AnchorOf(package)}, {"class", "package"}});
  html.Open("h2").Link(page, facts.title).Close("h2");
  html.Open("p", {{"class", "source"}}).Prose(facts.source).Close("p");
  html.Open("p").Prose(common::Shortened(facts.introduction, kMaxIntroduction)).Close("p");
  WriteSummary(facts, facts.run(), html);
  if (package.claims.empty()) {
    WriteNote("The package decides no claims.", html);
  } else {
    html.Open("details", {{"open", ""}, {"class", "claims"}})
        .Element("summary", ClaimWords(package.claims, facts.is_from_record));
    WriteClaimsOverview(package.claims,
                        {.id = fmt::format("claims-{}", common::FileNameFor(facts.name)),
                         .caption = fmt::format("Claims: {}", facts.title),
                         .page = page,
                         .profile = facts.profile,
                         .is_from_record = facts.is_from_record},
                        html);
    html.Close("details");
  }
  html.Close("section");
}

void WriteNotRun(const FrontPageFacts& facts, HtmlWriter& html) {
  if (facts.not_run.empty()) return;
  html.Element("h2", "What this command did not run", {{"id", "not_run"}});
  WriteNote("What this page may show of these packages is from an earlier run.", html);
  html.Open("ul");
  for (const Fact& package : facts.not_run) {
    html.Open("li").Element("code", package.name).Text(fmt::format(": {}", package.value)).Close("li");
  }
  html.Close("ul");
}

std::string FrontPage(const std::vector<Package>& packages, const FrontPageFacts& facts) {
  HtmlWriter content, command, provenance;
  WriteOverview(packages, content);
  for (const Package& package : packages) WritePackage(package, content);
  WriteNotRun(facts, content);
  WriteCommand(facts.command, command);
  WriteFacts("provenance", "Provenance", facts.provenance, provenance);
  return PageAround(
      fmt::format(fmt::runtime(kFrontPage), fmt::arg("picture", OverviewPicture(facts.works, packages)),
                  fmt::arg("packages", content.TakeText()), fmt::arg("command", command.TakeText()),
                  fmt::arg("provenance", provenance.TakeText())),
      "Structlab: published results, regenerated", kOverviewStyle);
}

}  // namespace

void WritePackageReport(const PackageReport& report, const std::string& report_folder) {
  const std::string folder = report_folder + "/" + common::FileNameFor(report.name);
  common::PlotFacts facts;
  std::vector<const common::Plot*> plots;
  for (const Figure& figure : report.figures) plots.push_back(&figure);
  facts = {{"Command", report.command}, {"Commit", report.commit}, {"Data", report.data_digest}};
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  common::SignalsBlocked::StopIfInterrupted();
  MakeFolder(folder);
  common::WriteFileAtomically(folder + "/index.html", PackagePage(report));
  common::WritePlots(plots, folder, facts, report.methods);
}

void WritePackageTables(const PackageReport& report, const std::string& folder) {
  const std::string own = folder + "/packages/" + common::FileNameFor(report.name);
  const PackageFacts facts = PackageFactsOf(report);
  MakeFolder(own);
  common::WriteTsv(ResultsTable(report.rows), own + "/results.tsv");
  common::WriteTsv(ClaimsTable(report.claims), own + "/claims.tsv");
  common::WriteFileAtomically(own + "/results.json", ResultsJson({{report.rows, facts.date, facts.commit}}));
  common::WriteTsv(PackageTable(facts), own + "/package.tsv");
}

void MergeTables(const std::string& folder) {
  std::vector<DatedResults> results;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  std::optional<common::Error> first;  // of the packages whose tables are damaged
  std::string damaged;
  for (const std::string& own : PackageFolders(folder)) {
    try {
      const PackageFacts facts = ReadPackage(common::ReadTsv(own + "/package.tsv"));
      results.push_back({ReadResults(common::ReadTsv(own + "/results.tsv")), facts.date, facts.commit});
      std::ranges::copy(ReadClaims(common::ReadTsv(own + "/claims.tsv")), std::back_inserter(claims));
      std::ranges::copy(results.back().rows, std::back_inserter(rows));
    } catch (const common::Error& error) {
      if (!first) first = error;
      damaged.append(damaged.empty() ? "" : ", ").append(own);
    }
  }
  if (first) {
    common::ErrorParts parts = first->parts();
    parts.remedy = "it is damaged or of an older version: delete " + damaged +
                   " and run these packages again: stored cases stay";
    throw common::Error(first->kind(), parts);
  }
  common::WriteTsv(ResultsTable(rows), folder + "/results.tsv");
  common::WriteTsv(ClaimsTable(claims), folder + "/claims.tsv");
  common::WriteFileAtomically(folder + "/results.json", ResultsJson(results));
}

void WriteFrontPage(const std::string& folder, const FrontPageFacts& facts) {
  std::map<std::string, std::vector<ClaimRow>> claims;
  for (ClaimRow& claim : ReadClaims(common::ReadTsv(folder + "/claims.tsv"))) {
    claims[claim.package].push_back(std::move(claim));
  }
  std::vector<Package> packages;
  for (const std::string& own : PackageFolders(folder)) {
    Package& package = packages.emplace_back();
    package.facts = ReadPackage(common::ReadTsv(own + "/package.tsv"));
    package.results = ReadResults(common::ReadTsv(own + "/results.tsv"));
    package.claims = claims[package.facts.name];
  }
  MakeFolder(folder + "/report");
  common::WriteFileAtomically(folder + "/report/index.html", FrontPage(packages, facts));
}

}  // namespace structlab::harness
