// Rules about accuracies and codes, on made-up results.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/made_up_results.h"
#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::Claim;
using harness::Results;
using harness::Verdict;

TEST(Claims, NothingIsDecidedWithoutResults) {
  for (const Claim& claim : AllClaims()) {
    EXPECT_EQ(claim.decide(Results({}, harness::Profile::kPaper, PaperSettings())).verdict,
              Verdict::kNotTested)
        << claim.id << " " << claim.part;
  }
}

// Of ORL, Yale and others the source says nothing, and generated faces decide no accuracy.
TEST(Claims, AreAboutTheSetsOfTheSource) {
  std::set<std::string> of_accuracy, of_sparsity, of_times, about_ar_alone;
  for (const Claim& claim : AllClaims()) {
    ASSERT_EQ(claim.data.size(), 1u);
    EXPECT_FALSE(
        claim.independent_of_data);  // also of times: codes of generated faces may be longer or shorter
    if (claim.id == "S23" || claim.id == "S24" || claim.id == "S26") {
      of_times.insert(claim.data[0]);
      continue;
    }
    EXPECT_NE(claim.data[0], kArData) << claim.id << " " << claim.part;
    std::string part = claim.part;
    for (const std::string method : {"HASH-l1, ", "HASH-OMP, "}) {
      if (claim.id == "S21" && part.starts_with(method)) part.erase(0, method.size());
    }
    (claim.id == "S27"                        ? of_sparsity
     : claim.id == "S25" || claim.id == "S28" ? about_ar_alone
                                              : of_accuracy)
        .insert(part);
  }
  EXPECT_EQ(of_accuracy, (std::set<std::string>{kForAr, "YaleB"}));
  EXPECT_EQ(of_sparsity, (std::set<std::string>{"YaleB"}));
  EXPECT_EQ(about_ar_alone,
            (std::set<std::string>{kForAr, "dim 50, " + kForAr, "dim 100 and more, " + kForAr}));
  EXPECT_EQ(of_times, (std::set<std::string>{kArData, kFacesData}));
}

MadeUp MostAccurateOf(double hash_l1, double fisher, Goes goes = Goes::kEvenly) {
  MadeUp results;
  for (const Method& method : Methods()) {
    const bool is_hash_l1 = method.name == std::string(kHashL1);
    if (method.features == Features::kFisher || method.name == std::string(kFisherKnnWithin)) continue;
    results.Accuracy(method.name, 300, is_hash_l1 ? hash_l1 : 0.9,
                     goes == Goes::kUpAndDown ? (is_hash_l1 ? 0.1 : 0)
                     : is_hash_l1             ? 0.002
                                              : 0.001,
                     goes);
  }
  results.Accuracy(kFisherKnnWithin, 300, fisher);
  return results;
}

TEST(Claims, TheMostAccurateBeatsEachOther) {
  const auto decide = [](MadeUp results) { return Decide("S20", "YaleB", results.Take()).verdict; };
  EXPECT_EQ(decide(MostAccurateOf(0.95, 0.93)), Verdict::kHolds);
  EXPECT_EQ(decide(MostAccurateOf(0.95, 0.97)), Verdict::kFails);
  EXPECT_EQ(decide(MostAccurateOf(0.85, 0.8)), Verdict::kFails);
  // Above each in the mean, but not in each trial.
  EXPECT_EQ(decide(MostAccurateOf(0.95, 0.9, Goes::kUpAndDown)), Verdict::kUndecided);
  // Two trials are too few.
  EXPECT_EQ(decide(MostAccurateOf(0.95, 0.93).Without(2)), Verdict::kNotTested);
}

// 0.007 below one of nine rivals, with an interval of +- 0.0039 that for nine is three times as wide.
TEST(Claims, OneWeakFailureOfManyDecidesNothing) {
  const harness::ClaimOutcome outcome = Decide("S20", "YaleB", MostAccurateOf(0.95, 0.959).Take());
  EXPECT_EQ(outcome.verdict, Verdict::kUndecided) << outcome.evidence;
}

