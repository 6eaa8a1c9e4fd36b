// The rules of the claims on made-up results, where the verdict is known: texts.
#include "experiments/hashing/claims.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/made_up_results.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::FinishedCase;
using harness::Results;
using harness::Setting;
using harness::Verdict;

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

// However well the seeds agree: of 400 documents half a point is two of them.
TEST(Claims, AFewDocumentsDecideNothing) {
  const auto decide = [](double hk, int documents) {
    MadeUp results(documents);
    results.Add(kTable22, "reuters-r8", kHk, DimensionKey(20), "error", hk, 0.01)
        .Add(kTable22, "reuters-r8", kBsgd, {}, "error", 6.5)
        .Add(kTable22, "reuters-r8", kVw, {}, "error", 6.5);
    return Decide("S01", "error, reuters-r8", results.Take());
  };
  EXPECT_EQ(decide(7, 50'000), Verdict::kHolds);
  EXPECT_EQ(decide(7, 400), Verdict::kUndecided);
  EXPECT_EQ(decide(8, 50'000), Verdict::kFails);
  EXPECT_EQ(decide(8, 400), Verdict::kUndecided);
  EXPECT_EQ(decide(1, 400), Verdict::kHolds);
  EXPECT_EQ(decide(16, 400), Verdict::kFails);
  EXPECT_EQ(decide(1, 0), Verdict::kNotTested);
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
    return Decide("S01", "time, RCV1", results.Take());
  };
  EXPECT_EQ(decide(5, 8), Verdict::kHolds);
  EXPECT_EQ(decide(9, 8), Verdict::kFails);
}

TEST(Claims, TenPointsAreFiveToFifteen) {
  const auto decide = [](double gap, double at_9) {
    MadeUp results;
    for (const int bits : {8, 9, 10}) {
      results.Add(kTable23, "20newsgroups", kHk, DimensionKey(bits), "error", 50);  // of more documents
      results.Add(kOurProjections, "20newsgroups", kHk, DimensionKey(bits), "error", 10);
      results.Add(kTable23, "20newsgroups", kRp, DimensionKey(bits), "error", 10 + (bits == 9 ? at_9 : gap),
                  0.1);
    }
    return Decide("S02", "20newsgroups", results.Take());
  };
  EXPECT_EQ(decide(10, 12), Verdict::kHolds);
  EXPECT_EQ(decide(10, 2), Verdict::kFails);
  EXPECT_EQ(decide(20, 12), Verdict::kFails);
}

// With other texts another method may be the faster one; what a table holds does not depend on them.
TEST(Claims, TimesAreThoseOfTheData) {
  for (const harness::Claim& claim : AllClaims()) {
    const bool is_of_time = claim.rule.find("time") != std::string::npos;
    if (is_of_time && claim.id < "S15") {
      EXPECT_FALSE(claim.independent_of_data) << claim.id << " " << claim.part;
    }
    if (claim.id == "S08") {
      EXPECT_TRUE(claim.independent_of_data);
    }
  }
}

// Generated texts decide nothing that is timed or written; vectors without words have no such times.
TEST(Claims, RealTextsHaveTheirPartsOfTimesAndSizes) {
  std::map<std::string, std::set<std::string>> parts;
  for (const harness::Claim& claim : AllClaims()) {
    const bool is_of_time = claim.part.starts_with("time, ");
    if (claim.id == "S03" || claim.id == "S05" || is_of_time) {
      parts[claim.id].insert(claim.part.substr(is_of_time ? 6 : 0));
      EXPECT_FALSE(claim.independent_of_data) << claim.id << " " << claim.part;
    }
  }
  const std::set<std::string> two_classes = {"RCV1", "20newsgroups", "reuters-r8"};
  const std::set<std::string> topics = {"DMOZ L2", "DMOZ L3", "20newsgroups", "reuters-r8"};
  const std::map<std::string, std::set<std::string>> expected = {
      {"S01", two_classes}, {"S03", two_classes}, {"S05", two_classes}, {"S13", topics}};
  EXPECT_EQ(parts, expected);
}

TEST(Claims, AHundredTimesAtTenBits) {
  const auto decide = [](double hk, double rp) {
    Setting key = DimensionKey(10), beside = DimensionKey(10);
    key.Set("table", kTable23);
    beside.Set("table", kOurProjections);
    MadeUp results;
    results.Add(kOurTimes, "RCV1", kHk, beside, "total_time", hk)
        .Add(kOurTimes, "RCV1", kRp, key, "total_time", rp, 1);
    return Decide("S03", "RCV1", results.Take());
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
    return Decide("S05", "RCV1", results.Take());
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
// factor of 16: at 2^18 and 2^14, where the source loses 39% and 94%, it loses 4% and 47%.
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

// What the source prints bears out what it says.
TEST(Claims, ThePrintedCollisionsDoNoHarmUntilMostBinsAreLost) {
  EXPECT_EQ(Decide("S06", "RCV1",
                   Collisions("RCV1", {{24, {0.82, 5.586}},
                                       {22, {3.38, 5.655}},
                                       {20, {12.52, 5.594}},
                                       {18, {39.31, 5.655}},
                                       {16, {77.51, 5.763}},
                                       {14, {94.31, 6.096}}})),
            Verdict::kHolds);
}

// Which side has the points, so that "mean difference" can be read.
TEST(Claims, EvidenceSaysWhatIsCompared) {
  const std::string harm =
      Outcome("S06", "reuters-r8", Collisions("reuters-r8", {{20, {1, 5}}, {14, {47, 5}}, {10, {95, 6}}}))
          .evidence;
  EXPECT_NE(
      harm.find("2^14 (47.01% lost) less 0.25 points against 2^20 (1.012% lost): mean difference -0.25"),
      std::string::npos)
      << harm;
  EXPECT_NE(harm.find("2^20 (1.012% lost) and 0.25 points against 2^10 (95.01% lost): mean difference -0.74"),
            std::string::npos)
      << harm;
  MadeUp projections;
  for (const int bits : {8, 9, 10}) {
    projections.Add(kOurProjections, "20newsgroups", kHk, DimensionKey(bits), "error", 10, 0)
        .Add(kTable23, "20newsgroups", kRp, DimensionKey(bits), "error", 22, 0.1);
  }
  const std::string points = Outcome("S02", "20newsgroups", projections.Take()).evidence;
  EXPECT_NE(points.find("RP less 10 points against HK at 2^8: mean difference 2.2"), std::string::npos)
      << points;
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
  const auto decide = [](const std::vector<double>& errors) {
    std::map<int, AtLoad> at_bits;
    int bits = 23;
    for (const double error : errors) at_bits[bits] = {50, error}, bits -= 2;
    return Decide("S07", "error, 20newsgroups", Collisions("20newsgroups", at_bits));
  };
  EXPECT_EQ(decide({5.586, 5.655, 5.594, 5.655, 5.763, 6.096}), Verdict::kHolds);
  EXPECT_EQ(decide({6.096, 5.763, 5.655, 5.594, 5.655, 5.586}), Verdict::kFails);
}

}  // namespace
}  // namespace structlab::hashing
