// S01 to S07: two classes of texts.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Query;
using harness::Results;
using harness::Setting;

// How many points of error "competitive" allows, and how far from ten "about ten" is.
constexpr double kCompetitive = 1, kAboutTen = 5;
// The source calls the rise of the error from 5.586 to 6.096 visible, and that to 5.763 not: half of the
// former, in points.
constexpr double kVisible = 0.25;
// Percent of bins that are lost, and how near a collection must come to it.
constexpr double kAlmost40 = 39.3, kNearAlmost40 = 10, kMost = 94.3, kNearMost = 3, kHardlyAny = 3;
// Times that differ by no more are "almost independent".
constexpr double kAlmostEqual = 0.8;

std::vector<int64_t> Sorted(std::vector<int64_t> values) {
  std::ranges::sort(values);
  return values;
}

Query ErrorIn(const char* table, const std::string& dataset, const char* method,
              const Setting& setting = {}) {
  return {.table = table, .dataset = dataset, .method = method, .metric = "error", .setting = setting};
}

Query TotalTime(const char* table, const std::string& dataset, const char* method, Setting setting = {}) {
  setting.Set("table", table);
  return {
      .table = kOurTimes, .dataset = dataset, .method = method, .metric = "total_time", .setting = setting};
}

ClaimOutcome Competitive(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const char* rival : {kBsgd, kVw}) {
    comparisons.push_back({.name = std::string("HK less 1 point against ") + rival,
                           .less = ErrorIn(kTable22, dataset, kHk),
                           .more = ErrorIn(kTable22, dataset, rival),
                           .offset = -kCompetitive,
                           .ignored_keys = {"dim"}});
  }
  return AllLessOverDocuments(results, comparisons);
}

ClaimOutcome FasterThanWithPreprocessing(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const char* rival : {kBsgd, kVw, kVwc}) {
    comparisons.push_back({.name = std::string("HK against ") + rival,
                           .less = TotalTime(kTable22, dataset, kHk),
                           .more = TotalTime(kTable22, dataset, rival),
                           .ignored_keys = {"dim"}});
  }
  return AllLess(results, comparisons);
}

ClaimOutcome TenPointsBelow(const Results& results, const std::string& dataset) {
  std::vector<ClaimOutcome> outcomes;
  const std::vector<int64_t> dimensions = Sorted(results.settings().Integers("dimensions"));
  for (const int64_t bits : dimensions) {
    outcomes.push_back(Differ(results,
                              {.name = "RP less 10 points against HK at " + Power(bits),
                               .less = ErrorIn(kTable23, dataset, kRp, DimensionKey(bits)),
                               .more = ErrorIn(kOurProjections, dataset, kHk, DimensionKey(bits))},
                              10, kAboutTen, {.comparisons = static_cast<int>(dimensions.size())}));
  }
  return harness::All(outcomes);
}

ClaimOutcome AHundredTimesFaster(const Results& results, const std::string& dataset) {
  return AllLess(results, {{.name = "100 times HK against RP at 2^10",
                            .less = TotalTime(kOurProjections, dataset, kHk, DimensionKey(10)),
                            .more = TotalTime(kTable23, dataset, kRp, DimensionKey(10)),
                            .factor = 100,
                            .ignored_keys = {"table"}}});
}

// The time of a method at one dimension, of two classes or of topics.
Query LearningTime(const char* table, const std::string& dataset, const char* method, int64_t bits) {
  return {.table = table,
          .dataset = dataset,
          .method = method,
          .metric = "load_train_test_time",
          .setting = DimensionKey(bits)};
}

ClaimOutcome TimeByDimension(const Results& results, const char* table, const std::string& dataset,
                             bool of_hashing) {
  const std::vector<int64_t> bits =
      Sorted(results.settings().Integers(std::string(table) == kTable23 ? "dimensions" : "topic_dimensions"));
  if (bits.size() < 2) return {harness::Verdict::kNotTested, "needs two dimensions"};
  const char* const method = of_hashing ? kHk : kRp;
  if (of_hashing) {
    return AllLess(results,
                   {{.name = "0.8 times that at " + Power(bits.back()) + " against " + Power(bits.front()),
                     .less = LearningTime(table, dataset, method, bits.back()),
                     .more = LearningTime(table, dataset, method, bits.front()),
                     .factor = kAlmostEqual,
                     .ignored_keys = {"dim"}}});
  }
  std::vector<Comparison> steps;
  for (size_t i = 0; i + 1 < bits.size(); ++i) {
    steps.push_back({.name = Power(bits[i]) + " against " + Power(bits[i + 1]),
                     .less = LearningTime(table, dataset, method, bits[i]),
                     .more = LearningTime(table, dataset, method, bits[i + 1]),
                     .ignored_keys = {"dim"}});
  }
  return AllLess(results, steps);
}

