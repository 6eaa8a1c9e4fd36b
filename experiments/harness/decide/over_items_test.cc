#include "experiments/harness/decide/over_items.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "common/statistics.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// 100 times the F1 of summed hits and errors.
const Statistic kF1 = {
    .num_parts = 2,
    .of = [](std::span<const double> means) { return 200 * means[0] / (2 * means[0] + means[1]); },
    .parts_of =
        [](double value) {
          return std::vector<double>{value, 200 - 2 * value};
        }};

// Differences a - b of items, b being 0; each list of groups has a name an item.
ItemPairs PairsOfItems(const std::vector<double>& differences,
                       const std::vector<std::vector<std::string>>& groups = {}) {
  return {
      {NumberedItems(differences.size()), groups}, {differences}, {std::vector<double>(differences.size())}};
}

std::vector<std::string> Named(const std::string& kind, const std::vector<int>& numbers) {
  std::vector<std::string> names;
  for (const int number : numbers) names.push_back(kind + " " + std::to_string(number));
  return names;
}

std::vector<double> Normals(size_t count, double mean, const char* purpose, uint64_t seed = 1) {
  common::RandomStream random(seed, purpose);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(mean + random.Normal());
  return values;
}

void ExpectValues(const JackknifeValues& found, const std::vector<double>& values, const std::string& units) {
  EXPECT_EQ(found.units, units);
  ASSERT_EQ(found.values.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(found.values[i], values[i], 1e-12);
}

TEST(LeaveOutGroups, EqualsCasesByHand) {
  // Mean 3; without volume 0, 1 and 2: 6, 2 and 1. Jackknife variance 2/3 (9 + 1 + 4) = 28/3.
  const auto volumes = [](const std::vector<int>& fixed, const std::vector<int>& moving) {
    return std::vector{Named("volume", fixed), Named("volume", moving)};
  };
  const JackknifeValues found = LeaveOutGroups(PairsOfItems({1, 2, 6}, volumes({0, 0, 1}, {1, 2, 2})), {});
  ExpectValues(found, {-3, 5, 7}, "3 volumes");
  EXPECT_NEAR(std::pow(common::StandardDeviation(found.values), 2) / 3, 28.0 / 3, 1e-12);
  // Items that are not known do not count, nor do groups of theirs only.
  const auto more = volumes({0, 0, 3, 1}, {1, 2, 0, 2});
  ExpectValues(LeaveOutGroups(PairsOfItems({1, 2, kNan, 6}, more), {}), {-3, 5, 7}, "3 volumes");
  // One moving volume in all pairs, of one patient. The other volumes have a pair each.
  auto star = volumes({0, 1, 2, 3}, {4, 4, 4, 4});
  star.push_back(Named("patient", {0, 0, 0, 0}));
  ExpectValues(LeaveOutGroups(PairsOfItems({1, 2, 3, 6}, star), {}), {1, 2, 3, 6},
               "4 volumes, one more is in all items");
  // Pairs within patients: three patients count, two are too few.
  auto heads = volumes({0, 1, 2, 3, 4, 5}, {1, 0, 3, 2, 5, 4});
  heads.push_back(Named("patient", {0, 0, 1, 1, 2, 2}));
  ExpectValues(LeaveOutGroups(PairsOfItems({1, 3, 2, 2, 6, 8}, heads), {}), {2, 2, 7}, "3 patients");
  heads.back() = Named("patient", {0, 0, 1, 1, 1, 1});
  EXPECT_EQ(LeaveOutGroups(PairsOfItems({1, 3, 2, 2, 6, 8}, heads), {}).units, "6 volumes");
  EXPECT_TRUE(LeaveOutGroups(PairsOfItems({1}, volumes({0}, {1})), {}).values.empty());
}

// Groups without items in common: the variance of the mean of equally many items a group is that of the means
// of the groups, s^2 / n.
TEST(LeaveOutGroups, OfDisjointGroupsHasTheVarianceOfTheirMean) {
  const std::vector<double> values = Normals(40, 0.3, "disjoint groups");
  std::vector<int> groups;
  std::vector<double> means(8);
  for (int i = 0; i < 40; ++i) {
    groups.push_back(i % 8);
    means[static_cast<size_t>(i % 8)] += values[static_cast<size_t>(i)] / 5;
  }
  const JackknifeValues found = LeaveOutGroups(PairsOfItems(values, {Named("group", groups)}), {});
  ExpectValues(found, means, "8 groups");
  // A statistic of several parts: of F1 the delta method with (2 e dh - 2 h de) / (2h + e)^2 is near.
  ItemPairs pairs = PairsOfItems(values, {Named("group", groups)});
  pairs.a = {{}, {}};
  for (const double value : values) {
    pairs.a[0].push_back(5 + value);
    pairs.a[1].push_back(4 - value / 3);
  }
  pairs.b = {std::vector<double>(40, 1), std::vector<double>(40, 1)};
  const double h = common::Mean(pairs.a[0]), e = common::Mean(pairs.a[1]), d = std::pow(2 * h + e, 2) / 200;
  const double slope = (e + h / 3) / d;  // of the mean of the values
  const double exact = slope * common::StandardDeviation(means);
  EXPECT_NEAR(common::StandardDeviation(LeaveOutGroups(pairs, kF1).values), exact, 0.03 * exact);
}

// Folds of 7 and 8 volumes, where the value of a pair is an effect of its fixed volume, one of its moving
// volume and noise. An interval that covers the mean 95 times of 100 covers it in fewer than 368 of 400 draws
// with probability 0.004.
TEST(LeaveOutGroups, IntervalsCoverTheMeanThoughItemsShareGroups) {
  std::vector<int> fixed, moving;
  for (int f = 0; f < 15; ++f) {
    for (int m = 0; m < 15; ++m) {
      if (f != m && (f < 7) == (m < 7)) fixed.push_back(f), moving.push_back(m);
    }
  }
  for (const double noise : {0.0, 3.0}) {
    int covered = 0;
    for (uint64_t draw = 0; draw < 400; ++draw) {
      common::RandomStream random(1, "effects of volumes", draw);
      std::vector<double> of_fixed, of_moving, values;
      for (int i = 0; i < 15; ++i) of_fixed.push_back(random.Normal()), of_moving.push_back(random.Normal());
      for (size_t i = 0; i < fixed.size(); ++i) {
        values.push_back(of_fixed[static_cast<size_t>(fixed[i])] + of_moving[static_cast<size_t>(moving[i])] +
                         noise * random.Normal());
      }
      const ItemPairs pairs = PairsOfItems(values, {Named("volume", fixed), Named("volume", moving)});
      const common::Interval interval = common::StudentInterval(LeaveOutGroups(pairs, {}).values, 0.95);
      if (interval.low <= 0 && interval.high >= 0) ++covered;
    }
    EXPECT_GE(covered, 368) << noise;
  }
}

// The t tests are those of the values they stand for, and what is added is added once.
TEST(DecideOverItems, TIsThatOfItemsOfGroupsAndOfTheJackknife) {
  std::map<Verdict, int> seen;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    common::RandomStream random(seed, "questions");
    const std::vector<double> values = Normals(12, 2 * random.Normal(), "items", seed);
    const Question question = {.certainty = {.comparisons = 3, .min_effect = random.Uniform()},
                               .is_equal = seed % 2 == 0,
                               .margin = 1.5,
                               .plus = random.Normal()};
    const auto expected = [&](std::vector<double> of_units) {
      const std::vector<double> zeros(of_units.size());
      for (double& value : of_units) value += question.plus;
      return question.is_equal ? DecideEqual(Pairs{of_units, zeros}, question.margin, question.certainty)
                               : DecideLess(Pairs{of_units, zeros}, question.certainty);
    };
    const auto expect = [&](const ClaimOutcome& found, const ClaimOutcome& by_hand) {
      EXPECT_EQ(found.verdict, by_hand.verdict) << found.evidence;
      EXPECT_NEAR(found.chance, by_hand.chance, 1e-12);
      ++seen[found.verdict];
    };
    expect(DecideOverItems(PairsOfItems(values), Chance::kPairedT, {}, question), expected(values));
    std::vector<double> means;
    for (size_t i = 0; i < 12; i += 2) means.push_back((values[i] + values[i + 1]) / 2);
    const ItemPairs grouped = PairsOfItems(values, {Named("document", {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5})});
    expect(DecideOverItems(grouped, Chance::kPairedT, {}, question), expected(means));
    expect(DecideOverItems(grouped, Chance::kJackknifeGroups, {}, question),
           expected(LeaveOutGroups(grouped, {}).values));
  }
  EXPECT_EQ(seen.size(), 3u);
}

