#include "experiments/harness/decide/claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/error.h"
#include "common/number.h"

namespace structlab::harness {
namespace {

// Largest probability with which chance may make a true claim fail, over all its parts.
const double kMaxChance = 1 - kConfidence;

// A row of a claim's part, and what the whole asks of it.
struct Part {
  ClaimRow row;
  bool lacks_its_data = false;  // it depends on data that is a stand-in
  std::string metric = {};      // that it is about first
};

bool IsAbout(const ClaimRule& claim, const Case& c) {
  const auto reads = [&](const std::string& name) { return std::ranges::find(c.data, name) != c.data.end(); };
  return claim.rule.Needs(c) && (claim.data.empty() || std::ranges::any_of(claim.data, reads));
}

// The settings that --set changed and a case that the claim is about has read.
std::vector<std::string> ChangedSettings(const ClaimRule& claim, const Results& results) {
  std::vector<std::string> changed;
  for (const FinishedCase& finished : results.cases()) {
    const Case& c = finished.c;
    if (!c.changed_by_user || c.settings == nullptr || !IsAbout(claim, c)) continue;
    for (const std::string& name : c.settings->Changed()) {
      if (HasSetting(c, name) && std::ranges::find(changed, name) == changed.end()) changed.push_back(name);
    }
  }
  return changed;
}

ClaimOutcome DecideOnData(const ClaimRule& claim, bool lacks_its_data, const Results& results) {
  if (results.cases().empty()) return {Verdict::kNotTested, "nothing was run"};
  if (lacks_its_data) {
    return {Verdict::kNotTested, "the data is a stand-in, and the claim depends on the data"};
  }
  ClaimOutcome outcome;
  try {
    outcome = claim.rule.Decide(results);
  } catch (const common::Error& error) {
    return {Verdict::kNotTested, error.what()};
  }
  const std::vector<std::string> changed = ChangedSettings(claim, results);
  if (changed.empty() || outcome.verdict == Verdict::kNotTested) return outcome;
  return {Verdict::kNotTested,
          fmt::format("settings changed by --set: {}; with them it {}{}: {}", fmt::join(changed, ", "),
                      outcome.verdict == Verdict::kUndecided ? "is " : "", NameOf(outcome.verdict),
                      outcome.evidence)};
}

Part DecidePart(const ClaimRule& claim, const ClaimRow& start, const std::vector<ReportedRow>& reported,
                const Results& results) {
  Part part = {.row = start};
  ClaimRow& row = part.row;
  row.part = claim.part;
  row.rule = claim.rule.Sentence();
  if (const std::vector<Values> read = claim.rule.Reads(); !read.empty()) part.metric = read.front().metric;
  for (const FinishedCase& finished : results.cases()) {
    if (IsAbout(claim, finished.c)) row.data = std::max(row.data, std::optional(OriginOf(finished.c)));
  }
  part.lacks_its_data = row.data == DataOrigin::kStandIn && !claim.rule.is_independent_of_data;
  static_cast<ClaimOutcome&>(row) = DecideOnData(claim, part.lacks_its_data, results);
  const ClaimOutcome print = claim.rule.DecideOnPrint(reported);
  row.print = print.verdict;
  row.print_evidence = print.evidence;
  return part;
}

// A part for the whole: one that fails counts as one of several that could have failed by chance.
ClaimOutcome AsOneOf(size_t num_parts, const Part& part) {
  ClaimOutcome shown = {.verdict = part.row.verdict,
                        .evidence = fmt::format("{} {}", part.row.part, NameOf(part.row.verdict))};
  const double chance = std::min(1.0, part.row.chance * static_cast<double>(num_parts));
  if (shown.verdict != Verdict::kFails || chance <= kMaxChance) return shown;
  shown.verdict = Verdict::kUndecided;
  shown.evidence +=
      fmt::format(" alone, which one of {} true parts does by chance with probability {} or less", num_parts,
                  common::FormatShort(chance));
  return shown;
}

// A part that lacks its data need not leave the whole open where the same rule is decided on other data.
bool IsLeftOut(const Part& part, const std::vector<Part>& parts) {
  return part.lacks_its_data && std::ranges::any_of(parts, [&](const Part& other) {
           return other.row.data != DataOrigin::kStandIn && other.row.rule == part.row.rule &&
                  other.row.verdict != Verdict::kNotTested;
         });
}

ClaimRow Whole(const ClaimRow& start, const std::vector<Part>& all_parts) {
  std::vector<Part> parts;
  std::vector<std::string> left_out;
  for (const Part& part : all_parts) {
    if (IsLeftOut(part, all_parts)) {
      left_out.push_back(part.row.part);
    } else {
      parts.push_back(part);
    }
  }
  ClaimRow whole = start;
  whole.rule =
      "all parts hold; it fails if one fails whose chance to fail although it is true, times the number "
      "of parts, is at most 5%";
  std::vector<ClaimOutcome> outcomes, printed;
  for (const Part& part : parts) {
    outcomes.push_back(AsOneOf(parts.size(), part));
    whole.data = std::max(whole.data, part.row.data);
    // The printed numbers support the whole if they support each part for which there are any.
    if (part.row.print == Verdict::kNotTested) continue;
    printed.push_back({part.row.print, fmt::format("{} {}", part.row.part, NameOf(part.row.print))});
  }
  static_cast<ClaimOutcome&>(whole) = All(outcomes);
  const ClaimOutcome print = All(printed);
  whole.print = print.verdict;
  whole.print_evidence = print.evidence;
  if (!left_out.empty()) {
    whole.evidence += fmt::format("; left out, as the data is a stand-in: {}", fmt::join(left_out, ", "));
  }
  // The effect is that of the parts that have the verdict of the whole, as far as they are about the same.
  std::vector<ClaimOutcome> decisive;
  std::string metric;
  for (const Part& part : parts) {
    if (part.row.verdict != whole.verdict) continue;
    if (decisive.empty()) metric = part.metric;
    if (part.metric == metric) decisive.push_back(part.row);
  }
  whole.effect = All(decisive).effect;
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
    if (parts.size() > 1 || !parts.front().row.part.empty()) rows.push_back(Whole(row, parts));
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

}  // namespace structlab::harness
