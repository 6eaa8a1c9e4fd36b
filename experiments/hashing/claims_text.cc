// S01 to S07: two classes of texts.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
// Errors that differ by no more are the same to a reader.
constexpr double kNoticeable = 0.5;
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

Query TotalTime(const char* table, const char* method, Setting setting = {}) {
  setting.Set("table", table);
  return {
      .table = kOurTimes, .dataset = "RCV1", .method = method, .metric = "total_time", .setting = setting};
}

ClaimOutcome Competitive(const Results& results, const std::string& dataset) {
  std::vector<Comparison> comparisons;
  for (const char* rival : {kBsgd, kVw}) {
    comparisons.push_back({.name = std::string("HK - 1 against ") + rival,
                           .less = ErrorIn(kTable22, dataset, kHk),
                           .more = ErrorIn(kTable22, dataset, rival),
                           .offset = -kCompetitive,
                           .ignored_keys = {"dim"}});
  }
  return AllLess(results, comparisons);
}

ClaimOutcome FasterThanWithPreprocessing(const Results& results) {
  std::vector<Comparison> comparisons;
  for (const char* rival : {kBsgd, kVw, kVwc}) {
    comparisons.push_back({.name = rival,
                           .less = TotalTime(kTable22, kHk),
                           .more = TotalTime(kTable22, rival),
                           .ignored_keys = {"dim"}});
  }
  return AllLess(results, comparisons);
}

ClaimOutcome TenPointsBelow(const Results& results, const std::string& dataset) {
  std::vector<ClaimOutcome> outcomes;
  for (const int64_t bits : Sorted(results.settings().Integers("dimensions"))) {
    outcomes.push_back(Differ(results,
                              {.name = "RP - HK at " + Power(bits),
                               .less = ErrorIn(kTable23, dataset, kRp, DimensionKey(bits)),
                               .more = ErrorIn(kTable23, dataset, kHk, DimensionKey(bits))},
                              10, kAboutTen));
  }
  return harness::All(outcomes);
}

ClaimOutcome AHundredTimesFaster(const Results& results) {
  return AllLess(results, {{.name = "100 HK against RP at 2^10",
                            .less = TotalTime(kTable23, kHk, DimensionKey(10)),
                            .more = TotalTime(kTable23, kRp, DimensionKey(10)),
                            .factor = 100}});
}

// The time of a method at one dimension, on RCV1 or on topics.
Query LearningTime(const std::string& dataset, const char* method, int64_t bits) {
  const bool is_rcv1 = dataset == "RCV1";
  return {.table = is_rcv1 ? kTable23 : kTable27,
          .dataset = dataset,
          .method = method,
          .metric = "load_train_test_time",
          .setting = DimensionKey(bits)};
}

ClaimOutcome TimeByDimension(const Results& results, const std::string& dataset, bool of_hashing) {
  const std::vector<int64_t> bits =
      Sorted(results.settings().Integers(dataset == "RCV1" ? "dimensions" : "topic_dimensions"));
  if (bits.size() < 2) return {harness::Verdict::kNotTested, "needs two dimensions"};
  const char* const method = of_hashing ? kHk : kRp;
  const Query smallest = LearningTime(dataset, method, bits.front());
  const Query largest = LearningTime(dataset, method, bits.back());
  if (of_hashing) {
    return AllLess(results,
                   {{.name = "0.8 times that at " + Power(bits.back()) + " against " + Power(bits.front()),
                     .less = largest,
                     .more = smallest,
                     .factor = kAlmostEqual,
                     .ignored_keys = {"dim"}}});
  }
  return AllLess(results, {{.name = Power(bits.front()) + " against " + Power(bits.back()),
                            .less = smallest,
                            .more = largest,
                            .ignored_keys = {"dim"}}});
}

