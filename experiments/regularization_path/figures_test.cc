// Figures of made-up results.
#include "experiments/regularization_path/figures.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Figure;
using harness::FinishedCase;
using harness::Recorder;

const std::vector<double> kLambdas = {10, 1, 0.1};

// At kappa1 = 0.5, with the given epsilon; records by `record`.
template <class Recording>
FinishedCase Path(uint64_t seed, const char* epsilon, const Recording& record) {
  FinishedCase finished;
  finished.c.name = std::string(kFullPrefix) + "rp-bcfw-std-g/kappa1=0.5";
  finished.c.dataset = kDataset;
  finished.c.method = "RP-BCFW-STD-G";
  finished.c.setting = KappaKey(0.5);
  finished.c.parameters.Set("epsilon", epsilon);
  finished.c.seed = seed;
  Recorder recorder(finished.c);
  record(recorder);
  finished.record = recorder.record();
  return finished;
}

// The last case of a plan reads no epsilon, as the digits' own one might be another.
FinishedCase Digits() {
  FinishedCase finished;
  finished.c.name = std::string(kDigitsPrefix) + "bcfw-std-g";
  finished.c.parameters.Set("epsilon", "7");
  return finished;
}

Figure Drawn(const std::string& id, std::vector<FinishedCase> cases) {
  const harness::Results results(std::move(cases), harness::Profile::kPaper);
  for (const Figure& figure : Draw(results)) {
    if (figure.id == id) return figure;
  }
  ADD_FAILURE() << "no figure " << id;
  return {};
}

TEST(Figures, ThePathHasObjectiveGapAndBothLosses) {
  const auto record = [](double first) {
    return [=](Recorder& recorder) {
      const auto curve = [&](const char* table, const char* metric, double y) {
        recorder.Curve(table, metric, kLambdas, std::vector<double>{first + y, y, y});
      };
      curve(kOurs, "objective_vs_lambda", 1);
      curve(kOurs, "true_gap_on_grid_vs_lambda", 2);
      curve(kOurs, "train_loss_vs_lambda", 3);
      curve("Figure 5.3", "test_loss_vs_lambda", 4);
    };
  };
  const Figure figure = Drawn("path", {Path(1, "0.1", record(100)), Path(2, "0.1", record(200)), Digits()});
  const std::vector<std::string> names = {"objective", "true duality gap", "training loss", "test loss"};
  ASSERT_EQ(figure.series.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    const double y = static_cast<double>(i + 1);
    EXPECT_EQ(figure.series[i].name, names[i]);
    EXPECT_EQ(figure.series[i].x, kLambdas);
    EXPECT_EQ(figure.series[i].y, (std::vector<double>{100 + y, y, y}));  // of the first seed
  }
  EXPECT_TRUE(figure.log_x);
}

TEST(Figures, GapsAreDrawnWithTheEpsilonOfTheirOwnCase) {
  const auto record = [](Recorder& recorder) {
    const std::vector<double> gaps = {0.1, 0.2, 0.1};
    recorder.Curve("Figure 5.2", "true_duality_gap_vs_lambda", kLambdas, gaps);
    recorder.Curve("Figure 5.2", "duality_gap_vs_lambda", kLambdas, gaps);
  };
  const std::vector<FinishedCase> cases = {Path(1, "0.3", record), Digits()};
  EXPECT_EQ(Drawn("figure_5_2d", cases).horizontal_line, 0.3);
  EXPECT_EQ(Drawn("figure_5_2d_breakpoints", cases).horizontal_line, 0.15);
  EXPECT_FALSE(Drawn("figure_5_2b", cases).horizontal_line.has_value());  // nothing at this kappa1
}

}  // namespace
}  // namespace structlab::regularization_path
