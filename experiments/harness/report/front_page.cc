// The front page: each package in a few lines, and all of its claims.
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/report/page.h"
#include "experiments/harness/report/page_files.h"
#include "experiments/harness/report/report.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

constexpr size_t kMaxIntroduction = 420;  // letters

struct Package {
  PackageFacts facts;
  std::vector<ClaimRow> claims;

  std::string page() const { return fmt::format("{}/index.html", FileNameFor(facts.name)); }
  std::string anchor() const { return fmt::format("package-{}", FileNameFor(facts.name)); }
};

// Rows, numbers and claims of all packages.
void WriteTotals(const std::vector<Package>& packages, HtmlWriter& html) {
  Summary all;
  std::vector<ClaimRow> claims;
  for (const Package& package : packages) {
    all = all + package.facts;
    claims.insert(claims.end(), package.claims.begin(), package.claims.end());
  }
  WriteSummary(all, Counted(std::ssize(packages), "package"), html);
  const std::string recorded = WordsOn(CountVerdicts(claims, /*recorded=*/true));
  const ClaimCounts here = CountVerdicts(claims);
  html.Open("p").Element("b", Counted(here.all(), "claim"));
  if (!recorded.empty()) html.Text(fmt::format("; recorded at full size: {}", recorded));
  html.Text(fmt::format("; in this run: {}.", WordsOn(here))).Close("p");
}

// The packages in one line each, with links to what this page shows of them.
void WritePackages(const std::vector<Package>& packages, HtmlWriter& html) {
  html.Open("nav", {{"class", "packages"}, {"aria-label", "Packages"}}).Open("ul");
  for (const Package& package : packages) {
    const ClaimCounts recorded = CountVerdicts(package.claims, /*recorded=*/true);
    html.Open("li").Element("a", package.facts.title, {{"href", LinkTo(package.anchor())}});
    html.Text(fmt::format(": {}; ", StateOf(package.facts)));
    html.Text(recorded.all() > 0 ? fmt::format("claims at full size: {}", WordsOn(recorded))
                                 : fmt::format("claims: {}", WordsOn(CountVerdicts(package.claims))));
    html.Close("li");
  }
  html.Close("ul").Close("nav");
}

void WritePackage(const Package& package, HtmlWriter& html) {
  const PackageFacts& facts = package.facts;
  html.Open("section", {{"id", package.anchor()}, {"class", "package"}});
  html.Open("h2").Element("a", facts.title, {{"href", package.page()}}).Close("h2");
  html.Open("p", {{"class", "source"}}).Prose(facts.source).Close("p");
  html.Open("p").Prose(Shortened(facts.introduction, kMaxIntroduction)).Close("p");
  WriteSummary(facts, facts.run(), html);
  const ClaimCounts recorded = CountVerdicts(package.claims, /*recorded=*/true),
                    here = CountVerdicts(package.claims);
  if (here.all() == 0) {
    html.Element("p", "The package decides no claims.", {{"class", "note"}}).Close("section");
    return;
  }
  const bool has_both = recorded.all() > 0 && !facts.is_from_record;
  html.Open("details", {{"open", ""}, {"class", "claims"}});
  html.Element("summary",
               fmt::format("{}: {}{}{}{}", Counted(here.all(), "claim"), has_both ? WordsOn(recorded) : "",
                           has_both ? " at full size; " : "", WordsOn(here), has_both ? " in this run" : ""));
  WriteClaimsOverview(package.claims,
                      {.id = fmt::format("claims-{}", FileNameFor(facts.name)),
                       .caption = fmt::format("Claims: {}", facts.title),
                       .page = package.page(),
                       .profile = facts.profile,
                       .is_from_record = facts.is_from_record},
                      html);
  html.Close("details").Close("section");
}

void WriteNotRun(const FrontPageFacts& facts, HtmlWriter& html) {
  if (facts.not_run.empty()) return;
  html.Element("h2", "What this command did not run", {{"id", "not_run"}});
  html.Element("p", "What this page shows of these packages is from an earlier run.", {{"class", "note"}})
      .Open("ul");
  for (const Fact& package : facts.not_run) {
    html.Open("li").Element("code", package.name).Text(fmt::format(": {}", package.value)).Close("li");
  }
  html.Close("ul");
}

std::string FrontPage(const std::vector<Package>& packages, const FrontPageFacts& facts) {
  HtmlWriter html;
  OpenPage("Structlab: published results, regenerated", html);
  html.Open("header").Element("h1", "Published results, regenerated").Close("header");
  html.Open("main", {{"id", "content"}});
  html.Open("p").Text(
      "Each package takes a published work, runs its experiments again with our own implementation, "
      "and sets our numbers beside the printed ones. It also decides what the authors claim. New "
      "here? See ");
  html.Element("a", "how to read this page", {{"href", "#legend"}}).Text(".").Close("p");
  WriteTotals(packages, html);
  WritePackages(packages, html);
  for (const Package& package : packages) WritePackage(package, html);
  WriteNotRun(facts, html);
  html.Constant(kLegend);
  html.Element("h2", "Tables for other programs", {{"id", "tables"}}).Open("p");
  html.Element("a", "results.tsv", {{"href", "../results.tsv"}}).Text(" · ");
  html.Element("a", "results.json", {{"href", "../results.json"}}).Text(" · ");
  html.Element("a", "claims.tsv", {{"href", "../claims.tsv"}}).Close("p");
  html.Element("h2", "The command that made this page", {{"id", "command"}});
  html.Open("pre").Element("code", CommandToPaste(facts.command)).Close("pre");
  WriteFacts("provenance", "Provenance", facts.provenance, html);
  html.Close("main");
  ClosePage(html);
  return html.TakeText();
}

}  // namespace

void WriteFrontPage(const std::string& folder, const FrontPageFacts& facts) {
  std::map<std::string, std::vector<ClaimRow>> claims;
  for (ClaimRow& claim : ReadClaims(common::ReadTsv(folder + "/claims.tsv"))) {
    claims[claim.package].push_back(std::move(claim));
  }
  std::vector<Package> packages;
  for (const std::string& own : PackageFolders(folder)) {
    Package& package = packages.emplace_back();
    package.facts = ReadPackage(common::ReadTsv(own + "/package.tsv"));
    package.claims = claims[package.facts.name];
  }
  std::error_code error;
  std::filesystem::create_directories(folder + "/report", error);
  if (error)
    common::ThrowEnvironmentError(folder + "/report", fmt::format("cannot be made: {}", error.message()));
  common::WriteFileAtomically(folder + "/report/index.html", FrontPage(packages, facts));
}

}  // namespace structlab::harness
