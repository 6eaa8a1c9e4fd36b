#include "experiments/deformable_registration/dice_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/statistics.h"
#include "experiments/deformable_registration/protocol.h"

namespace structlab::deformable_registration {

using harness::ClaimOutcome;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

namespace {

constexpr double kConfidence = 0.95;
constexpr size_t kMinUnits = 3;  // volumes or patients

double MeanOfKnown(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (const double value : values) {
    if (std::isfinite(value)) sum += value, ++count;
  }
  return count == 0 ? std::nan("") : sum / count;
}

// The values of MW and the other methods that a rule reads, those of all structures: a case records several.
std::vector<Values> Needs(const std::string& dataset, std::vector<std::string> methods) {
  methods.insert(methods.begin(), kLearned);
  std::vector<Values> needs;
  for (const std::string& method : methods) {
    needs.push_back({.table = kOurPairs, .metric = "dice", .method = method, .dataset = dataset});
  }
  return needs;
}
std::vector<Values> Needs(const NamedStructure& of) {
  return Needs(of.dataset, {std::begin(kSingleMetrics), std::end(kSingleMetrics)});
}

ClaimOutcome NotTested(const std::string& why) { return {.verdict = Verdict::kNotTested, .evidence = why}; }

ClaimOutcome TooFew(size_t count) {
  return NotTested(fmt::format("{} volumes or patients can be left out, of which at least {} are needed",
                               count, kMinUnits));
}

// Differences of MW and the best single metric.
struct Gain {
  std::string best;
  std::vector<double> differences;  // by test pair
  PairVolumes pairs;
  JackknifeValues jackknife;
  double mean = 0;
};
std::optional<Gain> FindGain(const NamedStructure& of, const Results& results) {
  const PairedDice learned = FindDice(DiceOf(of.dataset, of.structure, kLearned), results);
  Gain gain;
  PairedDice best;
  for (const char* metric : kSingleMetrics) {
    PairedDice dice = FindDice(DiceOf(of.dataset, of.structure, metric), results);
    if (Differences(learned, dice).empty()) return std::nullopt;
    if (gain.best.empty() || MeanOfKnown(dice.dice) > MeanOfKnown(best.dice)) {
      gain.best = metric;
      best = std::move(dice);
    }
  }
  gain.differences = Differences(learned, best);
  gain.pairs = learned.pairs;
  gain.jackknife = LeaveOutVolumes(gain.differences, gain.pairs);
  if (gain.jackknife.size() < kMinUnits) return std::nullopt;
  gain.mean = common::Mean(gain.jackknife.values);
  return gain;
}

// MW against one method.
ClaimOutcome Compare(const JackknifeValues& differences, const std::string& method, size_t num_methods) {
  if (differences.size() < kMinUnits) return TooFew(differences.size());
  const std::vector<double>& values = differences.values;
  const double mean = common::Mean(values), comparisons = static_cast<double>(num_methods);
  const common::Interval at_least = common::StudentInterval(values, kConfidence),
                         below = common::StudentInterval(values, 1 - (1 - kConfidence) / comparisons);
  const std::vector<double> zeros(values.size());
  ClaimOutcome outcome = {.verdict = at_least.low >= -kTie ? Verdict::kHolds : Verdict::kUndecided,
                          .evidence = fmt::format("MW - {}: {:+.4f} ({:+.4f} to {:+.4f}; over {})", method,
                                                  mean, at_least.low, at_least.high, differences.units),
                          .effect = fmt::format("{:+.1f} points", 100 * mean)};
  if (mean <= -kTie && below.high < 0) {
    outcome.verdict = Verdict::kFails;
    outcome.chance =
        std::min(1.0, comparisons * common::PairedStudentTest(values, zeros, kConfidence).p_value);
  }
  return outcome;
}

// A gain minus another one, with as many values as its interval has, less 1, degrees of freedom.
struct GainDifference {
  double mean, error;
  size_t num_values;

