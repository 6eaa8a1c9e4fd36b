#include "experiments/map_inference/conclusions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "common/number.h"
#include "experiments/map_inference/outcomes.h"

namespace structlab::map_inference {
namespace {

using harness::Results;

constexpr double kBudgets[] = {1, 10};
constexpr size_t kShown = 3;  // methods of a ranking
// Means of distances that differ by less are equal.
constexpr double kSameDistance = 1e-9;

constexpr char kMeaning[] =
    "Percentages are means over the instances of a group. On each, a value counts as at most 100% above the "
    "best that is known, which is also what no allowed labeling counts as; bounds likewise. "
    "Methods that the time limit stopped count with their curves, though they have no row in the tables.";

// The outcomes of one group: by method, and the best values.
struct GroupOutcomes {
  std::map<std::string, std::vector<Outcome>> of_method;
  std::map<std::string, double> best;
  std::set<std::string> instances;
  bool is_real = true;

  // Of the method, where it took every instance and so can be compared.
  const std::vector<Outcome>* Whole(const std::string& method) const {
    const auto found = of_method.find(method);
    const bool is_whole = found != of_method.end() && found->second.size() == instances.size();
    return is_whole ? &found->second : nullptr;
  }
};

GroupOutcomes OfGroup(const std::vector<Outcome>& outcomes, const std::map<std::string, double>& best,
                      Group group) {
  GroupOutcomes of;
  for (const Outcome& outcome : outcomes) {
    if (outcome.group != group || !best.contains(outcome.instance)) continue;
    of.instances.insert(outcome.instance);
    of.best[outcome.instance] = best.at(outcome.instance);
    of.is_real = of.is_real && outcome.is_real;
    of.of_method[outcome.method].push_back(outcome);
  }
  return of;
}

struct Rank {
  std::string method;
  double distance = 0;  // mean over the instances
  double seconds = 0;   // until the values that count were there, mean
  int forbidden = 0;    // instances without an allowed labeling
};

// "0.0012%", "6.7%", "34%"
std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, share < 0.095 ? "%.2g%%" : "%.0f%%", 100 * share);
  return text;
}

std::string Describe(const Rank& rank) {
  if (rank.distance < kSameDistance) return rank.method + " (the best on all)";
  std::string description = rank.method + " (" + Percent(rank.distance) + " above the best";
  if (rank.forbidden > 0) description += ", no allowed labeling on " + std::to_string(rank.forbidden);
  return description + ")";
}

// By the values that were there after so many seconds.
std::vector<Rank> RankValues(const GroupOutcomes& group, double seconds) {
  std::vector<Rank> ranks;
  for (const std::string& method : Methods()) {
    const std::vector<Outcome>* const outcomes = group.Whole(method);
    if (outcomes == nullptr || method == kAutomatic) continue;
    Rank rank = {.method = method};
    for (const Outcome& outcome : *outcomes) {
      const double best = group.best.at(outcome.instance), value = outcome.values.At(seconds);
      rank.distance += Distance(value, best);
      if (!std::isfinite(value)) ++rank.forbidden;
      rank.seconds += TimeToReach(outcome, value);
    }
    rank.distance /= static_cast<double>(outcomes->size());
    ranks.push_back(rank);
  }
  std::ranges::stable_sort(ranks, {}, [](const Rank& rank) {
    return std::pair(std::llround(rank.distance / kSameDistance), rank.seconds);
  });
  return ranks;
}

std::string Describe(const std::vector<Rank>& ranks) {
  std::string text;
  for (size_t i = 0; i < std::min(kShown, ranks.size()); ++i) {
    text.append(i == 0 ? "" : i == 1 ? ", then " : ", ").append(Describe(ranks[i]));
  }
  return text;
}

// "After 1 second the lowest values are those of a (...), then b (...), c (...). After 10 seconds ..."
std::string BestValuesOverTime(const GroupOutcomes& group, double limit) {
  std::string text, before;
  const auto add = [&](const std::string& when, double seconds) {
    const std::string ranking = Describe(RankValues(group, seconds));
    text.append(when);
    text.append(ranking == before ? ": the same. " : " the lowest values are those of " + ranking + ". ");
    before = ranking;
  };
  if (RankValues(group, limit).empty()) return "No method takes all of them. ";
  for (const double budget : kBudgets) {
    if (budget >= limit) break;
    add("After " + common::FormatDouble(budget) + (budget == 1 ? " second" : " seconds"), budget);
  }
  add("In the end", std::numeric_limits<double>::infinity());
  return text;
}

std::string BestBound(const GroupOutcomes& group) {
  std::string best;
  double least = std::numeric_limits<double>::infinity();
  for (const std::string& method : Methods()) {
    const std::vector<Outcome>* const outcomes = group.Whole(method);
    if (outcomes == nullptr || method == kAutomatic) continue;
    if (!std::ranges::all_of(*outcomes, &Outcome::has_bound)) continue;
    double distance = 0;
    for (const Outcome& outcome : *outcomes) {
      distance +=
          Distance(outcome.bound(), group.best.at(outcome.instance)) / static_cast<double>(outcomes->size());
    }
    if (!(distance < least - kSameDistance)) continue;
    least = distance;
    best = method;
  }
  if (best.empty()) return "No method has a lower bound on all of them. ";
  return "The highest lower bounds are those of " + best + ", " +
         (least < kSameDistance ? "as high as" : Percent(least) + " below") + " the best values. ";
}

std::string Proofs(const GroupOutcomes& group) {
  std::string text;
  for (const std::string& method : Methods()) {
    const auto found = group.of_method.find(method);
    if (found == group.of_method.end() || method == kAutomatic) continue;
    const auto proofs = std::ranges::count(found->second, true, &Outcome::proved);
    if (proofs == 0) continue;
    text.append(text.empty() ? "" : ", ").append(method).append(" on ").append(std::to_string(proofs));
  }
  if (text.empty()) return "None proves its labelings optimal.";
  return "Proved optimal: by " + text + " of " + std::to_string(group.instances.size()) + ".";
}

}  // namespace

std::vector<std::string> Conclude(const Results& results) {
  const std::vector<Outcome> outcomes = OutcomesOf(results);
  const std::map<std::string, double> best = BestValues(outcomes);
  std::vector<std::string> paragraphs;
  for (const Group group : kGroups) {
    const GroupOutcomes of = OfGroup(outcomes, best, group);
    if (of.instances.empty()) continue;
    std::string name = NameOf(group);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    const size_t count = of.instances.size();
    paragraphs.push_back(name + " (" + std::to_string(count) + (of.is_real ? "" : " generated") +
                         (count == 1 ? " instance" : " instances") +
                         "): " + BestValuesOverTime(of, SecondsPerCase(results.settings())) + BestBound(of) +
                         Proofs(of));
  }
  if (!paragraphs.empty()) paragraphs.push_back(kMeaning);
  return paragraphs;
}

}  // namespace structlab::map_inference
