#include <algorithm>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "experiments/harness/join.h"
#include "experiments/harness/plan.h"

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

bool IsMissingItsData(const Claim& claim, std::optional<DataOrigin> data) {
  return data == DataOrigin::kStandIn && !claim.independent_of_data;
}

ClaimOutcome Decide(const Claim& claim, std::optional<DataOrigin> data, const Results& results) {
  if (results.cases().empty()) return {Verdict::kNotTested, "nothing was run"};
  if (IsMissingItsData(claim, data)) {
    return {Verdict::kNotTested, "the data is a stand-in, and the claim depends on the data"};
  }
  try {
    return claim.decide(results);
  } catch (const common::Error& error) {
    return {Verdict::kNotTested, error.what()};
  }
}

// What the user changed of what the claim's cases read, with commas between; empty if nothing. The cases are
// those that serve it (Case::serves).
std::string SettingsChangedFor(const Claim& claim, const Experiment& experiment, const Results& results) {
  std::vector<std::string> names;
  for (const FinishedCase& finished : results.cases()) {
    const std::vector<std::string>& serves = finished.c.serves;
    if (!finished.c.changed_by_user) continue;
    if (!serves.empty() && std::find(serves.begin(), serves.end(), claim.id) == serves.end()) continue;
    for (const std::string& name : ChangedSettings(experiment, results.profile(), finished.c.parameters)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
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

// A claim decided on settings that the user changed is none of the source's: what it comes to is evidence.
ClaimOutcome ForChangedSettings(const std::string& changed, const ClaimOutcome& outcome) {
  if (changed.empty() || outcome.verdict == Verdict::kNotTested) return outcome;
  return {Verdict::kNotTested, "settings changed by --set: " + changed + "; with them it " +
                                   std::string(WordFor(outcome.verdict)) + ": " + outcome.evidence};
}

// The most that chance may do to a claim that is true, over all its parts.
const double kMostChance = 1 - Certainty().confidence;

// A part that fails, for the whole: as one of so many that could have failed by chance.
ClaimOutcome AsOneOf(size_t num_parts, const std::string& part, const ClaimOutcome& outcome) {
  ClaimOutcome shown{outcome.verdict, part + " " + std::string(WordFor(outcome.verdict)), outcome.chance};
  const double chance = std::min(1.0, outcome.chance * static_cast<double>(num_parts));
  if (outcome.verdict != Verdict::kFails || chance <= kMostChance) return shown;
  shown.verdict = Verdict::kUndecided;
  shown.evidence += " by itself, which one of " + std::to_string(num_parts) +
                    " true parts does by chance with " + common::FormatShort(chance) + " at most";
  return shown;
}

// A row of a claim's part, and what decided it.
struct Part {
  ClaimRow row;
  ClaimOutcome outcome;
  bool is_missing_its_data = false;  // not tested, as its data is a stand-in and it depends on them
};

// What is missing for a stand-in need not leave the whole open where the same rule is decided on other data.
bool IsLeftOut(const Part& part, const std::vector<Part>& parts) {
  return part.is_missing_its_data && std::any_of(parts.begin(), parts.end(), [&](const Part& other) {
           return !other.is_missing_its_data && other.row.rule == part.row.rule &&
                  other.row.data != DataOrigin::kStandIn && other.outcome.verdict != Verdict::kNotTested;
         });
}

// The whole of a claim, from its parts.
ClaimRow Whole(const std::vector<Part>& parts) {
  ClaimRow whole = parts.front().row;
  whole.part.clear();
  whole.data.reset();
  whole.rule =
      "holds if all parts hold, fails if one fails whose chance to fail though it is true, times the number "
      "of parts, is at most 5%";
  std::vector<const Part*> counted;
  std::string left_out;
  for (const Part& part : parts) {
    if (!IsLeftOut(part, parts)) {
      counted.push_back(&part);
    } else {
      left_out.append(left_out.empty() ? "" : ", ").append(part.row.part);
    }
  }
  std::vector<ClaimOutcome> outcomes;
  for (const Part* part : counted) {
    outcomes.push_back(AsOneOf(counted.size(), part->row.part, part->outcome));
    whole.data = std::max(whole.data, part->row.data);
  }
  const ClaimOutcome all = All(outcomes);
  whole.verdict = all.verdict;
  whole.evidence = all.evidence;
  if (!left_out.empty()) {
    whole.rule += kLeftOutRule;
    whole.evidence += "; left out, as the data is a stand-in: " + left_out;
  }
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
    std::vector<Part> parts;
    for (const Claim& rule : experiment.claims) {
      if (rule.id != claim.id) continue;
      row.part = rule.part;
      row.rule = rule.rule;
      row.data = OriginOfClaim(rule, results);
      const ClaimOutcome outcome =
          ForChangedSettings(SettingsChangedFor(rule, experiment, results), Decide(rule, row.data, results));
      row.verdict = outcome.verdict;
      row.evidence = outcome.evidence;
      parts.push_back({row, outcome, IsMissingItsData(rule, row.data)});
    }
    if (parts.empty()) {
      row.evidence = WhyUntested(experiment, claim.id);
      parts.push_back({row, {row.verdict, row.evidence}});
    }
    const bool has_whole =
        std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.row.part.empty(); });
    if (!has_whole) rows.push_back(Whole(parts));
    for (const Part& part : parts) rows.push_back(part.row);
  }
  return rows;
}

}  // namespace structlab::harness