// The limits of 2000 resamples are quantiles, known to about sqrt(0.025 * 0.975 / 2000) / 0.058 = 0.06
// standard errors of the mean, where 0.058 is the density of the normal distribution at 1.96: four of them
// are 0.24, and of the quantile 0.0125 at 2.24 with density 0.032 they are 0.31. 0.4 leaves room for the
// third moment of 200 groups.
TEST(DecideOverItems, BootstrapIsNearTheNormalTheory) {
  std::vector<int> groups;
  for (int i = 0; i < 400; ++i) groups.push_back(i / 2);
  std::map<Verdict, int> seen;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    common::RandomStream random(seed, "means");
    const double shift = 0.15 * random.Normal();
    const std::vector<double> values = Normals(400, shift, "items", seed);
    std::vector<double> means;
    for (size_t i = 0; i < 400; i += 2) means.push_back((values[i] + values[i + 1]) / 2);
    const ItemPairs pairs = PairsOfItems(values, {Named("document", groups)});
    for (const auto& [chance, units] :
         {std::pair(Chance::kBootstrapItems, &values), {Chance::kBootstrapGroups, &means}}) {
      const double mean = common::Mean(*units),
                   error = common::StandardDeviation(*units) / std::sqrt(units->size());
      const Question question = {.certainty = {.comparisons = 2}, .plus = 0.05};
      const ClaimOutcome outcome = DecideOverItems(pairs, chance, {}, question);
      ++seen[outcome.verdict];
      const double z = (mean + 0.05) / error;
      const bool is_clear = std::abs(z + 1.96) > 0.24 && std::abs(z - 2.2414) > 0.4;
      const Verdict expected = z < -1.96    ? Verdict::kHolds
                               : z > 2.2414 ? Verdict::kFails
                                            : Verdict::kUndecided;
      if (is_clear) {
        EXPECT_EQ(outcome.verdict, expected) << z;
      }
      if (outcome.verdict == Verdict::kFails) {
        // Of a p value below 5% the deviation is at most 2 * 2 * sqrt(0.025 / 2000) = 0.014 (four of them),
        // and nothing is below 2 / 20001.
        const double p = std::erfc(z / std::sqrt(2.0));
        EXPECT_NEAR(outcome.chance, 2 * p, 2 * 0.03);
        EXPECT_GE(outcome.chance, 2 * 2.0 / 20001 - 1e-12);
        EXPECT_LE(outcome.chance, 0.05);
      }
    }
  }
  EXPECT_EQ(seen.size(), 3u);
}