  common::Interval At(double confidence) const {
    const double root = std::sqrt(static_cast<double>(num_values));
    return common::StudentInterval(static_cast<int64_t>(num_values), mean, error * root, confidence);
  }
};
double StandardError(const JackknifeValues& of) {
  return common::StandardDeviation(of.values) / std::sqrt(static_cast<double>(of.size()));
}
// Nothing if the two structures are of one set but have too few pairs in common.
std::optional<GainDifference> Subtract(const Gain& a, const Gain& b, bool is_same_set) {
  if (!is_same_set) {
    return GainDifference{a.mean - b.mean, std::hypot(StandardError(a.jackknife), StandardError(b.jackknife)),
                          std::min(a.jackknife.size(), b.jackknife.size())};
  }
  if (a.pairs != b.pairs) return std::nullopt;
  std::vector<double> more;
  for (size_t i = 0; i < a.differences.size(); ++i) more.push_back(a.differences[i] - b.differences[i]);
  const JackknifeValues jackknife = LeaveOutVolumes(more, a.pairs);
  if (jackknife.size() < kMinUnits) return std::nullopt;
  return GainDifference{common::Mean(jackknife.values), StandardError(jackknife), jackknife.size()};
}

// Pairs that the case of this method on this set recorded, for the seed.
PairVolumes PairsOf(const harness::CurveObservation& dice, const Results& results) {
  PairVolumes pairs;
  for (const harness::CurveObservation& curve : results.Curves({.table = kOurPairs})) {
    if (curve.finished != dice.finished || curve.key().method != dice.key().method ||
        curve.key().dataset != dice.key().dataset) {
      continue;
    }
    if (curve.key().metric == kVolumes) pairs.fixed = curve.x(), pairs.moving = curve.y();
    if (curve.key().metric == kPatients) {
      pairs.fixed_patients = curve.x();
      pairs.moving_patients = curve.y();
    }
  }
  return pairs;
}

}  // namespace

Values DiceOf(const std::string& dataset, const std::string& structure, const std::string& method) {
  return {.table = kOurPairs,
          .metric = "dice",
          .method = method,
          .dataset = dataset,
          .setting = {{"structure", structure}}};
}

PairedDice FindDice(const Values& values, const Results& results) {
  PairedDice found;
  double num_seeds = 0;
  for (const harness::CurveObservation& curve : results.Curves({.table = values.table})) {
    if (!values.Contain(curve.key(), curve.finished->c)) continue;
    const PairVolumes pairs = PairsOf(curve, results);
    const size_t size = curve.y().size();
    if (pairs.fixed.size() != size || pairs.fixed_patients.size() != size) return {};
    if (found.dice.empty()) {
      found.pairs = pairs;
      found.dice.assign(size, 0.0);
    }
    if (found.pairs != pairs) return {};
    for (size_t i = 0; i < size; ++i) found.dice[i] += curve.y()[i];
    ++num_seeds;
  }
  for (double& dice : found.dice) dice /= num_seeds;
  return found;
}

std::vector<double> Differences(const PairedDice& a, const PairedDice& b) {
  if (a.pairs != b.pairs) return {};
  std::vector<double> differences;
  for (size_t i = 0; i < a.dice.size(); ++i) differences.push_back(a.dice[i] - b.dice[i]);
  return differences;
}

Rule AtLeastAsGoodAsEach(const std::string& dataset, const std::string& structure,
                         const std::vector<std::string>& others) {
  const std::string sentence =
      fmt::format("the Dice of MW is not below that of {} by {} or more, over the test pairs",
                  fmt::join(others, " or "), kTie);
  return harness::Custom(
      sentence, Needs(dataset, others), [dataset, structure, others](const Results& results) -> ClaimOutcome {
        const PairedDice learned = FindDice(DiceOf(dataset, structure, kLearned), results);
        std::vector<ClaimOutcome> outcomes;
        for (const std::string& other : others) {
          const std::vector<double> differences =
              Differences(learned, FindDice(DiceOf(dataset, structure, other), results));
          if (differences.empty()) {
            return NotTested(fmt::format("no Dice of {} and MW over the same test pairs", other));
          }
          outcomes.push_back(Compare(LeaveOutVolumes(differences, learned.pairs), other, others.size()));
        }
        return harness::All(outcomes);
      });
}

Rule LargestGain(const NamedStructure& structure, const std::vector<NamedStructure>& others) {
  std::vector<Values> needs = Needs(structure);
  for (const NamedStructure& other : others) std::ranges::move(Needs(other), std::back_inserter(needs));
  const std::string sentence =
      fmt::format("the gain of MW over the best single metric is larger for {} than for any other structure",
                  structure.structure);
  return harness::Custom(sentence, needs, [structure, others](const Results& results) -> ClaimOutcome {
    const std::optional<Gain> own = FindGain(structure, results);
    if (!own) return NotTested("too few test pairs of MW and all metrics");
    std::vector<ClaimOutcome> outcomes;
    for (const NamedStructure& other : others) {
      const std::optional<Gain> gain = FindGain(other, results);
      if (!gain) return NotTested(fmt::format("too few test pairs of {}", other.structure));
      const std::optional<GainDifference> more = Subtract(*own, *gain, structure.dataset == other.dataset);
      if (!more) return NotTested(fmt::format("too few test pairs with {} too", other.structure));
      const double error_rate = (1 - kConfidence) / static_cast<double>(others.size());
      const common::Interval interval = more->At(kConfidence);
      const bool holds = more->mean >= kTie && interval.low > 0;
      const bool fails = more->mean <= -kTie && more->At(1 - error_rate).high < 0;
      outcomes.push_back(
          {.verdict = holds   ? Verdict::kHolds
                      : fails ? Verdict::kFails
                              : Verdict::kUndecided,
           .evidence = fmt::format("{:+.4f} (over {}) against {:+.4f} of {} (over {}): {:+.4f} ({:+.4f} to "
                                   "{:+.4f}; {})",
                                   own->mean, own->best, gain->mean, other.structure, gain->best, more->mean,
                                   interval.low, interval.high, own->jackknife.units),
           .chance = 1 - kConfidence,
           .effect = fmt::format("{:+.1f} points", 100 * more->mean)});
    }
    return harness::All(outcomes);
  });
}

Rule TieOfGain(const NamedStructure& structure, double margin) {
  const std::string sentence =
      fmt::format("the Dice of MW and of the best single metric differ by at most {} for {}", margin,
                  structure.structure);
  return harness::Custom(
      sentence, Needs(structure), [structure, margin](const Results& results) -> ClaimOutcome {
        const std::optional<Gain> gain = FindGain(structure, results);
        if (!gain) return NotTested("too few test pairs of MW and all metrics");
        const common::Interval interval = common::StudentInterval(gain->jackknife.values, kConfidence);
        const bool is_outside = interval.low > margin || interval.high < -margin;
        const bool is_within = interval.low >= -margin && interval.high <= margin;
        return {.verdict = is_outside  ? Verdict::kFails
                           : is_within ? Verdict::kHolds
                                       : Verdict::kUndecided,
                .evidence = fmt::format("MW - {}: {:+.4f} ({:+.4f} to {:+.4f}; over {})", gain->best,
                                        gain->mean, interval.low, interval.high, gain->jackknife.units),
                .chance = 0.05,
                .effect = fmt::format("{:+.1f} points", 100 * gain->mean)};
      });
}

}  // namespace structlab::deformable_registration
