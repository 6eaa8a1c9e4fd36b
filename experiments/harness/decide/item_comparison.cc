// Comparisons over test items: what two sides recorded of the same items, seed by seed or as means over them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "common/error.h"
#include "experiments/harness/decide/comparison.h"

namespace structlab::harness {
namespace {

using Kind = Rule::Kind;

// The items of one side, each with its finished case: one case, a seed each.
using FoundItems = std::vector<std::pair<const FinishedCase*, const RecordedItems*>>;

[[noreturn]] void ThrowSeveral(const Values& values, const RowKey& one, const RowKey& other) {
  common::ThrowUsageError("items of " + values.Name(), "those of one case, once a seed",
                          fmt::format("{} and {}", Describe(one), Describe(other)),
                          "say of which table, method, data set and setting, and of which cases");
}

// Throws common::Error(kUsage) for items of several kinds or cases, or of other parts than the statistic has.
FoundItems ItemsOf(const Values& values, size_t num_parts, const Results& results) {
  FoundItems found;
  for (const FinishedCase& finished : results.cases()) {
    for (const RecordedItems& recorded : finished.record.items) {
      if (!values.Contain(recorded.key, finished.c)) continue;
      if (!found.empty() &&
          (found.front().first->c.name != finished.c.name || found.back().first == &finished)) {
        ThrowSeveral(values, found.back().second->key, recorded.key);
      }
      if (recorded.parts.size() != num_parts) {
        common::ThrowUsageError("items of " + values.Name(), fmt::format("{} values an item", num_parts),
                                std::to_string(recorded.parts.size()));
      }
      found.emplace_back(&finished, &recorded);
    }
  }
  return found;
}

// Why what was recorded cannot be compared; empty if it can.
std::string WhyIncomplete(const FoundItems& found, const Values& values, const Results& results) {
  if (found.empty()) return "no items of " + values.Name();
  for (const FinishedCase& finished : results.cases()) {
    if (finished.c.name != found.front().first->c.name) continue;
    if (std::ranges::none_of(found, [&](const auto& one) { return one.first == &finished; })) {
      return fmt::format("no items of {} with seed {}", values.Name(), finished.c.seed);
    }
  }
  for (const auto& [finished, recorded] : found) {
    if (recorded->items == found.front().second->items) continue;
    return fmt::format("{} has other items or groups with seed {} than with seed {}", values.Name(),
                       finished->c.seed, found.front().first->c.seed);
  }
  return "";
}

std::vector<std::vector<double>> MeansOverSeeds(const FoundItems& found) {
  std::vector<std::vector<double>> means = found.front().second->parts;
  for (size_t part = 0; part < means.size(); ++part) {
    for (size_t i = 0; i < means[part].size(); ++i) {
      for (size_t seed = 1; seed < found.size(); ++seed) means[part][i] += found[seed].second->parts[part][i];
      means[part][i] /= static_cast<double>(found.size());
    }
  }
  return means;
}

// Each seed's mean over the items.
Found MeansOverItems(const FoundItems& found, double plus) {
  Found means;
  for (const auto& [finished, recorded] : found) {
    double sum = 0;
    for (const double value : recorded->parts.front()) sum += value;
    means.emplace_back(finished, sum / static_cast<double>(recorded->items.size()) + plus);
  }
  return means;
}

Compared NotCompared(std::string why) { return {.outcome = {Verdict::kNotTested, std::move(why)}}; }

std::string OtherItems(const Values& a, const Values& b) {
  return fmt::format("{} and {} have different items or groups", a.Name(), b.Name());
}

FoundItemPairs PairsOf(const FoundItems& of_a, const FoundItems& of_b, const Values& a, const Values& b,
                       const Results& results) {
  for (const auto& [found, values] : {std::pair(&of_a, &a), {&of_b, &b}}) {
    if (std::string why = WhyIncomplete(*found, *values, results); !why.empty()) return {{}, std::move(why)};
  }
  const Items& items = of_a.front().second->items;
  if (items != of_b.front().second->items) return {{}, OtherItems(a, b)};
  return {{items, MeansOverSeeds(of_a), MeansOverSeeds(of_b)}};
}

Question QuestionOf(const Rule& rule, const Certainty& certainty, double mean_b) {
  Question question = {certainty, rule.kind == Kind::kEqual, rule.bound};
  if (!question.is_equal) question.certainty.min_effect = rule.EffectFor(mean_b);
  return question;
}

Compared CompareFolds(const Rule& rule, const Contrast& contrast, const FoundItems& of_a,
                      const FoundItems& of_b, const Certainty& certainty) {
  Pairs pairs;
  Compared comparison = {.outcome = {}, .unit = UnitOf(contrast.a, *of_a.front().first)};
  size_t folds = 0;
  for (const auto& [x, items_x] : of_a) {
    for (const auto& [y, items_y] : of_b) {
      if (x->c.seed != y->c.seed && x->c.deterministic == y->c.deterministic) continue;
      if (items_x->items != items_y->items) return NotCompared(OtherItems(contrast.a, contrast.b));
      folds = folds == 0 ? items_x->items.size() : std::min(folds, items_x->items.size());
      const std::vector<double>&a = items_x->parts.front(), &b = items_y->parts.front();
      pairs.a.insert(pairs.a.end(), a.begin(), a.end());
      pairs.b.insert(pairs.b.end(), b.begin(), b.end());
      ++comparison.num_pairs;
    }
  }
  if (folds < 2) return NotCompared("needs at least 2 folds of a seed");
  for (double& value : pairs.a) value += contrast.a.plus;
  for (double& value : pairs.b) value += contrast.b.plus;
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(pairs.a, is_finite) || !std::ranges::all_of(pairs.b, is_finite)) {
    return NotCompared("a value of a fold is not finite");
  }
  comparison.a = common::Mean(pairs.a);
  comparison.b = common::Mean(pairs.b);
  const double ratio =
      rule.test_by_training > 0 ? rule.test_by_training : 1 / (static_cast<double>(folds) - 1);
  comparison.outcome = DecidePairs(pairs, QuestionOf(rule, certainty, comparison.b), ratio);
  comparison.outcome.evidence +=
      fmt::format(" over the folds of {} seed{}", comparison.num_pairs, comparison.num_pairs == 1 ? "" : "s");
  return comparison;
}

// By the seeds and by the items; undecided unless both say the same.
ClaimOutcome OnTheSameSide(ClaimOutcome by_seeds, const ClaimOutcome& over_items) {
  const std::string evidence = by_seeds.evidence + "; " + over_items.evidence;
  if (by_seeds.verdict == over_items.verdict) {
    by_seeds.chance = std::max(by_seeds.chance, over_items.chance);
  } else if (by_seeds.verdict == Verdict::kNotTested || over_items.verdict == Verdict::kNotTested) {
    by_seeds = {Verdict::kNotTested};
  } else {
    by_seeds = {Verdict::kUndecided};
  }
  by_seeds.evidence = evidence;
  return by_seeds;
}

}  // namespace

