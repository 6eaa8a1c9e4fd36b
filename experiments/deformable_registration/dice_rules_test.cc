// Intervals over test pairs that share volumes, and the rules that decide by them.
#include "experiments/deformable_registration/dice_rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/statistics.h"
#include "experiments/deformable_registration/pair_jackknife.h"
#include "experiments/deformable_registration/protocol.h"

namespace structlab::deformable_registration {
namespace {

// Each volume is a patient of its own.
PairVolumes OfDifferentPatients(const std::vector<SubjectPair>& pairs) {
  PairVolumes volumes;
  for (const SubjectPair& pair : pairs) {
    volumes.fixed.push_back(pair.fixed);
    volumes.moving.push_back(pair.moving);
  }
  volumes.fixed_patients = volumes.fixed;
  volumes.moving_patients = volumes.moving;
  return volumes;
}

void ExpectValues(const JackknifeValues& found, const std::vector<double>& values, const std::string& units) {
  EXPECT_EQ(found.units, units);
  ASSERT_EQ(found.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(found.values[i], values[i], 1e-12);
}

TEST(LeaveOutVolumes, EqualsCasesByHand) {
  // Mean 3; without volume 0, 1 and 2: 6, 2 and 1. Jackknife variance 2/3 (9 + 1 + 4) = 28/3.
  const PairVolumes triangle = OfDifferentPatients({{0, 1}, {0, 2}, {1, 2}});
  const JackknifeValues found = LeaveOutVolumes({1, 2, 6}, triangle);
  ExpectValues(found, {-3, 5, 7}, "3 volumes");
  EXPECT_NEAR(std::pow(common::StandardDeviation(found.values), 2) / 3, 28.0 / 3, 1e-12);
  // Pairs that are not known do not count.
  const PairVolumes more = OfDifferentPatients({{0, 1}, {0, 2}, {3, 0}, {1, 2}});
  ExpectValues(LeaveOutVolumes({1, 2, std::nan(""), 6}, more), {-3, 5, 7}, "3 volumes");
  // Pelves: one moving volume in all pairs, of one patient. The other volumes have a pair each.
  PairVolumes star = OfDifferentPatients({{0, 4}, {1, 4}, {2, 4}, {3, 4}});
  star.fixed_patients = star.moving_patients = {0, 0, 0, 0};
  ExpectValues(LeaveOutVolumes({1, 2, 3, 6}, star), {1, 2, 3, 6}, "4 volumes, one more is in all pairs");
  // Heads: pairs within patients.
  PairVolumes heads = OfDifferentPatients({{0, 1}, {1, 0}, {2, 3}, {3, 2}, {4, 5}, {5, 4}});
  heads.fixed_patients = heads.moving_patients = {0, 0, 1, 1, 2, 2};
  ExpectValues(LeaveOutVolumes({1, 3, 2, 2, 6, 8}, heads), {2, 2, 7}, "3 patients");
  // Two patients are too few.
  heads.fixed_patients = heads.moving_patients = {0, 0, 1, 1, 1, 1};
  EXPECT_EQ(LeaveOutVolumes({1, 3, 2, 2, 6, 8}, heads).units, "6 volumes");
  EXPECT_EQ(LeaveOutVolumes({1}, OfDifferentPatients({{0, 1}})).size(), 0u);
}

// Folds of IBSR, where the value of a pair is an effect of its fixed volume, one of its moving volume and
// noise, without or with more noise than effects. An interval that covers the mean 95 times of 100 covers it
// in fewer than 368 of 400 draws with probability 0.004.
TEST(LeaveOutVolumes, IntervalsCoverTheMeanThoughPairsShareVolumes) {
  std::vector<SubjectPair> pairs;
  for (int fixed = 0; fixed < 15; ++fixed) {
    for (int moving = 0; moving < 15; ++moving) {
      if (fixed != moving && (fixed < 7) == (moving < 7)) pairs.push_back({fixed, moving});
    }
  }
  ASSERT_EQ(pairs.size(), 42u + 56u);
  const PairVolumes volumes = OfDifferentPatients(pairs);
  for (const double noise : {0.0, 3.0}) {
    SCOPED_TRACE(noise);
    int covered = 0;
    for (uint64_t draw = 0; draw < 400; ++draw) {
      common::RandomStream random(1, "effects of volumes", draw);
      std::vector<double> of_fixed, of_moving, values;
      for (int i = 0; i < 15; ++i) {
        of_fixed.push_back(random.Normal());
        of_moving.push_back(random.Normal());
      }
      for (const SubjectPair& pair : pairs) {
        values.push_back(of_fixed[pair.fixed] + of_moving[pair.moving] + noise * random.Normal());
      }
      const common::Interval interval =
          common::StudentInterval(LeaveOutVolumes(values, volumes).values, 0.95);
      if (interval.low <= 0 && interval.high >= 0) ++covered;
    }
    RecordProperty(noise > 0 ? "covered_with_noise" : "covered", covered);
    EXPECT_GE(covered, 368);
  }
}

// Dice of methods on structures of a set.
struct SetDice {
  std::string dataset;
  PairVolumes pairs;
  std::map<std::string, std::map<std::string, std::vector<double>>> dice;  // by method and structure
};
harness::Results ResultsOf(const std::vector<SetDice>& sets) {
  std::vector<harness::FinishedCase> cases;
  for (const SetDice& set : sets) {
    for (const auto& [method, structures] : set.dice) {
      harness::FinishedCase finished = {.c = {.name = "case/" + harness::NamePart(method), .method = method}};
      std::vector<harness::RecordedCurve>& curves = finished.record.curves;
      for (const auto& [structure, dice] : structures) {
        const harness::Setting setting = {{"structure", structure}};
        curves.push_back({{kOurPairs, set.dataset, method, setting, "dice"}, set.pairs.fixed, dice});
      }
      curves.push_back({{kOurPairs, set.dataset, method, {}, kVolumes}, set.pairs.fixed, set.pairs.moving});
      curves.push_back({{kOurPairs, set.dataset, method, {}, kPatients},
                        set.pairs.fixed_patients,
                        set.pairs.moving_patients});
      cases.push_back(std::move(finished));
    }
  }
  return harness::Results(std::move(cases), harness::Profile::kPaper);
}

const std::vector<std::string>& Singles() {
  static const std::vector<std::string> singles = {std::begin(kSingleMetrics), std::end(kSingleMetrics)};
  return singles;
}

// Six pairs of twelve volumes, with Dice of 0.5 for single metrics.
harness::Results ResultsWith(double learned, double noise) {
  const PairVolumes pairs = OfDifferentPatients({{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}});
  SetDice set = {.dataset = "IBSR", .pairs = pairs, .dice = {}};
  for (int i = 0; i < 6; ++i) {
    const double part = i % 2 == 0 ? noise : -noise;
    set.dice[kLearned]["CSF"].push_back(learned + part);
    for (const std::string& single : Singles()) set.dice[single]["CSF"].push_back(0.5 + part / 2);
  }
  return ResultsOf({set});
}

TEST(DiceRules, DecideWhetherLearnedWeightsAreAsGood) {
  using harness::Verdict;
  const harness::Rule rule = AtLeastAsGoodAsEach("IBSR", "CSF", Singles());
  EXPECT_EQ(rule.decide(ResultsWith(0.55, 0.01)).verdict, Verdict::kHolds);
  EXPECT_EQ(rule.decide(ResultsWith(0.5, 0.001)).verdict, Verdict::kHolds);
  EXPECT_EQ(rule.decide(ResultsWith(0.45, 0.01)).verdict, Verdict::kFails);
  EXPECT_EQ(rule.decide(ResultsWith(0.49, 0.1)).verdict, Verdict::kUndecided);
  EXPECT_EQ(rule.decide(harness::Results({}, harness::Profile::kPaper)).verdict, Verdict::kNotTested);
  const harness::Rule scaled =
      AtLeastAsGoodAsEach("IBSR", "CSF", {std::begin(kScaledMetrics), std::end(kScaledMetrics)});
  EXPECT_EQ(scaled.decide(ResultsWith(0.55, 0.01)).verdict, Verdict::kNotTested);
  const harness::Rule tie = TieOfGain({"IBSR", "CSF"}, 0.01);
  EXPECT_EQ(tie.decide(ResultsWith(0.5, 0.005)).verdict, Verdict::kHolds);
  EXPECT_EQ(tie.decide(ResultsWith(0.55, 0.005)).verdict, Verdict::kFails);
  EXPECT_EQ(tie.decide(ResultsWith(0.505, 0.1)).verdict, Verdict::kUndecided);
}

// Pelves of one patient: gains vary much from pair to pair, but alike for the two structures.
harness::Verdict DecideSigmoid(double more_than_bladder, double noise_of_bladder) {
  PairVolumes pairs = OfDifferentPatients({{0, 4}, {1, 4}, {2, 4}, {3, 4}});
  pairs.fixed_patients = pairs.moving_patients = {0, 0, 0, 0};
  SetDice set = {.dataset = "RT Abdominal", .pairs = pairs, .dice = {}};
  for (int i = 0; i < 4; ++i) {
    const double gain = 0.05 * i;
    set.dice[kLearned]["Sigmoid"].push_back(0.5 + gain + (i % 2 == 0 ? 0.001 : 0));
    set.dice[kLearned]["Bladder"].push_back(0.5 + gain - more_than_bladder +
                                            (i % 2 == 0 ? noise_of_bladder : -noise_of_bladder));
    for (const std::string& single : Singles()) {
      for (const char* structure : {"Sigmoid", "Bladder"}) set.dice[single][structure].push_back(0.5);
    }
  }
  const harness::Rule rule = LargestGain({"RT Abdominal", "Sigmoid"}, {{"RT Abdominal", "Bladder"}});
  return rule.decide(ResultsOf({set})).verdict;
}

TEST(DiceRules, GainsOfOnePatientAreComparedOverVolumes) {
  EXPECT_EQ(DecideSigmoid(0.02, 0), harness::Verdict::kHolds);
  EXPECT_EQ(DecideSigmoid(-0.02, 0), harness::Verdict::kFails);
  EXPECT_EQ(DecideSigmoid(0.02, 0.1), harness::Verdict::kUndecided);
}

}  // namespace
}  // namespace structlab::deformable_registration
