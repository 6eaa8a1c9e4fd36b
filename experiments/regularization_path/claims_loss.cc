// Claims about the test loss.
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/claims.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::All;
using harness::Claim;
using harness::ClaimOutcome;
using harness::CurveObservation;
using harness::DecideEqual;
using harness::Pairs;
using harness::Results;

constexpr double kNearlySameLoss = 0.01;
constexpr const char* kLossAtSmallestLambda = "test_loss_at_smallest_lambda";

std::string ScratchPartner(const std::string& path_method) {
  return path_method.ends_with("G") ? "BCFW-STD-G" : "BCFW-STD-U";
}

// D26 is decided apart below and above this lambda. The split is ours, the source has none: above it some
// paths have not trained yet, and their model is the direction of the start.
constexpr double kLastTrained = 100;

enum class Part { kTrained, kUntrained };

// The mean over the lambdas of the part; nothing if there is none.
std::optional<double> MeanAbsoluteDifference(const CurveObservation& a, const CurveObservation& b,
                                             Part part) {
  double sum = 0;
  int count = 0;
  for (size_t k = 0; k < a.y().size(); ++k) {
    if ((a.x()[k] > kLastTrained) != (part == Part::kUntrained)) continue;
    sum += std::abs(a.y()[k] - b.y()[k]);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

const char* const kReference = "BCFW-STD-G";

// The source's algorithms at every kappa1, but for the one that the others are compared with.
std::vector<MethodAt> AlgorithmsBesideTheReference(const Results& results) {
  std::vector<MethodAt> algorithms;
  for (const std::string& method : ThesisScratchMethods()) {
    if (method != kReference) algorithms.push_back({method});
  }
  for (const std::string& method : ThesisPathMethods()) {
    for (const double kappa1 : PlannedKappas(results, method)) algorithms.push_back({method, kappa1});
  }
  return algorithms;
}

std::string NameOf(const CurveObservation& curve) {
  const harness::Setting& setting = curve.finished->c.setting;
  MethodAt at{curve.key().method};
  if (setting.Find("kappa1") != nullptr) at.kappa1 = setting.Number("kappa1");
  return NameOf(at);
}

// "; BCFW-STD-G differs from itself with another seed by 0.0021": what two equal algorithms differ by, since
// a mean of absolute values is above 0 for them too. Empty with one seed.
std::string FloorOf(const std::map<uint64_t, const CurveObservation*>& reference, Part part) {
  double sum = 0;
  int count = 0;
  for (auto a = reference.begin(); a != reference.end(); ++a) {
    for (auto b = std::next(a); b != reference.end(); ++b) {
      if (a->second->x() != b->second->x()) continue;
      const std::optional<double> difference = MeanAbsoluteDifference(*a->second, *b->second, part);
      if (!difference) continue;
      sum += *difference;
      ++count;
    }
  }
  if (count == 0) return "";
  std::string text = "; ";
  text.append(kReference).append(" differs from itself with another seed by ");
  return text.append(common::FormatShort(sum / count));
}

// Every case against BCFW-STD-G of the same seed: the mean over the grid of how much the losses differ.
ClaimOutcome NearlySameLosses(const Results& results, Part part) {
  harness::Query query{.table = "Figure 5.3", .metric = "test_loss_vs_lambda"};
  query.case_prefix = ClaimPrefix(results.profile());
  const std::vector<CurveObservation> curves = results.Curves(query);
  std::map<uint64_t, const CurveObservation*> reference;
  for (const CurveObservation& curve : curves) {
    if (curve.key().method == kReference) reference[curve.seed()] = &curve;
  }
  std::map<std::string, Pairs> by_case;
  for (const MethodAt& at : AlgorithmsBesideTheReference(results)) by_case[NameOf(at)];
  for (const CurveObservation& curve : curves) {
    const auto found = reference.find(curve.seed());
    const auto pairs = by_case.find(NameOf(curve));
    if (found == reference.end() || pairs == by_case.end()) continue;
    if (curve.x() != found->second->x()) continue;
    const std::optional<double> difference = MeanAbsoluteDifference(curve, *found->second, part);
    if (!difference) continue;
    pairs->second.a.push_back(*difference);
    pairs->second.b.push_back(0);
    pairs->second.labels.push_back(std::string("seed=").append(std::to_string(curve.seed())));
  }
  std::vector<ClaimOutcome> outcomes;
  for (const auto& [name, pairs] : by_case) {
    const harness::Certainty certainty{.comparisons = static_cast<int>(by_case.size())};
    outcomes.push_back(
        Named(name, OfPairs(results, pairs.a.size(), DecideEqual(pairs, kNearlySameLoss, certainty))));
  }
  ClaimOutcome outcome = All(outcomes);
  if (outcome.verdict != harness::Verdict::kNotTested) outcome.evidence += FloorOf(reference, part);
  return outcome;
}

Claim D25(const std::string& method) {
  const std::string scratch = ScratchPartner(method);
  return {.id = "D25",
          .part = method,
          .rule = "min_test_loss at kappa1=0.1 below that of " + scratch + LessRule(),
          .decide = [=](const Results& results) {
            return Less(results, "min_test_loss", {method, 0.1}, {scratch});
          }};
}

Claim D26SmallLambda(const std::string& method) {
  return {.id = "D26",
          .part = "low kappa1 at the smallest lambda, " + method,
          .rule = "test loss at lambda=1e-4 at kappa1=0.1 below that at kappa1=0.95" + LessRule(),
          .decide = [=](const Results& results) {
            return Less(results, kLossAtSmallestLambda, {method, 0.1}, {method, 0.95});
          }};
}

Claim D26BesideScratch(const std::string& method) {
  const std::string scratch = ScratchPartner(method);
  return {.id = "D26",
          .part = "low kappa1 beside no path at the smallest lambda, " + method,
          .rule = "test loss at lambda=1e-4 at kappa1=0.1 below that of " + scratch + LessRule(),
          .decide = [=](const Results& results) {
            return Less(results, kLossAtSmallestLambda, {method, 0.1}, {scratch});
          }};
}

}  // namespace

std::vector<Claim> LossClaims() {
  std::vector<Claim> claims;
  for (const std::string& method : ThesisPathMethods()) claims.push_back(D25(method));
  for (const Part part : {Part::kTrained, Part::kUntrained}) {
    const std::string where = part == Part::kTrained ? "up to 100" : "above 100";
    claims.push_back(
        {.id = "D26",
         .part = "nearly the same test loss, lambda " + where,
         .rule = "for every algorithm and kappa1: the mean over the grid, lambda " + where +
                 ", of the absolute difference of its test loss from that of BCFW-STD-G, "
                 "over the seeds of the cases with the folds swapped (at least 3; a seed draws orders and "
                 "starts, not words): "
                 "the 95% t interval below 0.01 in each; "
                 "it fails if one is above with the confidence 1 - 0.05 / (number of comparisons). "
                 "The mean is above 0 for equal algorithms too: the evidence says by how much BCFW-STD-G "
                 "differs from itself with another seed. "
                 "The split at lambda = 100 is ours, the source has none: "
                 "above it a path may not have begun to train, and its model is that of the start",
         .decide = [=](const Results& results) { return NearlySameLosses(results, part); }});
  }
  for (Claim& claim : claims) claim = Within(Scope::kWholePath, std::move(claim));
  for (const std::string& method : ThesisPathMethods()) {
    claims.push_back(Within(Scope::kSmallestLambda, D26SmallLambda(method)));
    claims.push_back(Within(Scope::kSmallestLambda, D26BesideScratch(method)));
  }
  return claims;
}

}  // namespace structlab::regularization_path