ClaimOutcome LargerFiles(const Results& results) {
  std::vector<Comparison> comparisons;
  for (const int64_t bits : Sorted(results.settings().Integers("dimensions"))) {
    Query query = ErrorIn(kTable23, "RCV1", kRp, DimensionKey(bits));
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

ClaimOutcome NoHarmUpTo18Bits(const Results& results, const std::string& dataset) {
  return harness::All({Differ(results,
                              {.name = "2^18 against 2^24",
                               .less = Collision(dataset, "error", 18),
                               .more = Collision(dataset, "error", 24),
                               .ignored_keys = {"dim"}},
                              0, kNoticeable),
                       AllLess(results, {{.name = "2^18 against 2^14",
                                          .less = Collision(dataset, "error", 18),
                                          .more = Collision(dataset, "error", 14),
                                          .ignored_keys = {"dim"}}})});
}

ClaimOutcome RisesAsDimensionsFall(const Results& results, const std::string& dataset, const char* metric) {
  const std::vector<int64_t> bits = Sorted(results.settings().Integers("collision_bits"));
  std::vector<Comparison> comparisons;
  for (size_t i = 0; i + 1 < bits.size(); ++i) {
    comparisons.push_back({.name = Power(bits[i + 1]) + " against " + Power(bits[i]),
                           .less = Collision(dataset, metric, bits[i + 1]),
                           .more = Collision(dataset, metric, bits[i]),
                           .ignored_keys = {"dim"}});
  }
  return AllLess(results, comparisons);
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

}  // namespace

std::vector<Claim> TextClaims() {
  std::vector<Claim> claims;
  const std::vector<std::string> rcv1 = {kRcv1Data};
  AddForEachCorpus(claims, "S01", "error, ",
                   std::string("error of HK less 1 point below that of BSGD and of VW") + kAllLessRule,
                   Competitive);
  claims.push_back(
      {.id = "S01",
       .part = "time",
       .rule = std::string("preprocessing_time and load_train_test_time of HK together below those of BSGD, "
                           "VW and VWC on RCV1") +
               kAllLessRule,
       .decide = FasterThanWithPreprocessing,
       .independent_of_data = true,
       .data = rcv1});
  AddForEachCorpus(
      claims, "S02", "",
      "at each dimension: the mean over the seeds of RP's error less HK's lies within 5 points of 10, with "
      "its 95% interval",
      TenPointsBelow);
  claims.push_back(
      {.id = "S03",
       .rule = std::string("100 times the whole time of HK below that of RP at 2^10 on RCV1") + kAllLessRule,
       .decide = AHundredTimesFaster,
       .independent_of_data = true,
       .data = rcv1});
  for (const char* dataset : {"RCV1", "DMOZ L2", "DMOZ L3"}) {
    const std::vector<std::string> data = {dataset == std::string("RCV1") ? kRcv1Data : kDmozData};
    claims.push_back(
        {.id = "S04",
         .part = std::string("RP, ") + dataset,
         .rule = std::string("load_train_test_time at the smallest dimension below that at the largest") +
                 kAllLessRule,
         .decide = [=](const Results& results) { return TimeByDimension(results, dataset, false); },
         .independent_of_data = true,
         .data = data});
    claims.push_back(
        {.id = "S04",
         .part = std::string("HK, ") + dataset,
         .rule =
             std::string(
                 "0.8 times the load_train_test_time at the largest dimension below that at the smallest") +
             kAllLessRule,
         .decide = [=](const Results& results) { return TimeByDimension(results, dataset, true); },
         .independent_of_data = true,
         .data = data});
  }
  claims.push_back(
      {.id = "S05",
       .rule =
           std::string("original_train_size below new_train_size at each dimension on RCV1") + kAllLessRule,
       .decide = LargerFiles,
       .independent_of_data = true,
       .data = rcv1});
  AddForEachCorpus(
      claims, "S06", "",
      "errors at 2^18 and 2^24 differ by at most 0.5 points, with the 95% interval of the mean over the "
      "seeds, and the error at 2^18 is below that at 2^14",
      NoHarmUpTo18Bits);
  claims.push_back(
      {.id = "S07",
       .part = "collision rate, RCV1",
       .rule =
           std::string("collision_rate at each dimension below that at the next smaller one") + kAllLessRule,
       .decide =
           [](const Results& results) { return RisesAsDimensionsFall(results, "RCV1", "collision_rate"); },
       .independent_of_data = true,
       .data = rcv1});
  AddForEachCorpus(claims, "S07", "error, ",
                   std::string("error at each dimension below that at the next smaller one") + kAllLessRule,
                   [](const Results& results, const std::string& dataset) {
                     return RisesAsDimensionsFall(results, dataset, "error");
                   });
  return claims;
}

}  // namespace structlab::hashing
