#include "experiments/harness/package_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "experiments/harness/command_line.h"
#include "experiments/harness/join.h"
#include "experiments/harness/missing_rows.h"
#include "experiments/harness/report/model_names.h"
#include "experiments/harness/report/summary.h"
#include "experiments/harness/reported.h"

namespace structlab::harness {
namespace {

std::vector<Figure> DrawnFigures(const Experiment& experiment, const Results& results) {
  std::vector<Figure> figures;
  if (!experiment.draw || results.cases().empty()) return figures;
  for (Figure& figure : experiment.draw(results)) {
    std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
    if (!figure.series.empty() || !figure.panels.empty()) figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<CaseRow> CaseRows(const Experiment& experiment, const Flags& flags,
                              const std::vector<CaseStatus>& cases, const Results& results) {
  const std::string command =
      "bazel run //experiments/" + experiment.name + " -- " + FormatPlanFlags(flags) + " ";
  std::vector<CaseRow> rows;
  auto finished = results.cases().begin();
  for (const CaseStatus& status : cases) {
    CaseRow& row = rows.emplace_back();
    row.key = status.c.Key();
    row.state = status.state;
    row.message = status.message;
    row.command = command + ShellQuoted("--only=" + experiment.name + "/" + row.key);
    row.seconds = status.seconds;
    if (finished == results.cases().end() || finished->c.Key() != row.key) continue;
    row.seconds = finished->seconds;
    row.cpu_seconds = finished->cpu_seconds;
    row.peak_rss_mb = finished->peak_rss_mb;
    row.finished = finished->finished;
    ++finished;
  }
  return rows;
}

std::vector<Fact> SettingFacts(const Experiment& experiment, const ResolvedSettings& settings) {
  std::vector<Fact> facts;
  for (const SettingDeclaration& declaration : experiment.settings) {
    const std::string& value = settings.values.Text(declaration.name);
    std::string text = value + " (" + declaration.documentation;
    if (!SameValue(value, declaration.paper)) text += "; in the source " + declaration.paper;
    facts.push_back({declaration.name, text + ")"});
  }
  return facts;
}

// The run's facts, then the data, then which commits the stored cases are of.
std::vector<Fact> ProvenanceFacts(const std::vector<CaseStatus>& cases, const Results& results,
                                  const std::vector<Fact>& facts) {
  std::vector<Fact> all = facts;
  std::set<std::string> seen;
  for (const CaseStatus& status : cases) {
    for (const Dataset& dataset : status.c.resolved) {
      if (!seen.insert(dataset.name).second) continue;
      std::string text(NameOf(dataset.origin));
      if (!dataset.note.empty()) text += ": " + dataset.note;
      all.push_back({"data " + dataset.name, text});
      for (const Fact& checksum : dataset.checksums) {
        all.push_back({"checksum of " + dataset.name + " " + checksum.name, checksum.value});
      }
    }
  }
  std::map<std::string, int> commits;
  for (const FinishedCase& finished : results.cases()) {
    for (const Fact& fact : finished.provenance) {
      if (fact.name == "commit") ++commits[fact.value];
    }
  }
  for (const auto& [commit, count] : commits) {
    all.push_back({"cases of commit " + commit, std::to_string(count)});
  }
  return all;
}

// Fills in why each reported row that is not regenerated is missing.
void SayWhatIsMissing(const Experiment& experiment, const std::vector<CaseStatus>& cases,
                      const Results& results, PackageReport& report) {
  std::map<RowKey, const DeclaredRow*> declared;
  for (const DeclaredRow& row : experiment.rows) declared.emplace(row.key, &row);
  for (ResultRow& row : report.rows) {
    if (!row.is_reported_row || IsRegenerated(report, row)) continue;
    const auto found = declared.find({row.table, row.dataset, row.method, row.setting, row.metric});
    MissingReason why =
        WhyMissing(row, found == declared.end() ? nullptr : found->second, experiment, cases, results);
    row.missing = std::move(why.text);
    row.is_applicable = why.is_applicable;
  }
}

}  // namespace

PackageReport MakePackageReport(const Experiment& experiment, const Flags& flags,
                                const ResolvedSettings& settings, const std::vector<CaseStatus>& cases,
                                const Results& results, const std::vector<Fact>& facts,
                                const std::string& command) {
  const std::vector<ReportedRow> reported =
      ParseReported(experiment.reported_tsv, experiment.name + "/reported.tsv");
  PackageReport report;
  report.name = experiment.name;
  report.title = experiment.title;
  report.source = experiment.source;
  report.introduction = experiment.introduction;
  if (experiment.conclude && !results.cases().empty()) report.conclusions = experiment.conclude(results);
  report.benchmarks = ParseBenchmarks(experiment.benchmarks_tsv, experiment.name + "/benchmarks.tsv");
  report.departures = experiment.departures;
  report.figures = DrawnFigures(experiment, results);
  report.rows = JoinRows(experiment, reported, results, report.figures);
  report.claims = DecideClaims(
      experiment, ParseReportedClaims(experiment.claims_tsv, experiment.name + "/claims.tsv"), results);
  SayWhatIsMissing(experiment, cases, results, report);
  report.cases = CaseRows(experiment, flags, cases, results);
  report.settings = SettingFacts(experiment, settings);
  report.provenance = ProvenanceFacts(cases, results, facts);
  report.command = command;
  report.reported_rows = static_cast<int>(reported.size());
  return report;
}

std::string SummaryLine(const PackageReport& report) {
  const Summary summary = Summarise(report);
  const auto number = [](int count) { return std::to_string(count); };
  std::string text =
      report.name + ": " + number(summary.done) + " of " + number(summary.cases) + " cases done";
  if (summary.failed > 0) text += ", " + number(summary.failed) + " failed";
  if (summary.refused > 0) text += ", " + number(summary.refused) + " refused";
  text += "; " + number(summary.regenerated) + " of " + number(summary.reported) +
          " reported rows by the source's protocol";
  if (summary.cut > 0) text += ", " + number(summary.cut) + " by a cut one";
  if (summary.changed > 0) text += ", " + number(summary.changed) + " by a changed one";
  if (summary.not_applicable > 0) text += ", " + number(summary.not_applicable) + " not applicable";
  return text + "; claims: " + number(summary.holds) + " hold, " + number(summary.fails) + " fail, " +
         number(summary.undecided) + " undecided, " + number(summary.not_tested) + " not tested";
}

std::string VerdictLines(const PackageReport& report, const std::vector<std::string>& asked) {
  std::string lines;
  for (const ClaimRow& claim : report.claims) {
    if (!claim.part.empty() || std::ranges::find(asked, claim.id) == asked.end()) continue;
    lines += claim.id + ": " + std::string(NameOf(claim.verdict)) + ": " + claim.evidence + "\n";
  }
  return lines;
}

}  // namespace structlab::harness
