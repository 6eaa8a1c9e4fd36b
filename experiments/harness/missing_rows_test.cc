#include "experiments/harness/missing_rows.h"

#include <gtest/gtest.h>

#include "experiments/harness/join.h"

namespace structlab::harness {
namespace {

// What JoinRows makes of a reported row without a result.
ResultRow Missing(const std::string& table, const std::string& method, const Setting& setting,
                  std::optional<double> reported) {
  ResultRow row;
  row.table = table;
  row.dataset = "D";
  row.method = method;
  row.setting = setting;
  row.metric = "m";
  row.is_reported_row = true;
  row.reported = reported;
  return row;
}

CaseStatus Ended(const Case& c, CaseState state, const std::string& message = "") {
  CaseStatus status;
  status.c = c;
  status.state = state;
  status.message = message;
  return status;
}

// A case that is done, with a curve of the figure.
FinishedCase WithCurve(const Case& c, const std::string& table) {
  const std::vector<double> x = {1, 2};
  Recorder recorder(c);
  recorder.Curve(table, "m", x, x);
  return {.c = c, .record = recorder.record()};
}

MissingReason Found(const ResultRow& row, const std::vector<CaseStatus>& cases,
                    const DeclaredRow* declared = nullptr, std::vector<FinishedCase> finished = {}) {
  Experiment experiment;
  experiment.methods = {"A", "B"};
  return WhyMissing(row, declared, experiment, cases, Results(std::move(finished), Profile::kSmoke));
}

std::string Why(const ResultRow& row, const std::vector<CaseStatus>& cases,
                const DeclaredRow* declared = nullptr, std::vector<FinishedCase> finished = {}) {
  return Found(row, cases, declared, std::move(finished)).text;
}

constexpr const char* kNotPlanned = "not in this profile (smoke): no case that it plans makes this row";
const Setting kHalf = {{"kappa1", "0.5"}};

Case CaseOf(const std::string& method, const Setting& setting) {
  return {.name = "x/" + NamePart(setting.Format()), .dataset = "D", .method = method, .setting = setting};
}

TEST(WhyMissing, TheCaseWithTheRowsKeysIsTheReason) {
  const ResultRow row = Missing("T", "A", {{"kappa1", "0.50"}, {"split", "test"}}, 1);
  const auto end = [](const Case& c) { return Ended(c, CaseState::kTimedOut, "took long"); };
  EXPECT_EQ(Why(row, {end(CaseOf("A", kHalf))}), "✘ timed out: took long");
  EXPECT_EQ(Why(row, {end(CaseOf("A", {}))}), "✘ timed out: took long");
  EXPECT_EQ(Why(row, {}), kNotPlanned);
  EXPECT_EQ(Why(row, {end(CaseOf("B", kHalf))}), kNotPlanned);
  EXPECT_EQ(Why(row, {end(CaseOf("A", {{"kappa1", "0.1"}}))}), kNotPlanned);
  EXPECT_EQ(Why(row, {end(CaseOf("A", {{"trouble", "much"}}))}), kNotPlanned);  // makes a row of another kind
  Case other = CaseOf("A", kHalf);
  other.dataset = "E";
  EXPECT_EQ(Why(row, {end(other)}), kNotPlanned);
  other.dataset = "";
  other.serves = {"U", "D1"};
  EXPECT_EQ(Why(row, {end(other)}), kNotPlanned);
  other.serves = {"U", "T"};
  EXPECT_EQ(Why(row, {end(other)}), "✘ timed out: took long");
}

TEST(WhyMissing, WhatWentWorstIsTheReason) {
  const ResultRow row = Missing("T", "A", kHalf, 1);
  const Case c = CaseOf("A", kHalf);
  std::vector<CaseStatus> cases = {Ended(c, CaseState::kDone)};
  EXPECT_EQ(Why(row, cases), "its cases are done and recorded nothing for it");
  cases.push_back(Ended(c, CaseState::kNotRun, "not selected by --only or --methods"));
  EXPECT_EQ(Why(row, cases), "– not run: not selected by --only or --methods");
  cases.push_back(Ended(c, CaseState::kRefused, "too many labels"));
  EXPECT_EQ(Why(row, cases), "⊘ refused: too many labels");
  for (const CaseState state : {CaseState::kFailed, CaseState::kTimedOut, CaseState::kOutOfMemory}) {
    std::vector<CaseStatus> failed = cases;
    failed.insert(failed.begin(), Ended(c, state, "broke"));
    EXPECT_EQ(Why(row, failed).find("✘ "), 0u) << Why(row, failed);
    EXPECT_NE(Why(row, failed).find(": broke"), std::string::npos);
  }
  EXPECT_EQ(Why(row, {Ended(c, CaseState::kFailed)}), "✘ failed");
}

// A refusal says more than that another seed was left out, and less than a failure.
TEST(WhyMissing, WhatIsRefusedIsNotApplicable) {
  const ResultRow row = Missing("T", "A", kHalf, 1);
  const Case c = CaseOf("A", kHalf);
  const CaseStatus refused = Ended(c, CaseState::kRefused, "too many labels");
  EXPECT_TRUE(Found(row, {}).is_applicable);
  EXPECT_FALSE(Found(row, {refused}).is_applicable);
  for (const CaseState state : {CaseState::kDone, CaseState::kNotRun}) {
    EXPECT_TRUE(Found(row, {Ended(c, state)}).is_applicable);
    EXPECT_FALSE(Found(row, {Ended(c, state), refused}).is_applicable);
  }
  for (const CaseState state : {CaseState::kFailed, CaseState::kTimedOut, CaseState::kOutOfMemory}) {
    EXPECT_TRUE(Found(row, {refused, Ended(c, state)}).is_applicable);
  }
  EXPECT_TRUE(Found(row, {Ended(CaseOf("B", kHalf), CaseState::kRefused)}).is_applicable);
  // By the source's protocol it might apply.
  CaseStatus smaller = refused;
  smaller.c.protocol = Protocol::kCut;
  EXPECT_EQ(Why(row, {smaller}), "⊘ refused (cut protocol): too many labels");
  EXPECT_TRUE(Found(row, {smaller}).is_applicable);
  EXPECT_FALSE(Found(row, {smaller, refused}).is_applicable);
  smaller.c.changed_by_user = true;
  EXPECT_EQ(Why(row, {smaller}), "⊘ refused (changed protocol): too many labels");
  EXPECT_TRUE(Found(row, {smaller}).is_applicable);
  smaller.state = CaseState::kFailed;
  EXPECT_EQ(Why(row, {smaller}), "✘ failed: too many labels");
  // Nor is a figure whose part of a method is refused.
  const ResultRow figure = Missing("F", "A,B", kHalf, {});
  const DeclaredRow declared = {
      .key = {"F", "D", "A,B", kHalf, "m"}, .figure = "f", .needs_methods = {"A", "B"}};
  const std::vector<CaseStatus> cases = {Ended(c, CaseState::kDone),
                                         Ended(CaseOf("B", {}), CaseState::kRefused, "no")};
  EXPECT_FALSE(Found(figure, cases, &declared, {WithCurve(c, "F")}).is_applicable);
  EXPECT_EQ(Why(figure, cases, &declared, {WithCurve(c, "F")}), "B: ⊘ refused: no");
  // Another case may still make this part.
  std::vector<CaseStatus> more = cases;
  more.push_back(Ended(CaseOf("B", kHalf), CaseState::kNotRun));
  EXPECT_TRUE(Found(figure, more, &declared, {WithCurve(c, "F")}).is_applicable);
}

// A row of no data set in particular is made by a case of any, and a case of none makes rows of any.
TEST(WhyMissing, NoDataSetIsAny) {
  ResultRow row = Missing("T", "A", kHalf, 1);
  row.dataset = "";
  EXPECT_EQ(Why(row, {Ended(CaseOf("A", kHalf), CaseState::kFailed)}), "✘ failed");
  row.dataset = "D";
  Case c = CaseOf("A", kHalf);
  c.dataset = "";
  EXPECT_EQ(Why(row, {Ended(c, CaseState::kFailed)}), "✘ failed");
}

// What the source calls a method is not always one: its row is made by a case of another name.
TEST(WhyMissing, ARowOfNoMethodIsMadeByTheCasesOfItsTable) {
  const ResultRow row = Missing("prose", "dataset statistics", {{"split", "train"}}, 6251);
  Case c = CaseOf("B", kHalf);
  c.serves = {"prose"};
  EXPECT_EQ(Why(row, {Ended(c, CaseState::kNotRun, "interrupted")}), "– not run: interrupted");
  c.serves = {"T"};
  EXPECT_EQ(Why(row, {Ended(c, CaseState::kNotRun, "interrupted")}), kNotPlanned);
  // Which of them would have made it nobody knows, unless all of them refuse.
  c.serves = {"prose"};
  const CaseStatus refused = Ended(c, CaseState::kRefused, "no");
  EXPECT_TRUE(Found(row, {refused, Ended(c, CaseState::kDone)}).is_applicable);
  EXPECT_FALSE(Found(row, {refused, refused}).is_applicable);
  CaseStatus smaller = refused;
  smaller.c.protocol = Protocol::kCut;
  EXPECT_TRUE(Found(row, {refused, smaller}).is_applicable);
}

// Each method of a figure has its part; the reason is that of the part that is not there.
TEST(WhyMissing, AFigureMissesThePartOfAMethod) {
  const ResultRow row = Missing("F", "A,B", kHalf, {});
  const DeclaredRow declared = {
      .key = {"F", "D", "A,B", kHalf, "m"}, .figure = "f", .needs_methods = {"A", "B"}};
  const Case a = CaseOf("A", kHalf), b = CaseOf("B", {});
  const std::vector<CaseStatus> b_failed = {Ended(a, CaseState::kDone),
                                            Ended(b, CaseState::kFailed, "broke")};
  EXPECT_EQ(Why(row, b_failed, &declared, {WithCurve(a, "F")}), "B: ✘ failed: broke");
  // A's other seed is not what is missing.
  std::vector<CaseStatus> a_too = b_failed;
  a_too.insert(a_too.begin(), Ended(a, CaseState::kOutOfMemory, "much"));
  EXPECT_EQ(Why(row, a_too, &declared, {WithCurve(a, "F")}), "B: ✘ failed: broke");
  EXPECT_EQ(Why(row, a_too, &declared), "A: ✘ out of memory: much");
  EXPECT_EQ(Why(row, {Ended(a, CaseState::kDone)}, &declared, {WithCurve(a, "F")}),
            std::string("B: ") + kNotPlanned);
  EXPECT_EQ(Why(row, {Ended(a, CaseState::kDone)}, &declared, {WithCurve(a, "other")}),
            "A: its cases are done and recorded nothing for it");
  EXPECT_EQ(Why(row, {}, &declared, {WithCurve(a, "F"), WithCurve(b, "F")}),
            "recorded, but the package draws no figure of it");
  // Without a declared row its own method is what it needs.
  EXPECT_EQ(Why(Missing("F", "B", {}, {}), b_failed), "✘ failed: broke");
}

}  // namespace
}  // namespace structlab::harness
