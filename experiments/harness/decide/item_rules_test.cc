// Rules over test items.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::harness {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const Values kScore = {.table = "T", .metric = "score"};

struct Side {
  std::string method;
  double level = 0;
  int seeds = 3;
  double noise_of_seeds = 0.1;
};

Items TwelveItems() {
  Items items = {.ids = NumberedItems(12), .groups = {{}}};
  for (int i = 0; i < 12; ++i) items.groups[0].push_back("group " + std::to_string(i / 2));
  return items;
}

// A case a method: items have noise that all seeds share, and noise of the seed.
std::vector<FinishedCase> CasesOf(const std::vector<Side>& sides, const Items& items = TwelveItems()) {
  std::vector<FinishedCase> cases;
  for (const Side& side : sides) {
    for (int seed = 1; seed <= side.seeds; ++seed) {
      FinishedCase finished = {.c = {.name = "case/" + side.method,
                                     .dataset = "D",
                                     .method = side.method,
                                     .seed = static_cast<uint64_t>(seed)}};
      std::vector<double> values;
      for (size_t i = 0; i < items.size(); ++i) {
        common::RandomStream shared(1, side.method, i), own(static_cast<uint64_t>(seed), side.method, i);
        values.push_back(side.level + 0.1 * shared.Normal() + side.noise_of_seeds * own.Normal());
      }
      Recorder record(finished.c);
      record.Items("T", "score", items, {values});
      finished.record = record.record();
      cases.push_back(std::move(finished));
    }
  }
  return cases;
}
Results Made(const std::vector<Side>& sides) { return AllFinished(CasesOf(sides)); }

// What each seed recorded of the items.
std::vector<std::vector<double>> ItemsOf(const Results& results, const std::string& method) {
  std::vector<std::vector<double>> items;
  for (const FinishedCase& finished : results.cases()) {
    if (finished.c.method == method) items.push_back(finished.record.items.at(0).parts[0]);
  }
  return items;
}

std::vector<double> MeansOf(const Results& results, const std::string& method) {
  std::vector<double> means(12);
  const std::vector<std::vector<double>> found = ItemsOf(results, method);
  for (const std::vector<double>& items : found) {
    for (size_t i = 0; i < 12; ++i) means[i] += items[i] / static_cast<double>(found.size());
  }
  return means;
}

Rule Below() { return Less(kScore.Of("A"), kScore.Of("B")).ByAtLeast(Absolute(0.02)); }

void ExpectSame(const ClaimOutcome& found, const ClaimOutcome& expected) {
  EXPECT_EQ(found.verdict, expected.verdict) << found.evidence;
  EXPECT_NEAR(found.chance, expected.chance, 1e-9);
}

TEST(RuleOver, TakesTheMeansOverTheSeeds) {
  std::map<Verdict, int> seen;
  for (const double level : {-1.0, -0.05, 0.0, 0.5}) {
    const Results results = Made({{"A", 2 + level}, {"B", 2, 5}});
    const Pairs pairs = {MeansOf(results, "A"), MeansOf(results, "B")};
    const ItemPairs items = {TwelveItems(), {pairs.a}, {pairs.b}};
    for (const Chance chance :
         {Chance::kPairedT, Chance::kBootstrapItems, Chance::kBootstrapGroups, Chance::kJackknifeGroups}) {
      const Question question = {.certainty = {.min_effect = 0.02}};
      const ClaimOutcome less = Below().Over(chance).Decide(results);
      ExpectSame(less, DecideOverItems(items, chance, {}, question));
      ++seen[less.verdict];
      ExpectSame(Equal(kScore.Of("A"), kScore.Of("B"), 0.2).Over(chance).Decide(results),
                 DecideOverItems(items, chance, {}, {.is_equal = true, .margin = 0.2}));
      // As good within a margin: what the margin adds is not shown.
      const ClaimOutcome margin = Less(kScore.Of("A").Margin(-0.3), kScore.Of("B"))
                                      .ByAtLeast(Absolute(0))
                                      .Over(chance)
                                      .Decide(results);
      ExpectSame(margin, DecideOverItems(items, chance, {}, {.plus = -0.3}));
      EXPECT_EQ(margin.effect, less.effect);
    }
  }
  EXPECT_EQ(seen.size(), 3u);
}

