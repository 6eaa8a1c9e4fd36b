#include <algorithm>
#include <optional>

#include "common/error.h"
#include "experiments/harness/join.h"

namespace structlab::harness {
namespace {

// The worst origin of the data that the claim is about, as far as cases were run on it.
std::optional<DataOrigin> OriginOfClaim(const Claim& claim, const Results& results) {
  std::optional<DataOrigin> worst;
  for (const FinishedCase& finished : results.cases()) {
    const bool concerned =
        claim.data.empty() || std::any_of(claim.data.begin(), claim.data.end(), [&](const std::string& name) {
          return std::find(finished.c.data.begin(), finished.c.data.end(), name) != finished.c.data.end();
        });
    if (concerned) worst = std::max(worst, std::optional(OriginOf(finished.c)));
  }
  return worst;
}

ClaimOutcome Decide(const Claim& claim, std::optional<DataOrigin> data, const Results& results) {
  if (results.cases().empty()) return {Verdict::kNotTested, "nothing was run"};
  if (data == DataOrigin::kStandIn && !claim.independent_of_data) {
    return {Verdict::kNotTested, "the data is a stand-in, and the claim depends on the data"};
  }
  try {
    return claim.decide(results);
  } catch (const common::Error& error) {
    return {Verdict::kNotTested, error.what()};
  }
}

std::string_view WordFor(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kFails:
      return "fails";
    case Verdict::kUndecided:
      return "is undecided";
    case Verdict::kNotTested:
      return "is not tested";
  }
  return "";
}

// The whole of a claim, from its parts.
ClaimRow Whole(const std::vector<ClaimRow>& parts) {
  ClaimRow whole = parts.front();
  whole.part.clear();
  whole.rule = "holds if all parts hold, fails if one fails";
  std::vector<ClaimOutcome> outcomes;
  for (const ClaimRow& part : parts) {
    outcomes.push_back({part.verdict, part.part + " " + std::string(WordFor(part.verdict))});
    whole.data = std::max(whole.data, part.data);
  }
  const ClaimOutcome all = All(outcomes);
  whole.verdict = all.verdict;
  whole.evidence = all.evidence;
  return whole;
}

std::string WhyUntested(const Experiment& experiment, const std::string& id) {
  for (const UntestedClaim& claim : experiment.not_tested) {
    if (claim.id == id) return claim.reason;
  }
  return "no rule decides it here";
}

}  // namespace

std::vector<ClaimRow> DecideClaims(const Experiment& experiment, const std::vector<ReportedClaim>& reported,
                                   const Results& results) {
  std::vector<ClaimRow> rows;
  for (const ReportedClaim& claim : reported) {
    ClaimRow row;
    row.id = claim.id;
    row.package = experiment.name;
    row.profile = results.profile();
    row.statement = claim.statement;
    std::vector<ClaimRow> parts;
    for (const Claim& rule : experiment.claims) {
      if (rule.id != claim.id) continue;
      row.part = rule.part;
      row.rule = rule.rule;
      row.data = OriginOfClaim(rule, results);
      ClaimOutcome outcome = Decide(rule, row.data, results);
      row.verdict = outcome.verdict;
      row.evidence = std::move(outcome.evidence);
      parts.push_back(row);
    }
    if (parts.empty()) {
      row.evidence = WhyUntested(experiment, claim.id);
      parts.push_back(row);
    }
    const bool has_whole =
        std::any_of(parts.begin(), parts.end(), [](const ClaimRow& part) { return part.part.empty(); });
    if (!has_whole) rows.push_back(Whole(parts));
    rows.insert(rows.end(), parts.begin(), parts.end());
  }
  return rows;
}

}  // namespace structlab::harness
