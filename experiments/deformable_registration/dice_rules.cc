#include "experiments/deformable_registration/dice_rules.h"

#include <fmt/format.h>

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
constexpr size_t kMinPatients = 3;

double MeanOfKnown(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (const double value : values) {
    if (std::isfinite(value)) sum += value, ++count;
  }
  return count == 0 ? std::nan("") : sum / count;
}

// The values of MW and the single metrics that a rule reads, those of all structures: a case records several.
std::vector<Values> Needs(const NamedStructure& of) {
  std::vector<Values> needs;
  for (const char* method : {kLearned, kSad, kMi, kNcc, kDwt}) {
    needs.push_back({.table = kOurPairs, .metric = "dice", .method = method, .dataset = of.dataset});
  }
  return needs;
}

ClaimOutcome NotTested(const std::string& why) { return {.verdict = Verdict::kNotTested, .evidence = why}; }

// Differences of MW and the best single metric.
struct Gain {
  std::string best;
  std::vector<double> differences;
  double mean = 0;
};
std::optional<Gain> FindGain(const NamedStructure& of, const Results& results) {
  const PairedDice learned = FindDice(DiceOf(of.dataset, of.structure, kLearned), results);
  Gain gain;
  PairedDice best;
  for (const char* metric : kSingleMetrics) {
    const PairedDice dice = FindDice(DiceOf(of.dataset, of.structure, metric), results);
    if (dice.dice.empty() || dice.dice.size() != learned.dice.size()) return std::nullopt;
    if (gain.best.empty() || MeanOfKnown(dice.dice) > MeanOfKnown(best.dice)) {
      gain.best = metric;
      best = dice;
    }
  }
  gain.differences = DifferencesByPatient(learned, best);
  if (gain.differences.size() < kMinPatients) return std::nullopt;
  gain.mean = common::Mean(gain.differences);
  return gain;
}

// MW against one metric.
ClaimOutcome Compare(const std::vector<double>& differences, const std::string& metric) {
  if (differences.size() < kMinPatients) {
    return NotTested(
        fmt::format("{} patients, of which at least {} are needed", differences.size(), kMinPatients));
  }
  const double mean = common::Mean(differences);
  const double num_metrics = static_cast<double>(std::size(kSingleMetrics));
  const common::Interval at_least = common::StudentInterval(differences, kConfidence),
                         below = common::StudentInterval(differences, 1 - (1 - kConfidence) / num_metrics);
  const std::vector<double> zeros(differences.size());
  ClaimOutcome outcome = {.verdict = at_least.low >= -kTie ? Verdict::kHolds : Verdict::kUndecided,
                          .evidence = fmt::format("MW - {}: {:+.4f} ({:+.4f} to {:+.4f})", metric, mean,
                                                  at_least.low, at_least.high),
                          .effect = fmt::format("{:+.1f} points", 100 * mean)};
  if (mean <= -kTie && below.high < 0) {
    outcome.verdict = Verdict::kFails;
    outcome.chance =
        std::min(1.0, num_metrics * common::PairedStudentTest(differences, zeros, kConfidence).p_value);
  }
  return outcome;
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
    if (found.dice.empty()) {
      found.patients = curve.x();
      found.dice.assign(curve.y().size(), 0.0);
    }
    if (found.dice.size() != curve.y().size()) return {};
    for (size_t i = 0; i < found.dice.size(); ++i) found.dice[i] += curve.y()[i];
    ++num_seeds;
  }
  for (double& dice : found.dice) dice /= num_seeds;
  return found;
}

std::vector<double> DifferencesByPatient(const PairedDice& a, const PairedDice& b) {
  std::map<double, std::vector<double>> by_patient;
  for (size_t i = 0; i < std::min(a.dice.size(), b.dice.size()); ++i) {
    const double difference = a.dice[i] - b.dice[i];
    if (std::isfinite(difference)) by_patient[a.patients[i]].push_back(difference);
  }
  std::vector<double> differences;
  for (const auto& [patient, values] : by_patient) differences.push_back(common::Mean(values));
  return differences;
}

Rule AtLeastAsGoodAsEach(const std::string& dataset, const std::string& structure) {
  const std::string sentence = fmt::format(
      "the Dice of MW is not below that of SAD, MI, NCC or DWT by {} or more, over the test pairs", kTie);
  return harness::Custom(
      sentence, Needs({dataset, structure}), [dataset, structure](const Results& results) -> ClaimOutcome {
        const PairedDice learned = FindDice(DiceOf(dataset, structure, kLearned), results);
        std::vector<ClaimOutcome> outcomes;
        for (const char* metric : kSingleMetrics) {
          const PairedDice dice = FindDice(DiceOf(dataset, structure, metric), results);
          if (dice.dice.empty() || dice.dice.size() != learned.dice.size()) {
            return NotTested(fmt::format("no Dice of {} and MW over the same test pairs", metric));
          }
          outcomes.push_back(Compare(DifferencesByPatient(learned, dice), metric));
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
    if (!own) return NotTested("no test pairs of MW and all metrics, of at least three patients");
    std::vector<ClaimOutcome> outcomes;
    for (const NamedStructure& other : others) {
      const std::optional<Gain> gain = FindGain(other, results);
      if (!gain) return NotTested(fmt::format("no test pairs of {}", other.structure));
      const double more = own->mean - gain->mean;
      const double error = std::hypot(
          common::StandardDeviation(own->differences) / std::sqrt(double(own->differences.size())),
          common::StandardDeviation(gain->differences) / std::sqrt(double(gain->differences.size())));
      const bool is_sure = std::abs(more) >= std::max(kTie, 2 * error);
      outcomes.push_back(
          {.verdict = !is_sure   ? Verdict::kUndecided
                      : more > 0 ? Verdict::kHolds
                                 : Verdict::kFails,
           .evidence = fmt::format("{:+.4f} (over {}) against {:+.4f} of {} (over {})", own->mean, own->best,
                                   gain->mean, other.structure, gain->best),
           .chance = 0.05,
           .effect = fmt::format("{:+.1f} points", 100 * more)});
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
        if (!gain) return NotTested("no test pairs of at least three patients");
        const common::Interval interval = common::StudentInterval(gain->differences, kConfidence);
        const bool is_outside = interval.low > margin || interval.high < -margin;
        const bool is_within = interval.low >= -margin && interval.high <= margin;
        return {.verdict = is_outside  ? Verdict::kFails
                           : is_within ? Verdict::kHolds
                                       : Verdict::kUndecided,
                .evidence = fmt::format("MW - {}: {:+.4f} ({:+.4f} to {:+.4f})", gain->best, gain->mean,
                                        interval.low, interval.high),
                .chance = 0.05,
                .effect = fmt::format("{:+.1f} points", 100 * gain->mean)};
      });
}

}  // namespace structlab::deformable_registration
