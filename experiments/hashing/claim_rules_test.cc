#include "experiments/hashing/claim_rules.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/text_runs.h"

namespace structlab::hashing {
namespace {

using harness::Absolute;
using harness::FinishedCase;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

constexpr int kDocuments = 400, kSeeds = 6;
const Values kOurs = {.table = "t", .metric = "error_of_HK"};
const Values kRivals = {.table = "t", .metric = "error_of_RP"};

// One case a seed, in which each method has its share of the documents wrong, drawn anew at each seed or the
// same at all.
Results Errors(double ours, double rivals, bool same_documents) {
  std::vector<FinishedCase> cases;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    FinishedCase finished;
    finished.c.name = "runtime";
    finished.c.seed = seed;
    harness::Recorder record(finished.c);
    for (const auto& [metric, share] : {std::pair(kOurs.metric, ours), {kRivals.metric, rivals}}) {
      structured_learning::Mistakes mistakes;
      for (uint64_t document = 0; document < kDocuments; ++document) {
        common::RandomStream random(same_documents ? 1 : seed, metric, document);
        mistakes.Add(random.Uniform() < share);
      }
      RecordError("t", metric, mistakes, record);
    }
    finished.record = record.record();
    cases.push_back(std::move(finished));
  }
  return Results(std::move(cases), harness::Profile::kPaper);
}

Rule Below() { return OverDocuments(harness::Less(kOurs, kRivals).ByAtLeast(Absolute(0))); }

TEST(OverDocuments, TakesSeedsAndDocuments) {
  EXPECT_EQ(Below().Decide(Errors(0.1, 0.4, false)).verdict, Verdict::kHolds);
  EXPECT_EQ(Below().Decide(Errors(0.4, 0.1, false)).verdict, Verdict::kFails);
  // That all seeds are wrong at the same twenty documents more says little of other documents.
  EXPECT_EQ(Below().Decide(Errors(0.195, 0.2, true)).verdict, Verdict::kUndecided);
}

TEST(OverDocuments, NeedsWhichDocumentsAreWrong) {
  Results results = Errors(0.1, 0.4, false);
  std::vector<FinishedCase> without = results.cases();
  for (FinishedCase& finished : without) finished.record.curves.clear();
  EXPECT_EQ(Below().Decide(Results(std::move(without), harness::Profile::kPaper)).verdict,
            Verdict::kNotTested);
}

// What is added to an error is added over the documents, too.
TEST(OverDocuments, ShiftsErrorsByWhatARuleAdds) {
  const Results equal = Errors(0.2, 0.2, true);
  const auto with = [](double points) {
    return OverDocuments(harness::Less(kOurs.Margin(points), kRivals).ByAtLeast(Absolute(0)));
  };
  EXPECT_EQ(with(-15).Decide(equal).verdict, Verdict::kHolds);
  EXPECT_EQ(with(15).Decide(equal).verdict, Verdict::kFails);
}

// Ten folds at each of three seeds; those of the second method are right by so much more.
Results Folds(double more) {
  std::vector<FinishedCase> cases;
  for (const char* method : {kRw, kHk}) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      FinishedCase finished;
      finished.c.name = std::string("graphs/dd/").append(method);
      finished.c.dataset = "DD";
      finished.c.method = method;
      finished.c.seed = seed;
      harness::Recorder record(finished.c);
      std::vector<double> folds, accuracies;
      for (uint64_t fold = 1; fold <= 10; ++fold) {
        common::RandomStream random(seed, method, fold);
        folds.push_back(static_cast<double>(fold));
        accuracies.push_back(random.Uniform(0.5, 0.6) + (method == std::string(kHk) ? more : 0));
      }
      record.Curve(kOurFolds, "accuracy", folds, accuracies);
      finished.record = record.record();
      cases.push_back(std::move(finished));
    }
  }
  return Results(std::move(cases), harness::Profile::kPaper, {{"folds", "10"}});
}

TEST(LessInFolds, ComparesFoldByFold) {
  const Rule below = LessInFolds("DD", "accuracy", {kRw}, kHk);
  EXPECT_EQ(below.Decide(Folds(0.2)).verdict, Verdict::kHolds);
  EXPECT_EQ(below.Decide(Folds(-0.2)).verdict, Verdict::kFails);
  // 30 pairs with a deviation of 0.04 would show 0.02, but folds share their training graphs.
  EXPECT_EQ(below.Decide(Folds(0.02)).verdict, Verdict::kUndecided);
  EXPECT_EQ(LessInFolds("DD", "accuracy", {kRw, kSp}, kHk).Decide(Folds(0.2)).verdict, Verdict::kNotTested);
}

TEST(ShareAtMost, NeedsEnoughTrials) {
  EXPECT_EQ(ShareAtMost({0, 0}, 0.5, 1, "x").verdict, Verdict::kNotTested);
  EXPECT_EQ(ShareAtMost({0, 10}, 0.01, 1, "x").verdict, Verdict::kUndecided);
  EXPECT_EQ(ShareAtMost({0, 1000}, 0.01, 1, "x").verdict, Verdict::kHolds);
  const harness::ClaimOutcome fails = ShareAtMost({30, 1000}, 0.01, 2, "x");
  EXPECT_EQ(fails.verdict, Verdict::kFails);
  EXPECT_GT(fails.chance, 0);
  EXPECT_LT(fails.chance, 1e-3);
}

}  // namespace
}  // namespace structlab::hashing