FoundItemPairs FindItemPairs(const Values& a, const Values& b, const Results& results, size_t num_parts) {
  return PairsOf(ItemsOf(a, num_parts, results), ItemsOf(b, num_parts, results), a, b, results);
}

Compared CompareItems(const Rule& rule, const Contrast& contrast, const Results& results,
                      const Certainty& certainty) {
  const auto& [name, a, b] = contrast;
  if (rule.on_log || a.divisor || b.divisor) {
    common::ThrowUsageError("rule over items", "the values as they are", "logarithms or quotients");
  }
  const bool is_over_folds = rule.over == Chance::kFolds, is_over_both = rule.over == Chance::kSeedsAndItems;
  if ((is_over_folds || is_over_both) && !rule.statistic.is_mean()) {
    common::ThrowUsageError("rule over folds, or over seeds and items", "means of values",
                            "a statistic of several parts");
  }
  const FoundItems of_a = ItemsOf(a, rule.statistic.num_parts, results),
                   of_b = ItemsOf(b, rule.statistic.num_parts, results);
  for (const auto& [found, values] : {std::pair(&of_a, &a), {&of_b, &b}}) {
    if (found->empty()) return NotCompared("no items of " + values->Name());
  }
  const Found seeds_a = MeansOverItems(of_a, a.plus), seeds_b = MeansOverItems(of_b, b.plus);
  const Pairs seeds = Paired(seeds_a, seeds_b, a, b);
  if (seeds.a.empty()) {
    return NotCompared(
        fmt::format("no items of {} and {} with the same seed, data set and setting", a.Name(), b.Name()));
  }
  if (is_over_folds) return CompareFolds(rule, contrast, of_a, of_b, certainty);
  const FoundItemPairs paired = PairsOf(of_a, of_b, a, b, results);
  if (!paired.why_not.empty()) return NotCompared(paired.why_not);
  Compared comparison = {.outcome = {}, .num_pairs = seeds.a.size(), .unit = UnitOf(a, *of_a.front().first)};
  const auto [mean_a, mean_b] = StatisticsOf(paired.pairs, rule.statistic);
  comparison.a = mean_a + a.plus;
  comparison.b = mean_b + b.plus;
  Question question = QuestionOf(rule, certainty, comparison.b);
  question.plus = a.plus - b.plus;
  comparison.outcome =
      DecideOverItems(paired.pairs, is_over_both ? Chance::kPairedT : *rule.over, rule.statistic, question);
  if (!is_over_both) return comparison;
  question.plus = 0;  // the means of the seeds have it
  comparison.outcome =
      OnTheSameSide(DecideSeeds(rule, seeds, seeds_a, seeds_b, question), comparison.outcome);
  return comparison;
}

