// The steps before and after the cases of a run: what fits into --budget, and the report.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "common/digest.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "experiments/harness/package_run.h"
#include "experiments/harness/record_file.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/quotes.h"

namespace structlab::harness {
namespace {

constexpr double kUnknownSeconds = 1;

// Is the claim one of those that --only names, or does --only name none?
bool IsAsked(const Package& package, const Flags& flags, const std::string& id) {
  const auto is_named = [&](const std::string& claim) {
    return std::ranges::any_of(flags.only,
                               [&](const std::string& pattern) { return MatchesGlob(pattern, claim); });
  };
  return is_named(id) || std::ranges::none_of(package.reported_claims(), is_named, &ReportedClaim::id);
}

// The cases, from all or only the chosen ones, that each claim needs and that are not done.
std::map<std::string, std::set<size_t>> OpenCases(const Package& package, const Flags& flags,
                                                  bool chosen_only, const std::vector<CaseStatus>& cases) {
  std::map<std::string, std::set<size_t>> open;
  for (const ClaimRule& claim : package.claims()) {
    if (!IsAsked(package, flags, claim.id)) continue;
    std::set<size_t>& of_claim = open[claim.id];
    for (size_t i = 0; i < cases.size(); ++i) {
      const bool is_done = cases[i].state == CaseState::kDone || cases[i].state == CaseState::kRefused;
      const bool is_wanted = cases[i].selected || !chosen_only;
      if (!is_done && is_wanted && claim.Needs(cases[i].c)) of_claim.insert(i);
    }
  }
  return open;
}

std::string Readable(double seconds) {
  return common::FormatDuration(std::chrono::nanoseconds(static_cast<int64_t>(1e9 * std::min(seconds, 9e9))));
}

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
  for (const FinishedCase& finished : results.cases()) ++commits[finished.FactOf("commit")];
  for (const auto& [commit, count] : commits)
    all.push_back({"cases of commit " + commit, std::to_string(count)});
  const std::string reruns = DescribeReruns(package.name());
  if (!reruns.empty()) all.push_back({"run again since recorded, with equal bits", reruns});
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

// The texts of about.md, whose quotes are of the record, whatever was run for this page.
void FillTexts(const Package& package, const Results& results, PackageReport& report) {
  report.about = package.about();
  if (!report.about.quotes.empty()) report.about = Quotes(package.RecordedRows()).Filled(report.about);
  const std::vector<std::string> conclusions = package.ConclusionsOf(results);
  const size_t num_typed = package.about().conclusions.size();
  report.about.conclusions.insert(report.about.conclusions.end(), conclusions.begin() + num_typed,
                                  conclusions.end());
  for (Figure& figure : report.figures) {
    const About::Caption* caption = report.about.Find(figure.id);
    if (caption == nullptr) continue;
    figure.title = caption->title;
    figure.caption = caption->text;
  }
}

}  // namespace

Budget FitIntoBudget(const Package& package, const Flags& flags, int jobs, std::vector<CaseStatus>& cases) {
  std::map<std::string, double> recorded;
  for (const FinishedCase& c : ReadRecord(package.name())) recorded[c.Key()] = c.seconds;
  const double budget = *flags.budget_seconds;
  auto open = OpenCases(package, flags, /*chosen_only=*/true, cases);
  std::set<size_t> taken;
  const auto cost_of = [&](const std::set<size_t>& needed) {
    double cost = 0;
    for (const size_t i : needed) {
      const auto known = recorded.find(cases[i].c.Key());
      if (!taken.contains(i)) cost += (known == recorded.end() ? kUnknownSeconds : known->second) / jobs;
    }
    return cost;
  };
  double spent = 0;
  size_t num_fitting = 0;
  while (!open.empty()) {
    const auto next =
        std::ranges::min_element(open, {}, [&](const auto& claim) { return cost_of(claim.second); });
    if (flags.profile == Profile::kPaper && spent + cost_of(next->second) > budget) break;
    for (const size_t i : next->second) {
      spent += cost_of({i});
      if (taken.insert(i).second) cases[i].rank = taken.size();
      if (spent <= budget) num_fitting = taken.size();
    }
    open.erase(next);
  }
  const char* const size = flags.profile == Profile::kPaper ? "" : " at full size";
  const std::string name = package.name();
  const std::string flag =
      "--budget=" + (budget < 60 ? common::FormatShort(budget) + "s" : Readable(budget));  // 0.5 s is not 0 s
  std::string text =
      fmt::format("{}: within {}: {} cases, about {}{}\n", name, flag, taken.size(), Readable(spent), size);
  if (num_fitting < taken.size()) {
    text = fmt::format(
        "{}: the claims need {} cases, about {}{}: by this estimate {} fit into {}, and more begin while "
        "time is left\n",
        name, taken.size(), Readable(spent), size, num_fitting, flag);
  }
  std::vector<std::string> left_out;
  for (const auto& [id, needed] : open) {
    left_out.push_back(fmt::format("{} (about {} more{})", id, Readable(cost_of(needed)), size));
  }
  if (!left_out.empty())
    text += fmt::format("{}: not within the budget: {}\n", name, fmt::join(left_out, ", "));
  for (size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].selected || cases[i].state == CaseState::kDone || taken.contains(i)) continue;
    cases[i].selected = false;
    cases[i].message = "not within the budget";
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
  return {text, [end] { return std::chrono::steady_clock::now() < end; }};
}

std::string OpenClaims(const Package& package, const Flags& flags, const std::vector<CaseStatus>& cases,
                       const PackageReport& report) {
  auto open = OpenCases(package, flags, /*chosen_only=*/false, cases);
  std::string text;
  for (const ClaimRow& row : report.claims) {
    const bool is_decided = row.verdict == Verdict::kHolds || row.verdict == Verdict::kFails;
    if (!row.part.empty() || is_decided || !IsAsked(package, flags, row.id)) continue;
    text += fmt::format("{}: open ({}): {}", row.id, NameOf(row.verdict), row.evidence);
    const size_t count = open[row.id].size();
    text += count > 0 ? fmt::format("; {} cases that it needs did not run\n", count) : "\n";
  }
  return text.empty() ? "every claim that was asked for is decided\n" : text;
}

PackageReport MakePackageReport(const Package& package, const Flags& flags, const Settings& settings,
                                const std::vector<CaseStatus>& cases, const Results& results,
                                const std::vector<Fact>& facts, const std::string& command) {
  PackageReport report;
  report.name = package.name();
  report.benchmarks = package.benchmarks();
  report.figures = package.FiguresOf(results);
  FillTexts(package, results, report);
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
