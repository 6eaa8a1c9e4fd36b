#include "experiments/harness/decide/claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

// Largest probability with which chance may make a true claim fail, over all its parts.
const double kMaxChance = 1 - Certainty().confidence;

bool IsAbout(const ClaimRule& claim, const Case& c) {
  if (!claim.rule.Needs(c)) return false;
  return claim.data.empty() || std::ranges::any_of(claim.data, [&](const std::string& name) {
           return std::ranges::find(c.data, name) != c.data.end();
         });
}

// A row of a claim's part, and what decided it.
struct Part {
  ClaimRow row;
  ClaimOutcome outcome, print;
  bool is_independent = false;  // of the data
};

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

ClaimOutcome DecideOnData(const ClaimRule& claim, std::optional<DataOrigin> data, const Results& results) {
  if (results.cases().empty()) return {Verdict::kNotTested, "nothing was run"};
  if (data == DataOrigin::kStandIn && !claim.rule.is_independent_of_data()) {
    return {Verdict::kNotTested, "the data is a stand-in, and the claim depends on the data"};
  }
  try {
    return claim.rule.Decide(results);
  } catch (const common::Error& error) {
    return {Verdict::kNotTested, error.what()};
  }
}

Part DecidePart(const ClaimRule& claim, const ClaimRow& start, const std::vector<ReportedRow>& reported,
                const Results& results) {
  Part part = {start, {}, {}, claim.rule.is_independent_of_data()};
  ClaimRow& row = part.row;
  row.part = claim.part;
  row.rule = claim.rule.Sentence();
  std::vector<std::string> changed;
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (!IsAbout(claim, c)) continue;
    row.data = std::max(row.data, std::optional(OriginOf(c)));
    if (!c.changed_by_user || c.settings == nullptr) continue;
    for (const std::string& name : c.settings->Changed()) {
      const bool is_read = c.parameters.Find(name) != nullptr || c.setting.Find(name) != nullptr;
      if (is_read && std::ranges::find(changed, name) == changed.end()) changed.push_back(name);
    }
  }
  part.outcome = DecideOnData(claim, row.data, results);
  if (!changed.empty() && part.outcome.verdict != Verdict::kNotTested) {
    part.outcome = {Verdict::kNotTested,
                    fmt::format("settings changed by --set: {}; with them it {}: {}", Joined(changed),
                                part.outcome.verdict == Verdict::kHolds   ? "holds"
                                : part.outcome.verdict == Verdict::kFails ? "fails"
                                                                          : "is undecided",
                                part.outcome.evidence)};
  }
  part.print = claim.rule.DecideOnPrint(reported);
  row.verdict = part.outcome.verdict;
  row.evidence = part.outcome.evidence;
  row.effect = part.outcome.effect;
  row.print = part.print.verdict;
  row.print_evidence = part.print.evidence;
  return part;
}

// A part for the whole: one that fails counts as one of several that could have failed by chance.
ClaimOutcome AsOneOf(size_t num_parts, const Part& part) {
  ClaimOutcome shown = part.outcome;
  shown.evidence = part.row.part + " " + std::string(NameOf(shown.verdict));
  const double chance = std::min(1.0, shown.chance * static_cast<double>(num_parts));
  if (shown.verdict != Verdict::kFails || chance <= kMaxChance) return shown;
  shown.verdict = Verdict::kUndecided;
  shown.evidence +=
      fmt::format(" alone, which one of {} true parts does by chance with probability {} or less", num_parts,
                  common::FormatShort(chance));
  return shown;
}

// "A fails" for the claim: the printed numbers support a whole if they support each part for which the source
// prints numbers.
Verdict PrintOfWhole(const std::vector<Part>& parts) {
  std::vector<ClaimOutcome> outcomes;
  for (const Part& part : parts) {
    if (part.print.verdict != Verdict::kNotTested) outcomes.push_back(part.print);
  }
  return outcomes.empty() ? Verdict::kNotTested : All(outcomes).verdict;
}

