// S18 and S19: what hashing loses.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Query;
using harness::Results;
using harness::Setting;
using harness::Verdict;

// What a growth may exceed that of the bound by, since the largest of finitely many numbers follows its bound
// only roughly; and by which factor the square root of n may be missed.
constexpr double kRoughly = 1.25;
// Of kernels of vectors of unit length no collision is so small a deviation.
constexpr double kNothingCollides = 1e-12;

Query Simulated(const char* metric, const char* copies) {
  return {.table = kOurInformationLoss,
          .method = kSimulation,
          .metric = metric,
          .setting = Setting{{"duplicates_c", copies}}};
}

// The bound is one of a probability, of which the share of some functions is an estimate.
ClaimOutcome BelowTheBound(const Results& results) {
  std::vector<ClaimOutcome> outcomes;
  for (const char* copies : {"2", "3"}) {
    const auto bounds = results.Values({.table = kTheorem2,
                                        .method = kBound,
                                        .metric = "probability_of_information_loss",
                                        .setting = Setting{{"duplicates_c", copies}}});
    if (bounds.empty()) return {Verdict::kNotTested, std::string("needs the bound of ") + copies + " copies"};
    outcomes.push_back(ShareAtMost(Pooled(results, Simulated("share_of_functions_that_lose", copies),
                                          Simulated("random_functions", copies)),
                                   bounds[0].value(), 2, std::string("c=") + copies));
  }
  return harness::All(outcomes);
}

ClaimOutcome CopiesHelp(const Results& results) {
  std::vector<Comparison> comparisons;
  for (const auto& [more, fewer] : {std::pair("2", "1"), {"3", "2"}}) {
    comparisons.push_back({.name = std::string("c=") + more + " against c=" + fewer,
                           .less = Simulated("share_of_functions_that_lose", more),
                           .more = Simulated("share_of_functions_that_lose", fewer),
                           .ignored_keys = {"duplicates_c"}});
  }
  return AllLess(results, comparisons);
}

constexpr const char* kGrowthRule =
    " by less than 1.25 times the root of the ratio of the logarithms of the numbers of entries m M (m M + "
    "1) / 2: the 95% t interval of the mean logarithm over the seeds must be below that; not tested where "
    "nothing collides";

// What one key of the settings was varied over: the values at its ends, by seed.
struct Ends {
  Setting smallest, largest;
  std::map<uint64_t, std::pair<double, double>> deviations;  // empty where it was not varied
};

double SizeOf(const Setting& setting, const std::string& varied) {
  const std::string& text = setting.Text(varied);
  return text.starts_with("2^") ? std::exp2(std::stod(text.substr(2))) : setting.Number(varied);
}

Ends EndsOf(const Results& results, const std::string& varied) {
  const auto values = results.Values(
      {.table = kOurDeviation, .metric = "largest_deviation", .setting = Setting{{"varied", varied}}});
  Ends ends;
  for (const Observation& value : values) {
    const Setting& setting = value.key().setting;
    if (ends.smallest.empty() || SizeOf(setting, varied) < SizeOf(ends.smallest, varied))
      ends.smallest = setting;
    if (ends.largest.empty() || SizeOf(setting, varied) > SizeOf(ends.largest, varied))
      ends.largest = setting;
  }
  if (ends.smallest == ends.largest) return ends;
  std::map<uint64_t, double> first;
  for (const Observation& value : values) {
    if (value.key().setting == ends.smallest) first[value.seed()] = value.value();
  }
  for (const Observation& value : values) {
    if (value.key().setting == ends.largest && first.contains(value.seed())) {
      ends.deviations[value.seed()] = {first.at(value.seed()), value.value()};
    }
  }
  return ends;
}

// log of the number of different entries of the joint kernel.
double LogEntries(const Setting& setting) {
  const double joint = setting.Number("m") * setting.Number("M");
  return std::log(joint * (joint + 1) / 2);
}

