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
  bool cannot_be_tested = false;  // by declaration, or because it depends on data that is a stand-in
};

bool IsAbout(const ClaimRule& claim, const Case& c) {
  const auto reads = [&](const std::string& name) { return std::ranges::find(c.data, name) != c.data.end(); };
  return claim.Needs(c) && (claim.data.empty() || std::ranges::any_of(claim.data, reads));
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
  row.question = claim.question;
  const bool has_rule = !claim.rule.Leaves().empty();
  if (has_rule) row.rule = claim.rule.Sentence();
  if (claim.not_tested.empty()) {
    for (const FinishedCase& finished : results.cases()) {
      if (IsAbout(claim, finished.c)) row.data = std::max(row.data, std::optional(OriginOf(finished.c)));
    }
    const bool lacks_its_data = row.data == DataOrigin::kStandIn && !claim.rule.is_independent_of_data;
    static_cast<ClaimOutcome&>(row) = DecideOnData(claim, lacks_its_data, results);
    part.cannot_be_tested = lacks_its_data;
  } else {
    row.evidence = claim.not_tested;
    part.cannot_be_tested = true;
  }
  if (!has_rule) return part;
  const ClaimOutcome print = claim.rule.DecideOnPrint(reported, &results);
  row.print = print.verdict;
  row.print_evidence = print.evidence;
  return part;
}

// A part for a verdict of several: one that fails counts as one of several that could have failed by chance.
ClaimOutcome AsOneOf(size_t num_parts, const Part& part) {
  ClaimOutcome shown = part.row;
  shown.evidence = fmt::format("{} {}", part.row.part, NameOf(part.row.verdict));
  const double chance = std::min(1.0, part.row.chance * static_cast<double>(num_parts));
  if (shown.verdict != Verdict::kFails || chance <= kMaxChance) return shown;
  shown.verdict = Verdict::kUndecided;
  shown.evidence +=
      fmt::format(" alone, which one of {} true parts does by chance with probability {} or less", num_parts,
                  common::FormatShort(chance));
  return shown;
}

// The parts that decide: those that can be tested here, or all where none can.
std::vector<const Part*> Deciding(const std::vector<const Part*>& parts) {
  std::vector<const Part*> deciding;
  for (const Part* part : parts) {
    if (!part->cannot_be_tested) deciding.push_back(part);
  }
  return deciding.empty() ? parts : deciding;
}

// The parts together, of which each counts as one of `num_parts`.
ClaimOutcome DecideTogether(const std::vector<const Part*>& parts, size_t num_parts) {
  std::vector<ClaimOutcome> outcomes;
  for (const Part* part : parts) outcomes.push_back(AsOneOf(num_parts, *part));
  return All(outcomes);
}

// The verdict of each question, "against a correct rival: fails; at one strength: holds"; of all stricter
// parts.
std::string WordsOnQuestions(const std::vector<const Part*>& parts) {
  std::vector<std::string> questions, words;
  for (const Part* part : parts) {
    if (std::ranges::find(questions, part->row.question) == questions.end()) {
      questions.push_back(part->row.question);
    }
  }
  for (const std::string& question : questions) {
    std::vector<const Part*> asked;
    std::ranges::copy_if(parts, std::back_inserter(asked),
                         [&](const Part* part) { return part->row.question == question; });
    words.push_back(fmt::format("{}: {}", question, NameOf(DecideTogether(asked, parts.size()).verdict)));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

ClaimRow Whole(const ClaimRow& start, const std::vector<Part>& parts) {
  std::vector<const Part*> stated, stricter;
  for (const Part& part : parts) (part.row.question.empty() ? stated : stricter).push_back(&part);
  ClaimRow whole = start;
  whole.rule =
      "all parts as stated hold; it fails if one fails whose chance to fail although it is true, times the "
      "number of parts, is at most 5%";
  const std::vector<const Part*> deciding = Deciding(stated);
  static_cast<ClaimOutcome&>(whole) = DecideTogether(deciding, deciding.size());
  if (stated.empty()) whole.evidence = "no part of it is as the source states it";
  std::vector<std::string> untested;
  for (const Part* part : stated) {
    if (std::ranges::find(deciding, part) == deciding.end()) untested.push_back(part->row.part);
  }
  whole.untested = fmt::format("{}", fmt::join(untested, "; "));
  std::vector<ClaimOutcome> printed;
  for (const Part* part : stated) {
    // The printed numbers support the whole if they support each part for which there are any.
    if (part->row.print == Verdict::kNotTested) continue;
    printed.push_back({part->row.print, fmt::format("{} {}", part->row.part, NameOf(part->row.print))});
  }
  for (const Part* part : deciding) whole.data = std::max(whole.data, part->row.data);
  const ClaimOutcome print = All(printed);
  whole.print = print.verdict;
  whole.print_evidence = print.evidence;
  if (!stricter.empty()) {
    const std::vector<const Part*> asked = Deciding(stricter);
    whole.stricter = DecideTogether(asked, asked.size()).verdict;
    whole.stricter_words = WordsOnQuestions(asked);
  }
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
    const bool is_whole =
        parts.size() == 1 && parts.front().row.part.empty() && parts.front().row.question.empty();
    if (!is_whole) rows.push_back(Whole(row, parts));
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
    row.recorded_stricter = same->stricter;
    row.recorded_effect = same->effect;
  }
}

}  // namespace structlab::harness