ClaimOutcome CompareShare(const Rule& rule, const Contrast& contrast, const Results& results,
                          const Certainty& certainty) {
  // Hits and trials of each item, and from how many seeds.
  struct Counted {
    double hits = 0, trials = 0, seeds = 0;
  };
  std::map<std::string, Counted> counted;
  double hits = 0, trials = 0;
  const FinishedCase* first = nullptr;
  const RecordedItems* before = nullptr;
  for (const FinishedCase& finished : results.cases()) {
    for (const RecordedItems& recorded : finished.record.items) {
      if (!contrast.a.Contain(recorded.key, finished.c)) continue;
      if (first == nullptr) first = &finished;
      if (finished.c.name != first->c.name) ThrowSeveral(contrast.a, before->key, recorded.key);
      before = &recorded;
      const bool has_trials = recorded.parts.size() == 2;
      for (size_t i = 0; i < recorded.items.size(); ++i) {
        Counted& of_item = counted[recorded.items.ids[i]];
        const double hits_of_item = recorded.parts.front()[i],
                     trials_of_item = has_trials ? recorded.parts[1][i] : 1;
        if (recorded.parts.size() > 2 || !(hits_of_item >= 0 && hits_of_item <= trials_of_item) ||
            hits_of_item != std::floor(hits_of_item) || trials_of_item != std::floor(trials_of_item)) {
          common::ThrowUsageError("item " + recorded.items.ids[i] + " of " + contrast.a.Name(),
                                  "0 or 1, or whole numbers of hits and trials",
                                  fmt::format("{} of {}", hits_of_item, trials_of_item));
        }
        of_item.hits += hits_of_item;
        of_item.trials += trials_of_item;
        ++of_item.seeds;
      }
    }
  }
  if (counted.empty()) return {Verdict::kNotTested, "no items of " + contrast.a.Name()};
  for (const auto& [id, of_item] : counted) {
    hits += of_item.hits / of_item.seeds;
    trials += of_item.trials / of_item.seeds;
  }
  const common::Share pooled = {std::llround(hits), std::llround(trials)};
  ClaimOutcome outcome = DecideShare(pooled, rule.bound, rule.kind == Kind::kAtMost, certainty);
  outcome.evidence = contrast.prefix() + outcome.evidence;
  return trials > 0 ? AgainstBound(rule, hits / trials, outcome) : outcome;
}

}  // namespace structlab::harness