TEST(Claims, WithoutARivalNothingIsDecided) {
  MadeUp results;
  for (const Method& method : Methods()) {
    if (method.features == Features::kFisher || method.features == Features::kEigen) continue;
    results.Accuracy(method.name, 300, method.name == std::string(kHashL1) ? 0.95 : 0.9);
  }
  const harness::ClaimOutcome outcome = Decide("S20", "YaleB", results.Take());
  EXPECT_EQ(outcome.verdict, Verdict::kNotTested);
  EXPECT_NE(outcome.evidence.find("needs EIGEN-OMP, EIGEN-l1, EIGEN-KNN, EIGEN-SVM"), std::string::npos)
      << outcome.evidence;
}

TEST(Claims, CompetitiveIsWithinTwoPointsOnAverage) {
  const auto decide = [](double at_50, double others, double step, Goes goes) {
    MadeUp results;
    for (const int dimension : kDimensions) {
      results.Accuracy(kHashL1, dimension, dimension == 50 ? at_50 : others, step, goes);
      results.Accuracy(kRandomL1, dimension, 0.9);
    }
    return Decide("S21", "HASH-l1, YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.84, 0.91, 0.002, Goes::kEvenly), Verdict::kHolds);  // 6 below at one, 1 above at three
  EXPECT_EQ(decide(0.78, 0.9, 0.002, Goes::kEvenly), Verdict::kFails);
  EXPECT_EQ(decide(0.9, 0.9, 0.05, Goes::kUpAndDown), Verdict::kUndecided);
  MadeUp without;
  without.Accuracy(kHashL1, 50, 0.9).Accuracy(kRandomL1, 50, 0.9);
  EXPECT_EQ(Decide("S21", "HASH-l1, YaleB", without.Take()).verdict, Verdict::kNotTested);
}

// What the source prints of Extended Yale B is within the margin of the claim with one of its two methods.
TEST(Claims, ThePrintedTableIsCompetitiveWithL1Alone) {
  const std::vector<double> hash_l1 = {0.899, 0.951, 0.977, 0.982}, hash_omp = {0.806, 0.856, 0.939, 0.964},
                            random_l1 = {0.928, 0.966, 0.980, 0.979};
  MadeUp results;
  for (size_t i = 0; i < 4; ++i) {
    const harness::Setting key = DimensionKey(kDimensions[i]);
    EXPECT_EQ(PrintedValue({kTable31, "YaleB", kHashL1, key, "accuracy"}), hash_l1[i]);
    EXPECT_EQ(PrintedValue({kTable31, "YaleB", kHashOmp, key, "accuracy"}), hash_omp[i]);
    results.Accuracy(kHashL1, kDimensions[i], hash_l1[i], 0.0015);
    results.Accuracy(kHashOmp, kDimensions[i], hash_omp[i], 0.0015);
    results.Accuracy(kRandomL1, kDimensions[i], random_l1[i]);
  }
  const std::vector<harness::FinishedCase> all = results.Take();
  const harness::ClaimOutcome with_l1 = Decide("S21", "HASH-l1, YaleB", all);
  EXPECT_EQ(with_l1.verdict, Verdict::kHolds) << with_l1.evidence;
  const harness::ClaimOutcome with_omp = Decide("S21", "HASH-OMP, YaleB", all);
  EXPECT_EQ(with_omp.verdict, Verdict::kFails) << with_omp.evidence;
  EXPECT_NE(with_omp.evidence.find("HASH-OMP less RANDOM-l1: -0.121 at dim=50"), std::string::npos)
      << with_omp.evidence;
}

TEST(Claims, SparseMethodsMustAllBeWorseThanMachines) {
  const auto decide = [](double random_l1, double step, Goes goes) {
    MadeUp results;
    for (const Method& method : Methods()) {
      if (!method.has_codes()) continue;
      const bool is_random_l1 = method.name == std::string(kRandomL1);
      results.Accuracy(method.name, 50, is_random_l1 ? random_l1 : 0.7, is_random_l1 ? step : 0.002,
                       is_random_l1 ? goes : Goes::kEvenly);
    }
    results.Accuracy(kEigenSvm, 50, 0.9).Accuracy(kFisherSvmWithin, 50, 0.95);
    return Decide("S22", "YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.85, 0.002, Goes::kEvenly), Verdict::kHolds);
  EXPECT_EQ(decide(0.98, 0.002, Goes::kEvenly), Verdict::kFails);
  EXPECT_EQ(decide(0.93, 0.002, Goes::kEvenly), Verdict::kFails);  // above one of the two
  EXPECT_EQ(decide(0.85, 0.1, Goes::kUpAndDown), Verdict::kUndecided);
}

TEST(Claims, SparserHasMoreOfItsNormInTheHeaviest) {
  const auto decide = [](double of_hash, double step, Goes goes) {
    MadeUp results;
    results.Add(kOurCodes, kHashL1, OurKey(300), "share_of_heaviest", of_hash, step, goes);
    results.Add(kOurCodes, kRandomL1, OurKey(300), "share_of_heaviest", 0.5, 0.001);
    return Decide("S27", "YaleB", results.Take()).verdict;
  };
  EXPECT_EQ(decide(0.6, 0.002, Goes::kEvenly), Verdict::kHolds);
  EXPECT_EQ(decide(0.4, 0.002, Goes::kEvenly), Verdict::kFails);
  EXPECT_EQ(decide(0.6, 0.2, Goes::kUpAndDown), Verdict::kUndecided);
}

TEST(Claims, CodesArePredictedFromAtTheLowDimensionAlone) {
  const auto decide = [](const std::string& part, double alpha, double at_100, double step, Goes goes) {
    MadeUp results(kOccluders);
    for (const int dimension : kDimensions) {
      results.Accuracy(kHashOmp, dimension, 0.6).Accuracy(kHashL1, dimension, 0.7);
      results.Add(kTable34, kAlphaSvm, AlphaKey(dimension), "accuracy", dimension == 100 ? at_100 : alpha,
                  step, goes);
    }
    return Decide("S28", part + kForAr, results.Take()).verdict;
  };
  EXPECT_EQ(decide("dim 50, ", 0.8, 0, 0.002, Goes::kEvenly), Verdict::kHolds);
  EXPECT_EQ(decide("dim 50, ", 0.65, 0, 0.002, Goes::kEvenly), Verdict::kFails);
  EXPECT_EQ(decide("dim 50, ", 0.8, 0, 0.2, Goes::kUpAndDown), Verdict::kUndecided);
  EXPECT_EQ(decide("dim 100 and more, ", 0.5, 0.5, 0.002, Goes::kEvenly), Verdict::kHolds);
  EXPECT_EQ(decide("dim 100 and more, ", 0.5, 0.65, 0.002, Goes::kEvenly), Verdict::kFails);
  EXPECT_EQ(decide("dim 100 and more, ", 0.5, 0.5, 0.2, Goes::kUpAndDown), Verdict::kUndecided);
}

TEST(Agreed, NeedsThemAll) {
  const auto decide = [](const std::vector<Verdict>& verdicts) {
    std::vector<NamedOutcome> outcomes;
    double chance = 0.04;
    for (const Verdict verdict : verdicts) {
      outcomes.push_back({"way", {verdict, "numbers", chance}});
      chance /= 2;
    }
    return Agreed(outcomes);
  };
  EXPECT_EQ(decide({Verdict::kHolds, Verdict::kHolds}).verdict, Verdict::kHolds);
  EXPECT_EQ(decide({Verdict::kFails, Verdict::kFails}).verdict, Verdict::kFails);
  EXPECT_EQ(decide({Verdict::kFails, Verdict::kFails}).chance, 0.02);
  EXPECT_EQ(decide({Verdict::kFails, Verdict::kHolds}).verdict, Verdict::kUndecided);
  EXPECT_EQ(decide({Verdict::kFails, Verdict::kUndecided}).verdict, Verdict::kUndecided);
  EXPECT_EQ(decide({Verdict::kHolds, Verdict::kNotTested}).verdict, Verdict::kNotTested);
  EXPECT_EQ(decide({}).verdict, Verdict::kNotTested);
  EXPECT_EQ(decide({Verdict::kFails, Verdict::kHolds}).evidence, "way fails (numbers); way holds (numbers)");
}

}  // namespace
}  // namespace structlab::face_recognition
