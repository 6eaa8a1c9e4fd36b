// Which rows count as explained, on made-up results.
#include "experiments/regularization_path/explain.h"

#include <gtest/gtest.h>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Explanation;
using harness::ExplanationKind;
using harness::FinishedCase;
using harness::ResultRow;

// A row of Table 5.2 that the source prints as 1000.
ResultRow Row(double value) {
  ResultRow row;
  row.table = "Table 5.2";
  row.method = "RP-BCFW-STD-G";
  row.setting = PathKey(Protocol(), 0.5);
  row.metric = "total_passes";
  row.data = harness::DataOrigin::kReal;
  row.value = value;
  row.n = 1;
  row.reported = 1000;
  return row;
}

// What a case recorded at a kappa1.
FinishedCase Recorded(const std::string& prefix, double kappa1, double value) {
  FinishedCase finished;
  finished.c.name = prefix + "rp-bcfw-std-g/kappa1=" + Text(kappa1);
  finished.record.values.push_back(
      {.key = {"Table 5.2", "", "RP-BCFW-STD-G", PathKey(Protocol(), kappa1), "total_passes"},
       .value = value});
  return finished;
}

const char* const kChanged = "explain/features=first_last+start=lowest/";

// Beside cases of another kappa1, of other open choices, and the row's own, none of which may be taken.
Explanation ExplainedBy(const ResultRow& row, std::optional<double> changed) {
  std::vector<FinishedCase> cases = {Recorded("full/", 0.5, 1000), Recorded(kChanged, 0.9, 1000),
                                     Recorded("explain/features=bias+start=lowest/", 0.5, 1000)};
  if (changed) cases.push_back(Recorded(kChanged, 0.5, *changed));
  return Explain(row, harness::Results(std::move(cases), harness::Profile::kPaper));
}

TEST(Explain, SaysNothingOfRowsThatAreNotCompared) {
  EXPECT_EQ(ExplainedBy(Row(1050), 1000).kind, ExplanationKind::kNone);  // 5%: they agree
  EXPECT_EQ(ExplainedBy(Row(950), 1000).kind, ExplanationKind::kNone);
  ResultRow cut = Row(2000), stand_in = Row(2000), not_printed = Row(2000), not_run = Row(2000);
  cut.protocol = harness::Protocol::kCut;
  stand_in.data = harness::DataOrigin::kStandIn;
  not_printed.reported.reset();
  not_run.value.reset();
  for (const ResultRow& row : {cut, stand_in, not_printed, not_run}) {
    EXPECT_EQ(ExplainedBy(row, 1000).kind, ExplanationKind::kNone);
    EXPECT_EQ(ExplainedBy(row, 1000).text, "");
  }
}

// Over several seeds the spread of ours takes the place of the 5%.
TEST(Explain, AsksOfSeveralSeedsWhetherTheirSpreadCoversTheDifference) {
  ResultRow row = Row(1080);
  EXPECT_EQ(ExplainedBy(row, 1000).kind, ExplanationKind::kExplained);
  row.n = 5;
  row.std = 90;
  EXPECT_EQ(ExplainedBy(row, 1000).kind, ExplanationKind::kNone);
  row.std = 70;
  EXPECT_EQ(ExplainedBy(row, 1000).kind, ExplanationKind::kExplained);
  EXPECT_EQ(ExplainedBy(row, 1060).kind, ExplanationKind::kUnexplained);  // one seed: 5%
}

TEST(Explain, ExplainedIsWhatComesWithinFivePercent) {
  for (const double near : {950.0, 1000.0, 1050.0}) {
    EXPECT_EQ(ExplainedBy(Row(1100), near).kind, ExplanationKind::kExplained) << near;
  }
  for (const double far : {949.0, 1051.0, 1099.0, 1101.0, 2000.0}) {
    EXPECT_EQ(ExplainedBy(Row(1100), far).kind, ExplanationKind::kUnexplained) << far;
  }
}

TEST(Explain, TellsWhetherItComesNearer) {
  const auto says_nearer = [](double ours, double changed) {
    const std::string text = ExplainedBy(Row(ours), changed).text;
    const bool no_nearer = text.find("which is no nearer") != std::string::npos;
    EXPECT_NE(text.find("which is nearer") != std::string::npos, no_nearer) << text;
    return !no_nearer;
  };
  EXPECT_TRUE(says_nearer(1200, 1100));
  EXPECT_TRUE(says_nearer(1200, 810));  // from the other side
  EXPECT_FALSE(says_nearer(1200, 1200));
  EXPECT_FALSE(says_nearer(1200, 1210));
  EXPECT_FALSE(says_nearer(1200, 790));
}

