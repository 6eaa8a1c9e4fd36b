#include <algorithm>
#include <map>
#include <set>

#include "common/error.h"
#include "experiments/harness/experiment.h"
#include "experiments/harness/flags.h"
#include "experiments/harness/name_match.h"
#include "experiments/harness/plan.h"
#include "experiments/harness/report/model_names.h"
#include "experiments/harness/reported.h"

namespace structlab::harness {
namespace {

std::string Describe(const RowKey& key) {
  return key.table + " | " + key.dataset + " | " + key.method + " | " + key.setting.Format() + " | " +
         key.metric;
}

void CheckRows(const Experiment& experiment, std::vector<std::string>& problems) {
  std::map<RowKey, int> declared;
  for (const DeclaredRow& row : experiment.rows) {
    if (++declared[row.key] == 2) problems.push_back("declared twice: " + Describe(row.key));
  }
  std::set<RowKey> seen;
  for (const ReportedRow& row : ParseReported(experiment.reported_tsv, "reported.tsv")) {
    const auto found = declared.find(row.key);
    if (!seen.insert(row.key).second) problems.push_back("reported twice: " + Describe(row.key));
    if (found == declared.end()) {
      problems.push_back("reported, matched by no declared row: " + Describe(row.key));
    } else if (found->second > 1) {
      problems.push_back("reported, matched by " + std::to_string(found->second) +
                         " declared rows: " + Describe(row.key));
    }
  }
}

void CheckClaims(const Experiment& experiment, std::vector<std::string>& problems) {
  std::set<std::string> reported;
  for (const ReportedClaim& claim : ParseReportedClaims(experiment.claims_tsv, "claims.tsv")) {
    if (!reported.insert(claim.id).second) problems.push_back("claim twice in claims.tsv: " + claim.id);
  }
  std::set<std::string> datasets;
  for (const DatasetSource& source : experiment.datasets) datasets.insert(source.name);
  std::set<std::pair<std::string, std::string>> declared;
  for (const Claim& claim : experiment.claims) {
    if (!declared.emplace(claim.id, claim.part).second) {
      problems.push_back("claim declared twice: " + claim.id + " " + claim.part);
    }
    if (reported.count(claim.id) == 0) problems.push_back("claim not in claims.tsv: " + claim.id);
    if (claim.rule.empty()) problems.push_back("claim without a stated rule: " + claim.id + " " + claim.part);
    if (!claim.decide) problems.push_back("claim that nothing decides: " + claim.id + " " + claim.part);
    for (const std::string& name : claim.data) {
      if (datasets.count(name) == 0)
        problems.push_back("claim about undeclared data: " + claim.id + " " + name);
    }
  }
}

// Each claim of the source has either a rule or a reason why it has none.
void CheckUntestedClaims(const Experiment& experiment, std::vector<std::string>& problems) {
  std::set<std::string> decided, untested, reported;
  for (const Claim& claim : experiment.claims) decided.insert(claim.id);
  for (const ReportedClaim& claim : ParseReportedClaims(experiment.claims_tsv, "claims.tsv")) {
    reported.insert(claim.id);
  }
  for (const UntestedClaim& claim : experiment.not_tested) {
    if (!untested.insert(claim.id).second) problems.push_back("claim twice in not_tested: " + claim.id);
    if (claim.reason.empty()) problems.push_back("claim not tested without a reason: " + claim.id);
    if (reported.count(claim.id) == 0) problems.push_back("claim not in claims.tsv: " + claim.id);
    if (decided.count(claim.id) > 0) problems.push_back("claim both tested and not: " + claim.id);
  }
  for (const std::string& id : reported) {
    if (decided.count(id) + untested.count(id) == 0) {
      problems.push_back("claim of claims.tsv without a rule, and not in not_tested: " + id);
    }
  }
}

void CheckBenchmarks(const Experiment& experiment, std::vector<std::string>& problems) {
  std::set<std::string> seen;
  try {
    for (const RecordedBenchmark& row : ParseBenchmarks(experiment.benchmarks_tsv, "benchmarks.tsv")) {
      if (!seen.insert(row.benchmark).second) problems.push_back("benchmark twice: " + row.benchmark);
    }
  } catch (const common::Error& error) {
    problems.push_back(error.what());
  }
}

void CheckDefaults(const Experiment& experiment, std::vector<std::string>& problems) {
  for (const SettingDeclaration& setting : experiment.settings) {
    if (setting.documentation.empty()) problems.push_back("setting without documentation: " + setting.name);
    if (!setting.check) continue;
    for (const std::optional<std::string>& value :
         {std::optional(setting.paper), setting.quick, setting.smoke}) {
      try {
        if (value) setting.check(*value, "default of " + setting.name);
      } catch (const common::Error& error) {
        problems.push_back(error.what());
      }
    }
  }
}

// What --only gets to run this case alone, as the page of the package prints it.
std::string OwnName(const Experiment& experiment, const Case& c) { return experiment.name + "/" + c.Key(); }

size_t CasesByOwnName(const Experiment& experiment, const Case& c, const std::vector<Case>& cases) {
  const Flags flags = ParseFlags({"--only=" + OwnName(experiment, c)});
  return static_cast<size_t>(std::ranges::count_if(cases, [&](const Case& other) {
    return std::ranges::any_of(flags.only, [&](const std::string& pattern) {
      return MatchesPrefix(pattern, OwnName(experiment, other));
    });
  }));
}

void CheckPlans(const Experiment& experiment, std::vector<std::string>& problems) {
  const std::set<std::string> methods(experiment.methods.begin(), experiment.methods.end());
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
    Flags flags;
    flags.profile = profile;
    const std::string where = " in profile " + std::string(NameOf(profile));
    try {
      const std::vector<Case> cases = PlanCases(experiment, flags, ResolveSettings(experiment, flags));
      if (cases.empty()) problems.push_back("no cases" + where);
      for (const Case& c : cases) {
        if (methods.count(c.method) == 0) {
          problems.push_back("case " + c.name + where + " has a method that `methods` lacks: " + c.method);
        }
        if (c.protocol != Protocol::kPaper && c.departures.empty()) {
          problems.push_back("case " + c.name + where + " departs from the source and does not say how");
        }
        const size_t chosen = CasesByOwnName(experiment, c, cases);
        if (chosen != 1) {
          problems.push_back("--only=" + OwnName(experiment, c) + where + " chooses " +
                             std::to_string(chosen) + " cases");
        }
      }
    } catch (const common::Error& error) {
      problems.push_back(error.what() + where);
    }
  }
}

}  // namespace

std::vector<std::string> Problems(const Experiment& experiment) {
  std::vector<std::string> problems;
  CheckRows(experiment, problems);
  CheckClaims(experiment, problems);
  CheckUntestedClaims(experiment, problems);
  CheckBenchmarks(experiment, problems);
  CheckDefaults(experiment, problems);
  CheckPlans(experiment, problems);
  return problems;
}

}  // namespace structlab::harness
