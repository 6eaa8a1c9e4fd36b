#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {

using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Results;

namespace {

std::vector<Observation> MeasuredIn(const std::string& case_prefix, const Results& results,
                                    const std::string& metric, const MethodAt& at) {
  harness::Query query{.method = at.method, .metric = metric};
  query.case_prefix = case_prefix;
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

}  // namespace

std::vector<Observation> Measured(const Results& results, const std::string& metric, const MethodAt& at) {
  return MeasuredIn(ClaimPrefix(results.profile()), results, metric, at);
}

std::optional<double> AtFullSize(const Results& results, const std::string& metric, const MethodAt& at) {
  const std::vector<Observation> values = MeasuredIn(kFullPrefix, results, metric, at);
  if (values.empty()) return std::nullopt;
  return values.front().value();
}

namespace {

Pairs Compare(const Results& results, const std::string& metric, const MethodAt& a, const MethodAt& b) {
  static const std::vector<std::string> everything_but_the_seed = {
      "kappa1", "kappa2", "epsilon", "n_lambda", "lambda_range", "regularization_path", "init"};
  return harness::Pair(Measured(results, metric, a), Measured(results, metric, b), everything_but_the_seed);
}

// "; at full size, one seed: 2129 against 1292": a reader sees whether the seeds of the smaller cases speak
// for it. Empty where there is none.
std::string FullSizeBeside(const Results& results, const std::string& metric, const MethodAt& a,
                           const MethodAt& b, double added_to_a) {
  const auto of_a = AtFullSize(results, metric, a), of_b = AtFullSize(results, metric, b);
  if (!of_a || !of_b) return "";
  return "; at full size, one seed: " + common::FormatShort(*of_a + added_to_a) + " against " +
         common::FormatShort(*of_b);
}

}  // namespace

std::string NameOf(const MethodAt& at) {
  return at.kappa1 ? at.method + " kappa1=" + Text(*at.kappa1) : at.method;
}

size_t PlannedSeeds(const Results& results, const std::string& case_prefix) {
  int seeds = 0;
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.c.name.starts_with(case_prefix)) seeds = std::max(seeds, finished.c.repeats);
  }
  return static_cast<size_t>(seeds);
}

std::string MissingSeeds(const Results& results, const std::string& metric, const MethodAt& at) {
  const size_t planned = PlannedSeeds(results, ClaimPrefix(results.profile()));
  std::set<uint64_t> found;
  for (const Observation& value : Measured(results, metric, at)) found.insert(value.seed());
  if (found.size() >= planned && !found.empty()) return "";
  return std::to_string(planned - found.size()) + " of " + std::to_string(planned) + " seeds of " +
         NameOf(at);
}

ClaimOutcome OfPairs(const Results& results, size_t pairs, ClaimOutcome outcome) {
  const size_t planned = PlannedSeeds(results, ClaimPrefix(results.profile()));
  if (pairs < planned) {
    outcome.evidence +=
        " (" + std::to_string(pairs) + " of " + std::to_string(planned) + " planned pairs are there)";
  }
  return outcome;
}

ClaimOutcome Less(const Results& results, const std::string& metric, const MethodAt& a, const MethodAt& b,
                  size_t comparisons, double added_to_a) {
  Pairs pairs = Compare(results, metric, a, b);
  for (double& value : pairs.a) value += added_to_a;
  ClaimOutcome outcome = OfPairs(results, pairs.a.size(),
                                 harness::DecideLess(pairs, {.comparisons = static_cast<int>(comparisons)}));
  const std::string beside = FullSizeBeside(results, metric, a, b, added_to_a);
  if (!beside.empty()) {
    const bool less = *AtFullSize(results, metric, a) + added_to_a < *AtFullSize(results, metric, b);
    outcome.evidence += beside + (less ? "" : ", not less");
  }
  return outcome;
}

