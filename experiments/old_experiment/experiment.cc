#include "experiments/old_experiment/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "common/digest.h"
#include "common/table.h"
#include "experiments/harness/record_file.h"

namespace structlab::harness {
namespace {

std::vector<SettingDeclaration> SettingsOf(const Experiment& experiment) {
  std::vector<SettingDeclaration> declarations;
  for (const OldSetting& setting : experiment.settings) {
    SettingDeclaration& d = declarations.emplace_back();
    d.name = setting.name;
    d.paper = setting.paper;
    d.quick = setting.quick.value_or(setting.paper);
    d.smoke = setting.smoke.value_or(d.quick);
    d.documentation = setting.documentation;
    d.check = setting.check;
    if (!d.check) d.check = [](std::string_view, const std::string&) {};
  }
  return declarations;
}

const DeclaredRow* Declared(const Experiment& experiment, const RowKey& key) {
  const auto found = std::ranges::find(experiment.rows, key, &DeclaredRow::key);
  return found == experiment.rows.end() ? nullptr : &*found;
}

std::vector<ReportedRow> RowsOf(const Experiment& experiment) {
  std::vector<ReportedRow> rows = ParseReported(experiment.reported_tsv, experiment.name + "/reported.tsv");
  for (ReportedRow& row : rows) {
    const DeclaredRow* declared = Declared(experiment, row.key);
    if (declared == nullptr) continue;
    if (row.unit.empty()) row.unit = declared->unit;
    if (declared->higher_is_better) row.higher_is_better = declared->higher_is_better;
    row.figure = declared->figure;
  }
  return rows;
}

std::vector<ReportedClaim> ClaimsOf(const Experiment& experiment) {
  std::vector<ReportedClaim> claims =
      ParseReportedClaims(experiment.claims_tsv, experiment.name + "/claims.tsv");
  for (ReportedClaim& claim : claims) {
    for (const UntestedClaim& untested : experiment.not_tested) {
      if (untested.id == claim.id) claim.not_tested = untested.reason;
    }
  }
  return claims;
}

About AboutOf(const Experiment& experiment) {
  About about;
  about.title = experiment.title;
  about.source = experiment.source;
  about.introduction = experiment.introduction;
  about.departures = experiment.departures;
  return about;
}

// The finished cases that recorded a curve or picture of the row by this method.
std::vector<std::string> CasesThatShow(const Results& results, const RowKey& key, const std::string& method) {
  std::vector<std::string> cases;
  const auto shows = [&](const auto& recorded) {
    return recorded.key.method == method && recorded.key.table == key.table &&
           recorded.key.metric == key.metric && recorded.key.dataset == key.dataset &&
           recorded.key.setting.Agrees(key.setting);
  };
  for (const FinishedCase& finished : results.cases()) {
    const Record& record = finished.record;
    if (std::ranges::any_of(record.curves, shows) || std::ranges::any_of(record.pictures, shows)) {
      cases.push_back(finished.c.Key());
    }
  }
  return cases;
}

// The cases of a figure are those of the rows that it regenerates.
void AddCases(const Experiment& experiment, const Results& results, Figure& figure) {
  for (const DeclaredRow& row : experiment.rows) {
    if (row.figure != figure.id) continue;
    const std::vector<std::string> methods =
        row.needs_methods.empty() ? std::vector<std::string>{row.key.method} : row.needs_methods;
    for (const std::string& method : methods) {
      const std::vector<std::string> cases = CasesThatShow(results, row.key, method);
      figure.is_complete = figure.is_complete && !cases.empty();
      figure.cases.insert(figure.cases.end(), cases.begin(), cases.end());
    }
  }
}

std::string CommentOf(const Explanation& explanation) {
  if (explanation.kind == ExplanationKind::kNone) return explanation.text;
  const std::string word = explanation.kind == ExplanationKind::kExplained ? "explained" : "unexplained";
  return explanation.text.empty() ? word : word + ": " + explanation.text;
}

// The verdicts of the package's last record (measured_claims.tsv, of the earlier kind).
std::vector<ClaimRow> RecordedClaims(const std::string& package) {
  const std::string path = PackageFilePath(package, "measured_claims.tsv");
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const common::Table table = common::ReadTsv(path);
  std::vector<ClaimRow> rows;
  for (const std::vector<std::string>& cells : table.rows) {
    ClaimRow& row = rows.emplace_back();
    row.id = cells[static_cast<size_t>(table.Column("id"))];
    row.part = cells[static_cast<size_t>(table.Column("part"))];
    row.statement = cells[static_cast<size_t>(table.Column("statement"))];
    const std::string& verdict = cells[static_cast<size_t>(table.Column("verdict"))];
    for (const Verdict v : {Verdict::kHolds, Verdict::kFails, Verdict::kUndecided}) {
      if (NameOf(v) == verdict) row.verdict = v;
    }
  }
  return rows;
}

}  // namespace

Package Adapted(const Experiment& given) {
  const auto experiment = std::make_shared<const Experiment>(given);
  Package package(given.name, AboutOf(given), RowsOf(given), ClaimsOf(given), SettingsOf(given),
                  ParseBenchmarks(given.benchmarks_tsv, given.name + "/benchmarks.tsv"));
  package.MatchRowsExactly();
  for (const DatasetSource& source : given.datasets) package.Data(source);
  for (const Fact& library : given.libraries) package.Library(library);
  // Any change of the program makes its results stale.
  package.AddSection("all", common::Sha256OfFile("/proc/self/exe"), [&](Package& p) {
    p.Plan([experiment](Planner& plan) {
      for (Case& c : experiment->plan({plan.settings().profile(), plan.settings().values()})) {
        c.states_its_protocol = true;
        c.run = [experiment](uint64_t, Recorder& record) { experiment->run(record.this_case(), record); };
        plan.Add(std::move(c));
      }
    });
  });
  for (const Claim& claim : given.claims) {
    Rule rule = Custom(claim.rule, {Values{}}, claim.decide);
    if (claim.independent_of_data) rule = rule.IndependentOfData();
    package.Claim(claim.id, claim.part, std::move(rule), claim.data);
  }
  if (given.draw) {
    package.FurtherFigures([experiment](const Results& results) {
      std::vector<Figure> figures;
      if (results.cases().empty()) return figures;
      figures = experiment->draw(results);
      for (Figure& figure : figures) AddCases(*experiment, results, figure);
      return figures;
    });
  }
  if (given.conclude) package.Conclude(given.conclude);
  if (given.explain) {
    package.Comment([experiment](const ResultRow& row, const Results& results) {
      return CommentOf(experiment->explain(row, results));
    });
  }
  package.TakeRecordedClaims([name = given.name] { return RecordedClaims(name); });
  return package;
}

std::vector<std::string> Problems(const Experiment& experiment) {
  std::vector<std::string> problems;
  const std::vector<ReportedRow> reported = ParseReported(experiment.reported_tsv, "reported.tsv");
  for (const ReportedRow& row : reported) {
    const auto count = std::ranges::count(experiment.rows, row.key, &DeclaredRow::key);
    if (count != 1) problems.push_back(fmt::format("{} declared rows match {}", count, Describe(row.key)));
  }
  for (const std::string& problem : Adapted(experiment).Problems()) {
    const bool is_of_files =
        problem.find("no caption") != problem.npos || problem.find("names figure") != problem.npos;
    if (!is_of_files) problems.push_back(problem);
  }
  return problems;
}

int Main(const Experiment& experiment, int argc, char** argv) {
  return PackageMain(Adapted(experiment), argc, argv);
}

}  // namespace structlab::harness
