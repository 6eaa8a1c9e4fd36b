#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/digest.h"
#include "common/program.h"
#include "experiments/harness/package_run.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/run/program.h"
#include "experiments/harness/run/record.h"

namespace structlab::harness {
namespace {

std::vector<CaseRow> CaseRows(const Package& package, const Flags& flags,
                              const std::vector<CaseStatus>& cases, const Results& results) {
  const std::string command =
      fmt::format("bazel run //experiments/{} -- {} ", package.name(), FormatPlanFlags(flags));
  std::vector<CaseRow> rows;
  auto finished = results.cases().begin();
  for (const CaseStatus& status : cases) {
    CaseRow& row = rows.emplace_back();
    row.key = status.c.Key();
    row.state = status.state;
    row.message = status.message;
    row.command = command + common::ShellQuoted(fmt::format("--only={}/{}", package.name(), row.key));
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

std::vector<Fact> SettingFacts(const Settings& settings) {
  std::vector<Fact> facts;
  for (const SettingDeclaration& declaration : settings.declarations()) {
    const std::string& value = settings.Text(declaration.name);
    std::string text = fmt::format("{} ({}", value, declaration.documentation);
    if (settings.DiffersFromPaper(declaration.name, value)) text += "; in the paper " + declaration.paper;
    facts.push_back({declaration.name, text + ")"});
  }
  return facts;
}

// The facts of the run, then the data, then the commits of the cases.
std::vector<Fact> ProvenanceFacts(const Package& package, const std::vector<CaseStatus>& cases,
                                  const Results& results, const std::vector<Fact>& facts) {
  std::vector<Fact> all = facts;
  all.insert(all.end(), package.libraries().begin(), package.libraries().end());
  std::set<std::string> seen;
  for (const CaseStatus& status : cases) {
    for (const Dataset& dataset : status.c.resolved) {
      if (!seen.insert(dataset.name).second) continue;
      std::string text(NameOf(dataset.origin));
      if (!dataset.note.empty()) text += ": " + dataset.note;
      all.push_back({"data " + dataset.name, text});
      for (const Fact& checksum : dataset.checksums) {
        all.push_back({fmt::format("checksum of {} {}", dataset.name, checksum.name), checksum.value});
      }
    }
  }
  std::map<std::string, int> commits;
  for (const FinishedCase& finished : results.cases()) {
    for (const Fact& fact : finished.provenance) {
      if (fact.name == "commit") ++commits[fact.value];
    }
  }
  for (const auto& [commit, count] : commits)
    all.push_back({"cases of commit " + commit, std::to_string(count)});
  return all;
}

std::string DataDigest(const Results& results) {
  std::set<std::string> digests;
  for (const FinishedCase& finished : results.cases()) digests.insert(DataDigestOf(finished));
  digests.erase("");
  if (digests.size() <= 1) return digests.empty() ? "none" : *digests.begin();
  return common::Sha256OfText(fmt::format("{}", fmt::join(digests, " "))).substr(0, 16);
}

std::string FactOf(const std::vector<Fact>& facts, const char* name) {
  const auto fact = std::ranges::find(facts, name, &Fact::name);
  return fact == facts.end() ? "" : fact->value;
}

}  // namespace

PackageReport MakePackageReport(const Package& package, const Flags& flags, const Settings& settings,
                                const std::vector<CaseStatus>& cases, const Results& results,
                                const std::vector<Fact>& facts, const std::string& command) {
  PackageReport report;
  report.name = package.name();
  report.about = package.about();
  report.about.conclusions = package.ConclusionsOf(results);
  report.benchmarks = package.benchmarks();
  report.figures = package.FiguresOf(results);
  report.rows = package.RowsOf(results, report.figures);
  FillMissingReasons(cases, results.profile(), report.rows);
  report.claims = package.ClaimRowsOf(results);
  report.cases = CaseRows(package, flags, cases, results);
  report.settings = SettingFacts(settings);
  report.provenance = ProvenanceFacts(package, cases, results, facts);
  report.command = command;
  report.commit = FactOf(facts, "commit");
  report.data_digest = DataDigest(results);
  report.profile = settings.profile();
  for (const CaseStatus& status : cases) {
    if (std::ranges::find(report.methods, status.c.method) == report.methods.end()) {
      report.methods.push_back(status.c.method);
    }
  }
  report.reported_rows = static_cast<int>(package.reported_rows().size());
  return report;
}

std::vector<CaseStatus> StatusesOf(const Results& results) {
  std::vector<CaseStatus> statuses;
  auto finished = results.cases().begin();
  for (const Case& c : results.planned()) {
    CaseStatus& status = statuses.emplace_back();
    status.c = c;
    if (finished != results.cases().end() && finished->c.Key() == c.Key()) {
      status.c.origin = finished->c.origin;
      status.state = finished->record.refusal ? CaseState::kRefused : CaseState::kDone;
      ++finished;
    } else {
      status.message = "not in the record";
    }
  }
  return statuses;
}

std::string SummaryLines(const PackageReport& report, const std::vector<std::string>& asked) {
  const Summary summary = Summarise(report);
  std::string text = fmt::format("{}: {} of {} cases done", report.name, summary.done, summary.cases);
  const auto add = [&](int count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(summary.failed, "failed");
  add(summary.refused, "refused");
  text +=
      fmt::format("; {} of {} reported rows by the paper's protocol", summary.regenerated, summary.reported);
  add(summary.cut, "by a cut one");
  add(summary.changed, "by a changed one");
  add(summary.not_applicable, "not applicable");
  if (summary.compared > 0) {
    text += fmt::format("; {} of {} numbers agree", summary.agreeing, summary.compared);
  }
  text += fmt::format("; claims: {}\n", WordsOn(CountVerdicts(report.claims)));
  for (const ClaimRow& claim : report.claims) {
    if (!claim.part.empty() || std::ranges::find(asked, claim.id) == asked.end()) continue;
    text += fmt::format("{}: {}: {}\n", claim.id, NameOf(claim.verdict), claim.evidence);
  }
  return text;
}

}  // namespace structlab::harness
