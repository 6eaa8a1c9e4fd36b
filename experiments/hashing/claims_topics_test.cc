// The rules of the claims on made-up results, where the verdict is known: topics.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/claims.h"
#include "experiments/hashing/made_up_results.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Setting;
using harness::Verdict;

// Joint hashing at both levels in tables of so many GiB: the peaks of processes in MB, at three seeds each.
struct Peaks {
  std::vector<double> of_l2, of_l3;
};

Verdict DecideMemory(double table, const Peaks& peaks) {
  MadeUp results;
  for (const int bits : {28, 24}) {
    results.Add(kTable25, "DMOZ L2", kHlf, DimensionKey(bits), "memory", table, 0)
        .Add(kTable25, "DMOZ L3", kHlf, DimensionKey(bits), "memory", table, 0);
  }
  std::vector<harness::FinishedCase> cases = results.Take();
  for (harness::FinishedCase& finished : cases) {
    const std::vector<double>& of_level = finished.c.dataset == "DMOZ L2" ? peaks.of_l2 : peaks.of_l3;
    finished.peak_rss_mb = of_level[finished.c.seed - 1];
  }
  return Decide("S08", "", std::move(cases));
}

// The tables are equal whatever the processes take: that alone would decide nothing.
TEST(Claims, MemoryIsThatOfProcesses) {
  EXPECT_EQ(DecideMemory(2, {{2190, 2192, 2191}, {2194, 2201, 2193}}), Verdict::kHolds);
  EXPECT_EQ(DecideMemory(2, {{2190, 2192, 2191}, {2209, 2212, 2230}}), Verdict::kFails);
  EXPECT_EQ(DecideMemory(2, {{2209, 2212, 2230}, {2190, 2192, 2191}}), Verdict::kFails);
  EXPECT_EQ(DecideMemory(2, {{2190, 2192, 2191}, {2194, 2212, 2193}}), Verdict::kUndecided);
  // Of 0.8 MB there could be 12 times as many.
  EXPECT_EQ(DecideMemory(0.00075, {{50, 50, 50}, {51, 51, 51}}), Verdict::kNotTested);
}

// It decides nothing: it has other documents.
TEST(Claims, TheMemoryOfAllDocumentsStandsWithTheOthers) {
  MadeUp results;
  for (const int bits : {28, 24}) {
    results.Add(kTable25, "DMOZ L2", kHlf, DimensionKey(bits), "memory", 2, 0)
        .Add(kTable25, "DMOZ L3", kHlf, DimensionKey(bits), "memory", 2, 0);
  }
  results.AddEach(kOurWhole, "DMOZ L2", kHlf, DimensionKey(28), "training_documents", {4466703});
  std::vector<harness::FinishedCase> cases = results.Take();
  for (harness::FinishedCase& finished : cases) finished.peak_rss_mb = 2190;
  cases.back().peak_rss_mb = 2512;
  const harness::Results of_paper(std::move(cases), harness::Profile::kPaper, PaperSettings());
  for (const harness::Claim& claim : AllClaims()) {
    if (claim.id != "S08") continue;
    const harness::ClaimOutcome outcome = claim.decide(of_paper);
    EXPECT_NE(outcome.evidence.find("2^28: peaks of 2190 and 2190 MB for levels 2 and 3, 2147 of which "
                                    "are the table; 2512 MB for level 2 where 4466703 training documents "
                                    "are learned instead of 200000"),
              std::string::npos)
        << outcome.evidence;
    EXPECT_EQ(outcome.verdict, Verdict::kHolds);
  }
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
  EXPECT_EQ(decide("reuters-r8", 19, 31), Verdict::kHolds);
  EXPECT_EQ(decide("reuters-r8", 15, 31), Verdict::kNotTested);
  EXPECT_EQ(decide("20newsgroups", 22, 29), Verdict::kFails);
}

TEST(Claims, TwoPointsAreLittle) {
  const auto decide = [](double small) {
    MadeUp results;
    results.Add(kTable25, "20newsgroups", kHlf, DimensionKey(22), "error", 15)
        .Add(kTable25, "20newsgroups", kHlf, DimensionKey(18), "error", small, 0.01);
    return Decide("S10", "20newsgroups", results.Take());
  };
  EXPECT_EQ(decide(16.5), Verdict::kHolds);
  EXPECT_EQ(decide(18), Verdict::kFails);
}

TEST(Claims, OneTableAloneIsNotTheSmaller) {
  harness::Setting settings = PaperSettings();
  settings.Set(JointBitsSetting(FindCorpus(TopicCorpora(), "20newsgroups")), "22");
  MadeUp results;
  results.Add(kTable25, "20newsgroups", kHlf, DimensionKey(22), "error", 15);
  EXPECT_EQ(Outcome("S10", "20newsgroups", results.Take(), settings).verdict, Verdict::kNotTested);
}

TEST(Claims, SmallTablesSayHowFullTheyAre) {
  MadeUp results;
  results.Add(kTable25, "20newsgroups", kHlf, DimensionKey(22), "error", 15)
      .Add(kTable25, "20newsgroups", kHlf, DimensionKey(18), "error", 16, 0.01)
      .Add(kOurTopics, "20newsgroups", kHlf, DimensionKey(22), "different_pairs", 1 << 21, 0);
  const harness::Results of_paper(results.Take(), harness::Profile::kPaper, PaperSettings());
  for (const harness::Claim& claim : AllClaims()) {
    if (claim.id != "S10" || claim.part != "20newsgroups") continue;
    const std::string evidence = claim.decide(of_paper).evidence;
    EXPECT_NE(evidence.find("with 8 and 0.5 pairs of a word and a topic for each bin"), std::string::npos)
        << evidence;
  }
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

// A slope in points for each tenfold size, and its standard error.
Verdict DecideEven(double slope, double deviation, double topics = 400, double spread = 1000) {
  MadeUp results;
  results.Add(kOurTopics, "DMOZ L2", kHlf, {}, "error_by_tenfold_size", slope)
      .Add(kOurTopics, "DMOZ L2", kHlf, {}, "deviation_of_error_by_tenfold_size", deviation)
      .Add(kOurTopics, "DMOZ L2", kHlf, {}, "topics_compared", topics, 0)
      .Add(kOurTopics, "DMOZ L2", kHlf, {}, "spread_of_topic_sizes", spread, 0);
  return Decide("S14", "even, DMOZ L2", results.Take());
}

TEST(Claims, ErrorsAreEvenWithoutASlope) {
  EXPECT_EQ(DecideEven(1, 1), Verdict::kHolds);
  EXPECT_EQ(DecideEven(-1, 1), Verdict::kHolds);
  EXPECT_EQ(DecideEven(-12, 3), Verdict::kFails);
  EXPECT_EQ(DecideEven(12, 3), Verdict::kFails);
  EXPECT_EQ(DecideEven(-4, 1), Verdict::kUndecided);
}

// However well the seeds agree: noise of topics with few test documents makes the interval wide.
TEST(Claims, NoiseAndFewTopicsDoNotMakeErrorsEven) {
  EXPECT_EQ(DecideEven(0, 3), Verdict::kUndecided);
  EXPECT_EQ(DecideEven(-30, 20), Verdict::kUndecided);
  EXPECT_EQ(DecideEven(0, 1, 8), Verdict::kNotTested);
  EXPECT_EQ(DecideEven(-30, 1, 8), Verdict::kNotTested);
  EXPECT_EQ(DecideEven(0, 1, 400, 1.6), Verdict::kNotTested);
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

}  // namespace
}  // namespace structlab::hashing
