// The rules of the claims on made-up results, where the verdict is known.
#include "experiments/face_recognition/claims.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/explain.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
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
  std::vector<Claim> claims = AccuracyClaims();
  const std::vector<Claim> of_times = TimeClaims();
  claims.insert(claims.end(), of_times.begin(), of_times.end());
  return claims;
}

harness::ClaimOutcome Decide(const std::string& id, const std::string& part,
                             std::vector<FinishedCase> cases) {
  const Results results(std::move(cases), harness::Profile::kPaper, PaperSettings());
  for (const Claim& claim : AllClaims()) {
    if (claim.id == id && claim.part == part) return claim.decide(results);
  }
  ADD_FAILURE() << "no claim " << id << " " << part;
  return {};
}

constexpr int kDimensions[] = {50, 100, 200, 300};

// Cases of three seeds, each with one value, that depends on the seed a little.
class MadeUp {
 public:
  MadeUp& Add(const std::string& table, const std::string& dataset, const std::string& method,
              const Setting& setting, const std::string& metric, double value, double step) {
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
  MadeUp& Accuracy(const char* method, int dimension, double value, double step = 0.001) {
    return Add(kTable31, "YaleB", method, DimensionKey(dimension), "accuracy", value, step);
  }
  MadeUp& Time(const char* method, int dimension, double value, double step = 0.001) {
    return Add(kTable32, "YaleB", method, DimensionKey(dimension), "running_time", value, step);
  }
  MadeUp& FeatureTime(const char* method, int dimension, double value, double step = 0.001) {
    return Add(kOurTimes, "YaleB", method, OurKey(dimension), "feature_time", value, step);
  }
  MadeUp& AtEqualTimes(const char* method, int dimension, double time, double accuracy, double step) {
    Add(kOurEqualTimes, "YaleB", method, OurKey(dimension), "running_time", time, step);
    return Add(kOurEqualTimes, "YaleB", method, OurKey(dimension), "accuracy", accuracy, step);
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

TEST(Claims, TheMostAccurateBeatsEachOther) {
  const auto decide = [](double hash_l1, double fisher, bool has_all = true) {
    MadeUp results;
    for (const Method& method : Methods()) {
      if (method.features == Features::kFisher || method.name == std::string(kFisherKnnWithin)) continue;
      if (!has_all && method.features == Features::kEigen) continue;
      results.Accuracy(method.name, 300, method.name == std::string(kHashL1) ? hash_l1 : 0.9,
                       method.name == std::string(kHashL1) ? 0.002 : 0.001);
    }
    results.Accuracy(kFisherKnnWithin, 300, fisher);
    return Decide("S20", "YaleB", results.Take());
  };
  EXPECT_EQ(decide(0.95, 0.93).verdict, Verdict::kHolds);
  EXPECT_EQ(decide(0.95, 0.97).verdict, Verdict::kFails);
  EXPECT_EQ(decide(0.85, 0.8).verdict, Verdict::kFails);
  const harness::ClaimOutcome some = decide(0.95, 0.93, false);
  EXPECT_EQ(some.verdict, Verdict::kHolds);
  EXPECT_NE(some.evidence.find("without EIGEN-OMP, EIGEN-l1, EIGEN-KNN, EIGEN-SVM"), std::string::npos);
}

TEST(Claims, CompetitiveIsWithinTwoPointsOnAverage) {
  const auto decide = [](double at_50, double others) {
    MadeUp results;
    for (const int dimension : kDimensions) {
      results.Accuracy(kHashOmp, dimension, dimension == 50 ? at_50 : others, 0.002);
      results.Accuracy(kRandomL1, dimension, 0.9);
    }
    return Decide("S21", "HASH-OMP, YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.84, 0.91), Verdict::kHolds);  // 6 below at one, 1 above at three
  EXPECT_EQ(decide(0.78, 0.9), Verdict::kFails);
  MadeUp without;
  without.Accuracy(kHashOmp, 50, 0.9).Accuracy(kRandomL1, 50, 0.9);
  EXPECT_EQ(Decide("S21", "HASH-OMP, YaleB", without.Take()).verdict, Verdict::kNotTested);
}

TEST(Claims, SparseMethodsMustAllBeWorseThanMachines) {
  const auto decide = [](double random_l1) {
    MadeUp results;
    for (const Method& method : Methods()) {
      if (!method.has_codes()) continue;
      results.Accuracy(method.name, 50, method.name == std::string(kRandomL1) ? random_l1 : 0.7, 0.002);
    }
    results.Accuracy(kEigenSvm, 50, 0.9).Accuracy(kFisherSvmWithin, 50, 0.92);
    return Decide("S22", "YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.85), Verdict::kHolds);
  EXPECT_EQ(decide(0.95), Verdict::kFails);
  EXPECT_EQ(decide(0.91), Verdict::kFails);  // above one of the two
}

MadeUp Times(double hash, double random, double eigen) {
  MadeUp results;
  for (const int dimension : kDimensions) {
    results.Time(kHashOmp, dimension, hash).Time(kRandomL1, dimension, random, 0.002);
    results.Time(kEigenOmp, dimension, eigen, 0.0005);
  }
  return results;
}

TEST(Claims, ThirtyTimesFasterAtEachDimension) {
  const auto decide = [](double hash) {
    return Decide("S23", "YaleB, both ours", Times(hash, 10, 1).Take()).verdict;
  };
  EXPECT_EQ(decide(0.3), Verdict::kHolds);
  EXPECT_EQ(decide(0.5), Verdict::kFails);
}

// The printed times of RANDOM-l1 are 76.2, 32.0, 45.4 and 75.1 times those of EIGEN-OMP.
TEST(Claims, PrintedTimesAreScaledByTheYardstick) {
  const auto decide = [](double eigen) {
    return Decide("S23", "YaleB, printed times scaled", Times(0.3, 10, eigen).Take());
  };
  EXPECT_EQ(decide(0.4).verdict, Verdict::kHolds);
  EXPECT_EQ(decide(0.2).verdict, Verdict::kFails);
  EXPECT_NE(decide(0.4).evidence.find("dim=100"), std::string::npos);
  const Results results(Times(0.5, 10, 2).Take(), harness::Profile::kPaper, PaperSettings());
  const harness::Pairs pairs = ScaledTimes(results, "YaleB", 300);
  ASSERT_EQ(pairs.a.size(), 3u);
  EXPECT_NEAR(pairs.a[0], 0.501, 1e-12);
  EXPECT_NEAR(pairs.b[0], 2.0005 * 21887.8 / 291.35, 1e-9);
  EXPECT_TRUE(ScaledTimes(results, "ORL", 300).a.empty());  // nothing is printed of it
}

TEST(Claims, PrintedValuesAreThoseOfTheSource) {
  EXPECT_EQ(PrintedValue({kTable32, "AR", kRandomL1, DimensionKey(300), "running_time"}), 31731);
  EXPECT_EQ(PrintedValue({kTable31, "YaleB", kHashL1, DimensionKey(50), "accuracy"}), 0.899);
  EXPECT_EQ(PrintedValue({kTable33, "AR", kRandomL1, LevelKey(1), "accuracy"}), std::nullopt);
  EXPECT_EQ(PrintedValue({kTable31, "ORL", kHashL1, DimensionKey(50), "accuracy"}), std::nullopt);
}

TEST(Claims, AlmostFlatIsLessThanTwice) {
  const auto decide = [](double at_300) {
    MadeUp results;
    results.Time(kHashOmp, 50, 1).Time(kHashOmp, 300, at_300, 0.004);
    return Decide("S24", "HASH-OMP is almost flat, YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(1.8), Verdict::kHolds);
  EXPECT_EQ(decide(2.2), Verdict::kFails);
}

TEST(Claims, SteepIsMoreThanTheDimension) {
  const auto decide = [](double at_300) {
    MadeUp results;
    results.Time(kRandomL1, 50, 1).Time(kRandomL1, 300, at_300, 0.01);
    return Decide("S24", "RANDOM-l1 grows steeply, YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(7), Verdict::kHolds);
  EXPECT_EQ(decide(5), Verdict::kFails);
}

// RANDOM-l1 is as fast as HASH-OMP at 85 with 5 features, at 180 and 1000 with 25, and never as at 50.
TEST(Claims, EqualTimesCompareTheLargestDimensionThatIsAsFast) {
  const auto decide = [](double of_rival) {
    MadeUp results;
    results.AtEqualTimes(kHashOmp, 50, 0.1, 0.6, 0.001).AtEqualTimes(kHashOmp, 85, 0.4, 0.7, 0.001);
    results.AtEqualTimes(kHashOmp, 180, 1, 0.8, 0.001).AtEqualTimes(kHashOmp, 1000, 2, 0.9, 0.001);
    results.AtEqualTimes(kRandomL1, 2, 0.2, 0.1, 0.002).AtEqualTimes(kRandomL1, 5, 0.3, 0.2, 0.002);
    results.AtEqualTimes(kRandomL1, 25, 0.9, of_rival, 0.002).AtEqualTimes(kRandomL1, 50, 3, 0.95, 0.002);
    return Decide("S25", "YaleB", results.Take());
  };
  const harness::ClaimOutcome outcome = decide(0.5);
  EXPECT_EQ(outcome.verdict, Verdict::kHolds);
  EXPECT_NE(outcome.evidence.find("HASH-OMP at dim=85 (0.402 ms) against RANDOM-l1 at dim=5"),
            std::string::npos)
      << outcome.evidence;
  EXPECT_NE(outcome.evidence.find("dim=180 (1.002 ms) against RANDOM-l1 at dim=25"), std::string::npos)
      << outcome.evidence;
  EXPECT_NE(outcome.evidence.find("never as fast as HASH-OMP at dim=50"), std::string::npos);
  EXPECT_EQ(decide(0.75).verdict, Verdict::kFails);  // 5 points below is not much
}

TEST(Claims, ARivalThatIsAlwaysSlowerDecidesNothing) {
  MadeUp results;
  for (const int dimension : kHashDimensions) {
    results.AtEqualTimes(kHashOmp, dimension, 0.1, 0.6, 0.001);
  }
  results.AtEqualTimes(kRandomL1, 2, 0.2, 0.1, 0.002);
  EXPECT_EQ(Decide("S25", "YaleB", results.Take()).verdict, Verdict::kUndecided);
}

TEST(Claims, HashingIsFasterThanDenseNumbers) {
  const auto decide = [](const char* part, double hash) {
    MadeUp results;
    for (const int dimension : kDimensions) {
      results.Time(kHashOmp, dimension, hash, 0.002).Time(kRandomOmp, dimension, 1);
      results.FeatureTime(kHashOmp, dimension, hash / 2, 0.002).FeatureTime(kRandomOmp, dimension, 0.4);
    }
    return Decide("S26", part, results.Take()).verdict;
  };
  EXPECT_EQ(decide("whole time, YaleB", 0.9), Verdict::kHolds);
  EXPECT_EQ(decide("features alone, YaleB", 0.9), Verdict::kFails);
  EXPECT_EQ(decide("features alone, YaleB", 0.7), Verdict::kHolds);
  EXPECT_EQ(decide("whole time, YaleB", 1.1), Verdict::kFails);
}

TEST(Claims, SparserHasMoreOfItsNormInTheHeaviest) {
  const auto decide = [](double of_hash) {
    MadeUp results;
    results.Add(kOurCodes, "YaleB", kHashL1, OurKey(300), "share_of_heaviest", of_hash, 0.002);
    results.Add(kOurCodes, "YaleB", kRandomL1, OurKey(300), "share_of_heaviest", 0.5, 0.001);
    return Decide("S27", "YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.6), Verdict::kHolds);
  EXPECT_EQ(decide(0.4), Verdict::kFails);
}

TEST(Claims, CodesArePredictedFromAtTheLowDimensionAlone) {
  const auto decide = [](const char* part, double alpha, double at_100) {
    MadeUp results;
    for (const int dimension : kDimensions) {
      results.Accuracy(kHashOmp, dimension, 0.6).Accuracy(kHashL1, dimension, 0.7);
      results.Add(kTable34, "YaleB", kAlphaSvm, AlphaKey(dimension), "accuracy",
                  dimension == 100 ? at_100 : alpha, 0.002);
    }
    return Decide("S28", part, results.Take()).verdict;
  };
  EXPECT_EQ(decide("dim 50, YaleB", 0.8, 0), Verdict::kHolds);
  EXPECT_EQ(decide("dim 50, YaleB", 0.65, 0), Verdict::kFails);
  EXPECT_EQ(decide("dim 100 and more, YaleB", 0.5, 0.5), Verdict::kHolds);
  EXPECT_EQ(decide("dim 100 and more, YaleB", 0.5, 0.65), Verdict::kFails);
}

TEST(Explain, SpeedupsNameTheScaledOnes) {
  harness::ResultRow row;
  row.dataset = "YaleB";
  row.metric = "speedup_high";
  row.value = 20;
  const auto explain = [&](double eigen) {
    return Explain(row, Results(Times(0.5, 10, eigen).Take(), harness::Profile::kPaper, PaperSettings()));
  };
  EXPECT_EQ(explain(1).kind, harness::ExplanationKind::kExplained);
  EXPECT_NE(explain(1).text.find("63.8 to 152"), std::string::npos) << explain(1).text;
  EXPECT_EQ(explain(0.1).kind, harness::ExplanationKind::kUnexplained);
  row.metric = "accuracy";
  EXPECT_EQ(explain(1).kind, harness::ExplanationKind::kNone);
}

TEST(Conclude, SaysHowFastHashingIs) {
  const std::vector<std::string> paragraphs =
      Conclude(Results(Times(0.5, 10, 1).Take(), harness::Profile::kPaper, PaperSettings()));
  ASSERT_EQ(paragraphs.size(), 1u);
  EXPECT_NE(paragraphs[0].find("YaleB: HASH-OMP is 19.9 to 19.9 times faster"), std::string::npos)
      << paragraphs[0];
  EXPECT_TRUE(Conclude(Results({}, harness::Profile::kPaper, PaperSettings())).empty());
}

}  // namespace
}  // namespace structlab::face_recognition
