#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "common/progress.h"
#include "experiments/harness/package_run.h"
#include "experiments/harness/record_file.h"

namespace structlab::harness {
namespace {

constexpr double kUnknownSeconds = 1;

// Is the claim one of those that --only names, or does --only name none?
bool IsAsked(const Package& package, const Flags& flags, const std::string& id) {
  const auto is_named = [&](const std::string& claim) {
    return std::ranges::any_of(flags.only,
                               [&](const std::string& pattern) { return MatchesGlob(pattern, claim); });
  };
  return is_named(id) || std::ranges::none_of(package.reported_claims(), is_named, &ReportedClaim::id);
}

// The cases, from all or only the chosen ones, that each claim needs and that are not done.
std::map<std::string, std::set<size_t>> OpenCases(const Package& package, const Flags& flags,
                                                  bool chosen_only, const std::vector<CaseStatus>& cases) {
  std::map<std::string, std::set<size_t>> open;
  for (const ClaimRule& claim : package.claims()) {
    if (!IsAsked(package, flags, claim.id)) continue;
    std::set<size_t>& of_claim = open[claim.id];
    for (size_t i = 0; i < cases.size(); ++i) {
      const bool is_done = cases[i].state == CaseState::kDone || cases[i].state == CaseState::kRefused;
      const bool is_wanted = cases[i].selected || !chosen_only;
      if (!is_done && is_wanted && claim.rule.Needs(cases[i].c)) of_claim.insert(i);
    }
  }
  return open;
}

std::string Readable(double seconds) {
  return common::FormatDuration(std::chrono::nanoseconds(static_cast<int64_t>(1e9 * seconds)));
}

}  // namespace

Budget FitIntoBudget(const Package& package, const Flags& flags, int jobs, std::vector<CaseStatus>& cases) {
  std::map<std::string, double> recorded;
  for (const FinishedCase& c : ReadRecord(package.name())) recorded[c.Key()] = c.seconds;
  const double budget = *flags.budget_seconds;
  auto open = OpenCases(package, flags, /*chosen_only=*/true, cases);
  std::set<size_t> taken;
  const auto cost_of = [&](const std::set<size_t>& needed) {
    double cost = 0;
    for (const size_t i : needed) {
      const auto known = recorded.find(cases[i].c.Key());
      if (!taken.contains(i)) cost += (known == recorded.end() ? kUnknownSeconds : known->second) / jobs;
    }
    return cost;
  };
  double spent = 0;
  size_t num_fitting = 0;
  while (!open.empty()) {
    const auto next =
        std::ranges::min_element(open, {}, [&](const auto& claim) { return cost_of(claim.second); });
    if (flags.profile == Profile::kPaper && spent + cost_of(next->second) > budget) break;
    for (const size_t i : next->second) {
      spent += cost_of({i});
      if (taken.insert(i).second) cases[i].rank = taken.size();
      if (spent <= budget) num_fitting = taken.size();
    }
    open.erase(next);
  }
  const std::string name = package.name(), flag = fmt::format("--budget={}", Readable(budget));
  std::string text =
      fmt::format("{}: within {}: {} cases, about {}\n", name, flag, taken.size(), Readable(spent));
  if (num_fitting < taken.size()) {
    text = fmt::format(
        "{}: the claims need {} cases, about {}: by this estimate {} fit into {}, and more begin while time "
        "is left\n",
        name, taken.size(), Readable(spent), num_fitting, flag);
  }
  std::vector<std::string> left_out;
  for (const auto& [id, needed] : open) {
    left_out.push_back(fmt::format("{} (about {} more)", id, Readable(cost_of(needed))));
  }
  if (!left_out.empty())
    text += fmt::format("{}: not within the budget: {}\n", name, fmt::join(left_out, ", "));
  for (size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].selected || cases[i].state == CaseState::kDone || taken.contains(i)) continue;
    cases[i].selected = false;
    cases[i].message = "not within the budget";
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(budget);
  return {text, [end] { return std::chrono::steady_clock::now() < end; }};
}

std::string OpenClaims(const Package& package, const Flags& flags, const std::vector<CaseStatus>& cases,
                       const PackageReport& report) {
  auto open = OpenCases(package, flags, /*chosen_only=*/false, cases);
  std::string text;
  for (const ClaimRow& row : report.claims) {
    const bool is_decided = row.verdict == Verdict::kHolds || row.verdict == Verdict::kFails;
    if (!row.part.empty() || is_decided || !IsAsked(package, flags, row.id)) continue;
    text += fmt::format("{}: open ({}): {}", row.id, NameOf(row.verdict), row.evidence);
    const size_t count = open[row.id].size();
    text += count > 0 ? fmt::format("; {} cases that it needs did not run\n", count) : "\n";
  }
  return text.empty() ? "every claim that was asked for is decided\n" : text;
}

}  // namespace structlab::harness