// A part that lacks its data need not leave the whole open where the same rule is decided on other data.
bool IsLeftOut(const Part& part, const std::vector<Part>& parts) {
  const auto is_missing = [](const Part& p) {
    return p.row.data == DataOrigin::kStandIn && !p.is_independent;
  };
  return is_missing(part) && std::ranges::any_of(parts, [&](const Part& other) {
           return !is_missing(other) && other.row.rule == part.row.rule &&
                  other.row.data != DataOrigin::kStandIn && other.outcome.verdict != Verdict::kNotTested;
         });
}

ClaimRow Whole(const std::vector<Part>& all_parts) {
  std::vector<Part> parts;
  std::vector<std::string> left_out;
  for (const Part& part : all_parts) {
    if (IsLeftOut(part, all_parts)) {
      left_out.push_back(part.row.part);
    } else {
      parts.push_back(part);
    }
  }
  ClaimRow whole = parts.front().row;
  whole.part.clear();
  whole.data.reset();
  whole.rule =
      "all parts hold; it fails if one fails whose chance to fail although it is true, times the number "
      "of parts, is at most 5%";
  whole.effect.clear();
  std::vector<ClaimOutcome> outcomes;
  whole.print_evidence.clear();
  for (const Part& part : parts) {
    outcomes.push_back(AsOneOf(parts.size(), part));
    whole.data = std::max(whole.data, part.row.data);
    if (part.print.verdict == Verdict::kNotTested) continue;
    whole.print_evidence += fmt::format("{}{} {}", whole.print_evidence.empty() ? "" : "; ", part.row.part,
                                        NameOf(part.print.verdict));
  }
  // The effect that decides: of the first part that has the verdict of the whole.
  const ClaimOutcome all = All(outcomes);
  whole.verdict = all.verdict;
  whole.evidence = all.evidence;
  if (!left_out.empty()) whole.evidence += "; left out, as the data is a stand-in: " + Joined(left_out);
  const auto decisive =
      std::ranges::find_if(parts, [&](const Part& part) { return part.row.verdict == all.verdict; });
  if (decisive != parts.end()) whole.effect = decisive->row.effect;
  whole.print = PrintOfWhole(parts);
  return whole;
}

}  // namespace

std::vector<ClaimRow> DecideClaims(const std::string& package, const std::vector<ClaimRule>& claims,
                                   const std::vector<ReportedClaim>& reported_claims,
                                   const std::vector<ReportedRow>& reported_rows, const Results& results) {
  std::vector<ClaimRow> rows;
  for (const ReportedClaim& reported : reported_claims) {
    ClaimRow row;
    row.id = reported.id;
    row.package = package;
    row.profile = results.profile();
    row.statement = reported.statement;
    std::vector<Part> parts;
    for (const ClaimRule& claim : claims) {
      if (claim.id == reported.id) parts.push_back(DecidePart(claim, row, reported_rows, results));
    }
    if (parts.empty()) {
      row.evidence = reported.not_tested.empty() ? "no rule decides it here" : reported.not_tested;
      rows.push_back(row);
      continue;
    }
    if (parts.size() > 1 || !parts.front().row.part.empty()) rows.push_back(Whole(parts));
    for (Part& part : parts) rows.push_back(std::move(part.row));
  }
  return rows;
}

void AddRecorded(const std::vector<ClaimRow>& record, std::vector<ClaimRow>& rows) {
  for (ClaimRow& row : rows) {
    const auto same =
        std::ranges::find_if(record, [&](const ClaimRow& r) { return r.id == row.id && r.part == row.part; });
    if (same == record.end()) continue;
    row.recorded = same->verdict;
    row.recorded_effect = same->effect;
  }
}

bool IsNeededFor(const std::vector<ClaimRule>& claims, const std::string& id, const Case& c) {
  return std::ranges::any_of(claims,
                             [&](const ClaimRule& claim) { return claim.id == id && claim.rule.Needs(c); });
}

}  // namespace structlab::harness
