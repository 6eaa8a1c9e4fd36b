#include "experiments/harness/decide/claims.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "common/error.h"

namespace structlab::harness {
namespace {

using enum Verdict;

// A case of the data set of this name, with one number.
FinishedCase CaseOn(const std::string& data, DataOrigin origin) {
  FinishedCase finished = {.c = {.name = "case/" + data, .method = data, .data = {data}}};
  finished.c.resolved = {{.name = data, .origin = origin}};
  finished.record.values = {{{"T", "D", data, {}, "m"}, 1}};
  return finished;
}

std::vector<FinishedCase> Cases() {
  return {CaseOn("letters", DataOrigin::kReal), CaseOn("digits", DataOrigin::kSubstitute),
          CaseOn("faces", DataOrigin::kStandIn)};
}

// A part with this outcome, about the cases of one data set, or of all.
ClaimRule Part(const std::string& part, const ClaimOutcome& outcome, const std::string& data = "letters",
               const std::string& sentence = "the rule") {
  return {"C1", part,
          Custom(sentence, {{.metric = "m", .method = data}}, [=](const Results&) { return outcome; })};
}

ClaimOutcome Outcome(Verdict verdict, double chance = 0) {
  return {verdict, "evidence", chance, fmt::format("{}%", static_cast<int>(verdict))};
}

std::vector<ClaimRow> Decide(const std::vector<ClaimRule>& claims, std::vector<FinishedCase> cases = Cases(),
                             const std::vector<ReportedRow>& printed = {}) {
  return DecideClaims("pack", claims, {{"C1", "first", ""}, {"C2", "second", ""}, {"C3", "third", "no data"}},
                      printed, Results(std::move(cases), Profile::kPaper));
}

// A part that fails by chance with probability p counts as one of n that could: it is sure if n p <= 5%.
TEST(DecideClaims, ThePartsMakeTheWhole) {
  const ClaimOutcome holds = Outcome(kHolds), open = Outcome(kUndecided), untested = Outcome(kNotTested),
                     fails_surely = Outcome(kFails), fails_4 = Outcome(kFails, 0.04),
                     fails_2 = Outcome(kFails, 0.02);
  const std::pair<std::vector<ClaimOutcome>, Verdict> wholes[] = {{{holds}, kHolds},
                                                                  {{holds, holds, holds}, kHolds},
                                                                  {{holds, open}, kUndecided},
                                                                  {{open, untested, holds}, kNotTested},
                                                                  {{untested, fails_surely, open}, kFails},
                                                                  {{fails_4}, kFails},
                                                                  {{fails_4, holds}, kUndecided},
                                                                  {{fails_4, untested}, kNotTested},
                                                                  {{fails_2, holds}, kFails},
                                                                  {{fails_2, fails_2, fails_2}, kUndecided},
                                                                  {{fails_4, fails_2}, kFails}};
  for (const auto& [parts, verdict] : wholes) {
    std::vector<ClaimRule> claims;
    for (const ClaimOutcome& part : parts)
      claims.push_back(Part(fmt::format("part {}", claims.size()), part));
    const auto rows = Decide(claims);
    ASSERT_EQ(rows.size(), parts.size() + 3);
    EXPECT_EQ(rows[0].part, "");
    EXPECT_EQ(rows[0].verdict, verdict) << rows[0].evidence;
    for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(rows[i + 1].verdict, parts[i].verdict);
  }
  auto rows = Decide({Part("a", Outcome(kHolds)), Part("b", Outcome(kUndecided), "digits")});
  AddRecorded(Decide({Part("b", Outcome(kFails))}), rows);
  EXPECT_EQ(rows[2].recorded, kFails);
  EXPECT_EQ(rows[1].recorded, std::nullopt);
  EXPECT_EQ(rows[0].evidence, "a holds; b undecided");
  EXPECT_EQ(rows[0].effect, "2%");  // of the part that decides
  EXPECT_EQ(rows[0].data, DataOrigin::kSubstitute);
}

TEST(DecideClaims, StandInDataDecidesOnlyWhatDoesNotDependOnIt) {
  const ClaimRule faces = Part("", Outcome(kHolds), "faces"), all = Part("", Outcome(kHolds), "");
  EXPECT_EQ(Decide({faces})[0].evidence, "the data is a stand-in, and the claim depends on the data");
  EXPECT_EQ(Decide({faces})[0].data, DataOrigin::kStandIn);
  EXPECT_EQ(Decide({all})[0].verdict, kNotTested);  // the worst of its cases
  ClaimRule independent = faces, named = all;
  independent.rule = faces.rule.IndependentOfData();
  EXPECT_EQ(Decide({independent})[0].verdict, kHolds);
  named.data = {"letters", "digits"};
  EXPECT_EQ(Decide({named})[0].verdict, kHolds);
  EXPECT_EQ(Decide({named})[0].data, DataOrigin::kSubstitute);
  EXPECT_EQ(Decide({Part("", Outcome(kHolds), "nothing")})[0].data, std::nullopt);
}

// It is named and does not decide, unless no other part can be tested here.
TEST(DecideClaims, APartThatCannotBeTestedHereIsNamedBesideTheVerdict) {
  const ClaimRule declared = {"C1", "x", All(std::vector<Rule>()), {}, "", "the images are not public"};
  const std::pair<std::vector<ClaimRule>, Verdict> wholes[] = {
      {{Part("b", Outcome(kHolds), "digits"), Part("c", Outcome(kHolds), "letters")}, kHolds},
      {{Part("b", Outcome(kFails, 0.04), "digits")}, kFails},  // the only part that counts
      {{}, kNotTested},
      {{Part("b", Outcome(kNotTested), "digits")}, kNotTested}};
  for (auto [claims, verdict] : wholes) {
    claims.insert(claims.begin(), {Part("a", Outcome(kHolds), "faces"), declared});
    const auto rows = Decide(claims);
    EXPECT_EQ(rows[1].verdict, kNotTested);
    EXPECT_EQ(rows[2].evidence, "the images are not public");
    EXPECT_EQ(rows[0].verdict, verdict) << rows[0].evidence;
    EXPECT_EQ(rows[0].untested, claims.size() > 2 ? "a; x" : "");
    if (verdict == kHolds) {
      EXPECT_EQ(rows[0].data, DataOrigin::kSubstitute);
    }
  }
}

// The stricter parts give a verdict of their own, and a word for each question.
TEST(DecideClaims, StricterPartsDoNotDecideWhatTheSourceSays) {
  const auto stricter = [](const std::string& question, const std::string& part,
                           const ClaimOutcome& outcome) {
    ClaimRule rule = Part(part, outcome);
    rule.question = question;
    return rule;
  };
  const auto rows =
      Decide({Part("a", Outcome(kHolds)), stricter("against a correct rival", "b", Outcome(kFails)),
              stricter("against a correct rival", "c", Outcome(kHolds)),
              stricter("at one strength", "d", Outcome(kHolds))});
  EXPECT_EQ(rows[0].verdict, kHolds);
  EXPECT_EQ(rows[0].evidence, "a holds");
  EXPECT_EQ(rows[0].stricter, kFails);
  EXPECT_EQ(rows[0].stricter_words, "against a correct rival: fails; at one strength: holds");
  EXPECT_EQ(rows[2].question, "against a correct rival");
  EXPECT_EQ(rows[2].stricter, std::nullopt);
  // Their numbers count apart, over all questions: one of two that fails with 4% does not fail surely.
  const auto unsure = Decide({Part("a", Outcome(kFails, 0.04)), stricter("q", "b", Outcome(kFails, 0.04)),
                              stricter("r", "c", Outcome(kHolds))});
  EXPECT_EQ(unsure[0].verdict, kFails);
  EXPECT_EQ(unsure[0].stricter, kUndecided);
  EXPECT_EQ(unsure[0].stricter_words, "q: undecided; r: holds");
  // One whose data is a stand-in does not decide beside one that can be tested.
  ClaimRule untested = stricter("q", "b", Outcome(kFails));
  untested.rule = Part("b", Outcome(kFails), "faces").rule;
  EXPECT_EQ(Decide({Part("a", Outcome(kHolds)), untested, stricter("r", "c", Outcome(kHolds))})[0].stricter,
            kHolds);
  auto again = rows;
  AddRecorded(rows, again);
  EXPECT_EQ(again[0].recorded_stricter, kFails);
  const auto alone = Decide({stricter("q", "", Outcome(kHolds))});
  EXPECT_EQ(alone[0].verdict, kNotTested);
  EXPECT_EQ(alone[0].evidence, "no part of it is as the source states it");
  EXPECT_EQ(alone[0].stricter, kHolds);
  EXPECT_EQ(Decide({Part("a", Outcome(kHolds))})[0].stricter, std::nullopt);
}

// D30 held by 3.2 points over the worst rival and by 0.7 over the best one, which decides.
TEST(DecideClaims, TheEffectIsThatOfTheComparisonThatDecides) {
  const auto outcome = [](Verdict verdict, const char* effect, double slack) {
    return ClaimOutcome{verdict, "evidence", 0, effect, slack};
  };
  EXPECT_EQ(All({outcome(kHolds, "+3.2 points", 3), outcome(kHolds, "+0.7 points", 0.5)}).effect,
            "+0.7 points");
  EXPECT_EQ(
      All({outcome(kHolds, "-9%", 0.1), outcome(kFails, "+2%", -0.2), outcome(kFails, "+5%", -0.5)}).effect,
      "+5%");
  EXPECT_EQ(All({outcome(kHolds, "-9%", 0.1), outcome(kUndecided, "", 0)}).effect, "");
}

TEST(DecideClaims, ChangedSettingsDecideNothingButSayWhatTheyComeTo) {
  Settings settings("pack",
                    {{.name = "epsilon", .paper = "1", .quick = "1", .smoke = "1"},
                     {.name = "start", .paper = "zero", .quick = "zero", .smoke = "zero"},
                     {.name = "other", .paper = "1", .quick = "1", .smoke = "1"}},
                    Profile::kPaper);
  settings.Change("epsilon", "2");
  settings.Change("other", "2");
  std::vector<FinishedCase> cases = Cases();
  cases[0].c.settings = &settings;
  cases[0].c.parameters = {{"epsilon", "2"}, {"start", "zero"}};
  cases[0].c.changed_by_user = true;
  const auto rows = Decide({Part("a", Outcome(kFails)), Part("b", Outcome(kHolds), "digits"),
                            Part("c", {kNotTested, "no values"})},
                           cases);
  EXPECT_EQ(rows[1].verdict, kNotTested);
  EXPECT_EQ(rows[1].evidence, "settings changed by --set: epsilon; with them it fails: evidence");
  EXPECT_EQ(rows[2].verdict, kHolds);  // of cases that read nothing that was changed
  EXPECT_EQ(rows[3].evidence, "no values");
  EXPECT_EQ(rows[0].verdict, kNotTested);
}

TEST(DecideClaims, ARuleThatThrowsLeavesItsClaimNotTested) {
  ClaimRule broken = Part("b", {});
  broken.rule = Custom("c", {}, [](const Results&) -> ClaimOutcome {
    common::ThrowUsageError("setting x", "a value", "none");
  });
  const auto rows = Decide({Part("a", Outcome(kFails)), broken});
  EXPECT_EQ(rows[2].verdict, kNotTested);
  EXPECT_EQ(rows[2].evidence, "setting x: expected a value, found none");
  EXPECT_EQ(rows[0].verdict, kFails);
}

// The print supports the whole if it supports each part for which there are printed numbers.
TEST(DecideClaims, ThePrintIsDecidedByTheSameRules) {
  const std::vector<ReportedRow> printed = {{{"T", "D", "A", {}, "m"}, 1}, {{"T", "D", "B", {}, "m"}, 2}};
  const Values m = {.table = "T", .metric = "m"};
  const ClaimRule holds = {"C1", "a", Less(m.Of("A"), m.Of("B"))},
                  fails = {"C1", "b", Less(m.Of("B"), m.Of("A"))}, unprinted = Part("c", Outcome(kHolds));
  const auto whole = [&](const std::vector<ClaimRule>& claims) {
    return Decide(claims, Cases(), printed)[0];
  };
  EXPECT_EQ(whole({holds, unprinted}).print, kHolds);
  EXPECT_EQ(whole({holds, unprinted}).print_evidence, "a holds");
  EXPECT_EQ(whole({holds, fails}).print, kFails);
  ClaimRule stricter = fails;
  stricter.question = "q";
  EXPECT_EQ(whole({holds, stricter}).print, kHolds);
  EXPECT_EQ(whole({unprinted}).print, kNotTested);
  EXPECT_EQ(Decide({holds}, {}, printed)[1].print, kHolds);  // even where nothing was run
}

}  // namespace
}  // namespace structlab::harness