ClaimOutcome LargerFiles(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const int64_t bits : Sorted(results.settings().Integers("dimensions"))) {
    Query query = ErrorIn(kTable23, dataset, kRp, DimensionKey(bits));
    Comparison comparison = {.name = Power(bits), .less = query, .more = query};
    comparison.less.metric = "original_train_size";
    comparison.more.metric = "new_train_size";
    comparisons.push_back(std::move(comparison));
  }
  return AllLess(results, comparisons);
}

Query Collision(const std::string& dataset, const char* metric, int64_t bits) {
  return {
      .table = kTable24, .dataset = dataset, .method = kHk, .metric = metric, .setting = CollisionKey(bits)};
}

// A dimension of Table 2.4 and the share of bins that are lost there, in percent.
struct Load {
  int64_t bits;
  double lost;
};

// Of a collection, by falling dimension; none without measurements.
std::vector<Load> LoadsOf(const Results& results, const std::string& dataset) {
  std::vector<Load> loads;
  for (const int64_t bits_of_rcv1 : Sorted(results.settings().Integers("collision_bits"))) {
    const int64_t bits = EquallyFull(FindCorpus(TwoClassCorpora(), dataset), bits_of_rcv1);
    const std::vector<double> rates =
        harness::Numbers(results.Values(Collision(dataset, "collision_rate", bits)));
    if (!rates.empty()) loads.push_back({bits, common::Mean(rates)});
  }
  std::ranges::reverse(loads);
  return loads;
}

const Load& Nearest(const std::vector<Load>& loads, double lost) {
  return *std::ranges::min_element(loads, {}, [=](const Load& load) { return std::abs(load.lost - lost); });
}

std::string LoadText(const Load& load) {
  return Power(load.bits) + " (" + common::FormatShort(load.lost) + "% lost)";
}

// The source's sentence is about how many bins are lost, not about a dimension: it has 39.3% at 2^18 and
// 94.3% at 2^14.
ClaimOutcome NoHarmUntilMostAreLost(const Results& results, const std::string& dataset) {
  const std::vector<Load> loads = LoadsOf(results, dataset);
  if (loads.empty()) return {harness::Verdict::kNotTested, "needs collisions"};
  const Load &widest = loads.front(), &almost_40 = Nearest(loads, kAlmost40), &most = Nearest(loads, kMost);
  if (widest.lost > kHardlyAny || std::abs(almost_40.lost - kAlmost40) > kNearAlmost40 ||
      std::abs(most.lost - kMost) > kNearMost) {
    return {harness::Verdict::kNotTested, std::string("has no dimensions where about as many bins are lost: ")
                                              .append(LoadText(widest))
                                              .append(", ")
                                              .append(LoadText(almost_40))
                                              .append(", ")
                                              .append(LoadText(most))};
  }
  std::vector<Comparison> comparisons;
  for (const Load& load : loads) {
    if (load.bits == widest.bits) continue;
    const bool is_harmed = load.bits <= most.bits;
    Comparison comparison = {.name = LoadText(load) + " less 0.25 points against " + LoadText(widest),
                             .less = Collision(dataset, "error", load.bits),
                             .more = Collision(dataset, "error", widest.bits),
                             .offset = -kVisible,
                             .ignored_keys = {"dim"}};
    if (is_harmed) {
      std::swap(comparison.less, comparison.more);
      comparison.offset = kVisible;
      comparison.name = LoadText(widest) + " and 0.25 points against " + LoadText(load);
    }
    comparisons.push_back(std::move(comparison));
  }
  return AllLessOverDocuments(results, comparisons);
}

ClaimOutcome RisesAtEveryStep(const Results& results) {
  const std::vector<int64_t> bits = Sorted(results.settings().Integers("collision_bits"));
  std::vector<Comparison> comparisons;
  for (size_t i = 0; i + 1 < bits.size(); ++i) {
    comparisons.push_back({.name = Power(bits[i + 1]) + " against " + Power(bits[i]),
                           .less = Collision("RCV1", "collision_rate", bits[i + 1]),
                           .more = Collision("RCV1", "collision_rate", bits[i]),
                           .ignored_keys = {"dim"}});
  }
  return AllLess(results, comparisons);
}