// Near the end of the interval 20,000 resamples are drawn, whose end is known to 0.019 standard errors of the
// mean; that of 2000 resamples is known to 0.06, so that about 7 of these 60 verdicts would be wrong.
TEST(DecideOverItems, BootstrapDrawsMoreWhereTheVerdictIsClose) {
  constexpr int kItems = 200;
  int wrong = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    std::vector<double> values = Normals(kItems, 0, "close", seed);
    const double mean = common::Mean(values),
                 error = common::StandardDeviation(values) / std::sqrt(double{kItems});
    const double z = -1.96 + (seed % 2 == 0 ? 0.07 : -0.07);
    for (double& value : values) value += z * error - mean;
    const ClaimOutcome outcome = DecideOverItems(PairsOfItems(values), Chance::kBootstrapItems, {}, {});
    wrong += outcome.verdict != (z < -1.96 ? Verdict::kHolds : Verdict::kUndecided);
  }
  EXPECT_LE(wrong, 1);
}

// However many equal items a group has, it is drawn as often as an item by itself.
TEST(DecideOverItems, BootstrapDrawsGroupsWithAllTheirItems) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> values = Normals(12, 0.5, "groups", seed);
    std::vector<double> repeated;
    std::vector<int> groups;
    for (int i = 0; i < 12 * 8; ++i) {
      repeated.push_back(values[static_cast<size_t>(i % 12)]);
      groups.push_back(i % 12);
    }
    const ItemPairs pairs = PairsOfItems(repeated, {Named("document", groups)});
    const ClaimOutcome of_groups = DecideOverItems(pairs, Chance::kBootstrapGroups, {}, {}),
                       of_items = DecideOverItems(PairsOfItems(values), Chance::kBootstrapItems, {}, {});
    EXPECT_EQ(of_groups.verdict, of_items.verdict) << of_groups.evidence;
    EXPECT_EQ(of_groups.chance, of_items.chance);
    EXPECT_EQ(of_groups.evidence, of_items.evidence.substr(0, of_items.evidence.rfind(' ')) + " groups");
  }
}

