#include "experiments/harness/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <set>

#include "common/progress.h"

namespace structlab::harness {
namespace {

constexpr double kUnknownSeconds = 1;

bool IsAsked(const Flags& flags, const KnownNames& names, const std::string& id) {
  bool names_claims = false, is_named = false;
  for (const std::string& pattern : flags.only) {
    for (const std::string& claim : names.claims) names_claims = names_claims || MatchesGlob(pattern, claim);
    is_named = is_named || MatchesGlob(pattern, id);
  }
  return !names_claims || is_named;
}

std::string Readable(double seconds) {
  return common::FormatDuration(std::chrono::nanoseconds(static_cast<int64_t>(1e9 * seconds)));
}

}  // namespace

std::function<bool()> FitIntoBudget(const Package& package, const Flags& flags, int jobs,
                                    const std::vector<RecordedCase>& record, std::vector<CaseStatus>& cases) {
  std::map<std::string, double> seconds;
  for (const RecordedCase& c : record) seconds[c.Key()] = c.seconds;
  const double budget = *flags.budget_seconds;
  KnownNames names;
  for (const ReportedClaim& claim : package.reported_claims()) names.claims.push_back(claim.id);
  std::vector<std::string> open;
  std::map<std::string, std::set<size_t>> needs;  // claim to cases that are not done
  for (const ClaimRule& claim : package.claims()) {
    if (!IsAsked(flags, names, claim.id)) continue;
    if (needs.try_emplace(claim.id).second) open.push_back(claim.id);
    for (size_t i = 0; i < cases.size(); ++i) {
      const bool is_open = cases[i].selected && cases[i].state != CaseState::kDone;
      if (is_open && claim.rule.Needs(cases[i].c)) needs[claim.id].insert(i);
    }
  }
  const auto cost_of = [&](const std::string& id, const std::set<size_t>& taken) {
    double cost = 0;
    for (const size_t i : needs[id]) {
      const auto known = seconds.find(cases[i].c.Key());
      if (taken.count(i) == 0) cost += (known == seconds.end() ? kUnknownSeconds : known->second) / jobs;
    }
    return cost;
  };
  std::set<size_t> taken;
  std::vector<size_t> order;
  double spent = 0;
  const bool is_sure = flags.profile == Profile::kPaper;
  std::string left_out;
  while (!open.empty()) {
    const auto next = std::ranges::min_element(
        open, {}, [&](const std::string& id) { return std::pair(cost_of(id, taken), id); });
    const double cost = cost_of(*next, taken);
    if (is_sure && spent + cost > budget) {
      for (const std::string& id : open) {
        left_out += fmt::format("{}{} (about {} more)", left_out.empty() ? "" : ", ", id,
                                Readable(cost_of(id, taken)));
      }
      break;
    }
    spent += cost;
    for (const size_t i : needs[*next]) {
      if (taken.insert(i).second) order.push_back(i);
    }
    open.erase(next);
  }
  std::printf("%s: within --budget=%s: %zu cases, about %s\n", package.name().c_str(),
              Readable(budget).c_str(), order.size(), Readable(spent).c_str());
  if (!left_out.empty())
    std::printf("%s: not within the budget: %s\n", package.name().c_str(), left_out.c_str());
  for (size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].selected || cases[i].state == CaseState::kDone || taken.count(i) > 0) continue;
    cases[i].selected = false;
    cases[i].message = "not within the budget";
  }
  for (size_t rank = 0; rank < order.size(); ++rank) cases[order[rank]].rank = rank;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
  return [end] { return std::chrono::steady_clock::now() < end; };
}

std::string OpenClaims(const PackageReport& report, const Flags& flags) {
  KnownNames names;
  for (const ClaimRow& row : report.claims) names.claims.push_back(row.id);
  std::string text;
  for (const ClaimRow& row : report.claims) {
    if (!row.part.empty() || !IsAsked(flags, names, row.id)) continue;
    if (row.verdict == Verdict::kHolds || row.verdict == Verdict::kFails) continue;
    text += fmt::format("{}: open ({}): {}\n", row.id, NameOf(row.verdict), row.evidence);
  }
  return text.empty() ? "every claim that was asked for is decided\n" : text;
}

}  // namespace structlab::harness
