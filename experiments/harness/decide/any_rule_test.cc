// Rules of which one part is enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::harness {
namespace {

const Values kScore = {.table = "T", .metric = "score"};

void ExpectSame(const ClaimOutcome& found, const ClaimOutcome& expected) {
  EXPECT_EQ(found.verdict, expected.verdict) << found.evidence;
  EXPECT_NEAR(found.chance, expected.chance, 1e-9);
}

// Every combination of four verdicts, in two and three parts.
TEST(AnyOutcome, IsTheDualOfAll) {
  const auto dual = [](Verdict verdict) {
    return verdict == Verdict::kHolds   ? Verdict::kFails
           : verdict == Verdict::kFails ? Verdict::kHolds
                                        : verdict;
  };
  for (int code = 0; code < 64; ++code) {
    std::vector<ClaimOutcome> outcomes, duals;
    double largest = 0;
    for (const int digit : {code % 4, code / 4 % 4, code / 16}) {
      ClaimOutcome outcome = {static_cast<Verdict>(digit)};
      if (outcome.verdict == Verdict::kFails)
        outcome.chance = 0.01 * static_cast<double>(outcomes.size() + 1);
      largest = std::max(largest, outcome.chance);
      outcomes.push_back(outcome);
      duals.push_back({dual(outcome.verdict)});
    }
    const ClaimOutcome any = Any(outcomes);
    EXPECT_EQ(any.verdict, dual(All(duals).verdict)) << code;
    EXPECT_EQ(any.chance, any.verdict == Verdict::kFails ? largest : 0);
  }
  EXPECT_EQ(Any(std::vector<ClaimOutcome>()).verdict, Verdict::kNotTested);
}

// Parts and their levels by hand: with two parts each holds by its interval of 97.5%; all fail by that of
// 95%, also where several stand beside another rule of an All.
TEST(AnyRule, EachPartHoldsAtItsShareOfTheLevel) {
  std::map<Verdict, int> seen;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    common::RandomStream random(seed, "parts");
    std::vector<FinishedCase> cases;
    std::map<std::string, std::vector<double>> values;
    const std::map<std::string, double> levels = {
        {"A", 2 + 0.15 * random.Normal()}, {"B", 2}, {"C", 2 + 0.15 * random.Normal()}, {"D", 1}};
    for (const auto& [method, level] : levels) {
      for (int i = 1; i <= 6; ++i) {
        FinishedCase finished = {
            .c = {.name = "case/" + method, .method = method, .seed = static_cast<uint64_t>(i)}};
        values[method].push_back(level + 0.1 * random.Normal());
        finished.record.values.push_back({{"T", "", method, {}, "score"}, values[method].back()});
        cases.push_back(std::move(finished));
      }
    }
    const Results results = AllFinished(std::move(cases));
    const auto less = [](const char* a) { return Less(kScore.Of(a), kScore.Of("B")).ByAtLeast(Absolute(0)); };
    const auto by_hand = [&](const char* a, int comparisons) {
      return DecideLess(Pairs{values[a], values["B"]}, {.comparisons = comparisons, .alternatives = 2});
    };
    const Rule any = Any({less("A"), less("C")});
    const ClaimOutcome found = any.Decide(results);
    ExpectSame(found, Any({by_hand("A", 1), by_hand("C", 1)}));
    ++seen[found.verdict];
    ExpectSame(All({less("D"), any}).Decide(results), Any({by_hand("A", 2), by_hand("C", 2)}));
    // A part of two comparisons fails if one of them fails.
    ExpectSame(Any({less("A"), All({less("C"), less("D")})}).Decide(results),
               Any({by_hand("A", 2), All({by_hand("C", 2), by_hand("D", 2)})}));
  }
  EXPECT_EQ(seen.size(), 3u);
  for (const auto& [verdict, count] : seen) EXPECT_GT(count, 10) << NameOf(verdict);
}

TEST(AnyRule, ReadsAndSaysItsParts) {
  const Rule any = Any({Less(kScore.Of("A"), kScore.Of("B")), Equal(kScore.Of("A"), kScore.Of("C"), 1)});
  EXPECT_EQ(any.Parts().size(), 2u);
  EXPECT_EQ(any.Reads().size(), 4u);
  EXPECT_EQ(any.Sentence().substr(0, 62), "at least one holds, each at the level divided by 2: score of A");
  EXPECT_NE(any.Sentence().find("; or score of A within 1 of score of C"), std::string::npos);
  EXPECT_EQ(All({any, any}).InWords("either").OnlyAtPaper({"w"}).Sentence(), "either");
  std::vector<FinishedCase> cases;
  for (const char* method : {"A", "B", "C"}) {
    cases.push_back({.c = {.name = std::string("case/") + method, .method = method}});
  }
  const Results results = AllFinished(std::move(cases));
  for (const Case& c : results.planned()) EXPECT_TRUE(any.Needs(c));
  const auto printed = [](double a, double c) {
    const auto row = [](const char* method, double value) {
      return ReportedRow{.key = {"T", "", method, {}, "score"}, .value = value};
    };
    return std::vector<ReportedRow>{row("A", a), row("B", 2), row("C", c)};
  };
  EXPECT_EQ(any.DecideOnPrint(printed(1, 9)).verdict, Verdict::kHolds);
  EXPECT_EQ(any.DecideOnPrint(printed(3, 3.5)).verdict, Verdict::kHolds);
  EXPECT_EQ(any.DecideOnPrint(printed(3, 9)).verdict, Verdict::kFails);
  EXPECT_EQ(any.DecideOnPrint({}).verdict, Verdict::kNotTested);
}

}  // namespace
}  // namespace structlab::harness
