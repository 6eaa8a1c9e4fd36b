#include "experiments/harness/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/statistics.h"
#include "experiments/harness/claim.h"

namespace structlab::harness {
namespace {

// Methods a (values size + noise) and b (values size + shift + noise), sizes 1 and 2, seeds 1 to `seeds`.
Results MakeResults(int seeds, double shift, double noise = 0.01, uint64_t stream = 1) {
  common::RandomStream random(stream, "results");
  std::vector<FinishedCase> cases;
  for (const char* method : {"a", "b"}) {
    for (const int size : {1, 2}) {
      for (int seed = 1; seed <= seeds; ++seed) {
        FinishedCase& finished = cases.emplace_back();
        finished.c = {
            .name = std::string(method) + "/" + std::to_string(size), .dataset = "D", .method = method};
        finished.c.setting.Set("size", std::to_string(size));
        finished.c.seed = static_cast<uint64_t>(seed);
        Recorder recorder(finished.c);
        const double value = size + (method[0] == 'b' ? shift : 0) + noise * random.Normal();
        recorder.Value("T", "m", value);
        const std::vector<double> x = {1.0, 2.0, 3.0 + seed}, y = {value, 2 * value, 0};
        recorder.Curve("F", "c", x, y);
        const auto pixel = static_cast<uint8_t>(10 * size + seed);
        recorder.Picture("P", "p", {.width = 1, .height = 1, .values = {pixel}});
        finished.record = recorder.record();
      }
    }
  }
  return Results(std::move(cases), Profile::kQuick);
}

TEST(Results, QueriesMatchWhatIsGiven) {
  const Results results = MakeResults(3, 1);
  EXPECT_EQ(results.Values({}).size(), 12u);
  EXPECT_EQ(results.Values({.method = "a"}).size(), 6u);
  EXPECT_EQ(results.Values({.setting = Setting{{"size", "2.0"}}}).size(), 6u);
  EXPECT_EQ(results.Values({.table = "T", .method = "b", .setting = Setting{{"size", "1"}}}).size(), 3u);
  EXPECT_EQ(results.Values({.case_prefix = "a/"}).size(), 6u);
  EXPECT_EQ(results.Values({.protocol = Protocol::kCut}).size(), 0u);
  EXPECT_EQ(results.Values({.setting = Setting{{"absent", "1"}}}).size(), 0u);
  EXPECT_EQ(results.Curves({.table = "F", .method = "a"}).size(), 6u);
  EXPECT_EQ(results.Values({.method = "b"})[1].seed(), 2u);
  EXPECT_EQ(results.Values({.dataset = "E"}).size(), 0u);
}

// A case that was changed by the user is no longer one of the source's.
TEST(Results, QueriesKnowWhatTheUserChanged) {
  FinishedCase finished;
  finished.c.changed_by_user = true;
  Recorder recorder(finished.c);
  recorder.Value("T", "m", 1);
  finished.record = recorder.record();
  const Results results({finished}, Profile::kPaper);
  EXPECT_EQ(results.Values({.protocol = Protocol::kPaper}).size(), 0u);
  EXPECT_EQ(results.Values({.protocol = Protocol::kChanged}).size(), 1u);
}

TEST(Results, FindPicturesAsTheyFindCurves) {
  const Results results = MakeResults(2, 1);
  EXPECT_EQ(results.Pictures({}).size(), 8u);
  EXPECT_EQ(results.Pictures({.metric = "c"}).size(), 0u);
  const std::vector<PictureObservation> found =
      results.Pictures({.table = "P", .method = "b", .setting = Setting{{"size", "2.0"}}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].seed(), 2u);
  EXPECT_EQ(found[1].key(), (RowKey{"P", "D", "b", Setting{{"size", "2"}}, "p"}));
  EXPECT_EQ(found[1].picture(), (Picture{.width = 1, .height = 1, .values = {22}}));
}

TEST(Results, KnowTheSettingsOfTheRun) {
  const Results results({}, Profile::kQuick, Setting{{"kappas", "0.1,0.5"}, {"epsilon", "0.1"}});
  EXPECT_EQ(results.settings().Numbers("kappas"), std::vector<double>({0.1, 0.5}));
  EXPECT_EQ(results.settings().Number("epsilon"), 0.1);
  EXPECT_THROW(results.settings().Text("kapas"), common::Error);
  EXPECT_TRUE(Results({}, Profile::kQuick).settings().empty());
}

TEST(Pair, MatchesSeedAndSettingButNotMethod) {
  const Results results = MakeResults(3, 1, 0);
  const Pairs pairs = Pair(results.Values({.method = "a"}), results.Values({.method = "b"}));
  ASSERT_EQ(pairs.a.size(), 6u);
  for (size_t i = 0; i < pairs.a.size(); ++i) EXPECT_EQ(pairs.b[i], pairs.a[i] + 1);
  EXPECT_EQ(pairs.labels[0], "size=1 seed=1");
  // Sizes 1 and 2 of one method, if the size may differ.
  const Pairs sizes = Pair(results.Values({.method = "a", .setting = Setting{{"size", "1"}}}),
                           results.Values({.method = "a", .setting = Setting{{"size", "2"}}}), {"size"});
  EXPECT_EQ(sizes.a, std::vector<double>({1, 1, 1}));
  EXPECT_EQ(sizes.b, std::vector<double>({2, 2, 2}));
  // Several that fit are none.
  EXPECT_TRUE(Pair(results.Values({.method = "a"}), results.Values({.method = "b"}), {"size"}).a.empty());
}

// One value of each of these cases, which are of one method.
Results ValuesOf(const std::vector<Case>& cases) {
  std::vector<FinishedCase> finished;
  for (const Case& c : cases) {
    Recorder recorder(c);
    recorder.Value("T", "m", static_cast<double>(finished.size()));
    finished.push_back({.c = c, .record = recorder.record()});
  }
  return Results(std::move(finished), Profile::kPaper);
}

TEST(Pair, KeepsDataSetsAndProtocolsApart) {
  const Case a = {.name = "a", .dataset = "D", .method = "M", .seed = 1};
  Case other_set = a, other_protocol = a, other_seed = a;
  other_set.dataset = "E";
  other_protocol.protocol = Protocol::kCut;
  other_seed.seed = 2;
  for (const Case& other : {other_set, other_protocol, other_seed}) {
    const Results one = ValuesOf({a}), two = ValuesOf({other});
    EXPECT_TRUE(Pair(one.Values({}), two.Values({})).a.empty());
    // Beside its partner the other is left out, and makes nobody ambiguous.
    const Results both = ValuesOf({a, other});
    EXPECT_EQ(Pair(one.Values({}), both.Values({})).b, std::vector<double>{0});
    EXPECT_EQ(Pair(both.Values({}), both.Values({})).a.size(), 2u);
  }
}

TEST(Pair, LeavesOutWhatHasSeveralPartners) {
  const Case a = {.name = "a", .dataset = "D", .method = "M", .seed = 1};
  const Results one = ValuesOf({a}), two = ValuesOf({a, a});
  EXPECT_EQ(Pair(one.Values({}), one.Values({})).a.size(), 1u);
  EXPECT_TRUE(Pair(one.Values({}), two.Values({})).a.empty());
  EXPECT_TRUE(Pair(two.Values({}), one.Values({})).a.empty());
}

TEST(MeanCurve, KeepsTheXThatAllCurvesHave) {
  const Results results = MakeResults(2, 1, 0);
  const Series series = MeanCurve("mean", results.Curves({.method = "a"}));
  EXPECT_EQ(series.x, std::vector<double>({1, 2}));
  EXPECT_EQ(series.y, std::vector<double>({1.5, 3}));
  EXPECT_TRUE(MeanCurve("none", {}).x.empty());
}

Pairs PairsOf(const Results& results) {
  return Pair(results.Values({.method = "a"}), results.Values({.method = "b"}));
}

TEST(DecideLess, FollowsTheInterval) {
  EXPECT_EQ(DecideLess(PairsOf(MakeResults(5, 1))).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideLess(PairsOf(MakeResults(5, -1))).verdict, Verdict::kFails);
  EXPECT_EQ(DecideLess(PairsOf(MakeResults(5, 1e-4))).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLess(PairsOf(MakeResults(5, 0, 0))).verdict, Verdict::kUndecided);  // all equal
  EXPECT_EQ(DecideLess(PairsOf(MakeResults(5, 0, 0))).evidence.find("sign test"), std::string::npos);
  EXPECT_EQ(DecideLess(Pairs{{1}, {2}, {"one"}}).verdict, Verdict::kNotTested);
}

// On either side, and however many pairs there are.
TEST(DecideLess, NothingFollowsFromWhatIsNotFinite) {
  const std::vector<double> sound = {1, 2, 3, 4, 5, 6, 7, 8};
  for (const double odd : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    std::vector<double> with = sound;
    with[3] = odd;
    const std::vector<std::string> labels(sound.size());
    for (const Pairs& pairs : {Pairs{with, sound, labels}, Pairs{sound, with, labels}}) {
      EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kNotTested);
      EXPECT_EQ(DecideLess(pairs).evidence, "a value is not finite");
      EXPECT_EQ(DecideEqual(pairs, 100).verdict, Verdict::kNotTested);
    }
  }
}

// As far apart as rounding leaves is equal; a part in a billion is a difference that has a spread.
TEST(DecideLess, TellsSmallDifferencesFromRounding) {
  Pairs pairs;
  for (int i = 0; i < 8; ++i) {
    pairs.a.push_back(1);
    pairs.b.push_back(1 + (i % 2 == 0 ? 1e-9 : 3e-9));
  }
  pairs.labels.resize(8);
  EXPECT_NE(DecideLess(pairs).evidence.find("paired t, n=8"), std::string::npos)
      << DecideLess(pairs).evidence;
  for (size_t i = 0; i < 8; ++i) pairs.b[i] = 1 + (i % 2 == 0 ? 0 : 1e-15);
  EXPECT_EQ(DecideLess(pairs).evidence, "all 8 differences are equal: 0");
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideEqual(pairs, 0).verdict, Verdict::kHolds);
  for (double& value : pairs.b) value = 1 + 1e-15;  // of one sign
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kUndecided);
  std::swap(pairs.a, pairs.b);
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kUndecided);
  for (double& value : pairs.a) value = 1 + 1e-9;
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kFails);
}