TEST(RuleOver, FoldsArePairedAtEachSeed) {
  std::map<Verdict, int> seen, seen_equal;
  for (const double level : {-1.0, -0.05, 0.0, 0.5}) {
    const Results results = Made({{"A", 2 + level}, {"B", 2}});
    Pairs pairs;
    for (int seed = 0; seed < 3; ++seed) {
      for (const auto& [method, values] : {std::pair("A", &pairs.a), {"B", &pairs.b}}) {
        const std::vector<double> folds = ItemsOf(results, method)[seed];
        values->insert(values->end(), folds.begin(), folds.end());
      }
    }
    const Certainty certainty = {.min_effect = 0.02};
    const ClaimOutcome less = Below().Over(Chance::kFolds).Decide(results);
    ExpectSame(less, DecideLessOfSplits(pairs, 1.0 / 11, certainty));
    ExpectSame(Below().OfSplits(0.5).Over(Chance::kFolds).Decide(results),
               DecideLessOfSplits(pairs, 0.5, certainty));
    Pairs higher = pairs;
    for (double& value : higher.a) value += 0.3;
    ExpectSame(Less(kScore.Of("A").Margin(0.3), kScore.Of("B"))
                   .ByAtLeast(Absolute(0.02))
                   .Over(Chance::kFolds)
                   .Decide(results),
               DecideLessOfSplits(higher, 1.0 / 11, certainty));
    const ClaimOutcome equal =
        Equal(kScore.Of("A"), kScore.Of("B"), 0.2).Over(Chance::kFolds).Decide(results);
    ExpectSame(equal, DecideEqual(pairs, 0.2, {}, 1.0 / 11));
    ++seen[less.verdict], ++seen_equal[equal.verdict];
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_GE(seen_equal.size(), 2u);
}

// Equal over seeds that are splits of the same examples has their wider interval, too.
TEST(RuleOver, EqualityOfSplitsIsLessSure) {
  std::vector<FinishedCase> cases = CasesOf({{"A", 2, 8}, {"B", 2, 8}});
  for (FinishedCase& finished : cases) {
    common::RandomStream random(finished.c.seed, finished.c.method);
    finished.record.values.push_back({{"T", "D", finished.c.method, {}, "score"}, 2 + 0.1 * random.Normal()});
  }
  const Rule equal = Equal(kScore.Of("A"), kScore.Of("B"), 0.15);
  const Results results = AllFinished(std::move(cases));
  EXPECT_EQ(equal.Decide(results).verdict, Verdict::kHolds);
  EXPECT_EQ(equal.OfSplits(1).Decide(results).verdict, Verdict::kUndecided);
}

TEST(RuleOver, SeedsAndItemsMustAgree) {
  const Rule rule = Below().Over(Chance::kSeedsAndItems);
  EXPECT_EQ(rule.Decide(Made({{"A", 1}, {"B", 2}})).verdict, Verdict::kHolds);
  const Results larger = Made({{"A", 2}, {"B", 1}});
  const ClaimOutcome fails = rule.Decide(larger);
  Pairs seeds;
  for (const std::vector<double>& items : ItemsOf(larger, "A")) seeds.a.push_back(common::Mean(items));
  for (const std::vector<double>& items : ItemsOf(larger, "B")) seeds.b.push_back(common::Mean(items));
  const double by_seeds = DecideLess(seeds, {.min_effect = 0.02}).chance,
               over_items = Below().Over(Chance::kPairedT).Decide(larger).chance;
  EXPECT_EQ(fails.verdict, Verdict::kFails);
  EXPECT_GT(by_seeds, 1.1 * over_items);
  EXPECT_NEAR(fails.chance, by_seeds, 1e-9);
  // All seeds agree, as they share the items; the items do not.
  const Results shared = Made({{"A", 1.97, 6, 0.001}, {"B", 2, 6, 0.001}});
  std::vector<double> a, b;
  for (const std::vector<double>& items : ItemsOf(shared, "A")) a.push_back(common::Mean(items));
  for (const std::vector<double>& items : ItemsOf(shared, "B")) b.push_back(common::Mean(items));
  EXPECT_NE(DecideLess(Pairs{a, b}, {.min_effect = 0.02}).verdict, Verdict::kUndecided);
  EXPECT_EQ(Below().Over(Chance::kPairedT).Decide(shared).verdict, Verdict::kUndecided);
  EXPECT_EQ(rule.Decide(shared).verdict, Verdict::kUndecided);
  // And the other way round: the items agree, two seeds do not say anything.
  EXPECT_EQ(rule.Decide(Made({{"A", 1, 2}, {"B", 2, 2}})).verdict, Verdict::kNotTested);
}

// Two seeds of a case: the same items count once, with their mean, others besides. Items of two cases may
// have equal names.
TEST(RuleOver, ExactCountsPoolDifferentItems) {
  const auto counted = [](const std::vector<std::vector<std::string>>& ids, std::vector<double> hits,
                          std::vector<double> trials = {}) {
    std::vector<FinishedCase> cases;
    for (size_t seed = 0; seed < ids.size(); ++seed) {
      FinishedCase finished = {.c = {.name = "case", .seed = seed + 1}};
      Recorder record(finished.c);
      std::vector<std::vector<double>> parts = {hits};
      if (!trials.empty()) parts.push_back(trials);
      record.Items("T", "score", {.ids = ids[seed]}, parts);
      finished.record = record.record();
      cases.push_back(std::move(finished));
    }
    return AllFinished(std::move(cases));
  };
  const Rule rule = AtMost(kScore, 0.4).Over(Chance::kExactCounts);
  const auto evidence = [&](const Results& results) { return rule.Decide(results).evidence; };
  EXPECT_EQ(evidence(counted({{"a", "b", "c"}, {"a", "b", "c"}}, {0, 1, 0})).substr(0, 6), "1 of 3");
  EXPECT_EQ(evidence(counted({{"a", "b", "c"}, {"d", "e", "f"}}, {0, 1, 0})).substr(0, 6), "2 of 6");
  EXPECT_EQ(evidence(counted({{"a"}, {"b"}}, {7}, {10})).substr(0, 8), "14 of 20");
  EXPECT_EQ(rule.Decide(counted({{"a"}, {"b"}}, {0}, {10})).verdict, Verdict::kHolds);
  EXPECT_EQ(rule.Decide(counted({{"a"}, {"b"}}, {10}, {10})).verdict, Verdict::kFails);
  EXPECT_EQ(AtLeast(kScore, 0.4).Over(Chance::kExactCounts).Decide(counted({{"a"}}, {10}, {10})).verdict,
            Verdict::kHolds);
  // The interval of 21 of 60 begins at 0.23133, and with two comparisons below.
  const Rule sharp = AtMost(kScore, 0.23132).Over(Chance::kExactCounts);
  EXPECT_EQ(sharp.Decide(counted({{"a"}}, {21}, {60})).verdict, Verdict::kFails);
  EXPECT_EQ(All({sharp, sharp}).Decide(counted({{"a"}}, {21}, {60})).verdict, Verdict::kUndecided);
  EXPECT_EQ(rule.Decide(AllFinished({})).verdict, Verdict::kNotTested);
  std::vector<FinishedCase> two;
  for (const char* name : {"case", "other"}) {
    FinishedCase& finished = two.emplace_back(FinishedCase{.c = {.name = name, .seed = 1}});
    Recorder record(finished.c);
    record.Items("T", "score", {.ids = {"a"}}, {{1}});
    finished.record = record.record();
  }
  EXPECT_NE(common::MessageOf([&] { evidence(AllFinished(std::move(two))); }).find("those of one case"),
            std::string::npos);
  for (const double hits : {0.5, -1.0, 11.0}) {
    EXPECT_NE(common::MessageOf([&] { evidence(counted({{"a"}}, {hits}, {10})); }).find("whole numbers"),
              std::string::npos);
  }
}

TEST(RuleOver, ComparesTheSameItemsOnly) {
  const auto expect_not_tested = [](const Results& results, const std::string& why) {
    for (const Chance chance : {Chance::kPairedT, Chance::kBootstrapItems, Chance::kJackknifeGroups,
                                Chance::kFolds, Chance::kSeedsAndItems}) {
      const ClaimOutcome outcome = Below().Over(chance).Decide(results);
      const bool is_of_seeds = why.find("seed ") != why.npos;
      if (chance == Chance::kFolds && is_of_seeds) continue;  // each seed has its own folds
      EXPECT_EQ(outcome.verdict, Verdict::kNotTested);
      EXPECT_EQ(outcome.evidence, why);
    }
  };
  const auto changed = [](size_t which, const std::function<void(RecordedItems&)>& change) {
    std::vector<FinishedCase> cases = CasesOf({{"A", 1}, {"B", 2}});
    for (size_t i = 0; i < cases.size(); ++i) {
      if (i == which || (which == 6 && i >= 3)) change(cases[i].record.items[0]);
    }
    return AllFinished(std::move(cases));
  };
  const std::string differ = "score of A and score of B have different items or groups";
  constexpr size_t kAllOfB = 6;
  expect_not_tested(changed(kAllOfB, [](RecordedItems& one) { one.items.ids[3] = "x"; }), differ);
  expect_not_tested(changed(kAllOfB, [](RecordedItems& one) { one.items.groups[0][3] = "x 1"; }), differ);
  expect_not_tested(changed(kAllOfB,
                            [](RecordedItems& one) {
                              one.items.ids.pop_back();
                              one.items.groups[0].pop_back();
                              one.parts[0].pop_back();
                            }),
                    differ);
  const std::string differ_over_seeds = "score of A has other items or groups with seed 2 than with seed 1";
  expect_not_tested(changed(1, [](RecordedItems& one) { one.items.ids[3] = "x"; }), differ_over_seeds);
  expect_not_tested(changed(1, [](RecordedItems& one) { one.items.groups[0][3] = "group 9"; }),
                    differ_over_seeds);
  std::vector<FinishedCase> cases = CasesOf({{"A", 1}, {"B", 2}});
  cases[4].record.items.clear();
  expect_not_tested(AllFinished(cases), "no items of score of B with seed 2");
  for (size_t i = 3; i < 6; ++i) cases[i].record.items.clear();
  expect_not_tested(AllFinished(cases), "no items of score of B");
  cases = CasesOf({{"A", 1}, {"B", 2}});
  for (size_t i = 3; i < 6; ++i) cases[i].c.dataset = cases[i].record.items[0].key.dataset = "E";
  expect_not_tested(AllFinished(cases),
                    "no items of score of A and score of B with the same seed, data set and setting");
  // The jackknife leaves out an item of which a side is not known, the others do not decide.
  const Results unknown = changed(5, [](RecordedItems& one) { one.parts[0][3] = kNan; });
  EXPECT_EQ(Below().Over(Chance::kJackknifeGroups).Decide(unknown).verdict, Verdict::kHolds);
  for (const Chance chance : {Chance::kPairedT, Chance::kBootstrapItems, Chance::kFolds}) {
    EXPECT_EQ(Below().Over(chance).Decide(unknown).verdict, Verdict::kNotTested);
  }
}

TEST(RuleOver, RefusesWhatItDoesNotMean) {
  const Results results = Made({{"A", 1}, {"B", 2}});
  const auto message = [&](const Rule& rule) { return common::MessageOf([&] { rule.Decide(results); }); };
  EXPECT_NE(message(Below().OnLog().Over(Chance::kPairedT)).find("logarithms"), std::string::npos);
  EXPECT_NE(message(Less(kScore, kScore.Of("B")).Over(Chance::kPairedT)).find("those of one case"),
            std::string::npos);
  const Statistic two = {.num_parts = 2};
  EXPECT_NE(message(Below().Over(Chance::kBootstrapItems, two)).find("2 values an item"), std::string::npos);
  EXPECT_NE(message(Below().Over(Chance::kFolds, two)).find("means of values"), std::string::npos);
}

TEST(RuleOver, IsDecidedByMadeUpItems) {
  const Results results = Made({{"A", 1}, {"B", 2}});
  const Statistic ratio = {.num_parts = 2,
                           .of = [](std::span<const double> means) { return means[0] / means[1]; },
                           .parts_of =
                               [](double value) {
                                 return std::vector<double>{2 * value, 2};
                               }};
  std::vector<Rule> rules = {AtMost(kScore.Of("A"), 1e-5).Over(Chance::kExactCounts),
                             AtLeast(kScore.Of("A"), 0.9).Over(Chance::kExactCounts),
                             Below().Over(Chance::kBootstrapItems, ratio)};
  for (const Chance chance : {Chance::kPairedT, Chance::kBootstrapItems, Chance::kBootstrapGroups,
                              Chance::kJackknifeGroups, Chance::kFolds, Chance::kSeedsAndItems}) {
    rules.push_back(Below().Over(chance));
    rules.push_back(Equal(kScore.Of("A"), kScore.Of("B").Margin(0.5), 0.1).Over(chance));
  }
  for (const Rule& rule : rules) {
    SCOPED_TRACE(rule.Sentence());
    EXPECT_TRUE(rule.Needs(results.planned().front()));
    const ClaimOutcome holds = rule.Decide(rule.MakeBelieve(true, results));
    EXPECT_EQ(holds.verdict, Verdict::kHolds) << holds.evidence;
    const ClaimOutcome fails = rule.Decide(rule.MakeBelieve(false, results));
    EXPECT_EQ(fails.verdict, Verdict::kFails) << fails.evidence;
    // Others are too small for a double here.
    if (rule.over == Chance::kBootstrapItems || rule.over == Chance::kBootstrapGroups) {
      EXPECT_GT(fails.chance, 0);
    }
  }
}

}  // namespace
}  // namespace structlab::harness