// With more comparisons than 20,000 resamples can tell apart nothing fails.
TEST(DecideOverItems, BootstrapTakesStatisticsOfParts) {
  ItemPairs pairs = PairsOfItems(std::vector<double>(300));
  common::RandomStream random(1, "hits");
  pairs.a = pairs.b = {{}, {}};
  for (int i = 0; i < 300; ++i) {
    const double hits = static_cast<double>(random.UniformIndex(4)),
                 errors = static_cast<double>(random.UniformIndex(5));
    pairs.b[0].push_back(hits), pairs.b[1].push_back(errors), pairs.a[1].push_back(errors);
    pairs.a[0].push_back(std::max(0.0, hits - static_cast<double>(random.UniformIndex(2))));
  }
  const auto decide = [&](const Question& question, bool swapped = false) {
    const ItemPairs asked = swapped ? ItemPairs{pairs.items, pairs.b, pairs.a} : pairs;
    return DecideOverItems(asked, Chance::kBootstrapItems, kF1, question);
  };
  const auto [a, b] = StatisticsOf(pairs, kF1);
  EXPECT_LT(a, b);
  EXPECT_EQ(decide({.certainty = {.min_effect = 0.2}}).verdict, Verdict::kHolds);
  EXPECT_EQ(decide({.certainty = {.min_effect = 2 * (b - a)}}).verdict, Verdict::kFails);
  const ClaimOutcome fails = decide({.certainty = {.comparisons = 10, .min_effect = 0.2}}, true);
  EXPECT_EQ(fails.verdict, Verdict::kFails);
  EXPECT_NEAR(fails.chance, 10 * 2.0 / 2001, 1e-12);
  // The level of each of 60 comparisons is less than one of 2000 draws, and more than eight of 20,000.
  EXPECT_NEAR(decide({.certainty = {.comparisons = 60, .min_effect = 0.2}}, true).chance, 60 * 2.0 / 20001,
              1e-12);
  EXPECT_EQ(decide({.certainty = {.comparisons = 600, .min_effect = 0.2}}, true).verdict,
            Verdict::kUndecided);
  EXPECT_EQ(decide({.is_equal = true, .margin = 2 * (b - a)}).verdict, Verdict::kHolds);
  EXPECT_EQ(decide({.is_equal = true, .margin = (b - a) / 10}).verdict, Verdict::kFails);
  EXPECT_EQ(decide({.is_equal = true, .margin = b - a}).verdict, Verdict::kUndecided);
}