TEST(DecideLess, TwoPairsAreTooFew) {
  EXPECT_EQ(DecideLess(Pairs{{1, 1.1}, {2, 2.2}, {"", ""}}).verdict, Verdict::kNotTested);
  EXPECT_EQ(DecideEqual(Pairs{{1, 1.1}, {1, 1}, {"", ""}}, 5).verdict, Verdict::kNotTested);
}

// Equal differences have no spread to judge them by: the sign test alone decides, from 6 pairs on (p = 1/32),
// and if each of five comparisons may fail, from 8 on (p = 1/128).
TEST(DecideLess, EqualDifferencesAreDecidedByTheirSign) {
  for (const size_t n : {3u, 5u, 6u, 7u, 8u}) {
    Pairs pairs;
    for (size_t i = 0; i < n; ++i) {
      pairs.a.push_back(0.1 * static_cast<double>(i));
      pairs.b.push_back(0.1 * static_cast<double>(i) + 0.3);  // equal but for rounding
    }
    pairs.labels.resize(n);
    const ClaimOutcome less = DecideLess(pairs);
    EXPECT_EQ(less.verdict, n < 6 ? Verdict::kUndecided : Verdict::kHolds) << n;
    EXPECT_NE(less.evidence.find("differences are equal: -0.3, sign test p = "), std::string::npos)
        << less.evidence;
    EXPECT_EQ(DecideEqual(pairs, 1).verdict, n < 5 ? Verdict::kUndecided : Verdict::kHolds) << n;
    EXPECT_EQ(DecideEqual(pairs, 0.1).verdict, n < 5 ? Verdict::kUndecided : Verdict::kFails) << n;
    std::swap(pairs.a, pairs.b);
    EXPECT_EQ(DecideLess(pairs).verdict, n < 6 ? Verdict::kUndecided : Verdict::kFails) << n;
    EXPECT_EQ(DecideLess(pairs, {.comparisons = 5}).verdict, n < 8 ? Verdict::kUndecided : Verdict::kFails)
        << n;
    EXPECT_EQ(DecideEqual(pairs, 1).evidence.find("sign test"), std::string::npos);
  }
}

