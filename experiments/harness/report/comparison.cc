#include "experiments/harness/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "common/quantity.h"
#include "common/readable_number.h"

namespace structlab::harness {
namespace {

// The counts of rows by the origin of their data.
constexpr int Summary::*kRowsOf[] = {&Summary::real, &Summary::drawn, &Summary::substitute,
                                     &Summary::stand_in};

constexpr double kTolerance = 0.05;
constexpr double kRounding = 1e-9;  // relative: 0.63 and 0.6 differ by 5%

}  // namespace

bool IsDifference(Agreement agreement) {
  return agreement == Agreement::kBetter || agreement == Agreement::kWorse ||
         agreement == Agreement::kDiffers;
}

Comparison Compare(const ResultRow& row) {
  if (!row.value || !row.reported) return {};
  if (row.data != DataOrigin::kReal) return {.agreement = Agreement::kOtherData};
  const double theirs = *row.reported, difference = *row.value - theirs;
  Comparison comparison;
  if (theirs != 0) comparison.percent = 100 * difference / std::abs(theirs);
  const bool is_near = std::abs(difference) <= (kTolerance + kRounding) * std::abs(theirs);
  const bool is_in_range = row.min && row.max && *row.min <= theirs && theirs <= *row.max;
  if (row.protocol != Protocol::kPaper) {
    comparison.agreement = Agreement::kOtherProtocol;
  } else if (is_near || is_in_range || (row.reported_is_lower_bound && difference > 0)) {
    comparison.agreement = Agreement::kAgrees;
  } else if (!row.higher_is_better || std::isnan(difference)) {
    comparison.agreement = Agreement::kDiffers;
  } else {
    comparison.agreement = (difference > 0) == *row.higher_is_better ? Agreement::kBetter : Agreement::kWorse;
  }
  return comparison;
}

std::string MarkOf(const ResultRow& row, const Comparison& comparison) {
  static constexpr const char* kMarks[] = {"", "", "", "≈ agrees", "▲ better", "▼ worse", "≠ differs"};
  switch (comparison.agreement) {
    case Agreement::kNoNumber:
      if (row.value) return row.is_reported_row ? "no number printed" : "";
      return row.is_drawn ? "see the figure" : row.is_applicable ? "not run" : "not applicable";
    case Agreement::kOtherData:
      return fmt::format("not compared: {} data", row.data ? NameOf(*row.data) : "unknown");
    case Agreement::kOtherProtocol:
      return fmt::format("not compared: {} protocol", row.protocol == Protocol::kCut ? "smaller" : "changed");
    default:
      return kMarks[static_cast<size_t>(comparison.agreement)];
  }
}

std::string ReadableOurs(const ResultRow& row) {
  return row.value ? common::ReadableNumber(*row.value, row.reported, row.std) : "";
}

std::string ReadableTheirs(const ResultRow& row) {
  return row.reported ? common::PrintedNumber(*row.reported, row.reported_std) : "";
}

Summary Summarise(const PackageReport& package) {
  Summary summary;
  summary.reported = package.reported_rows;
  std::map<RowKey, Protocol> best;  // of each reported row that has a result
  for (const ResultRow& row : package.rows) {
    const Agreement agreement = Compare(row).agreement;
    const auto [compared, agreeing] =
        row.is_fact            ? std::pair(&Summary::facts_compared, &Summary::facts_agreeing)
        : IsTimeUnit(row.unit) ? std::pair(&Summary::times_compared, &Summary::times_agreeing)
                               : std::pair(&Summary::compared, &Summary::agreeing);
    summary.*agreeing += agreement == Agreement::kAgrees;
    summary.*compared += agreement == Agreement::kAgrees || IsDifference(agreement);
    summary.not_applicable += !row.is_regenerated() && !row.is_applicable;
    if (!row.is_regenerated()) continue;
    ++(summary.*kRowsOf[static_cast<size_t>(row.data.value_or(DataOrigin::kStandIn))]);
    if (!row.is_reported_row) continue;
    Protocol& protocol = best.try_emplace(row, row.protocol).first->second;
    protocol = std::min(protocol, row.protocol);
  }
  for (const auto& [key, protocol] : best) {
    ++(protocol == Protocol::kPaper ? summary.regenerated
       : protocol == Protocol::kCut ? summary.cut
                                    : summary.changed);
  }
  for (const CaseRow& row : package.cases) {
    ++summary.cases;
    summary.cpu_seconds += row.cpu_seconds;
    summary.done += row.state == CaseState::kDone;
    summary.refused += row.state == CaseState::kRefused;
    summary.not_run += row.state == CaseState::kNotRun;
  }
  summary.failed = summary.cases - summary.done - summary.refused - summary.not_run;
  return summary;
}

std::vector<std::pair<const char*, int Summary::*>> CountsOfRows() {
  using S = Summary;
  // clang-format off
  return {{"reported_rows", &S::reported}, {"regenerated", &S::regenerated}, {"cut", &S::cut},
          {"changed", &S::changed}, {"not_applicable", &S::not_applicable}, {"compared", &S::compared},
          {"agreeing", &S::agreeing}, {"facts_compared", &S::facts_compared}, {"facts_agreeing", &S::facts_agreeing},
          {"times_compared", &S::times_compared}, {"times_agreeing", &S::times_agreeing}, {"real", &S::real},
          {"drawn", &S::drawn}, {"substitute", &S::substitute}, {"stand_in", &S::stand_in}};
  // clang-format on
}

std::vector<std::pair<const char*, int Summary::*>> CountsOfSummary() {
  using S = Summary;
  std::vector<std::pair<const char*, int Summary::*>> counts = CountsOfRows();
  counts.insert(counts.end(), {{"cases", &S::cases},
                               {"done", &S::done},
                               {"refused", &S::refused},
                               {"failed", &S::failed},
                               {"not_run", &S::not_run}});
  return counts;
}

PackageFacts PackageFactsOf(const PackageReport& package) {
  const About& about = package.about;
  const std::string& title = about.title.empty() ? package.name : about.title;
  const std::string introduction = about.introduction.substr(0, about.introduction.find("\n\n"));
  // clang-format off
  PackageFacts facts = {Summarise(package), package.name, title, about.source, introduction, package.command,
                        package.commit, /*date=*/"", package.profile, package.is_from_record, package.interrupted};
  // clang-format on
  for (const CaseRow& row : package.cases) facts.date = std::max(facts.date, row.finished.substr(0, 10));
  return facts;
}

std::string PackageFacts::run() const {
  return fmt::format("{}{}", is_from_record ? "from the record" : fmt::format("{} run", NameOf(profile)),
                     interrupted ? ", interrupted" : "");
}

void Add(const Summary& other, Summary& summary) {
  for (const auto& [name, count] : CountsOfSummary()) summary.*count += other.*count;
  summary.cpu_seconds += other.cpu_seconds;
}

std::vector<ClaimWithParts> GroupParts(const std::vector<ClaimRow>& claims) {
  const auto is_part_of = [](const ClaimRow& part, const ClaimRow& whole) {
    return !part.part.empty() && whole.part.empty() && part.id == whole.id && part.package == whole.package;
  };
  std::vector<ClaimWithParts> groups;
  for (size_t i = 0; i < claims.size(); ++i) {
    const auto is_whole = [&](const ClaimRow& other) { return is_part_of(claims[i], other); };
    if (std::ranges::any_of(claims, is_whole)) continue;
    ClaimWithParts& group = groups.emplace_back(ClaimWithParts{i, {}});
    for (size_t j = 0; j < claims.size(); ++j) {
      if (is_part_of(claims[j], claims[i])) group.parts.push_back(j);
    }
  }
  return groups;
}

bool FailsAsPrint(const std::vector<ClaimRow>& claims, const ClaimWithParts& claim, bool recorded) {
  const auto fails = [&](size_t i) {
    return (recorded ? claims[i].recorded : claims[i].verdict) == Verdict::kFails;
  };
  const auto fails_in_print = [&](size_t i) { return claims[i].print == Verdict::kFails; };
  return fails(claim.whole) && fails_in_print(claim.whole) && std::ranges::all_of(claim.parts, [&](size_t i) {
           return !claims[i].question.empty() || !fails(i) || fails_in_print(i);
         });
}

ClaimCounts CountVerdicts(const std::vector<ClaimRow>& claims, bool recorded) {
  ClaimCounts counts;
  for (const ClaimWithParts& group : GroupParts(claims)) {
    const ClaimRow& claim = claims[group.whole];
    if (recorded && !claim.recorded) continue;
    const Verdict verdict = recorded ? *claim.recorded : claim.verdict;
    ++counts.all;
    counts.holds += verdict == Verdict::kHolds;
    const bool as_print = FailsAsPrint(claims, group, recorded);
    counts.fails_as_print += as_print;
    counts.fails += verdict == Verdict::kFails && !as_print;
    counts.undecided += verdict == Verdict::kUndecided;
    counts.not_tested += verdict == Verdict::kNotTested;
  }
  return counts;
}

std::vector<CountedVerdicts> VerdictsIn(const ClaimCounts& counts) {
  std::vector<CountedVerdicts> all = {
      {counts.holds, counts.holds == 1 ? "holds" : "hold", "holds", "✔"},
      {counts.fails_as_print, counts.fails_as_print == 1 ? "fails as in print" : "fail as in print",
       "as-print", "↻"},
      {counts.fails, counts.fails == 1 ? "fails" : "fail", "fails", "✘"},
      {counts.undecided, "undecided", "undecided", "◐"},
      {counts.not_tested, "not tested", "not-tested", "–"}};
  std::erase_if(all, [](const CountedVerdicts& counted) { return counted.count == 0; });
  return all;
}

std::string WordsOn(const ClaimCounts& counts) {
  std::string text;
  for (const CountedVerdicts& counted : VerdictsIn(counts)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counted.count, counted.words);
  }
  return text;
}

