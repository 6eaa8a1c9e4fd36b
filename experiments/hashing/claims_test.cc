// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/hashing/claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::FinishedCase;
using harness::Results;
using harness::Setting;
using harness::Verdict;

Setting PaperSettings() {
  Setting settings;
  for (const harness::SettingDeclaration& setting : Settings()) settings.Set(setting.name, setting.paper);
  return settings;
}

std::vector<Claim> AllClaims() {
  std::vector<Claim> claims = TextClaims();
  for (const auto& more : {TopicClaims(), GraphClaims(), TheoryClaims()}) {
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return claims;
}

Verdict Decide(const std::string& id, const std::string& part, std::vector<FinishedCase> cases) {
  const Results results(std::move(cases), harness::Profile::kPaper, PaperSettings());
  for (const Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results).verdict;
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return Verdict::kNotTested;
}

// Cases of three seeds, each with one value, that depends on the seed a little.
class MadeUp {
 public:
  MadeUp& Add(const std::string& table, const std::string& dataset, const std::string& method,
              const Setting& setting, const std::string& metric, double value, double step = 0.001) {
    return AddEach(table, dataset, method, setting, metric,
                   {value + step, value + 2 * step, value + 3 * step});
  }
  // The values of these seeds.
  MadeUp& AddEach(const std::string& table, const std::string& dataset, const std::string& method,
                  const Setting& setting, const std::string& metric, const std::vector<double>& values) {
    for (uint64_t seed = 1; seed <= values.size(); ++seed) {
      FinishedCase finished;
      finished.c.name = "case" + std::to_string(cases_.size());
      finished.c.dataset = dataset;
      finished.c.method = method;
      finished.c.seed = seed;
      finished.c.repeats = static_cast<int>(values.size());
      finished.record.values.push_back(
          {.key = {table, dataset, method, setting, metric}, .value = values[seed - 1]});
      cases_.push_back(std::move(finished));
    }
    return *this;
  }
  std::vector<FinishedCase> Take() { return std::move(cases_); }

 private:
  std::vector<FinishedCase> cases_;
};

TEST(Claims, NothingIsDecidedWithoutResults) {
  for (const Claim& claim : AllClaims()) {
    EXPECT_EQ(claim.decide(Results({}, harness::Profile::kPaper, PaperSettings())).verdict,
              Verdict::kNotTested)
        << claim.id << " " << claim.part;
  }
}

TEST(Claims, HashingIsCompetitiveWithinAPoint) {
  const auto decide = [](double hk, double bsgd, double vw) {
    MadeUp results;
    results.Add(kTable22, "reuters-r8", kHk, DimensionKey(20), "error", hk, 0.01)
        .Add(kTable22, "reuters-r8", kBsgd, {}, "error", bsgd)
        .Add(kTable22, "reuters-r8", kVw, {}, "error", vw);
    return Decide("S01", "error, reuters-r8", results.Take());
  };
  EXPECT_EQ(decide(6, 6.5, 5.5), Verdict::kHolds);
  EXPECT_EQ(decide(6, 6.5, 4.5), Verdict::kFails);
  EXPECT_EQ(decide(8, 6.5, 8), Verdict::kFails);
}

TEST(Claims, TimesOfTable22AreWholeTimes) {
  const auto decide = [](double hk, double vwc) {
    const Setting table = {{"table", kTable22}};
    Setting of_hk = DimensionKey(20);
    of_hk.Set("table", kTable22);
    MadeUp results;
    results.Add(kOurTimes, "RCV1", kHk, of_hk, "total_time", hk)
        .Add(kOurTimes, "RCV1", kBsgd, table, "total_time", 10, 0.1)
        .Add(kOurTimes, "RCV1", kVw, table, "total_time", 10, 0.1)
        .Add(kOurTimes, "RCV1", kVwc, table, "total_time", vwc, 0.1);
    return Decide("S01", "time", results.Take());
  };
  EXPECT_EQ(decide(5, 8), Verdict::kHolds);
  EXPECT_EQ(decide(9, 8), Verdict::kFails);
}

TEST(Claims, TenPointsAreFiveToFifteen) {
  const auto decide = [](double gap, double at_9) {
    MadeUp results;
    for (const int bits : {8, 9, 10}) {
      results.Add(kTable23, "20newsgroups", kHk, DimensionKey(bits), "error", 10);
      results.Add(kTable23, "20newsgroups", kRp, DimensionKey(bits), "error", 10 + (bits == 9 ? at_9 : gap),
                  0.1);
    }
    return Decide("S02", "20newsgroups", results.Take());
  };
  EXPECT_EQ(decide(10, 12), Verdict::kHolds);
  EXPECT_EQ(decide(10, 2), Verdict::kFails);
  EXPECT_EQ(decide(20, 12), Verdict::kFails);
}

TEST(Claims, AHundredTimesAtTenBits) {
  const auto decide = [](double hk, double rp) {
    Setting key = DimensionKey(10);
    key.Set("table", kTable23);
    MadeUp results;
    results.Add(kOurTimes, "RCV1", kHk, key, "total_time", hk)
        .Add(kOurTimes, "RCV1", kRp, key, "total_time", rp, 1);
    return Decide("S03", "", results.Take());
  };
  EXPECT_EQ(decide(1, 150), Verdict::kHolds);
  EXPECT_EQ(decide(1, 50), Verdict::kFails);
}

TEST(Claims, TimesOfProjectionsRiseAtEveryStepThoseOfHashingHardly) {
  const struct {
    const char* dataset;
    const char* table;
    int small, large;
  } parts[] = {{"RCV1", kTable23, 8, 10}, {"DMOZ L3", kTable27, 7, 9}};
  for (const auto& [dataset, table, small, large] : parts) {
    const auto decide = [&, dataset = dataset, table = table, small = small, large = large](
                            const char* method, double at_large, double at_middle = 10.5) {
      const bool is_rcv1 = dataset == std::string("RCV1");
      const auto key = [&](int bits) { return is_rcv1 ? DimensionKey(bits) : CoresKey(bits); };
      MadeUp results;
      results.Add(table, dataset, method, key(small), "load_train_test_time", 10)
          .Add(table, dataset, method, key(small + 1), "load_train_test_time", at_middle, 0.005)
          .Add(table, dataset, method, key(large), "load_train_test_time", at_large, 0.01);
      return Decide("S04", std::string(method) + ", " + dataset, results.Take());
    };
    EXPECT_EQ(decide(kRp, 20), Verdict::kHolds);
    EXPECT_EQ(decide(kRp, 9), Verdict::kFails);
    EXPECT_EQ(decide(kRp, 20, 25), Verdict::kFails);
    EXPECT_EQ(decide(kHk, 11), Verdict::kHolds);
    EXPECT_EQ(decide(kHk, 15), Verdict::kFails);
  }
}

TEST(Claims, FilesMustBeLargerAtEveryDimension) {
  const auto decide = [](double at_8) {
    MadeUp results;
    for (const int bits : {8, 9, 10}) {
      results.Add(kTable23, "RCV1", kRp, DimensionKey(bits), "original_train_size", 400)
          .Add(kTable23, "RCV1", kRp, DimensionKey(bits), "new_train_size", bits == 8 ? at_8 : 2000, 0.1);
    }
    return Decide("S05", "", results.Take());
  };
  EXPECT_EQ(decide(1000), Verdict::kHolds);
  EXPECT_EQ(decide(300), Verdict::kFails);
}

// Lost bins in percent, and the error there.
struct AtLoad {
  double lost, error;
};

std::vector<FinishedCase> Collisions(const std::string& dataset, const std::map<int, AtLoad>& at_bits) {
  MadeUp results;
  for (const auto& [bits, at] : at_bits) {
    results.Add(kTable24, dataset, kHk, CollisionKey(bits), "collision_rate", at.lost, 0.0003 * bits)
        .Add(kTable24, dataset, kHk, CollisionKey(bits), "error", at.error, 0.0003 * bits);
  }
  return results.Take();
}

// Errors of Reuters by the shares that its 23,585 words lose. Its tables are smaller than the source's by a
// factor of 16: at 2^18 and 2^14, where the source loses 39% and 94%, it loses 2% and 47%.
TEST(Claims, HarmIsLookedForWhereMostBinsAreLost) {
  const auto decide = [](double at_47, double at_83, double at_96) {
    return Decide("S06", "reuters-r8",
                  Collisions("reuters-r8", {{20, {1.1, 5}},
                                            {18, {4.4, 5}},
                                            {16, {16, 5.02}},
                                            {14, {47, at_47}},
                                            {12, {82.7, at_83}},
                                            {10, {95.7, at_96}}}));
  };
  EXPECT_EQ(decide(5.05, 5.1, 5.6), Verdict::kHolds);
  EXPECT_EQ(decide(5.4, 5.5, 6), Verdict::kFails);     // harm at 47% already
  EXPECT_EQ(decide(5.05, 5.4, 6), Verdict::kFails);    // not only where most are lost
  EXPECT_EQ(decide(5.05, 5.1, 5.1), Verdict::kFails);  // no harm at all
}

TEST(Claims, HarmIsNotTestedWithoutSuchLoads) {
  const auto decide = [](double at_20, double at_14, double at_10) {
    return Decide("S06", "reuters-r8",
                  Collisions("reuters-r8", {{20, {at_20, 5}}, {14, {at_14, 5}}, {10, {at_10, 6}}}));
  };
  EXPECT_EQ(decide(1, 47, 95), Verdict::kHolds);
  EXPECT_EQ(decide(9, 47, 95), Verdict::kNotTested);
  EXPECT_EQ(decide(1, 28, 95), Verdict::kNotTested);
  EXPECT_EQ(decide(1, 47, 90), Verdict::kNotTested);
}

TEST(Claims, TablesOfSubstitutesAreAsFullAsTheSources) {
  const std::map<std::string, double> words = {
      {"RCV1", 287970}, {"20newsgroups", 168460}, {"reuters-r8", 23585}, {"rcv1-small", 11670}};
  for (const Corpus& corpus : TwoClassCorpora()) {
    const double load = words.at(corpus.name) / std::exp2(static_cast<double>(EquallyFull(corpus, 18)));
    EXPECT_GT(load, 1.0986 / 1.42) << corpus.name;
    EXPECT_LT(load, 1.0986 * 1.42) << corpus.name;
  }
}

TEST(Claims, CollisionsRiseStepByStep) {
  const auto decide = [](double at_20) {
    std::map<int, AtLoad> at_bits;
    for (const int bits : {24, 22, 20, 18, 16, 14}) at_bits[bits] = {static_cast<double>(30 - bits), 5};
    at_bits[20].lost = at_20;
    return Decide("S07", "collision rate, RCV1", Collisions("RCV1", at_bits));
  };
  EXPECT_EQ(decide(10), Verdict::kHolds);
  EXPECT_EQ(decide(7.9), Verdict::kFails);
}

// The printed errors, which fall once, are a trend.
TEST(Claims, ErrorsRiseAsATrend) {
  const auto decide = [](std::vector<double> errors) {
    std::map<int, AtLoad> at_bits;
    int bits = 23;
    for (const double error : errors) at_bits[bits] = {50, error}, bits -= 2;
    return Decide("S07", "error, 20newsgroups", Collisions("20newsgroups", at_bits));
  };
  EXPECT_EQ(decide({5.586, 5.655, 5.594, 5.655, 5.763, 6.096}), Verdict::kHolds);
  EXPECT_EQ(decide({6.096, 5.763, 5.655, 5.594, 5.655, 5.586}), Verdict::kFails);
}

TEST(Claims, MemoryMustBeTheSameExactly) {
  const auto decide = [](double of_l3) {
    MadeUp results;
    for (const int bits : {28, 24}) {
      results.Add(kTable25, "DMOZ L2", kHlf, DimensionKey(bits), "memory", 2, 0)
          .Add(kTable25, "DMOZ L3", kHlf, DimensionKey(bits), "memory", of_l3, 0);
    }
    return Decide("S08", "", results.Take());
  };
  EXPECT_EQ(decide(2), Verdict::kHolds);
  EXPECT_EQ(decide(2.1), Verdict::kFails);
}

// With the larger of both tables.
TEST(Claims, FeaturesAloneAreComparedAtAboutTheSameMemory) {
  const auto decide = [](const char* dataset, int joint, double hf) {
    MadeUp results;
    results.Add(kTable25, dataset, kHlf, DimensionKey(joint), "error", 30)
        .Add(kTable25, dataset, kHf, DimensionKey(15), "error", hf, 0.01);
    return Decide("S09", dataset, results.Take());
  };
  EXPECT_EQ(decide("DMOZ L2", 28, 31), Verdict::kHolds);
  EXPECT_EQ(decide("DMOZ L2", 28, 29), Verdict::kFails);
  EXPECT_EQ(decide("reuters-r8", 16, 31), Verdict::kHolds);
  EXPECT_EQ(decide("reuters-r8", 12, 31), Verdict::kNotTested);
  EXPECT_EQ(decide("20newsgroups", 20, 29), Verdict::kFails);
}

TEST(Claims, TwoPointsAreLittle) {
  const auto decide = [](double small) {
    MadeUp results;
    results.Add(kTable25, "20newsgroups", kHlf, DimensionKey(20), "error", 15)
        .Add(kTable25, "20newsgroups", kHlf, DimensionKey(16), "error", small, 0.01);
    return Decide("S10", "20newsgroups", results.Take());
  };
  EXPECT_EQ(decide(16.5), Verdict::kHolds);
  EXPECT_EQ(decide(18), Verdict::kFails);
}

TEST(Claims, FivePointsAreFar) {
  const auto decide = [](double best) {
    MadeUp results;
    results.Add(kOurNeighbours, "reuters-r8", "KNN,Kmeans", DimensionKey(24), "best_accuracy", best)
        .Add(kOurNeighbours, "reuters-r8", kHlf, DimensionKey(24), "upper_bound", 95, 0.01);
    return Decide("S11", "reuters-r8", results.Take());
  };
  EXPECT_EQ(decide(85), Verdict::kHolds);
  EXPECT_EQ(decide(92), Verdict::kFails);
}

TEST(Claims, GainsAreComparedFromThreeToSixAndNine) {
  const auto decide = [](double at_6, double at_9) {
    MadeUp results;
    results.Add(kTable26, "DMOZ L2", kKnn, Setting{{"sample_size", "3%"}}, "accuracy", 50)
        .Add(kTable26, "DMOZ L2", kKnn, Setting{{"sample_size", "6%"}}, "accuracy", at_6, 0.01)
        .Add(kTable26, "DMOZ L2", kKnn, Setting{{"sample_size", "9%"}}, "accuracy", at_9);
    return Decide("S12", "KNN, DMOZ L2", results.Take());
  };
  EXPECT_EQ(decide(53, 54), Verdict::kHolds);
  EXPECT_EQ(decide(51, 54), Verdict::kFails);
}

TEST(Claims, ProjectionsMustLoseAtEveryDimensionAndTakeFiveTimesTheTime) {
  for (const bool of_time : {false, true}) {
    const auto decide = [&](double rp_at_8) {
      MadeUp results;
      for (const int bits : {7, 8, 9}) {
        Setting key = CoresKey(bits);
        if (of_time) key.Set("table", kTable27);
        const char* const table = of_time ? kOurTimes : kTable27;
        const char* const metric = of_time ? "total_time" : "error";
        results.Add(table, "DMOZ L3", kHk, key, metric, 50)
            .Add(table, "DMOZ L3", kRp, key, metric, bits == 8 ? rp_at_8 : 800, 0.01);
      }
      return Decide("S13", of_time ? "time, DMOZ L3" : "error, DMOZ L3", results.Take());
    };
    EXPECT_EQ(decide(800), Verdict::kHolds);
    EXPECT_EQ(decide(of_time ? 240 : 40), Verdict::kFails);
  }
}

Verdict DecideEven(double correlation, double topics, double spread) {
  MadeUp results;
  results.Add(kOurTopics, "DMOZ L2", kHlf, {}, "correlation_of_error_and_log_size", correlation)
      .Add(kOurTopics, "DMOZ L2", kHlf, {}, "topics_compared", topics, 0)
      .Add(kOurTopics, "DMOZ L2", kHlf, {}, "spread_of_topic_sizes", spread, 0);
  return Decide("S14", "even, DMOZ L2", results.Take());
}

TEST(Claims, ErrorsAreEvenWithoutACorrelation) {
  EXPECT_EQ(DecideEven(0.1, 400, 1000), Verdict::kHolds);
  EXPECT_EQ(DecideEven(-0.8, 400, 1000), Verdict::kFails);
  EXPECT_EQ(DecideEven(0.25, 400, 1000), Verdict::kUndecided);
}

// Over few topics a correlation is noise, however well the seeds agree on it: over 30 its own 95% interval is
// +-0.36 at 0.
TEST(Claims, FewTopicsOrEqualSizesDecideNothing) {
  EXPECT_EQ(DecideEven(0.1, 40, 1000), Verdict::kUndecided);
  EXPECT_EQ(DecideEven(0.1, 8, 1000), Verdict::kNotTested);
  EXPECT_EQ(DecideEven(-0.9, 8, 1000), Verdict::kNotTested);
  EXPECT_EQ(DecideEven(0.1, 400, 1.6), Verdict::kNotTested);
}

TEST(Claims, NearEmptyTopicsNeedEnoughDocuments) {
  const auto decide = [](double error, double documents) {
    MadeUp results;
    results.Add(kOurTopics, "DMOZ L2", kHlf, {}, "error_of_near_empty_topics", error, 0)
        .Add(kOurTopics, "DMOZ L2", kHlf, {}, "documents_of_near_empty_topics", documents, 0);
    return Decide("S14", "near-empty, DMOZ L2", results.Take());
  };
  EXPECT_EQ(decide(0, 1000), Verdict::kHolds);
  EXPECT_EQ(decide(50, 1000), Verdict::kFails);
  // Three seeds of no mistake on 100 documents are no 300 documents: 3% are not refuted by them.
  EXPECT_EQ(decide(0, 100), Verdict::kUndecided);
  EXPECT_EQ(decide(5, 20), Verdict::kUndecided);
  EXPECT_EQ(decide(0, 0), Verdict::kNotTested);
}

TEST(Claims, HashKernelMustBeatFourKernels) {
  const auto decide = [](double gks) {
    MadeUp results;
    results.Add(kTable28, "PTC", kHk, {}, "accuracy", 0.6, 0.0001);
    for (const char* rival : {kRw, kSp, kGk}) results.Add(kTable28, "PTC", rival, {}, "accuracy", 0.55);
    results.Add(kTable28, "PTC", kGks, Setting{{"graphlets", "8497"}}, "accuracy", gks);
    return Decide("S15", "PTC", results.Take());
  };
  EXPECT_EQ(decide(0.57), Verdict::kHolds);
  EXPECT_EQ(decide(0.65), Verdict::kFails);
}

TEST(Claims, OnlyAllOfDdDecidesAboutADay) {
  const auto decide = [](double rival, double graphs) {
    MadeUp results;
    for (const char* method : {kRw, kSp, kGk, kHk}) {
      results.Add(kOurGraphTimes, "DD", method, {}, "graphs", graphs, 0);
      results.Add(kOurGraphTimes, "DD", method, {}, "kernel_time", method == std::string(kHk) ? 200 : rival);
    }
    return Decide("S16", "", results.Take());
  };
  EXPECT_EQ(decide(100'000, 1178), Verdict::kHolds);
  EXPECT_EQ(decide(30, 1178), Verdict::kFails);
  EXPECT_EQ(decide(100'000, 60), Verdict::kNotTested);
}

TEST(Claims, SelectionIsComparedWithinTheHashKernel) {
  for (const char* metric : {"accuracy", "auc"}) {
    const auto decide = [&](double with) {
      MadeUp results;
      results.Add(kTable29, "DD", kHk, Setting{{"feature_selection", "no"}}, metric, 0.8)
          .Add(kTable29, "DD", kHk, Setting{{"feature_selection", "yes"}}, metric, with, 0.0011);
      return Decide("S17", std::string(metric) + ", DD", results.Take());
    };
    EXPECT_EQ(decide(0.84), Verdict::kHolds);
    EXPECT_EQ(decide(0.75), Verdict::kFails);
  }
}

// Bounds of 0.404 and 0.0117 for two and three copies; shares of so many functions at each seed.
std::vector<FinishedCase> Simulations(const std::map<std::string, std::vector<double>>& shares,
                                      double functions) {
  MadeUp results;
  for (const auto& [copies, of_seeds] : shares) {
    const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}};
    results
        .Add(kTheorem2, "", kBound, key, "probability_of_information_loss", copies == "2" ? 0.404 : 0.0117, 0)
        .Add(kOurInformationLoss, "", kSimulation, key, "random_functions", functions, 0)
        .AddEach(kOurInformationLoss, "", kSimulation, key, "share_of_functions_that_lose", of_seeds);
  }
  return results.Take();
}

TEST(Claims, SharesOfManyFunctionsStayBelowTheBound) {
  const auto decide = [](double at_2, double at_3, double functions) {
    return Decide("S18", "bound",
                  Simulations({{"2", std::vector(3, at_2)}, {"3", std::vector(3, at_3)}}, functions));
  };
  EXPECT_EQ(decide(0.33, 0.003, 1000), Verdict::kHolds);
  EXPECT_EQ(decide(0.33, 0.02, 1000), Verdict::kFails);
  EXPECT_EQ(decide(0.5, 0.003, 1000), Verdict::kFails);
  // One of three is no refutation of 0.404, nor one of 60 one of 0.0117.
  EXPECT_EQ(decide(1, 0, 1), Verdict::kUndecided);
  EXPECT_EQ(Decide("S18", "bound", Simulations({{"2", {0.3, 0.3, 0.3}}, {"3", {0.05, 0, 0}}}, 20)),
            Verdict::kUndecided);
}

// The share of one seed above a bound of a probability is no failure: with 20 functions it is so every other
// time where the probability is 0.33.
TEST(Claims, SharesOfFewFunctionsDecideNothing) {
  EXPECT_EQ(Decide("S18", "bound", Simulations({{"2", {0.45, 0.3, 0.3}}, {"3", {0, 0, 0}}}, 20)),
            Verdict::kUndecided);
}

// How likely a failure is where the claim is true is handed on: a claim of several parts counts on it.
TEST(Claims, AFailureByChanceSaysHowLikelyItIs) {
  const Share counted = {190, 400};
  const harness::ClaimOutcome outcome = ShareAtMost(counted, 0.404, 2, "c=2");
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_EQ(outcome.chance, 4 * ChanceOfAsMany(counted, 0.404));
  EXPECT_GT(outcome.chance, 0);
  EXPECT_LT(outcome.chance, 0.05);
  EXPECT_NE(outcome.evidence.find("c=2: 190 of 400"), std::string::npos);
}

TEST(Claims, MoreCopiesLoseLess) {
  const auto decide = [](double at_1, double at_2, double at_3) {
    MadeUp results;
    const std::pair<const char*, double> shares[] = {{"1", at_1}, {"2", at_2}, {"3", at_3}};
    for (const auto& [copies, share] : shares) {
      const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}};
      results.Add(kOurInformationLoss, "", kSimulation, key, "share_of_functions_that_lose", share,
                  0.0001 * std::stod(copies));
    }
    return Decide("S18", "copies", results.Take());
  };
  EXPECT_EQ(decide(1, 0.3, 0.003), Verdict::kHolds);
  EXPECT_EQ(decide(1, 0.3, 0.3), Verdict::kUndecided);
  EXPECT_EQ(decide(0.2, 0.3, 0.1), Verdict::kFails);
}

Verdict DecideDeviations(const char* part, const char* varied, const std::vector<double>& at_smallest,
                         const std::vector<double>& at_largest) {
  MadeUp results;
  const auto key = [&](const std::string& value) {
    Setting setting = {{"varied", varied}, {"m", "8"}, {"M", "2"}, {"n", "2^8"}};
    setting.Set(varied, value);
    return setting;
  };
  const bool of_bins = varied == std::string("n");
  results.AddEach(kOurDeviation, "", kHk, key(of_bins ? "2^8" : "8"), "largest_deviation", at_smallest)
      .Add(kOurDeviation, "", kHk, key(of_bins ? "2^10" : "32"), "largest_deviation", 100)
      .AddEach(kOurDeviation, "", kHk, key(of_bins ? "2^14" : "128"), "largest_deviation", at_largest);
  return Decide("S19", part, results.Take());
}

TEST(Claims, DeviationsFollowTheBound) {
  const auto decide = [](const char* part, const char* varied, double at_smallest, double at_largest) {
    return DecideDeviations(part, varied, {at_smallest, 1.01 * at_smallest, 0.99 * at_smallest},
                            {at_largest, at_largest, at_largest});
  };
  // From 136 to 32,896 entries the root of the logarithm grows by 1.455, with the margin by 1.82.
  EXPECT_EQ(decide("observations", "m", 0.1, 0.15), Verdict::kHolds);
  EXPECT_EQ(decide("observations", "m", 0.1, 0.25), Verdict::kFails);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.14), Verdict::kHolds);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.25), Verdict::kFails);
  // The root of 64 is 8.
  EXPECT_EQ(decide("bins", "n", 0.8, 0.11), Verdict::kHolds);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.09), Verdict::kHolds);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.4), Verdict::kFails);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.05), Verdict::kFails);
}

// Where nothing collides deviations are rounding, or 0: their ratios are about nothing.
TEST(Claims, RoundingIsNoDeviation) {
  for (const double nothing : {0.0, 1e-16}) {
    for (const auto& [part, varied] : {std::pair("observations", "m"), {"classes", "M"}, {"bins", "n"}}) {
      EXPECT_EQ(DecideDeviations(part, varied, {0.1, nothing, 0.1}, {0.1, 0.11, 0.12}), Verdict::kNotTested);
      EXPECT_EQ(DecideDeviations(part, varied, {0.1, 0.1, 0.1}, {0.1, nothing, 0.12}), Verdict::kNotTested);
    }
  }
}

}  // namespace
}  // namespace structlab::hashing