// Counts are known to the unit: with less noise a verdict is never weaker, and five seeds can decide.
TEST(DecideLess, EqualDifferencesOfCountsAreDecidedByTheUnit) {
  const auto decide = [](std::vector<double> a, std::vector<double> b, const Certainty& certainty = {}) {
    return DecideLess({std::move(a), std::move(b), std::vector<std::string>(5)}, certainty);
  };
  const std::vector<double> low = {122, 120, 125, 122, 122}, high = {135, 133, 138, 135, 135};
  const ClaimOutcome holds = decide(low, high);
  EXPECT_EQ(holds.verdict, Verdict::kHolds);
  // t(4) = 2.776, sqrt(1/6) / sqrt(5) = 0.18257: +-0.5069.
  EXPECT_NE(
      holds.evidence.find(
          "all 5 differences are equal: -13, of counts known to the unit, 95% interval [-13.51, -12.49]"),
      std::string::npos)
      << holds.evidence;
  EXPECT_EQ(decide(high, low, {.comparisons = 20}).verdict, Verdict::kFails);
  EXPECT_GT(decide(high, low).chance, 0);
  EXPECT_LT(decide(high, low).chance, 1e-6);
  EXPECT_EQ(decide(low, low).verdict, Verdict::kUndecided);
  // A little more noise than none, and the verdict is the same.
  EXPECT_EQ(decide(low, {136, 133, 138, 135, 135}).verdict, Verdict::kHolds);
  // Three runs do not tell a difference of one from none.
  EXPECT_EQ(DecideLess({{4, 4, 4}, {5, 5, 5}, {"", "", ""}}).verdict, Verdict::kUndecided);
  // Yes or no is no count, and fractions may agree for another reason: there the sign alone decides.
  EXPECT_EQ(decide({0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}).verdict, Verdict::kUndecided);
  EXPECT_EQ(decide({0.5, 0.5, 0.5, 0.5, 0.5}, {9, 9, 9, 9, 9}).verdict, Verdict::kUndecided);
  // Equality is decided as before.
  EXPECT_EQ(DecideEqual({low, low, std::vector<std::string>(5)}, 0.01).verdict, Verdict::kHolds);
}

