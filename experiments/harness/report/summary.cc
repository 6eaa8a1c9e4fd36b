#include "experiments/harness/report/summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

void CountRow(const PackageReport& package, const ResultRow& row, Summary* summary) {
  if (IsRegenerated(package, row)) {
    (row.data == DataOrigin::kReal         ? summary->real
     : row.data == DataOrigin::kSubstitute ? summary->substitute
                                           : summary->stand_in) += 1;
  } else if (!row.is_applicable) {
    ++summary->not_applicable;
  }
  const Agreement agreement = Compare(row).agreement;
  if (agreement == Agreement::kOtherProtocol) ++summary->other_protocol;
  if (agreement == Agreement::kAgrees) {
    ++summary->compared;
    ++summary->agreeing;
  } else if (IsDifference(agreement)) {
    ++summary->compared;
    const bool is_explained = row.explanation.kind == ExplanationKind::kExplained;
    (is_explained ? summary->explained : summary->unexplained) += 1;
  }
}

// Each reported row once, by the best protocol that has a result for it.
void CountRegenerated(const PackageReport& package, Summary* summary) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view, Setting, std::string_view>,
           Protocol>
      best;
  for (const ResultRow& row : package.rows) {
    if (!row.is_reported_row || !IsRegenerated(package, row)) continue;
    const auto found =
        best.try_emplace({row.table, row.dataset, row.method, row.setting, row.metric}, row.protocol).first;
    found->second = std::min(found->second, row.protocol);
  }
  for (const auto& [key, protocol] : best) {
    (protocol == Protocol::kPaper ? summary->regenerated
     : protocol == Protocol::kCut ? summary->cut
                                  : summary->changed) += 1;
  }
}

void CountCase(const CaseRow& row, Summary* summary) {
  ++summary->cases;
  summary->seconds += row.seconds;
  switch (row.state) {
    case CaseState::kDone:
      ++summary->done;
      break;
    case CaseState::kRefused:
      ++summary->refused;
      break;
    case CaseState::kNotRun:
      ++summary->not_run;
      break;
    case CaseState::kFailed:
    case CaseState::kTimedOut:
    case CaseState::kOutOfMemory:
      ++summary->failed;
      break;
  }
}

void CountClaims(const PackageReport& package, Summary* summary) {
  std::set<std::string_view> whole;
  for (const ClaimRow& claim : package.claims) {
    if (claim.part.empty()) whole.insert(claim.id);
  }
  for (const ClaimRow& claim : package.claims) {
    if (!claim.part.empty() && whole.count(claim.id) > 0) continue;
    switch (claim.verdict) {
      case Verdict::kHolds:
        ++summary->holds;
        break;
      case Verdict::kFails:
        ++summary->fails;
        break;
      case Verdict::kUndecided:
        ++summary->undecided;
        break;
      case Verdict::kNotTested:
        ++summary->not_tested;
        break;
    }
  }
}

std::string WhyNothingIsCompared(const Summary& summary) {
  std::string why;
  const auto add = [&](const std::string& reason) { why += (why.empty() ? "" : "; ") + reason; };
  if (summary.stand_in > 0) add("stand-in data");
  if (summary.substitute > 0) add("substitute data");
  if (summary.other_protocol > 0) {
    add(std::to_string(summary.other_protocol) + (summary.other_protocol == 1 ? " number" : " numbers") +
        " by a smaller or changed protocol");
  }
  return why.empty() ? "no reported number has one of ours" : why;
}

std::string WithHyphens(std::string_view text) {
  std::string name(text);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

}  // namespace

bool IsRegenerated(const PackageReport& package, const ResultRow& row) {
  if (row.value) return true;
  if (row.reported || row.figure.empty()) return false;
  return std::any_of(package.figures.begin(), package.figures.end(),
                     [&](const Figure& figure) { return figure.id == row.figure; });
}

Summary Summarise(const PackageReport& package) {
  Summary summary;
  summary.reported = package.reported_rows;
  for (const ResultRow& row : package.rows) CountRow(package, row, &summary);
  CountRegenerated(package, &summary);
  for (const CaseRow& row : package.cases) CountCase(row, &summary);
  CountClaims(package, &summary);
  return summary;
}

Summary operator+(const Summary& a, const Summary& b) {
  Summary sum = a;
  for (int Summary::*count :
       {&Summary::reported, &Summary::regenerated,   &Summary::cut,       &Summary::changed,
        &Summary::compared, &Summary::agreeing,      &Summary::explained, &Summary::unexplained,
        &Summary::real,     &Summary::substitute,    &Summary::stand_in,  &Summary::other_protocol,
        &Summary::holds,    &Summary::fails,         &Summary::undecided, &Summary::not_tested,
        &Summary::cases,    &Summary::done,          &Summary::refused,   &Summary::failed,
        &Summary::not_run,  &Summary::not_applicable}) {
    sum.*count += b.*count;
  }
  sum.seconds += b.seconds;
  return sum;
}

std::string CountOnComparison(const Summary& summary) {
  if (summary.compared == 0) return "nothing to compare";
  return std::to_string(summary.agreeing) + " of " + std::to_string(summary.compared);
}

std::string WordsOnComparison(const Summary& summary) {
  if (summary.compared == 0) return WhyNothingIsCompared(summary);
  std::string text = "compared numbers agree; differ: " + WordsOnDifferences(summary);
  if (summary.other_protocol > 0) {
    text += "; " + std::to_string(summary.other_protocol) + " not compared (smaller or changed protocol)";
  }
  return text;
}

std::string WordsOnDifferences(const Summary& summary) {
  return std::to_string(summary.explained) + " " + WordsOf(ExplanationKind::kExplained) + ", " +
         std::to_string(summary.unexplained) + " " + WordsOf(ExplanationKind::kUnexplained);
}

std::string StateOf(const Summary& summary) {
  const auto of_all = [&](int count) {
    return std::to_string(count) + " of " + std::to_string(summary.cases);
  };
  if (summary.failed > 0) return "✘ " + of_all(summary.failed) + " cases failed";
  if (summary.cases == 0 || summary.not_run == summary.cases) return "– not run";
  if (summary.not_run > 0) return "◐ " + of_all(summary.done + summary.refused) + " cases run";
  return "✔ complete";
}

std::string MarkOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "✔ holds";
    case Verdict::kFails:
      return "✘ fails";
    case Verdict::kUndecided:
      return "◐ undecided";
    case Verdict::kNotTested:
      return "– not tested";
  }
  return "";
}

std::string MarkOf(CaseState state) {
  const char* symbol = state == CaseState::kDone      ? "✔ "
                       : state == CaseState::kRefused ? "⊘ "
                       : state == CaseState::kNotRun  ? "– "
                                                      : "✘ ";
  return symbol + std::string(NameOf(state));
}

std::string MarkOf(std::optional<DataOrigin> data) {
  if (!data) return "";
  const char* symbol = data == DataOrigin::kReal ? "● " : data == DataOrigin::kSubstitute ? "◑ " : "⚠ ";
  return symbol + std::string(NameOf(*data));
}

std::string ClassOf(Verdict verdict) { return std::string(NameOf(verdict)); }

std::string ClassOf(CaseState state) { return WithHyphens(NameOf(state)); }

}  // namespace structlab::harness
