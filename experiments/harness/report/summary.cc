// Counts of a package and the words and symbols on them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "experiments/harness/report/comparison.h"

namespace structlab::harness {
namespace {

void CountRow(const ResultRow& row, Summary& summary) {
  if (row.is_regenerated()) {
    (row.data == DataOrigin::kReal         ? summary.real
     : row.data == DataOrigin::kSubstitute ? summary.substitute
                                           : summary.stand_in) += 1;
  } else if (!row.is_applicable) {
    ++summary.not_applicable;
  }
  const Agreement agreement = Compare(row).agreement;
  if (agreement == Agreement::kAgrees || IsDifference(agreement)) ++summary.compared;
  if (agreement == Agreement::kAgrees) ++summary.agreeing;
}

// Each reported row once, by the best protocol that has a result for it.
void CountRegenerated(const PackageReport& package, Summary& summary) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view, Setting, std::string_view>,
           Protocol>
      best;
  for (const ResultRow& row : package.rows) {
    if (!row.is_reported_row || !row.is_regenerated()) continue;
    const auto found =
        best.try_emplace({row.table, row.dataset, row.method, row.setting, row.metric}, row.protocol).first;
    found->second = std::min(found->second, row.protocol);
  }
  for (const auto& [key, protocol] : best) {
    (protocol == Protocol::kPaper ? summary.regenerated
     : protocol == Protocol::kCut ? summary.cut
                                  : summary.changed) += 1;
  }
}

void CountCase(const CaseRow& row, Summary& summary) {
  ++summary.cases;
  summary.seconds += row.seconds;
  (row.state == CaseState::kDone      ? summary.done
   : row.state == CaseState::kRefused ? summary.refused
   : row.state == CaseState::kNotRun  ? summary.not_run
                                      : summary.failed) += 1;
}

bool IsReproduction(Verdict verdict, Verdict print) {
  return verdict == Verdict::kFails && print == Verdict::kFails;
}

}  // namespace

Summary Summarise(const PackageReport& package) {
  Summary summary;
  summary.reported = package.reported_rows;
  for (const ResultRow& row : package.rows) CountRow(row, summary);
  CountRegenerated(package, summary);
  for (const CaseRow& row : package.cases) CountCase(row, summary);
  return summary;
}

std::vector<std::pair<const char*, int Summary::*>> CountsOfSummary() {
  using S = Summary;
  // clang-format off
  return {{"reported_rows", &S::reported}, {"regenerated", &S::regenerated}, {"cut", &S::cut},
          {"changed", &S::changed}, {"not_applicable", &S::not_applicable}, {"compared", &S::compared},
          {"agreeing", &S::agreeing}, {"real", &S::real}, {"substitute", &S::substitute},
          {"stand_in", &S::stand_in}, {"cases", &S::cases}, {"done", &S::done}, {"refused", &S::refused},
          {"failed", &S::failed}, {"not_run", &S::not_run}};
  // clang-format on
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

Summary operator+(const Summary& a, const Summary& b) {
  Summary sum = a;
  for (const auto& [name, count] : CountsOfSummary()) sum.*count += b.*count;
  sum.seconds += b.seconds;
  return sum;
}

ClaimCounts CountVerdicts(const std::vector<ClaimRow>& claims, bool recorded) {
  std::set<std::pair<std::string_view, std::string_view>> whole;
  for (const ClaimRow& claim : claims) {
    if (claim.part.empty()) whole.emplace(claim.package, claim.id);
  }
  ClaimCounts counts;
  for (const ClaimRow& claim : claims) {
    if (!claim.part.empty() && whole.contains({claim.package, claim.id})) continue;
    if (recorded && !claim.recorded) continue;
    const Verdict verdict = recorded ? *claim.recorded : claim.verdict;
    (IsReproduction(verdict, claim.print) ? counts.fails_as_print
     : verdict == Verdict::kHolds         ? counts.holds
     : verdict == Verdict::kFails         ? counts.fails
     : verdict == Verdict::kUndecided     ? counts.undecided
                                          : counts.not_tested) += 1;
  }
  return counts;
}

std::string WordsOn(const ClaimCounts& counts) {
  std::string text;
  const auto add = [&](int count, const char* one, const char* several) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? one : several);
  };
  add(counts.holds, "holds", "hold");
  add(counts.fails_as_print, "fails as in print", "fail as in print");
  add(counts.fails, "fails", "fail");
  add(counts.undecided, "undecided", "undecided");
  add(counts.not_tested, "not tested", "not tested");
  return text;
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

std::vector<std::string> WordsOn(const Summary& summary) {
  std::string rows = fmt::format("{} of {} printed rows regenerated", summary.regenerated, summary.reported);
  if (summary.cut > 0) rows += fmt::format(", + {} cut", summary.cut);
  if (summary.changed > 0) rows += fmt::format(", + {} changed", summary.changed);
  if (summary.not_applicable > 0) rows += fmt::format(", {} not applicable", summary.not_applicable);
  std::vector<std::string> words = {
      rows, summary.compared == 0
                ? "no number to compare"
                : fmt::format("{} of {} compared numbers agree", summary.agreeing, summary.compared)};
  const auto add = [&](DataOrigin data, int count) {
    if (count > 0) words.push_back(fmt::format("{} data: {}", MarkOf(data), Counted(count, "row")));
  };
  add(DataOrigin::kReal, summary.real);
  add(DataOrigin::kSubstitute, summary.substitute);
  add(DataOrigin::kStandIn, summary.stand_in);
  words.push_back(
      fmt::format("{} of computing in {}", ReadableSeconds(summary.seconds), Counted(summary.cases, "case")));
  return words;
}

std::string MarkOf(Verdict verdict, Verdict print) {
  static constexpr const char* kMarks[] = {"✔ holds", "✘ fails", "◐ undecided", "– not tested"};
  return IsReproduction(verdict, print) ? "↻ fails, as in print" : kMarks[static_cast<size_t>(verdict)];
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
  const char* symbol = data == DataOrigin::kReal ? "●" : data == DataOrigin::kSubstitute ? "◑" : "⚠";
  return fmt::format("{} {}", symbol, NameOf(*data));
}

std::string ClassOf(Verdict verdict, Verdict print) {
  return IsReproduction(verdict, print) ? "as-print" : std::string(NameOf(verdict));
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
