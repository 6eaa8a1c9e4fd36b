#include "experiments/harness/results.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/error.h"
#include "common/random_stream.h"
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

TEST(Recorder, TakesItsKeysFromTheCaseUnlessOverridden) {
  Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  recorder.Value("T", "m", 1);
  recorder.Value("T", "m", 2, {.dataset = "E", .method = "N", .setting = Setting{{"k", "2"}}, .unit = "s"});
  const RecordedValue &first = recorder.record().values[0], &second = recorder.record().values[1];
  EXPECT_EQ(first.key, (RowKey{"T", "D", "M", Setting{{"k", "1"}}, "m"}));
  EXPECT_EQ(second.key, (RowKey{"T", "E", "N", Setting{{"k", "2"}}, "m"}));
  EXPECT_EQ(second.unit, "s");
}

TEST(Recorder, RefusesAKeyTwiceAndCurvesOfTwoLengths) {
  Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  recorder.Value("T", "m", 1);
  EXPECT_THROW(recorder.Value("T", "m", 1, {.setting = Setting{{"k", "1.0"}}}), common::Error);
  const std::vector<double> x = {1, 2}, y = {1};
  EXPECT_THROW(recorder.Curve("T", "m", x, y), common::Error);
  recorder.Refuse("not for this");
  EXPECT_TRUE(recorder.record().values.empty());
  EXPECT_EQ(recorder.record().refusal, "not for this");
}

// What Recorder::Picture says of it; empty if it takes it.
std::string MessageOf(Recorder& recorder, const std::string& metric, Picture picture) {
  try {
    recorder.Picture("Figure 2", metric, std::move(picture));
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

TEST(Recorder, RefusesWhatIsNoPicture) {
  const Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  const std::string key = "picture Figure 2, D, M, k=1, m: ";
  const auto message = [&](int width, int height, int channels, size_t values) {
    return MessageOf(
        recorder, "m",
        {.width = width, .height = height, .channels = channels, .values = std::vector<uint8_t>(values)});
  };
  EXPECT_EQ(message(3, 2, 1, 5), key + "expected 6 values, found 5");
  EXPECT_EQ(message(3, 2, 3, 19), key + "expected 18 values, found 19");
  EXPECT_EQ(message(0, 2, 1, 0), key + "expected sides from 1 to 16384, found 0 x 2");
  EXPECT_EQ(message(2, 0, 1, 0), key + "expected sides from 1 to 16384, found 2 x 0");
  EXPECT_EQ(message(-2, -2, 1, 4), key + "expected sides from 1 to 16384, found -2 x -2");
  EXPECT_EQ(message(1, 16385, 1, 16385), key + "expected sides from 1 to 16384, found 1 x 16385");
  for (const int channels : {-1, 0, 2, 4}) {
    EXPECT_EQ(message(1, 1, channels, 1),
              key + "expected 1 channel (grey) or 3 (RGB), found " + std::to_string(channels));
  }
  EXPECT_EQ(message(16384, 16384, 3, 0),
            key + "expected at most 16777216 values, found 805306368; record it smaller");
  EXPECT_TRUE(recorder.record().pictures.empty());
  EXPECT_EQ(message(3, 2, 3, 18), "");
  EXPECT_EQ(message(3, 2, 3, 18),
            "record of Figure 2, D, M, k=1, m: expected each key once, found it a second time");
  EXPECT_EQ(recorder.record().pictures.size(), 1u);
  recorder.Refuse("not for this");
  EXPECT_TRUE(recorder.record().pictures.empty());
}

TEST(Recorder, RefusesMorePicturesOfACaseThanTheStoreShallHold) {
  const Case c;
  Recorder recorder(c);
  const Picture large{.width = 4096, .height = 4096, .values = std::vector<uint8_t>(size_t{1} << 24)};
  for (const char* metric : {"a", "b", "c", "d"}) EXPECT_EQ(MessageOf(recorder, metric, large), "");
  EXPECT_EQ(MessageOf(recorder, "e", {.width = 1, .height = 1, .values = {0}}),
            "picture Figure 2, , , , e: expected at most 67108864 bytes in the pictures of a case, found "
            "67108865; record fewer or smaller ones");
}

TEST(Recorder, KeepsFilesUnderNamesThatAreSafe) {
  Case c;
  Recorder recorder(c);
  recorder.File("model.txt", "weights\n");
  EXPECT_EQ(recorder.record().files, (std::vector<RecordedFile>{{"model.txt", "weights\n"}}));
  for (const char* name : {"model.txt", "", "a/b", "../up", "a b"}) {
    EXPECT_THROW(recorder.File(name, "x"), common::Error) << name;
  }
  EXPECT_THROW(recorder.File("zero", std::string_view("a\0b", 3)), common::Error);
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
  EXPECT_EQ(DecideLess(Pairs{{1}, {2}, {"one"}}).verdict, Verdict::kNotTested);
  EXPECT_EQ(DecideLess(Pairs{{1, std::nan("")}, {2, 3}, {"", ""}}).verdict, Verdict::kNotTested);
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

TEST(DecideEqual, FollowsTheMargin) {
  EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, 0.1)), 0.5).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, 1)), 0.5).verdict, Verdict::kFails);
  EXPECT_EQ(DecideEqual(PairsOf(MakeResults(5, 0.5)), 0.5).verdict, Verdict::kUndecided);
}

TEST(DecideAllAtMost, HasNoExceptions) {
  const Results results = MakeResults(2, 1, 0);
  EXPECT_EQ(DecideAllAtMost(results.Values({}), 3, "m").verdict, Verdict::kHolds);
  const ClaimOutcome outcome = DecideAllAtMost(results.Values({}), 2, "m");
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_EQ(outcome.evidence, "m above 2 in 2 of 8, largest 3 (b/2/seed=1)");
  EXPECT_EQ(DecideAllAtMost({}, 3, "m").verdict, Verdict::kNotTested);
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