// The p value of the test that fails, times the comparisons; that of a whole is its surest part's.
TEST(DecideLess, SaysTheChanceOfAFailure) {
  const Pairs pairs{{1.0, 1.1, 1.9, 2.2}, {0, 0, 0, 0}, {"", "", "", ""}};
  const double p_value = common::PairedStudentTest(pairs.a, pairs.b, 0.95).p_value;
  EXPECT_EQ(DecideLess(pairs).chance, p_value);
  EXPECT_EQ(DecideLess(pairs, {.comparisons = 2}).verdict, Verdict::kFails);
  EXPECT_EQ(DecideLess(pairs, {.comparisons = 2}).chance, 2 * p_value);
  EXPECT_EQ(DecideLess({pairs.b, pairs.a, pairs.labels}).chance, 0);  // it holds
  // Beyond a margin of 0.1 to either side, the difference is tested against the margin.
  const double beyond =
      common::PairedStudentTest(std::vector<double>{0.9, 1.0, 1.8, 2.1}, pairs.b, 0.95).p_value;
  EXPECT_NEAR(DecideEqual(pairs, 0.1).chance, beyond, 1e-12);
  EXPECT_NEAR(DecideEqual({pairs.b, pairs.a, pairs.labels}, 0.1).chance, beyond, 1e-12);
  const std::vector<ClaimOutcome> outcomes = {
      {Verdict::kFails, "", 0.02}, {Verdict::kHolds, ""}, {Verdict::kFails, "", 0.01}};
  EXPECT_EQ(All(outcomes).chance, 0.01);
}