namespace {

const char* const kPaired =
    ", paired over the seeds of the cases with the folds swapped (swapped_seeds of them, at least 3; a seed "
    "draws orders and starts, not words): "
    "the 95% t interval of the mean difference must be ";
const char* const kEqualDifferences =
    "Where all differences are equal, those of counts are taken to be known to the unit only; of others the "
    "sign test must reach the same confidence, which takes 6 seeds or more";

}  // namespace

std::string LessRule() {
  return std::string(kPaired) + "below 0, and fails if it is above. " + kEqualDifferences;
}

std::string AllLessRule() {
  return std::string(kPaired) +
         "below 0, in each comparison; "
         "it fails if one is above 0 with the confidence 1 - 0.05 / (number of comparisons). " +
         kEqualDifferences;
}

std::string SameRule(double margin) {
  return std::string(kPaired) + "within +-" + Text(margin) +
         ", and fails if it is outside. Where all differences are equal, it takes 5 seeds or more";
}

ClaimOutcome Same(const Results& results, const std::string& metric, const MethodAt& a, const MethodAt& b,
                  double margin) {
  const Pairs pairs = Compare(results, metric, a, b);
  ClaimOutcome outcome = OfPairs(results, pairs.a.size(), harness::DecideEqual(pairs, margin));
  outcome.evidence += FullSizeBeside(results, metric, a, b, 0);
  return outcome;
}

std::vector<double> PlannedKappas(const Results& results, const std::string& method) {
  const std::vector<double> of_profile = KappasOf(results.profile());
  std::set<double> kappas(of_profile.begin(), of_profile.end());
  if (results.settings().Find("kappa1") != nullptr) {
    for (const double kappa1 : Kappas(results.settings())) kappas.insert(kappa1);
  }
  for (const harness::FinishedCase& finished : results.cases()) {
    if (finished.c.method != method || finished.c.setting.Find("kappa1") == nullptr) continue;
    if (!finished.c.name.starts_with(ClaimPrefix(results.profile()))) continue;
    kappas.insert(finished.c.setting.Number("kappa1"));
  }
  return {kappas.begin(), kappas.end()};
}

namespace {

// Why the case does not cover the scope; empty if it does.
std::string OutOfScope(const harness::FinishedCase& finished, Scope scope) {
  const Protocol protocol = ReadProtocol(finished.c.parameters);
  if (protocol.max_words > 0)
    return "the cases train on the first " + std::to_string(protocol.max_words) + " words only";
  const double needed = scope == Scope::kSmallestLambda ? kSmallestPrintedLambda : 1e-3;
  const double end = std::max(protocol.lambda_min, protocol.grid_low);
  if (end > needed) return "needs lambda down to " + Text(needed) + ", the cases end at " + Text(end);
  for (const harness::RecordedValue& value : finished.record.values) {
    if (value.key.metric == "all_converged" && value.value == 0) {
      // Its notes say how the optimiser ended: at a limit, or for want of precision.
      std::string reason = "not every lambda reached its tolerance in ";
      reason += finished.c.Key();
      if (!finished.record.notes.empty()) reason.append(": ").append(finished.record.notes.front());
      return reason;
    }
  }
  return "";
}

}  // namespace

harness::Claim Within(Scope scope, harness::Claim claim) {
  claim.decide = [scope, decide = std::move(claim.decide)](const Results& results) -> ClaimOutcome {
    for (const harness::FinishedCase& finished : results.cases()) {
      if (!finished.c.name.starts_with(ClaimPrefix(results.profile()))) continue;
      const std::string reason = OutOfScope(finished, scope);
      if (!reason.empty()) return {harness::Verdict::kNotTested, reason};
    }
    return decide(results);
  };
  return claim;
}

ClaimOutcome Named(const std::string& name, ClaimOutcome outcome) {
  outcome.evidence = name + ": " + outcome.evidence;
  return outcome;
}

}  // namespace structlab::regularization_path
