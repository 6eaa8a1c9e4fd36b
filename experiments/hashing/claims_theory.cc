// S18 and S19: what hashing loses.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Results;
using harness::Setting;
using harness::Verdict;

// What a growth may exceed that of the bound by, since the largest of finitely many numbers follows its bound
// only roughly; and how far the square root of n may be missed.
constexpr double kRoughly = 1.25, kOfOne = 0.25;

std::vector<Observation> SharesThatLose(const Results& results, const char* copies) {
  return results.Values({.table = kOurInformationLoss,
                         .method = kSimulation,
                         .metric = "share_of_functions_that_lose",
                         .setting = Setting{{"duplicates_c", copies}}});
}

ClaimOutcome BelowTheBound(const Results& results) {
  std::vector<ClaimOutcome> outcomes;
  for (const char* copies : {"2", "3"}) {
    const auto bounds = results.Values({.table = kTheorem2,
                                        .method = kBound,
                                        .metric = "probability_of_information_loss",
                                        .setting = Setting{{"duplicates_c", copies}}});
    if (bounds.empty()) return {Verdict::kNotTested, std::string("needs the bound of ") + copies + " copies"};
    Pairs pairs;
    for (const Observation& share : SharesThatLose(results, copies)) {
      pairs.a.push_back(share.value());
      pairs.b.push_back(bounds[0].value());
      pairs.labels.push_back("seed=" + std::to_string(share.seed()));
    }
    outcomes.push_back(harness::DecideLess(pairs, {.comparisons = 2}));
    outcomes.back().evidence = std::string("c=") + copies + ": " + outcomes.back().evidence;
  }
  return harness::All(outcomes);
}

ClaimOutcome CopiesHelp(const Results& results) {
  std::vector<Comparison> comparisons;
  for (const auto& [more, fewer] : {std::pair("2", "1"), {"3", "2"}}) {
    const auto query = [](const char* copies) {
      return harness::Query{.table = kOurInformationLoss,
                            .method = kSimulation,
                            .metric = "share_of_functions_that_lose",
                            .setting = Setting{{"duplicates_c", copies}}};
    };
    comparisons.push_back({.name = std::string("c=") + more + " against c=" + fewer,
                           .less = query(more),
                           .more = query(fewer),
                           .ignored_keys = {"duplicates_c"}});
  }
  return AllLess(results, comparisons);
}

// What one key of the settings was varied over: the values at its ends, by seed.
struct Ends {
  Setting smallest, largest;
  std::map<uint64_t, std::pair<double, double>> deviations;
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

ClaimOutcome GrowsAsTheLogarithm(const Results& results, const char* varied) {
  const Ends ends = EndsOf(results, varied);
  if (ends.deviations.empty()) return {Verdict::kNotTested, "needs two values"};
  const double allowed = kRoughly * std::sqrt(LogEntries(ends.largest) / LogEntries(ends.smallest));
  Pairs pairs;
  for (const auto& [seed, deviations] : ends.deviations) {
    pairs.a.push_back(deviations.second / deviations.first);
    pairs.b.push_back(allowed);
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  return harness::DecideLess(pairs);
}

ClaimOutcome FallsAsTheRoot(const Results& results) {
  const Ends ends = EndsOf(results, "n");
  if (ends.deviations.empty()) return {Verdict::kNotTested, "needs two values"};
  const double root = std::sqrt(SizeOf(ends.largest, "n") / SizeOf(ends.smallest, "n"));
  Pairs pairs;
  for (const auto& [seed, deviations] : ends.deviations) {
    pairs.a.push_back(deviations.second * root / deviations.first);
    pairs.b.push_back(1);
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  return harness::DecideEqual(pairs, kOfOne);
}

}  // namespace

std::vector<Claim> TheoryClaims() {
  std::vector<Claim> claims;
  claims.push_back(
      {.id = "S18",
       .part = "bound",
       .rule = std::string("with 2 and 3 copies of 10^5 features in 10^8 bins the share of random functions "
                           "that lose a feature below the bound") +
               kAllLessRule,
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
       .rule = "the largest deviation grows from the smallest to the largest m by less than 1.25 times the "
               "root of the ratio of the logarithms of the numbers of entries: the 95% t interval of the "
               "mean difference over the seeds must be below 0",
       .decide = [](const Results& results) { return GrowsAsTheLogarithm(results, "m"); }});
  claims.push_back({.id = "S19",
                    .part = "classes",
                    .rule = "the same from 1 to 16 classes",
                    .decide = [](const Results& results) { return GrowsAsTheLogarithm(results, "M"); }});
  claims.push_back(
      {.id = "S19",
       .part = "bins",
       .rule = "the largest deviation times the root of n is the same at the smallest and the largest n, to "
               "within a quarter, with the 95% interval of the mean ratio over the seeds",
       .decide = FallsAsTheRoot});
  for (Claim& claim : claims) claim.data = {kDrawnData};
  return claims;
}

}  // namespace structlab::hashing