// Without a difference, a wrong verdict comes as often as the confidence says: 400 runs, 95%.
TEST(DecideLess, ErrsAsOftenAsItsConfidenceSays) {
  int decided = 0;
  for (uint64_t stream = 0; stream < 400; ++stream) {
    if (DecideLess(PairsOf(MakeResults(4, 0, 1, stream))).verdict != Verdict::kUndecided) ++decided;
  }
  EXPECT_NEAR(decided, 20, 3 * std::sqrt(400 * 0.05 * 0.95));
}

// A claim that needs ten comparisons, none of which has a difference, fails in at most 2.5% of 400 runs; with
// the confidence of a single one, each of them would be above 0 in 2.5%. 3 standard deviations.
TEST(DecideLess, ManyComparisonsFailNoMoreOftenThanOne) {
  const auto failing_runs = [](int comparisons) {
    int failing = 0;
    for (uint64_t run = 0; run < 400; ++run) {
      std::vector<ClaimOutcome> outcomes;
      for (uint64_t i = 0; i < 10; ++i) {
        outcomes.push_back(
            DecideLess(PairsOf(MakeResults(4, 0, 1, 10 * run + i)), {.comparisons = comparisons}));
      }
      if (All(outcomes).verdict == Verdict::kFails) ++failing;
    }
    return failing;
  };
  EXPECT_LE(failing_runs(10), 10 + 3 * std::sqrt(400 * 0.025 * 0.975));
  EXPECT_GT(failing_runs(1), 50);
}

// What is above 0 with the confidence of one comparison is not always so with that of many.
TEST(DecideLess, OneOfManyComparisonsMustBeSurerToFail) {
  const Pairs pairs{{1.0, 1.1, 1.9, 2.2}, {0, 0, 0, 0}, {"", "", "", ""}};
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kFails);
  const ClaimOutcome outcome = DecideLess(pairs, {.comparisons = 20});
  EXPECT_EQ(outcome.verdict, Verdict::kUndecided);
  EXPECT_NE(outcome.evidence.find(", 99.75% interval ["), std::string::npos) << outcome.evidence;
}

// That all of many hold is no likelier by chance than that one does: holding takes no more confidence.
TEST(DecideLess, OneOfManyComparisonsHoldsAsOneDoes) {
  const Pairs pairs{{0, 0, 0, 0}, {1.0, 1.1, 1.9, 2.2}, {"", "", "", ""}};
  EXPECT_EQ(DecideLess(pairs).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideLess(pairs, {.comparisons = 20}).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideLess(pairs, {.confidence = 0.9975}).verdict, Verdict::kUndecided);
}

TEST(DecideEqual, FollowsTheMargin) {
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, sign * 0.1)), 0.5).verdict, Verdict::kHolds);
    EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, sign)), 0.5).verdict, Verdict::kFails);
    EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, sign * 0.5)), 0.5).verdict, Verdict::kUndecided);
  }
}

