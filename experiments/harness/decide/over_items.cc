#include "experiments/harness/decide/over_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"

namespace structlab::harness {
namespace {

using common::FormatShort;

constexpr int kResamples = 2000, kMoreResamples = 20000;
constexpr double kMonteCarloErrors = 4;
constexpr double kAlmostWhole = 1e-9;  // a rank below a whole number by rounding

using Parts = std::vector<std::vector<double>>;

double StatisticOf(const Parts& parts, const std::vector<size_t>& items, const Statistic& statistic) {
  std::vector<double> means;
  for (const std::vector<double>& part : parts) {
    double sum = 0;
    for (const size_t i : items) sum += part[i];
    means.push_back(sum / static_cast<double>(items.size()));
  }
  return statistic.of(means);
}

double DifferenceOver(const ItemPairs& pairs, const std::vector<size_t>& items, const Statistic& statistic) {
  return StatisticOf(pairs.a, items, statistic) - StatisticOf(pairs.b, items, statistic);
}

std::vector<size_t> FiniteItems(const ItemPairs& pairs) {
  std::vector<size_t> finite;
  for (size_t i = 0; i < pairs.items.size(); ++i) {
    const auto is_finite = [&](const std::vector<double>& part) { return std::isfinite(part[i]); };
    if (std::ranges::all_of(pairs.a, is_finite) && std::ranges::all_of(pairs.b, is_finite))
      finite.push_back(i);
  }
  return finite;
}

// The items of each group. Throws common::Error(kUsage) for an item of several groups.
std::vector<std::vector<size_t>> ItemsByGroup(const Items& items) {
  const GroupsOfKind groups = GroupsOf(items);
  std::vector<std::vector<size_t>> members(groups.names.size());
  for (size_t i = 0; i < items.size(); ++i) {
    if (groups.of_items[i].size() > 1) {
      common::ThrowUsageError("item " + items.ids[i], "one " + groups.kind, "several",
                              "decide by the jackknife");
    }
    members[groups.of_items[i].front()].push_back(i);
  }
  return members;
}

// The units that are drawn or compared: single items, or groups with their items.
std::vector<std::vector<size_t>> UnitsOf(const Items& items, bool of_groups) {
  if (of_groups) return ItemsByGroup(items);
  std::vector<std::vector<size_t>> units;
  for (size_t i = 0; i < items.size(); ++i) units.push_back({i});
  return units;
}

ClaimOutcome NotTested(std::string why) { return {Verdict::kNotTested, std::move(why)}; }

ClaimOutcome DecideByT(const ItemPairs& pairs, const Statistic& statistic, const Question& question) {
  if (!statistic.is_mean()) {
    common::ThrowUsageError("t test over items", "values of single items", "a statistic of several parts",
                            "decide by the bootstrap");
  }
  const bool of_groups = !pairs.items.groups.empty();
  Pairs of_units;
  for (const std::vector<size_t>& unit : UnitsOf(pairs.items, of_groups)) {
    of_units.a.push_back(StatisticOf(pairs.a, unit, statistic));
    of_units.b.push_back(StatisticOf(pairs.b, unit, statistic));
  }
  ClaimOutcome outcome = DecidePairs(of_units, question);
  outcome.evidence += of_groups ? " over groups of items" : " over items";
  return outcome;
}

ClaimOutcome DecideByJackknife(const ItemPairs& pairs, const Statistic& statistic, const Question& question) {
  const JackknifeValues found = LeaveOutGroups(pairs, statistic);
  if (found.values.size() < kMinGroups) {
    return NotTested(fmt::format("{} groups of items can be left out, of which at least {} are needed",
                                 found.values.size(), kMinGroups));
  }
  ClaimOutcome outcome = DecidePairs({found.values, std::vector<double>(found.values.size())}, question);
  outcome.evidence += ", over " + found.units + " (jackknife)";
  return outcome;
}

// The interval of sorted resampled differences; without ends where there are too few of them.
common::Interval PercentileInterval(const std::vector<double>& sorted, double confidence) {
  const double rank = (1 - confidence) / 2 * static_cast<double>(sorted.size() + 1);
  const auto from_end = static_cast<size_t>(rank + kAlmostWhole);
  constexpr double kNoEnd = std::numeric_limits<double>::infinity();
  if (from_end == 0) return {-kNoEnd, kNoEnd};
  return {sorted[from_end - 1], sorted[sorted.size() - from_end]};
}

double PercentilePValue(const std::vector<double>& sorted, double bound) {
  const auto below = std::ranges::upper_bound(sorted, bound) - sorted.begin();
  const auto above = sorted.end() - std::ranges::lower_bound(sorted, bound);
  return std::min(
      1.0, 2 * static_cast<double>(1 + std::min(below, above)) / static_cast<double>(sorted.size() + 1));
}

// What resampled differences say. Their number beyond the end of an interval is random: a level times the
// number of resamples, with a relative Monte Carlo error. The levels can be made larger or smaller by four of
// these errors.
enum class Levels { kAsTheyAre, kLarger, kSmaller };
ClaimOutcome DecideByResamples(const std::vector<double>& sorted, double mean, const Question& question,
                               Levels levels = Levels::kAsTheyAre) {
  const auto shifted = [&](double confidence) {
    const double level = (1 - confidence) / 2, resamples = static_cast<double>(sorted.size());
    const double factor = 1 + kMonteCarloErrors * std::sqrt((1 - level) / (level * resamples));
    if (levels == Levels::kAsTheyAre) return confidence;
    return 1 - 2 * std::min(0.5, levels == Levels::kLarger ? level * factor : level / factor);
  };
  const double to_hold = shifted(ConfidenceToHold(question.certainty)),
               to_fail = shifted(ConfidenceToFail(question.certainty));
  Difference difference = {.mean = mean,
                           .to_hold = PercentileInterval(sorted, to_hold),
                           .to_fail = PercentileInterval(sorted, to_fail)};
  const auto kept = std::make_shared<const std::vector<double>>(sorted);
  difference.p_value = [kept](double bound) { return PercentilePValue(*kept, bound); };
  difference.evidence =
      fmt::format("difference {}, {}", FormatShort(mean), IntervalText(to_hold, difference.to_hold));
  if (to_fail != to_hold) difference.evidence += ", " + IntervalText(to_fail, difference.to_fail);
  return question.is_equal ? DecideEqual(difference, question.margin, question.certainty)
                           : DecideLess(difference, question.certainty);
}

ClaimOutcome DecideByBootstrap(const ItemPairs& pairs, bool of_groups, const Statistic& statistic,
                               const Question& question) {
  const std::vector<std::vector<size_t>> units = UnitsOf(pairs.items, of_groups);
  const char* const what = of_groups ? "groups" : "items";
  if (units.size() < 3) return NotTested(fmt::format("needs at least 3 {}, has {}", what, units.size()));
  std::vector<size_t> drawn(pairs.items.size());
  std::iota(drawn.begin(), drawn.end(), size_t{0});
  const double mean = DifferenceOver(pairs, drawn, statistic) + question.plus;
  common::RandomStream random(1, "resampled test rows");
  std::vector<double> sorted;
  const auto draw_up_to = [&](size_t resamples) {
    while (sorted.size() < resamples) {
      drawn.clear();
      for (size_t i = 0; i < units.size(); ++i) {
        const std::vector<size_t>& unit = units[random.UniformIndex(units.size())];
        drawn.insert(drawn.end(), unit.begin(), unit.end());
      }
      sorted.push_back(DifferenceOver(pairs, drawn, statistic) + question.plus);
    }
    const auto is_finite = [](double value) { return std::isfinite(value); };
    if (!is_finite(mean) || !std::ranges::all_of(sorted, is_finite)) return false;
    std::ranges::sort(sorted);
    return true;
  };
  bool is_finite = draw_up_to(kResamples);
  if (is_finite && DecideByResamples(sorted, mean, question, Levels::kLarger).verdict !=
                       DecideByResamples(sorted, mean, question, Levels::kSmaller).verdict) {
    is_finite = draw_up_to(kMoreResamples);
  }
  if (!is_finite) return NotTested("a statistic is not finite");
  ClaimOutcome outcome = DecideByResamples(sorted, mean, question);
  outcome.evidence += fmt::format(" over {} resampled {}", units.size(), what);
  return outcome;
}

}  // namespace

std::string Describe(Chance chance) {
  switch (chance) {
    case Chance::kPairedT:
      return "paired over the items, or the means of their groups (t interval)";
    case Chance::kBootstrapItems:
      return "over resampled items (bootstrap interval)";
    case Chance::kBootstrapGroups:
      return "over resampled groups of items (bootstrap interval)";
    case Chance::kJackknifeGroups:
      return "over groups of items, left out one by one (jackknife, t interval)";
    case Chance::kFolds:
      return "paired fold by fold (t interval, corrected for training examples that folds share)";
    case Chance::kExactCounts:
      return "by the exact interval of the share of items (Clopper and Pearson)";
    case Chance::kSeedsAndItems:
      return "paired over the seeds and, each with its mean over the seeds, over the items (t intervals), "
             "else undecided";
  }
  return "";
}

std::pair<double, double> StatisticsOf(const ItemPairs& pairs, const Statistic& statistic) {
  const std::vector<size_t> finite = FiniteItems(pairs);
  return {StatisticOf(pairs.a, finite, statistic), StatisticOf(pairs.b, finite, statistic)};
}

GroupsOfKind GroupsOf(const Items& items) {
  if (items.groups.empty()) common::ThrowUsageError("items", "groups", "none");
  std::vector<GroupsOfKind> kinds;
  for (const std::vector<std::string>& list : items.groups) {
    if (list.empty()) continue;
    const auto kind_of = [](const std::string& name) { return name.substr(0, name.find(' ')); };
    const std::string kind = kind_of(list.front());
    auto found = std::ranges::find(kinds, kind, &GroupsOfKind::kind);
    if (found == kinds.end()) {
      kinds.push_back({.kind = kind, .names = {}, .of_items = {}});
      found = kinds.end() - 1;
      found->of_items.resize(list.size());
    }
    for (size_t i = 0; i < list.size(); ++i) {
      if (kind_of(list[i]) != kind) {
        common::ThrowUsageError("groups of items", "a list of the kind " + kind, common::Quote(list[i]));
      }
      const auto name = std::ranges::find(found->names, list[i]);
      const auto place = static_cast<size_t>(name - found->names.begin());
      if (name == found->names.end()) found->names.push_back(list[i]);
      std::vector<size_t>& of_item = found->of_items[i];
      if (std::ranges::find(of_item, place) == of_item.end()) of_item.push_back(place);
    }
  }
  if (kinds.empty()) return {};
  const auto count = [](const GroupsOfKind& kind) { return kind.names.size(); };
  GroupsOfKind chosen = *std::ranges::max_element(kinds, {}, count);
  for (const GroupsOfKind& kind : kinds) {
    if (count(kind) >= kMinGroups && count(kind) < count(chosen)) chosen = kind;
  }
  return chosen;
}

JackknifeValues LeaveOutGroups(const ItemPairs& pairs, const Statistic& statistic) {
  // Groups of items that are left out do not count.
  const std::vector<size_t> finite = FiniteItems(pairs);
  Items known;
  known.groups.resize(pairs.items.groups.size());
  for (const size_t i : finite) {
    known.ids.push_back(pairs.items.ids[i]);
    for (size_t g = 0; g < known.groups.size(); ++g) known.groups[g].push_back(pairs.items.groups[g][i]);
  }
  const GroupsOfKind groups = GroupsOf(known);
  std::vector<double> left;  // theta_(g)
  for (size_t g = 0; g < groups.names.size(); ++g) {
    std::vector<size_t> others;
    for (size_t i = 0; i < finite.size(); ++i) {
      if (std::ranges::find(groups.of_items[i], g) == groups.of_items[i].end()) others.push_back(finite[i]);
    }
    if (!others.empty()) left.push_back(DifferenceOver(pairs, others, statistic));
  }
  if (left.size() < 2) return {};
  const double theta = DifferenceOver(pairs, finite, statistic), mean = common::Mean(left);
  JackknifeValues found = {
      .values = {},
      .units = fmt::format("{} {}s{}", left.size(), groups.kind,
                           left.size() < groups.names.size() ? ", one more is in all items" : "")};
  for (const double one : left) {
    found.values.push_back(theta - static_cast<double>(left.size() - 1) * (one - mean));
  }
  return found;
}

ClaimOutcome DecidePairs(const Pairs& pairs, const Question& question, double test_by_training) {
  Pairs shifted = pairs;
  for (double& value : shifted.a) value += question.plus;
  const Certainty& certainty = question.certainty;
  if (question.is_equal) return DecideEqual(shifted, question.margin, certainty, test_by_training);
  return test_by_training > 0 ? DecideLessOfSplits(shifted, test_by_training, certainty)
                              : DecideLess(shifted, certainty);
}

ClaimOutcome DecideOverItems(const ItemPairs& pairs, Chance chance, const Statistic& statistic,
                             const Question& question) {
  if (chance == Chance::kJackknifeGroups) return DecideByJackknife(pairs, statistic, question);
  if (FiniteItems(pairs).size() < pairs.items.size()) return NotTested("a value of an item is not finite");
  if (chance == Chance::kPairedT) return DecideByT(pairs, statistic, question);
  return DecideByBootstrap(pairs, chance == Chance::kBootstrapGroups, statistic, question);
}

ClaimOutcome DecideShare(const common::Share& counted, double bound, bool is_at_most,
                         const Certainty& certainty) {
  if (!(bound >= 0 && bound <= 1)) {
    common::ThrowUsageError("bound of a share", "from 0 to 1", FormatShort(bound));
  }
  if (counted.trials == 0) return NotTested("needs trials");
  const double to_hold = ConfidenceToHold(certainty);
  const common::Interval holding = common::ClopperPearsonInterval(counted, to_hold);
  const common::Interval failing = common::ClopperPearsonInterval(counted, ConfidenceToFail(certainty));
  const bool holds = is_at_most ? holding.high <= bound : holding.low >= bound;
  const bool fails = is_at_most ? failing.low > bound : failing.high < bound;
  ClaimOutcome outcome = {holds   ? Verdict::kHolds
                          : fails ? Verdict::kFails
                                  : Verdict::kUndecided,
                          fmt::format("{} of {}, {} against {}", counted.hits, counted.trials,
                                      IntervalText(to_hold, holding), FormatShort(bound))};
  if (fails) {
    // At least so few successes is at least so many failures.
    const double tail =
        is_at_most ? common::BinomialUpperTail(counted, bound)
                   : common::BinomialUpperTail({counted.trials - counted.hits, counted.trials}, 1 - bound);
    outcome.chance = std::min(1.0, 2 * tail * certainty.comparisons);
  }
  return outcome;
}

}  // namespace structlab::harness