TEST(Explain, DisclosesSeedsAndSelection) {
  const std::string of_what =
      " with the features and start of the cited learner's public code (cases "
      "explain/features=first_last+start=lowest/; one seed; chosen among six combinations by fit); 1000 with "
      "a "
      "bias alone (explain/features=bias+start=lowest/)";
  EXPECT_EQ(ExplainedBy(Row(1200), 1012.34).text, "1012" + of_what);
  EXPECT_EQ(ExplainedBy(Row(1200), 1100.5).text, "1100, which is nearer," + of_what);
}

// Without the numbers that the text of the source repeats.
TEST(Explain, SaysHowMuchPassesDependOnTheSeed) {
  std::vector<FinishedCase> cases = {Recorded(kChanged, 0.5, 1000)};
  for (const double passes : {90.0, 100.0, 110.0}) {
    cases.push_back(Recorded(kSwappedPrefix, 0.5, passes));
    cases.push_back(Recorded(kSwappedPrefix, 0.5, 1e6));
    cases.back().record.values.back().key.table = kProse;
    cases.push_back(Recorded(kSwappedPrefix, 0.9, 1e6));
  }
  const std::string spread = "; over 3 seeds with the folds swapped passes vary by 10%";
  const auto text = [&] {
    return Explain(Row(1200), harness::Results(cases, harness::Profile::kPaper)).text;
  };
  EXPECT_TRUE(text().ends_with(spread)) << text();
  cases.resize(4);  // two of the row's kappa1
  EXPECT_EQ(text().find("vary"), std::string::npos) << text();
}

// The source does not define it: either reading explains a row.
TEST(Explain, TakesBothReadingsOfATestLoss) {
  ResultRow row = Row(1200);
  row.metric = "min_test_loss";
  const auto explained_by = [&](double of_letters, double mean_of_words) {
    std::vector<FinishedCase> cases = {Recorded(kChanged, 0.5, of_letters),
                                       Recorded(kChanged, 0.5, mean_of_words)};
    cases[0].record.values[0].key.metric = "min_test_loss";
    cases[1].record.values[0].key.metric = "min_mean_loss_of_a_word";
    return Explain(row, harness::Results(std::move(cases), harness::Profile::kPaper));
  };
  EXPECT_EQ(explained_by(1100, 1060).kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(explained_by(1000, 1060).kind, ExplanationKind::kExplained);
  EXPECT_EQ(explained_by(1100, 1010).kind, ExplanationKind::kExplained);
  EXPECT_TRUE(
      explained_by(1100, 1010).text.ends_with("; 1010 as the mean over words of the share of wrong letters"));
}

TEST(Explain, NamesTheOtherMethodsThatARowWithoutOneCouldMean) {
  ResultRow warm = Row(1200);
  warm.method = kWarmStarts;
  warm.metric = "passes_to_converge";
  std::vector<FinishedCase> cases = {Recorded("full/", 0.95, 76.9), Recorded("full/", 0.5, 400)};
  for (FinishedCase& finished : cases) {
    finished.record.values[0].key.method = "RP-BCFW-STD-U";
    finished.record.values[0].key.metric = "passes_at_smallest_lambda";
  }
  const Explanation found = Explain(warm, harness::Results(std::move(cases), harness::Profile::kPaper));
  EXPECT_EQ(found.kind, ExplanationKind::kUnexplained);
  EXPECT_TRUE(found.text.ends_with("ours is RP-BCFW-STD-G, RP-BCFW-STD-U has 76.9")) << found.text;
}

TEST(Explain, WithoutAnExperimentARowIsUnexplained) {
  const Explanation none = ExplainedBy(Row(1200), std::nullopt);
  EXPECT_EQ(none.kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(none.text, "no case changes the open choices of this row");
  ResultRow warm = Row(1200);
  warm.method = kWarmStarts;
  warm.metric = "passes_to_converge";
  EXPECT_EQ(ExplainedBy(warm, std::nullopt).kind, ExplanationKind::kUnexplained);
  EXPECT_NE(ExplainedBy(warm, std::nullopt).text.find("and no method"), std::string::npos);
}

}  // namespace
}  // namespace structlab::regularization_path