// Logarithms of the deviations at both ends by seed: `a` where the key is largest. Empty where nothing
// collided: what is left then is the rounding of sums.
std::optional<Pairs> LogDeviations(const Ends& ends) {
  Pairs pairs;
  for (const auto& [seed, deviations] : ends.deviations) {
    if (std::min(deviations.first, deviations.second) < kNothingCollides) return std::nullopt;
    pairs.a.push_back(std::log(deviations.second));
    pairs.b.push_back(std::log(deviations.first));
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  return pairs;
}

ClaimOutcome WithoutCollisions() {
  return {Verdict::kNotTested, "at a seed no two features meet, so that nothing deviates"};
}

ClaimOutcome GrowsAsTheLogarithm(const Results& results, const char* varied) {
  const Ends ends = EndsOf(results, varied);
  if (ends.deviations.empty()) return {Verdict::kNotTested, "needs two values"};
  std::optional<Pairs> pairs = LogDeviations(ends);
  if (!pairs) return WithoutCollisions();
  const double allowed = kRoughly * std::sqrt(LogEntries(ends.largest) / LogEntries(ends.smallest));
  for (double& value : pairs->b) value += std::log(allowed);
  ClaimOutcome outcome = harness::DecideLess(*pairs);
  outcome.evidence = std::string("log of the growth less log ")
                         .append(common::FormatShort(allowed))
                         .append(": ")
                         .append(outcome.evidence);
  return outcome;
}

ClaimOutcome FallsAsTheRoot(const Results& results) {
  const Ends ends = EndsOf(results, "n");
  if (ends.deviations.empty()) return {Verdict::kNotTested, "needs two values"};
  std::optional<Pairs> pairs = LogDeviations(ends);
  if (!pairs) return WithoutCollisions();
  const double root = std::sqrt(SizeOf(ends.largest, "n") / SizeOf(ends.smallest, "n"));
  for (double& value : pairs->b) value -= std::log(root);
  ClaimOutcome outcome = harness::DecideEqual(*pairs, std::log(kRoughly));
  outcome.evidence = "log of the ratio: " + outcome.evidence;
  return outcome;
}

}  // namespace

std::vector<Claim> TheoryClaims() {
  std::vector<Claim> claims;
  claims.push_back(
      {.id = "S18",
       .part = "bound",
       .rule =
           "with 2 and 3 copies of 10^5 features in 10^8 bins, over the random functions of all seeds "
           "together: the probability to lose a feature is at most the bound by its 95% interval (Clopper "
           "and Pearson); it fails if that of 97.5% is above the bound",
       .decide = BelowTheBound});
  claims.push_back(
      {.id = "S18",
       .part = "copies",
       .rule = std::string("the share of random functions that lose a feature with 2 copies below that with "
                           "1, and with 3 below that with 2") +
               kAllLessRule,
       .decide = CopiesHelp});
  claims.push_back(
      {.id = "S19",
       .part = "observations",
       .rule = std::string("the largest deviation from the mean over all entries of the hashed kernel grows "
                           "from the smallest to the largest number of observations") +
               kGrowthRule,
       .decide = [](const Results& results) { return GrowsAsTheLogarithm(results, "m"); }});
  claims.push_back(
      {.id = "S19",
       .part = "classes",
       .rule = std::string("the largest deviation from the mean over all entries of the hashed kernel grows "
                           "from the smallest to the largest number of classes") +
               kGrowthRule,
       .decide = [](const Results& results) { return GrowsAsTheLogarithm(results, "M"); }});
  claims.push_back(
      {.id = "S19",
       .part = "bins",
       .rule = "the largest deviation times the root of n is the same at the smallest and the largest n, to "
               "within a factor of 1.25, with the 95% t interval of the mean logarithm of their ratio over "
               "the seeds",
       .decide = FallsAsTheRoot});
  for (Claim& claim : claims) {
    claim.data = {claim.id == "S18" ? kDrawnData : kDrawnVectorsData};
    if (claim.id == "S18") continue;
    // Theorem 3 says it of all vectors, so that those of anybody can refute it.
    claim.independent_of_data = true;
    claim.rule += "; on vectors of a recipe of ours, which can refute the theorem and not prove it";
  }
  return claims;
}

}  // namespace structlab::hashing
