#include "experiments/regularization_path/package.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/testing/main_run.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"
#include "experiments/regularization_path/words.h"
#include "structured_learning/optimization/model.h"

namespace structlab::regularization_path {
namespace {

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 115u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 115u);
}

// Runs the smoke profile on generated data with these arguments too; returns its exit status.
int RunSmoke(const std::string& out, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "--profile=smoke");
  return harness::RunMain(MakeExperiment(), out, arguments);
}

// The smoke profile: every method, every part.
class SmokeProfile : public testing::Test {
 protected:
  static void SetUpTestSuite() { status_ = RunSmoke(Out(), {}); }
  void SetUp() override { ASSERT_EQ(status_, 0); }

  static std::string Out() { return testing::TempDir() + "/smoke"; }

 private:
  static int status_;
};

int SmokeProfile::status_ = -1;

TEST_F(SmokeProfile, MeasuresEveryMethodAndDecidesWhatIsProved) {
  const common::Table results = common::ReadTsv(Out() + "/results.tsv");
  const int table = results.Column("table"), method = results.Column("method"),
            value = results.Column("value"), metric = results.Column("metric");
  std::set<std::string> measured;
  for (const auto& row : results.rows) {
    if (row[table] == kOurs || row[metric] != "total_passes" || row[value].empty()) continue;
    measured.insert(row[method]);
  }
  EXPECT_EQ(measured.size(), 8u);
  const common::Table claims = common::ReadTsv(Out() + "/claims.tsv");
  const int id = claims.Column("id"), part = claims.Column("part"), verdict = claims.Column("verdict");
  int certain = 0;
  for (const auto& row : claims.rows) {
    const bool proved = row[id] == "D28" || row[id] == "D29" || row[part] == "exact stopping";
    if (!proved) continue;
    ++certain;
    EXPECT_EQ(row[verdict], "holds") << row[id] << " " << row[part];
  }
  EXPECT_EQ(certain, 5);
}

// The case of the smoke profile with this name, as it was run, with its data.
harness::Case SmokeCase(const std::string& name) {
  const harness::Experiment experiment = MakeExperiment();
  harness::PlanRequest request{.profile = harness::Profile::kSmoke, .settings = {}};
  for (const auto& setting : experiment.settings) {
    request.settings.Set(setting.name, setting.smoke.value_or(setting.quick.value_or(setting.paper)));
  }
  for (harness::Case& c : experiment.plan(request)) {
    if (c.name != name) continue;
    c.seed = 1;
    for (const harness::DatasetSource& source : experiment.datasets) {
      if (source.name == c.data.front()) c.resolved = {source.resolve(testing::TempDir() + "/no data")};
    }
    return c;
  }
  ADD_FAILURE() << "no case " << name;
  return {};
}

double RecordedLoss(const std::string& out, const harness::Case& c) {
  const common::Table results = common::ReadTsv(out + "/results.tsv");
  for (const auto& row : results.rows) {
    if (row[results.Column("cases")] != c.Key()) continue;
    if (row[results.Column("metric")] == "test_loss_of_chosen") {
      return std::stod(row[results.Column("value")]);
    }
  }
  ADD_FAILURE() << "no loss of " << c.Key();
  return -1;
}

std::string ModelOf(const std::string& out, const harness::Case& c) {
  return out + "/files/regularization_path/" + c.Key() + "/model.txt";
}

TEST_F(SmokeProfile, LeavesTheModelOfTheChosenLambdaForWords) {
  const harness::Case c = SmokeCase("beyond/lambda-by-validation");
  const WordSets words = LoadWords(c, SplitOf(c), ReadProtocol(c.parameters));
  EXPECT_EQ(words.test.size(), 40);
  const structured_learning::LinearModel model = structured_learning::LoadModel(
      ModelOf(Out(), c), {{"problem", "chain"}, {"features", "128"}, {"labels", "26"}},
      words.test.dimension());
  EXPECT_EQ(MeasureErrors(words.test, model.weights).label_error, RecordedLoss(Out(), c));
}

TEST_F(SmokeProfile, LeavesTheModelsOfTheChosenLambdaForDigits) {
  for (const char* name : {"beyond/usps/rp-bcfw-std-g", "beyond/usps/bcfw-std-g"}) {
    const harness::Case c = SmokeCase(name);
    const DigitSets digits = LoadDigits(c, static_cast<int>(c.parameters.Integer("max_images")));
    const structured_learning::MulticlassProblem& test = digits.test;
    EXPECT_EQ(test.size(), 40);
    const structured_learning::LinearModel model = structured_learning::LoadModel(
        ModelOf(Out(), c), {{"problem", "multiclass"}, {"features", "256"}, {"labels", "10"}},
        test.dimension());
    double wrong = 0;
    for (int i = 0; i < test.size(); ++i) wrong += test.Predict(i, model.weights) != test.truth(i) ? 1 : 0;
    EXPECT_EQ(wrong / test.size(), RecordedLoss(Out(), c));
  }
}

