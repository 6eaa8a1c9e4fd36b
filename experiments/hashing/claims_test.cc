// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/hashing/claims.h"

#include <gtest/gtest.h>

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
    for (const uint64_t seed : {1, 2, 3}) {
      FinishedCase finished;
      finished.c.name = "case" + std::to_string(cases_.size());
      finished.c.dataset = dataset;
      finished.c.method = method;
      finished.c.seed = seed;
      finished.c.repeats = 3;
      finished.record.values.push_back({.key = {table, dataset, method, setting, metric},
                                        .value = value + step * static_cast<double>(seed)});
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

TEST(Claims, TimesAreComparedBetweenTheEnds) {
  const struct {
    const char* dataset;
    const char* table;
    int small, large;
  } parts[] = {{"RCV1", kTable23, 8, 10}, {"DMOZ L3", kTable27, 7, 9}};
  for (const auto& [dataset, table, small, large] : parts) {
    const auto decide = [&, dataset = dataset, table = table, small = small, large = large](
                            const char* method, double at_large) {
      const bool is_rcv1 = dataset == std::string("RCV1");
      const auto key = [&](int bits) { return is_rcv1 ? DimensionKey(bits) : CoresKey(bits); };
      MadeUp results;
      results.Add(table, dataset, method, key(small), "load_train_test_time", 10)
          .Add(table, dataset, method, key(large), "load_train_test_time", at_large, 0.01);
      return Decide("S04", std::string(method) + ", " + dataset, results.Take());
    };
    EXPECT_EQ(decide(kRp, 20), Verdict::kHolds);
    EXPECT_EQ(decide(kRp, 9), Verdict::kFails);
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

TEST(Claims, CollisionsHarmOnlyAt14Bits) {
  const auto decide = [](double at_18, double at_14) {
    MadeUp results;
    results.Add(kTable24, "rcv1-small", kHk, CollisionKey(24), "error", 5)
        .Add(kTable24, "rcv1-small", kHk, CollisionKey(18), "error", at_18, 0.01)
        .Add(kTable24, "rcv1-small", kHk, CollisionKey(14), "error", at_14);
    return Decide("S06", "rcv1-small", results.Take());
  };
  EXPECT_EQ(decide(5.2, 6), Verdict::kHolds);
  EXPECT_EQ(decide(5.9, 7), Verdict::kFails);
  EXPECT_EQ(decide(5.2, 5), Verdict::kFails);
}

TEST(Claims, CollisionsAndErrorsRiseStepByStep) {
  const auto decide = [](const char* part, const char* dataset, const char* metric, double at_20) {
    MadeUp results;
    double value = 1;
    for (const int bits : {24, 22, 20, 18, 16, 14}) {
      results.Add(kTable24, dataset, kHk, CollisionKey(bits), metric, bits == 20 ? at_20 : value,
                  0.01 * value);
      value += 1;
    }
    return Decide("S07", part, results.Take());
  };
  EXPECT_EQ(decide("collision rate, RCV1", "RCV1", "collision_rate", 3), Verdict::kHolds);
  EXPECT_EQ(decide("collision rate, RCV1", "RCV1", "collision_rate", 1.5), Verdict::kFails);
  EXPECT_EQ(decide("error, 20newsgroups", "20newsgroups", "error", 3), Verdict::kHolds);
  EXPECT_EQ(decide("error, 20newsgroups", "20newsgroups", "error", 5), Verdict::kFails);
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

// The substitutes compare with their smaller table, DMOZ with the larger one.
TEST(Claims, FeaturesAloneAreComparedAtAboutTheSameMemory) {
  const auto decide = [](const char* dataset, int joint, double hf) {
    MadeUp results;
    results.Add(kTable25, dataset, kHlf, DimensionKey(joint), "error", 30)
        .Add(kTable25, dataset, kHf, DimensionKey(15), "error", hf, 0.01);
    return Decide("S09", dataset, results.Take());
  };
  EXPECT_EQ(decide("DMOZ L2", 28, 31), Verdict::kHolds);
  EXPECT_EQ(decide("DMOZ L2", 28, 29), Verdict::kFails);
  EXPECT_EQ(decide("reuters-r8", 20, 31), Verdict::kHolds);
  EXPECT_EQ(decide("reuters-r8", 24, 31), Verdict::kNotTested);
}

TEST(Claims, TwoPointsAreLittle) {
  const auto decide = [](double small) {
    MadeUp results;
    results.Add(kTable25, "20newsgroups", kHlf, DimensionKey(24), "error", 15)
        .Add(kTable25, "20newsgroups", kHlf, DimensionKey(20), "error", small, 0.01);
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

TEST(Claims, ProjectionsMustLoseAtEveryDimension) {
  for (const bool of_time : {false, true}) {
    const auto decide = [&](double rp_at_8) {
      MadeUp results;
      for (const int bits : {7, 8, 9}) {
        Setting key = CoresKey(bits);
        if (of_time) key.Set("table", kTable27);
        const char* const table = of_time ? kOurTimes : kTable27;
        const char* const metric = of_time ? "total_time" : "error";
        results.Add(table, "DMOZ L3", kHk, key, metric, 50)
            .Add(table, "DMOZ L3", kRp, key, metric, bits == 8 ? rp_at_8 : 80, 0.01);
      }
      return Decide("S13", of_time ? "time, DMOZ L3" : "error, DMOZ L3", results.Take());
    };
    EXPECT_EQ(decide(80), Verdict::kHolds);
    EXPECT_EQ(decide(40), Verdict::kFails);
  }
}

TEST(Claims, ErrorsAreEvenWithoutACorrelation) {
  const auto decide = [](double correlation) {
    MadeUp results;
    results.Add(kOurTopics, "DMOZ L2", kHlf, {}, "correlation_of_error_and_log_size", correlation);
    return Decide("S14", "even, DMOZ L2", results.Take());
  };
  EXPECT_EQ(decide(0.1), Verdict::kHolds);
  EXPECT_EQ(decide(-0.8), Verdict::kFails);
  const auto near_empty = [](double error) {
    MadeUp results;
    results.Add(kOurTopics, "DMOZ L2", kHlf, {}, "error_of_near_empty_topics", error);
    return Decide("S14", "near-empty, DMOZ L2", results.Take());
  };
  EXPECT_EQ(near_empty(0), Verdict::kHolds);
  EXPECT_EQ(near_empty(50), Verdict::kFails);
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

TEST(Claims, SimulationsStayBelowTheBound) {
  const auto make = [](double at_1, double at_2, double at_3) {
    MadeUp results;
    const std::pair<const char*, double> shares[] = {{"1", at_1}, {"2", at_2}, {"3", at_3}};
    for (const auto& [copies, share] : shares) {
      const Setting key = {{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}};
      results.Add(kTheorem2, "", kBound, key, "probability_of_information_loss",
                  copies == std::string("2") ? 0.404 : 0.0117, 0);
      results.Add(kOurInformationLoss, "", kSimulation, key, "share_of_functions_that_lose", share,
                  0.0001 * std::stod(copies));
    }
    return results.Take();
  };
  EXPECT_EQ(Decide("S18", "bound", make(1, 0.27, 0.007)), Verdict::kHolds);
  EXPECT_EQ(Decide("S18", "bound", make(1, 0.27, 0.02)), Verdict::kFails);
  EXPECT_EQ(Decide("S18", "bound", make(1, 0.5, 0.007)), Verdict::kFails);
  EXPECT_EQ(Decide("S18", "copies", make(1, 0.3, 0.3)), Verdict::kUndecided);
  EXPECT_EQ(Decide("S18", "copies", make(0.2, 0.3, 0.1)), Verdict::kFails);
}

TEST(Claims, DeviationsFollowTheBound) {
  const auto decide = [](const char* part, const char* varied, double at_smallest, double at_largest) {
    MadeUp results;
    const auto key = [&](const std::string& value) {
      Setting setting = {{"varied", varied}, {"m", "8"}, {"M", "2"}, {"n", "2^14"}};
      setting.Set(varied, value);
      return setting;
    };
    const bool of_bins = varied == std::string("n");
    results.Add(kOurDeviation, "", kHk, key(of_bins ? "2^8" : "8"), "largest_deviation", at_smallest, 1e-6)
        .Add(kOurDeviation, "", kHk, key(of_bins ? "2^10" : "32"), "largest_deviation", 100)
        .Add(kOurDeviation, "", kHk, key(of_bins ? "2^14" : "128"), "largest_deviation", at_largest, 1e-5);
    return Decide("S19", part, results.Take());
  };
  // From 136 to 32,896 entries the root of the logarithm grows by 1.455, with the margin by 1.82.
  EXPECT_EQ(decide("observations", "m", 0.1, 0.15), Verdict::kHolds);
  EXPECT_EQ(decide("observations", "m", 0.1, 0.25), Verdict::kFails);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.14), Verdict::kHolds);
  EXPECT_EQ(decide("classes", "M", 0.1, 0.25), Verdict::kFails);
  // The root of 64 is 8.
  EXPECT_EQ(decide("bins", "n", 0.8, 0.11), Verdict::kHolds);
  EXPECT_EQ(decide("bins", "n", 0.8, 0.4), Verdict::kFails);
}

}  // namespace
}  // namespace structlab::hashing