// An interval that reaches over one end of the margin leaves it open, on either side.
TEST(DecideEqual, OneOfManyComparisonsMustBeSurerToFail) {
  for (const bool swapped : {false, true}) {
    Pairs pairs{{1.0, 1.1, 1.9, 2.2}, {0, 0, 0, 0}, {"", "", "", ""}};
    if (swapped) std::swap(pairs.a, pairs.b);
    EXPECT_EQ(DecideEqual(pairs, 0.1).verdict, Verdict::kFails);
    EXPECT_EQ(DecideEqual(pairs, 0.1, {.comparisons = 20}).verdict, Verdict::kUndecided);
    EXPECT_EQ(DecideEqual(pairs, 2).verdict, Verdict::kUndecided);
    EXPECT_EQ(DecideEqual(pairs, 4).verdict, Verdict::kHolds);
    EXPECT_EQ(DecideEqual(pairs, 4, {.comparisons = 20}).verdict, Verdict::kHolds);
  }
}

TEST(DecideAllAtMost, HasNoExceptions) {
  const Results results = MakeResults(2, 1, 0);
  EXPECT_EQ(DecideAllAtMost(results.Values({}), 3, "m").verdict, Verdict::kHolds);
  const ClaimOutcome outcome = DecideAllAtMost(results.Values({}), 2, "m");
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_EQ(outcome.evidence, "m above 2 in 2 of 8, largest 3 (b/2/seed=1)");
  EXPECT_EQ(DecideAllAtMost({}, 3, "m").verdict, Verdict::kNotTested);
}

// What is no number is not at most anything.
TEST(DecideAllAtMost, NotANumberIsAbove) {
  FinishedCase finished;
  finished.c.name = "odd";
  Recorder recorder(finished.c);
  recorder.Value("T", "m", std::nan(""));
  finished.record = recorder.record();
  const Results results({finished}, Profile::kPaper);
  const ClaimOutcome outcome = DecideAllAtMost(results.Values({}), 3, "m");
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_EQ(outcome.evidence, "m above 3 in 1 of 1, largest nan (odd/seed=0)");
}

// The first of them is what is shown, wherever it stands.
TEST(DecideAllAtMost, NotANumberIsTheLargest) {
  for (const size_t odd : {0, 1, 2}) {
    std::vector<FinishedCase> cases(3);
    for (size_t i = 0; i < cases.size(); ++i) {
      cases[i].c.name = "case" + std::to_string(i);
      Recorder recorder(cases[i].c);
      recorder.Value("T", "m", i == odd ? std::nan("") : 2);
      cases[i].record = recorder.record();
    }
    const Results results(cases, Profile::kPaper);
    EXPECT_EQ(DecideAllAtMost(results.Values({}), 3, "m").evidence,
              "m above 3 in 1 of 3, largest nan (case" + std::to_string(odd) + "/seed=0)");
  }
}

TEST(All, IsDecidedByTheWorst) {
  const auto all = [](std::initializer_list<Verdict> verdicts) {
    std::vector<ClaimOutcome> outcomes;
    for (const Verdict verdict : verdicts) outcomes.push_back({verdict, ""});
    return All(outcomes).verdict;
  };
  EXPECT_EQ(all({Verdict::kHolds, Verdict::kHolds}), Verdict::kHolds);
  EXPECT_EQ(all({Verdict::kHolds, Verdict::kUndecided}), Verdict::kUndecided);
  EXPECT_EQ(all({Verdict::kNotTested, Verdict::kUndecided}), Verdict::kNotTested);
  EXPECT_EQ(all({Verdict::kNotTested, Verdict::kFails}), Verdict::kFails);
  EXPECT_EQ(all({}), Verdict::kNotTested);
}

TEST(CaseName, IsAPathBelowTheResults) {
  for (const char* name : {"a", "ocr/rp-bcfw/kappa1=0.5", "A_1=b+c"}) EXPECT_TRUE(IsCaseName(name)) << name;
  for (const char* name : {"", "/a", "a/", "a//b", "../a", "a/..", "a b", "a,b", "a\tb", " a", "a/.hidden"}) {
    EXPECT_FALSE(IsCaseName(name)) << name;
  }
  EXPECT_FALSE(IsCaseName(std::string(201, 'a')));
  EXPECT_EQ(NamePart("RP-BCFW (std) 1/n"), "rp-bcfw--std--1-n");
}

}  // namespace
}  // namespace structlab::harness
