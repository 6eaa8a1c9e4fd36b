// What every package promises, and what this one promises beyond it. About 100 seconds of processor time: the
// 102 cases of the smoke run, each with a registration, three times, with 1, 2 and 4 jobs.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "experiments/datasets/medical/load.h"
#include "experiments/deformable_registration/methods.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/testing/package_checks.h"
#include "registration/volumes/displacement_field.h"

namespace structlab::deformable_registration {
namespace {

STRUCTLAB_TEST_PACKAGE("deformable_registration")

using datasets::RegistrationSet;

size_t NumTestPairs(const std::vector<Split>& splits) {
  size_t count = 0;
  for (const Split& split : splits) count += split.test.size();
  return count;
}

// No subject of a test pair of `fresh` is in a training pair.
void ExpectNewSubjects(const Split& split, bool both_new) {
  std::set<int> seen;
  for (const SubjectPair& pair : split.train) seen.insert({pair.fixed, pair.moving});
  for (const SubjectPair& pair : split.test) {
    const bool fixed_is_new = !seen.contains(pair.fixed), moving_is_new = !seen.contains(pair.moving);
    EXPECT_TRUE(both_new ? fixed_is_new && moving_is_new : fixed_is_new || moving_is_new);
  }
}

// A set of subjects of which the first `of_fold_0` are in fold 0.
RegistrationSet SetOf(int num_subjects, int of_fold_0) {
  RegistrationSet set;
  for (int i = 0; i < num_subjects; ++i) {
    set.subjects.push_back({.name = "subject", .patient = i, .fold = i < of_fold_0 ? 0 : 1});
  }
  return set;
}

TEST(DeformableRegistration, HasEachReportedRow) {
  const harness::Package package = harness::MakePackage();
  EXPECT_EQ(package.reported_rows().size(), 77u);
  EXPECT_EQ(package.reported_claims().size(), 3u);
}

TEST(Splits, EightPairsOfFourPatientsEachTestOnce) {
  const RegistrationSet set = datasets::DrawParotids();
  const std::vector<Split> splits = PatientSplits(set, {}, 1);
  ASSERT_EQ(splits.size(), 2u);
  EXPECT_EQ(NumTestPairs(splits), 8u);
  for (const Split& split : splits) {
    EXPECT_EQ(split.train.size(), 4u);
    // Each of two folds has one patient.
    const auto patient = [&](size_t pair) { return set.subjects[split.train[pair].fixed].patient; };
    EXPECT_EQ(patient(0), patient(2));
    EXPECT_EQ(patient(1), patient(3));
    EXPECT_NE(patient(0), patient(1));
    ExpectNewSubjects(split, true);
    for (const SubjectPair& pair : split.test) {
      EXPECT_NE(pair.fixed, pair.moving);
      EXPECT_EQ(set.subjects[pair.fixed].patient, set.subjects[pair.moving].patient);
    }
  }
}

TEST(Splits, TheFifthVolumeTestsWithEachOfFour) {
  const std::vector<Split> splits = LastVolumeSplits(datasets::DrawPelvis(), {}, 1);
  ASSERT_EQ(splits.size(), 1u);
  EXPECT_EQ(splits[0].train.size(), 6u);
  EXPECT_EQ(splits[0].test.size(), 4u);
  ExpectNewSubjects(splits[0], false);
}

// Folds of 7 and 8 volumes, as IBSR has them here, and of 9.
TEST(Splits, AllOrderedPairsOfAFoldTest) {
  const std::vector<Split> splits = FoldSplits(SetOf(15, 7), {.train = 10}, 1);
  ASSERT_EQ(splits.size(), 2u);
  EXPECT_EQ(splits[0].test.size(), 42u);
  EXPECT_EQ(splits[1].test.size(), 56u);
  for (const Split& split : splits) {
    EXPECT_EQ(split.train.size(), 10u);
    ExpectNewSubjects(split, true);
  }
  EXPECT_NE(FoldSplits(SetOf(15, 7), {.train = 10}, 2)[0].train, splits[0].train);
  EXPECT_EQ(FoldSplits(SetOf(15, 7), {.train = 10}, 2)[0].test, splits[0].test);
  EXPECT_EQ(FoldSplits(datasets::DrawBrains(), {}, 1)[0].test.size(), 72u);
}

TEST(Splits, HalvesLeaveOutThePairsOnWhichDefaultsWereChosen) {
  const std::vector<Split> splits = HalfSplits(SetOf(40, 0), {.train = 10, .test = 1000}, 1);
  ASSERT_EQ(splits.size(), 1u);
  EXPECT_EQ(splits[0].train.size(), 10u);
  EXPECT_EQ(splits[0].test.size(), 20u * 19u - 20u);
  ExpectNewSubjects(splits[0], true);
  EXPECT_EQ(HalfSplits(SetOf(40, 0), {.test = 20}, 2)[0].test.size(), 20u);
}

TEST(OptionsOf, SingleMetricsHaveTheirWeightOfW0) {
  const RunSettings settings = {.refinements = 5};
  const SetPlan& set = FindSet("ibsr");
  EXPECT_EQ(OptionsOf(kInitial, set, settings).metrics.size(), 4u);
  for (const InitialWeight& initial : kInitialWeights) {
    const registration::RegistrationOptions options = OptionsOf(initial.method, set, settings);
    ASSERT_EQ(options.metrics.size(), 1u);
    EXPECT_EQ(options.metrics[0].name, initial.metric);
    EXPECT_EQ(options.metrics[0].weight, initial.weight);
    EXPECT_EQ(options.spacing, 25);
    EXPECT_NO_THROW(CheckOptions(options));
  }
  const registration::RegistrationOptions scaled = OptionsOf(kScaledMetrics[2], set, settings);
  ASSERT_EQ(scaled.metrics.size(), 1u);
  EXPECT_EQ(scaled.metrics[0].name, "ncc");
  EXPECT_EQ(scaled.metrics[0].weight, 4 * kEqualWeight);
  EXPECT_TRUE(scaled.divides_by_mean);
}

// A pair of drawn volumes that stay where they are: Dice without registration, and the error is the length of
// the true displacements.
TEST(TestPairs, WithoutRegistrationTheErrorIsTheDisplacement) {
  common::ThreadPool pool(2);
  Subjects subjects(datasets::DrawParotids(2), pool);
  const PairMeasures still = MeasureRegistered(subjects, {0, 1}, {}, pool);
  EXPECT_GT(still.true_error, 3);
  EXPECT_EQ(still.folded, 0);
  EXPECT_EQ(still.dice.size(), 2u);
  // The true field takes the error away and makes the labels agree.
  const Registered exact = {.field = subjects.set().true_field(0, 1, pool)};
  const PairMeasures moved = MeasureRegistered(subjects, {0, 1}, exact, pool);
  EXPECT_LT(moved.true_error, 1e-6);
  EXPECT_GT(moved.mean_dice, still.mean_dice);
  EXPECT_GT(moved.mean_dice, 0.8);
}

}  // namespace
}  // namespace structlab::deformable_registration