// Printed errors do not rise at every step either: 5.655 at 2^22 is above 5.594 at 2^20. At each seed the
// slope of the line of least squares through the errors over the exponents, in points.
ClaimOutcome ErrorsTendToRise(const Results& results, const std::string& dataset) {
  const std::vector<Load> loads = LoadsOf(results, dataset);
  if (loads.size() < 3) return {harness::Verdict::kNotTested, "needs three dimensions"};
  double mean_bits = 0;
  for (const Load& load : loads)
    mean_bits += static_cast<double>(load.bits) / static_cast<double>(loads.size());
  std::map<uint64_t, double> slopes;
  std::map<uint64_t, size_t> counts;
  double squares = 0;
  for (const Load& load : loads) {
    const double from_mean = static_cast<double>(load.bits) - mean_bits;
    squares += from_mean * from_mean;
    for (const harness::Observation& error : results.Values(Collision(dataset, "error", load.bits))) {
      slopes[error.seed()] += from_mean * error.value();
      ++counts[error.seed()];
    }
  }
  harness::Pairs pairs;
  for (const auto& [seed, slope] : slopes) {
    if (counts.at(seed) != loads.size()) continue;
    pairs.a.push_back(slope / squares);
    pairs.b.push_back(0);
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  ClaimOutcome outcome = harness::DecideLess(pairs);
  outcome.evidence = "points a doubling of the dimension: " + outcome.evidence;
  return outcome;
}

// Rules with a part for each collection.
template <class Decide>
void AddForEachCorpus(std::vector<Claim>& claims, const char* id, const std::string& part,
                      const std::string& rule, const Decide& decide) {
  for (const Corpus& corpus : TwoClassCorpora()) {
    claims.push_back({.id = id,
                      .part = part + corpus.name,
                      .rule = rule,
                      .decide = [=](const Results& results) { return decide(results, corpus.name); },
                      .data = {corpus.data}});
  }
}

// What is timed or written as texts.
template <class Decide>
void AddForEachCorpusWithWords(std::vector<Claim>& claims, const char* id, const std::string& part,
                               const std::string& rule, const Decide& decide) {
  std::vector<Claim> all;
  AddForEachCorpus(all, id, part, rule, decide);
  for (size_t i = 0; i < all.size(); ++i) {
    if (TwoClassCorpora()[i].has_words) claims.push_back(std::move(all[i]));
  }
}

void AddTimesByDimension(std::vector<Claim>& claims, bool of_hashing) {
  const std::string part = of_hashing ? "HK, " : "RP, ";
  const std::string rule =
      std::string(
          of_hashing
              ? "0.8 times the load_train_test_time at the largest dimension below that at the smallest"
              : "load_train_test_time at each dimension below that at the next larger one") +
      kAllLessRule + kLengthRule;
  AddForEachCorpusWithWords(claims, "S04", part, rule,
                            [=](const Results& results, const std::string& dataset) {
                              return TimeByDimension(results, kTable23, dataset, of_hashing);
                            });
  for (const char* dataset : {"DMOZ L2", "DMOZ L3"}) {
    claims.push_back(
        {.id = "S04",
         .part = part + dataset,
         .rule = rule,
         .decide =
             [=](const Results& results) { return TimeByDimension(results, kTable27, dataset, of_hashing); },
         .data = {kDmozData}});
  }
}

}  // namespace

std::vector<Claim> TextClaims() {
  std::vector<Claim> claims;
  AddForEachCorpus(
      claims, "S01", "error, ",
      std::string("error of HK less 1 point below that of BSGD and of VW") + kAllLessRule + kDocumentsRule,
      Competitive);
  AddForEachCorpusWithWords(
      claims, "S01", "time, ",
      std::string("preprocessing_time and load_train_test_time of HK together below those of BSGD, VW and "
                  "VWC") +
          kAllLessRule + kLengthRule,
      FasterThanWithPreprocessing);
  AddForEachCorpus(
      claims, "S02", "",
      std::string(
          "at each dimension: the mean over the seeds of RP's error less HK's on as many documents lies "
          "within 5 points of "
          "10, with its 95% interval; it fails if one lies outside with the confidence 1 - 0.05 / (number of "
          "dimensions)") +
          kSameTestRule,
      TenPointsBelow);
  AddForEachCorpusWithWords(
      claims, "S03", "",
      std::string("100 times the whole time of HK below that of RP at 2^10, on as many documents") +
          kAllLessRule + kLengthRule,
      AHundredTimesFaster);
  for (const bool of_hashing : {false, true}) AddTimesByDimension(claims, of_hashing);
  AddForEachCorpusWithWords(
      claims, "S05", "",
      std::string("original_train_size below new_train_size at each dimension") + kAllLessRule + kLengthRule,
      LargerFiles);
  AddForEachCorpus(
      claims, "S06", "",
      std::string(
          "dimensions by the share of bins that are lost, as the words of a collection are fewer: the "
          "one nearest to 39.3% (within 10) and the one nearest to 94.3% (within 3), not tested "
          "without. Errors at all dimensions between the largest, where at most 3% are lost, and the "
          "latter, less 0.25 points, below that at the largest; that at the latter above it by 0.25 "
          "points") +
          kAllLessRule + kDocumentsRule,
      NoHarmUntilMostAreLost);
  claims.push_back(
      {.id = "S07",
       .part = "collision rate, RCV1",
       .rule =
           std::string("collision_rate at each dimension below that at the next smaller one") + kAllLessRule,
       .decide = RisesAtEveryStep,
       .independent_of_data = true,
       .data = {kRcv1Data}});
  AddForEachCorpus(
      claims, "S07", "error, ",
      std::string(
          "a trend, as the printed errors have it: the slope of the line of least squares through the "
          "errors over the exponents of the dimensions is below 0, by the 95% t interval of its mean "
          "over the seeds") +
          kSameTestRule,
      ErrorsTendToRise);
  return claims;
}

}  // namespace structlab::hashing