// What the source lacks and a user wants is drawn: the series of each figure, from the table beside it.
TEST_F(SmokeProfile, DrawsThePathAndTheChoice) {
  const auto series = [](const std::string& figure) {
    const common::Table points = common::ReadTsv(Out() + "/report/regularization_path/" + figure + ".tsv");
    std::set<std::string> names;
    for (const auto& row : points.rows) names.insert(row[points.Column("series")]);
    return names;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(series("path"), Names({"objective", "true duality gap", "training loss", "test loss"}));
  EXPECT_EQ(series("path_usps"),
            Names({"objective", "true duality gap", "training loss", "validation loss", "test loss"}));
  EXPECT_EQ(series("lambda_by_validation"), Names({"validation loss", "test loss"}));
}

TEST(Package, GridWithoutALambdaIsWrongUsage) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/empty", {"--set=regularization_path.lambda_min=1e5"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("lambda_min"), std::string::npos);
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/rising", {"--set=regularization_path.grid_low=1e4"}), 2);
}

TEST(Package, PathThatEndsEarlyRecordsWhatThereIs) {
  const std::string out = testing::TempDir() + "/early";
  ASSERT_EQ(RunSmoke(out, {"--set=regularization_path.max_passes=0.001", "--repeats=1"}), 0);
  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  int parts = 0, unconverged = 0;
  for (const auto& row : results.rows) {
    if (row[value].empty()) continue;
    // Of whole paths, and of models as near the optimum as asked for.
    for (const char* name : {"total_passes", "n_breakpoints", "min_test_loss", "passes_at_smallest_lambda",
                             "test_loss_at_smallest_lambda", "largest_true_gap"}) {
      EXPECT_NE(row[metric], name) << row[method];
    }
    if (row[metric] == "models_on_the_grid") ++parts;
    if (row[metric] == "passes_with_the_bound_met") ++unconverged;
  }
  EXPECT_GE(parts, 4);
  EXPECT_EQ(unconverged, 5);  // what trains at each lambda anew: four methods on words, one on digits
}

// Neither a choice among some of the lambdas nor a number of the whole path, and curves that say what they
// are.
TEST(Package, PathBeyondTheSourceThatEndsEarlyIsNotShownAsWhole) {
  const std::string out = testing::TempDir() + "/early_beyond";
  ASSERT_EQ(RunSmoke(out, {"--only=regularization_path/beyond", "--set=regularization_path.max_passes=0.001",
                           "--set=regularization_path.n_lambda=4"}),
            0);
  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  std::multiset<std::string> of_paths, of_scratch;
  for (const auto& row : results.rows) {
    if (row[value].empty() || row[metric].ends_with("_vs_lambda")) continue;
    (row[method] == "RP-BCFW-STD-G" ? of_paths : of_scratch).insert(row[metric]);
  }
  // The two paths, and the learner that trains at each lambda anew, so has all models.
  EXPECT_EQ(of_paths, (std::multiset<std::string>{
                          "breakpoints_until_the_bound", "breakpoints_until_the_bound", "models_on_the_grid",
                          "models_on_the_grid", "passes_until_the_bound", "passes_until_the_bound"}));
  EXPECT_EQ(of_scratch,
            (std::multiset<std::string>{"min_test_loss_with_the_bound_met", "passes_with_the_bound_met"}));
  EXPECT_FALSE(std::filesystem::exists(out + "/files/regularization_path/beyond"));
  const std::string page = common::ReadFile(out + "/report/regularization_path/index.html");
  EXPECT_NE(page.find("the path ends early, with models for "), std::string::npos);
  const std::string digits = common::ReadFile(out + "/report/regularization_path/path_usps.tsv");
  EXPECT_NE(digits.find("test loss (ended early)"), std::string::npos);
  const std::string words = common::ReadFile(out + "/report/regularization_path/lambda_by_validation.tsv");
  EXPECT_NE(words.find("validation loss (ended early)"), std::string::npos);
}

TEST(Package, NamesTheVersionsOfItsLibraries) {
  std::string names;
  for (const harness::Fact& library : MakeExperiment().libraries) {
    names += library.name + " ";
    EXPECT_NE(library.value.find_first_of("0123456789"), std::string::npos) << library.value;
    EXPECT_EQ(library.value.find("STRUCTLAB"), std::string::npos) << library.value;
  }
  EXPECT_EQ(names, "Eigen Random123 ");
}

}  // namespace
}  // namespace structlab::regularization_path
