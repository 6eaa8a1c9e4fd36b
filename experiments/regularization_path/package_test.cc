#include "experiments/regularization_path/package.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/testing/main_run.h"
#include "experiments/harness/testing/named_rows.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/package_plan.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/protocol.h"
#include "experiments/regularization_path/words.h"
#include "structured_learning/optimization/model.h"

namespace structlab::regularization_path {
namespace {

using harness::NamedRow;

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 115u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 115u);
}

int RunSmoke(const std::string& out, const std::vector<std::string>& arguments) {
  return harness::RunSmoke(MakeExperiment(), out, arguments);
}

// The rows of a run that have a value.
std::vector<NamedRow> RowsWithValues(const std::string& out) {
  std::vector<NamedRow> rows = harness::ReadNamedRows(out + "/results.tsv");
  std::erase_if(rows, [](const NamedRow& row) { return row.at("value").empty(); });
  return rows;
}

// The eight; others may have been linked beside them.
std::set<std::string> MethodsOfTheSource() {
  std::set<std::string> methods;
  for (const auto& some : {ThesisScratchMethods(), ThesisPathMethods()}) {
    methods.insert(some.begin(), some.end());
  }
  return methods;
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
  std::set<std::string> measured;
  for (const NamedRow& row : RowsWithValues(Out())) {
    if (row.at("table") == kOurs || row.at("metric") != "total_passes") continue;
    measured.insert(row.at("method"));
  }
  for (const std::string& method : MethodsOfTheSource()) EXPECT_TRUE(measured.contains(method)) << method;
  int certain = 0;
  for (const NamedRow& claim : harness::ReadNamedRows(Out() + "/claims.tsv")) {
    const std::string &id = claim.at("id"), &part = claim.at("part");
    if (id != "D28" && id != "D29" && part != "exact stopping") continue;
    ++certain;
    EXPECT_EQ(claim.at("verdict"), "holds") << id << " " << part;
  }
  EXPECT_EQ(certain, 5);
}

// The same paths as the comparison's, of which it measures gaps at breakpoints alone.
TEST_F(SmokeProfile, SamplesTheGapsOfTheComparison) {
  const char* const gap_name = "largest_true_gap_at_a_breakpoint";
  std::map<std::string, double> sampled, compared, shares;
  for (const NamedRow& row : RowsWithValues(Out())) {
    const bool is_sample = row.at("dataset").ends_with(", many seeds");
    const double value = std::stod(row.at("value"));
    if (is_sample && row.at("metric") == kShareAbove) shares[row.at("method")] = value;
    if (row.at("metric") != gap_name || row.at("setting") != "kappa1=0.5") continue;
    (is_sample ? sampled : compared)[row.at("method")] = value;
  }
  ASSERT_EQ(sampled.size(), 2u);
  const double epsilon = Protocol().epsilon;
  for (const auto& [method, gap] : sampled) {
    SCOPED_TRACE(method);
    EXPECT_EQ(gap, compared.at(method));  // means over the same two seeds
    EXPECT_TRUE(gap > epsilon / 2 || shares.at(method) == 0) << gap;
    EXPECT_TRUE(gap <= epsilon || shares.at(method) > 0) << gap;
  }
}

// The case of the smoke profile with this name, as it was run, with its data.
harness::Case SmokeCase(const std::string& name) {
  const harness::Experiment experiment = MakeExperiment();
  for (harness::Case& c : harness::PlanOf(experiment, harness::Profile::kSmoke)) {
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
  for (const NamedRow& row : RowsWithValues(out)) {
    if (row.at("cases") == c.Key() && row.at("metric") == "test_loss_of_chosen") {
      return std::stod(row.at("value"));
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
    const std::string path = Out() + "/report/regularization_path/" + figure + ".tsv";
    std::set<std::string> names;
    for (const NamedRow& point : harness::ReadNamedRows(path)) names.insert(point.at("series"));
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
  const std::set<std::string> methods = MethodsOfTheSource();
  int parts = 0, unconverged = 0;
  for (const NamedRow& row : RowsWithValues(out)) {
    // Of whole paths, and of models as near the optimum as asked for.
    for (const char* name : {"total_passes", "n_breakpoints", "min_test_loss", "passes_at_smallest_lambda",
                             "test_loss_at_smallest_lambda", "largest_true_gap"}) {
      EXPECT_NE(row.at("metric"), name) << row.at("method");
    }
    if (!methods.contains(row.at("method"))) continue;
    if (row.at("metric") == "models_on_the_grid") ++parts;
    if (row.at("metric") == "passes_with_the_bound_met") ++unconverged;
  }
  EXPECT_GE(parts, 4);
  EXPECT_EQ(unconverged, 5);  // what trains at each lambda anew: four methods on words, one on digits
  const std::string page = common::ReadFile(out + "/report/regularization_path/index.html");
  EXPECT_NE(page.find("some model is not as near the optimum as asked for"), std::string::npos);
  EXPECT_NE(page.find(" of 20 lambdas"), std::string::npos);
  EXPECT_EQ(page.find(" of 0 lambdas"), std::string::npos);
}

// Neither a choice among some of the lambdas nor a number of the whole path, and curves that say what they
// are.
TEST(Package, PathBeyondTheSourceThatEndsEarlyIsNotShownAsWhole) {
  const std::string out = testing::TempDir() + "/early_beyond";
  ASSERT_EQ(
      RunSmoke(out, {"--only=regularization_path/beyond", "--set=regularization_path.max_passes=0.001",
                     "--set=regularization_path.n_lambda=4", "--set=regularization_path.lambda_min=1e-3"}),
      0);
  std::multiset<std::string> of_paths, of_scratch;
  for (const NamedRow& row : RowsWithValues(out)) {
    if (row.at("metric").ends_with("_vs_lambda")) continue;
    (row.at("method") == "RP-BCFW-STD-G" ? of_paths : of_scratch).insert(row.at("metric"));
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
  EXPECT_NE(page.find("(iteration limit, max_passes): "), std::string::npos);
  const std::string digits = common::ReadFile(out + "/report/regularization_path/path_usps.tsv");
  EXPECT_NE(digits.find("test loss (ended early)"), std::string::npos);
  const std::string words = common::ReadFile(out + "/report/regularization_path/lambda_by_validation.tsv");
  EXPECT_NE(words.find("validation loss (ended early)"), std::string::npos);
}

TEST(Package, SaysWhatTheIntervalsOfItsClaimsAreOver) {
  EXPECT_NE(MakeExperiment().introduction.find("over random orders, not over words"), std::string::npos);
}

TEST(Package, NamesTheVersionsOfItsLibraries) {
  harness::ExpectLibraries(MakeExperiment(), {"Eigen", "Random123"});
}

}  // namespace
}  // namespace structlab::regularization_path