TEST(DecideOverItems, SaysWhatItCannotDecide) {
  const std::vector<std::string> three = Named("volume", {0, 1, 2}), two = Named("volume", {0, 1, 1});
  const auto decide = [](const ItemPairs& pairs, Chance chance, const Statistic& statistic = {}) {
    return DecideOverItems(pairs, chance, statistic, {});
  };
  const auto expect_not_tested = [&](const ItemPairs& pairs, Chance chance, const std::string& why) {
    const ClaimOutcome outcome = decide(pairs, chance);
    EXPECT_EQ(outcome.verdict, Verdict::kNotTested);
    EXPECT_EQ(outcome.evidence.substr(0, why.size()), why);
  };
  expect_not_tested(PairsOfItems({1, 2, 3}, {two}), Chance::kJackknifeGroups,
                    "2 groups of items can be left out, of which at least 3 are needed");
  expect_not_tested(PairsOfItems({1, 2, 3}, {two}), Chance::kBootstrapGroups,
                    "needs at least 3 groups, has 2");
  expect_not_tested(PairsOfItems({1, 2}), Chance::kBootstrapItems, "needs at least 3 items, has 2");
  expect_not_tested(PairsOfItems({1, 2}), Chance::kPairedT, "needs at least 3 pairs");
  for (const Chance chance : {Chance::kPairedT, Chance::kBootstrapItems, Chance::kBootstrapGroups}) {
    expect_not_tested(PairsOfItems({1, kNan, 3}, {three}), chance, "a value of an item is not finite");
  }
  const auto message = [&](const ItemPairs& pairs, Chance chance, const Statistic& statistic = {}) {
    return common::MessageOf([&] { decide(pairs, chance, statistic); });
  };
  EXPECT_NE(message(PairsOfItems({1, 2, 3}), Chance::kJackknifeGroups).find("groups"), std::string::npos);
  EXPECT_NE(message(PairsOfItems({1, 2, 3}, {three, Named("volume", {1, 2, 0})}), Chance::kBootstrapGroups)
                .find("one volume"),
            std::string::npos);
  EXPECT_NE(message(PairsOfItems({1, 2, 3}, {{"volume 1", "patient 1", "volume 2"}}), Chance::kPairedT)
                .find("a list of the kind volume"),
            std::string::npos);
  EXPECT_NE(message(PairsOfItems({1, 2, 3}), Chance::kPairedT, kF1).find("single items"), std::string::npos);
}

// Clopper and Pearson: the intervals of 0 and 21 of 60 are [0, 0.05963] and [0.23133, 0.48403].
TEST(DecideShare, IsTheIntervalOfClopperAndPearson) {
  const auto verdict = [](const common::Share& share, double bound, bool at_most, Certainty certainty = {}) {
    return DecideShare(share, bound, at_most, certainty).verdict;
  };
  EXPECT_EQ(verdict({0, 60}, 0.05964, true), Verdict::kHolds);
  EXPECT_EQ(verdict({0, 60}, 0.05962, true), Verdict::kUndecided);
  EXPECT_EQ(verdict({21, 60}, 0.23132, true), Verdict::kFails);
  EXPECT_EQ(verdict({21, 60}, 0.23133, true), Verdict::kUndecided);
  EXPECT_EQ(verdict({21, 60}, 0.23132, true, {.comparisons = 2}), Verdict::kUndecided);
  EXPECT_EQ(verdict({21, 60}, 0.48403, true), Verdict::kHolds);
  EXPECT_EQ(verdict({21, 60}, 0.48403, true, {.alternatives = 2}), Verdict::kUndecided);
  EXPECT_EQ(verdict({21, 60}, 0.23132, false), Verdict::kHolds);
  EXPECT_EQ(verdict({21, 60}, 0.48403, false), Verdict::kFails);
  EXPECT_EQ(verdict({21, 60}, 0.48402, false), Verdict::kUndecided);
  EXPECT_EQ(verdict({0, 0}, 0.5, true), Verdict::kNotTested);
  EXPECT_NE(common::MessageOf([&] { verdict({1, 2}, 1.5, true); }).find("from 0 to 1"), std::string::npos);
  // Twice the tail 0.5^10, and two comparisons.
  EXPECT_NEAR(DecideShare({0, 10}, 0.5, false, {.comparisons = 2}).chance, 2 * 2 * std::pow(0.5, 10), 1e-12);
  EXPECT_NEAR(DecideShare({10, 10}, 0.5, true, {.comparisons = 2}).chance, 2 * 2 * std::pow(0.5, 10), 1e-12);
}

}  // namespace
}  // namespace structlab::harness
