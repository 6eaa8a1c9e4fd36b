#include <set>
#include <utility>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"

namespace structlab::regularization_path {

using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Results;

std::vector<Observation> Measured(const Results& results, const std::string& metric, const MethodAt& at) {
  harness::Query query{.method = at.method, .metric = metric};
  query.case_prefix = ClaimPrefix(results.profile());
  std::vector<Observation> found;
  for (const Observation& value : results.Values(query)) {
    const harness::Case& c = value.finished->c;
    // Numbers that the text repeats are the same as those of the tables.
    if (value.key().table == kProse || value.key().table == kProseFigure51f) continue;
    const bool has_kappa1 = c.setting.Find("kappa1") != nullptr;
    if (has_kappa1 != at.kappa1.has_value()) continue;
    if (!has_kappa1 || c.setting.Number("kappa1") == *at.kappa1) found.push_back(value);
  }
  return found;
}

Pairs Compare(const Results& results, const std::string& metric, const MethodAt& a, const MethodAt& b) {
  static const std::vector<std::string> everything_but_the_seed = {
      "kappa1", "kappa2", "epsilon", "n_lambda", "lambda_range", "regularization_path", "init"};
  return harness::Pair(Measured(results, metric, a), Measured(results, metric, b), everything_but_the_seed);
}

std::vector<double> MeasuredKappas(const Results& results, const std::string& method) {
  std::set<double> kappas;
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.c.method != method || finished.c.setting.Find("kappa1") == nullptr) continue;
    if (!finished.c.name.starts_with(ClaimPrefix(results.profile()))) continue;
    kappas.insert(finished.c.setting.Number("kappa1"));
  }
  return {kappas.begin(), kappas.end()};
}

ClaimOutcome Named(const std::string& name, ClaimOutcome outcome) {
  outcome.evidence = name + ": " + outcome.evidence;
  return outcome;
}

}  // namespace structlab::regularization_path