std::string ShownUnit(const std::string& unit) {
  return unit == "energy" || unit == "share" || unit == "exact" ? "" : unit;
}

std::string Counted(int64_t count, const std::string& one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string StateOf(const Summary& summary) {
  if (summary.failed > 0) return fmt::format("✘ {} of {} cases failed", summary.failed, summary.cases);
  if (summary.cases == 0 || summary.not_run == summary.cases) return "– not run";
  if (summary.not_run == 0) return "✔ complete";
  return fmt::format("◐ {} of {} cases run", summary.done + summary.refused, summary.cases);
}

std::string WordsOnAgreement(const Summary& summary) {
  std::string text;
  const auto add = [&](int agreeing, int compared, const char* what) {
    if (compared > 0)
      text += fmt::format("{}{} of {} {}", text.empty() ? "" : ", ", agreeing, compared, what);
  };
  add(summary.agreeing, summary.compared, "compared results agree");
  add(summary.facts_agreeing, summary.facts_compared, "facts");
  add(summary.times_agreeing, summary.times_compared, "times of another machine");
  return text.empty() ? "no number to compare" : text;
}

std::vector<std::string> WordsOnData(const Summary& summary) {
  std::vector<std::string> words;
  for (size_t i = 0; i < std::size(kRowsOf); ++i) {
    const int count = summary.*kRowsOf[i];
    if (count == 0) continue;
    words.push_back(fmt::format("{} data: {}", MarkOf(static_cast<DataOrigin>(i)), Counted(count, "row")));
  }
  return words;
}

std::vector<std::string> WordsOn(const Summary& summary) {
  std::string rows = fmt::format("{} of {} printed rows regenerated", summary.regenerated, summary.reported);
  if (summary.cut > 0) rows += fmt::format(", + {} cut", summary.cut);
  if (summary.changed > 0) rows += fmt::format(", + {} changed", summary.changed);
  if (summary.not_applicable > 0) rows += fmt::format(", {} not applicable", summary.not_applicable);
  std::vector<std::string> words = {rows, WordsOnAgreement(summary)};
  std::ranges::move(WordsOnData(summary), std::back_inserter(words));
  words.push_back(fmt::format("{} of CPU time in {}", common::ReadableSeconds(summary.cpu_seconds),
                              Counted(summary.done, "case")));
  return words;
}

std::string MarkOf(Verdict verdict, bool as_print) {
  static constexpr const char* kMarks[] = {"✔ holds", "✘ fails", "◐ undecided", "– not tested"};
  return as_print ? "↻ fails, as in print" : kMarks[static_cast<size_t>(verdict)];
}

std::string MarkOfPrint(Verdict print) {
  static constexpr const char* kMarks[] = {"✔ supports it", "✘ contradicts it", "◐ undecided",
                                           "– no numbers"};
  return kMarks[static_cast<size_t>(print)];
}

std::string MarkOf(CaseState state) {
  const char* symbol = state == CaseState::kDone      ? "✔"
                       : state == CaseState::kRefused ? "⊘"
                       : state == CaseState::kNotRun  ? "–"
                                                      : "✘";
  return fmt::format("{} {}", symbol, NameOf(state));
}

std::string MarkOf(std::optional<DataOrigin> data) {
  if (!data) return "";
  static constexpr const char* kSymbols[] = {"●", "○", "◑", "⚠"};
  return fmt::format("{} {}", kSymbols[static_cast<size_t>(*data)], NameOf(*data));
}

std::string ClassOf(Verdict verdict, bool as_print) {
  return as_print ? "as-print" : std::string(NameOf(verdict));
}

std::string ClassOf(CaseState state) {
  std::string name(NameOf(state));
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string ClassOf(Agreement agreement) {
  static constexpr const char* kClasses[] = {"none",   "other", "other",  "agrees",
                                             "better", "worse", "differs"};
  return kClasses[static_cast<size_t>(agreement)];
}

}  // namespace structlab::harness
