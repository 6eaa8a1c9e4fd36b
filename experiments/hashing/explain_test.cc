// Which rows of graphs count as explained, on made-up results.
#include "experiments/hashing/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Explanation;
using harness::ExplanationKind;
using harness::FinishedCase;
using harness::ResultRow;
using harness::Setting;

// Table 2.8 has 0.9 there.
ResultRow Row(const char* method, double value) {
  ResultRow row;
  row.table = kTable28;
  row.dataset = "MUTAG";
  row.method = method;
  row.metric = "accuracy";
  row.data = harness::DataOrigin::kReal;
  row.value = value;
  row.std = 0.01;
  row.n = 3;
  row.reported = 0.9;
  row.higher_is_better = true;
  return row;
}

void Add(const char* method, const char* cost_by, const char* variant, double value,
         std::vector<FinishedCase>& cases) {
  for (const uint64_t seed : {1, 2, 3}) {
    FinishedCase finished;
    finished.c.dataset = "MUTAG";
    finished.c.seed = seed;
    finished.record.values.push_back(
        {.key = {kOurChoices, "MUTAG", method, ChoiceKey(cost_by, variant), "accuracy"},
         .value = value + 0.01 * (static_cast<double>(seed) - 2)});
    cases.push_back(std::move(finished));
  }
}

Explanation Of(const ResultRow& row, std::vector<FinishedCase> cases) {
  return Explain(row, harness::Results(std::move(cases), harness::Profile::kPaper));
}

TEST(Explain, SaysNothingOfRowsThatAgreeOrAreNotCompared) {
  ResultRow cut = Row(kHk, 0.8), stand_in = Row(kHk, 0.8), not_printed = Row(kHk, 0.8);
  cut.protocol = harness::Protocol::kCut;
  stand_in.data = harness::DataOrigin::kStandIn;
  not_printed.reported.reset();
  for (const ResultRow& row : {Row(kHk, 0.905), cut, stand_in, not_printed}) {
    std::vector<FinishedCase> cases;
    Add(kHk, "test graphs", kNoSelection, 0.9, cases);
    EXPECT_EQ(Of(row, std::move(cases)).kind, ExplanationKind::kNone);
  }
}

TEST(Explain, TheChoiceOfCExplainsWhatComesToThePrintedNumber) {
  const auto with_best_cost = [](double value) {
    std::vector<FinishedCase> cases;
    Add(kHk, "training graphs", kNoSelection, 0.9, cases);  // this is the row itself
    Add(kRw, "test graphs", kNoSelection, 0.9, cases);      // another kernel
    Add(kHk, "test graphs", kNoSelection, value, cases);
    return Of(Row(kHk, 0.8), std::move(cases));
  };
  EXPECT_EQ(with_best_cost(0.895).kind, ExplanationKind::kExplained);
  EXPECT_EQ(with_best_cost(0.85).kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(with_best_cost(0.85).text, "0.85 with the C that is best on the test graphs");
}

TEST(Explain, ASelectionThatHasSeenTheTestGraphsIsTried) {
  ResultRow selected = Row(kHk, 0.8);
  selected.table = kTable29;
  selected.setting = Setting{{"feature_selection", "yes"}};
  for (const ResultRow& row : {Row(kHkf, 0.8), selected}) {
    std::vector<FinishedCase> cases;
    Add(kHkf, "test graphs", kSelectedByTraining, 0.82, cases);
    Add(kHkf, "training graphs", kSelectedByAll, 0.9, cases);
    Add(kHkf, "test graphs", kSelectedByAll, 0.95, cases);
    const Explanation explanation = Of(row, std::move(cases));
    EXPECT_EQ(explanation.kind, ExplanationKind::kExplained);
    EXPECT_EQ(explanation.text,
              "0.82 with the C that is best on the test graphs; 0.9 with features selected by all graphs; "
              "0.95 with both");
  }
}

TEST(Explain, ShortWalksAreTriedForTheRandomWalkKernelAlone) {
  for (const char* method : {kRw, kSp}) {
    std::vector<FinishedCase> cases;
    Add(method, "test graphs", kNoSelection, 0.82, cases);
    Add(method, "training graphs", kSmallLambda, 0.9, cases);
    const Explanation explanation = Of(Row(method, 0.8), std::move(cases));
    const bool is_walk = method == std::string(kRw);
    EXPECT_EQ(explanation.kind, is_walk ? ExplanationKind::kExplained : ExplanationKind::kUnexplained);
    EXPECT_EQ(explanation.text, std::string("0.82 with the C that is best on the test graphs")
                                    .append(is_walk ? "; 0.9 with a thousandth of lambda" : ""));
  }
}

// The hash kernel has more open choices than the others: so many that one of them may come to a number by
// chance, and explains nothing.
TEST(Explain, FurtherVariantsOfTheHashKernelAreTriedAndNotTakenForReasons) {
  const auto with_size_6 = [](const char* method, double value) {
    const bool selects = method == std::string(kHkf);
    const std::string by = selects ? std::string(", ") + kSelectedByAll : "";
    std::vector<FinishedCase> cases;
    Add(method, "test graphs", selects ? kSelectedByTraining : kNoSelection, 0.82, cases);
    Add(method, "training graphs", (OneSize(6) + by).c_str(), value, cases);
    Add(method, "test graphs", (OneSize(5) + by).c_str(), 0.83, cases);
    return Of(Row(method, 0.8), std::move(cases));
  };
  EXPECT_EQ(with_size_6(kHk, 0.9).kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(with_size_6(kHk, 0.9).text,
            "0.82 with the C that is best on the test graphs; 2 further choices come to 0.83 to 0.9, and the "
            "printed number agrees with 0.9 with graphlets of 6 nodes alone and C by training graphs: of so "
            "many one may by chance");
  EXPECT_EQ(with_size_6(kHkf, 0.9).kind, ExplanationKind::kUnexplained);
  EXPECT_NE(with_size_6(kHkf, 0.9).text.find("agrees with 0.9"), std::string::npos);
  EXPECT_EQ(with_size_6(kHk, 0.81).kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(with_size_6(kHk, 0.81).text,
            "0.82 with the C that is best on the test graphs; 2 further choices come to 0.81 to 0.83");
  EXPECT_EQ(with_size_6(kSp, 0.9).kind, ExplanationKind::kUnexplained);
}

TEST(Explain, WithoutItsCasesARowIsUnexplained) {
  const Explanation explanation = Of(Row(kSp, 0.8), {});
  EXPECT_EQ(explanation.kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(explanation.text, "no case changes the open choices of this row");
}

}  // namespace
}  // namespace structlab::hashing
