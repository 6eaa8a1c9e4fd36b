// What every package promises, and what this one promises beyond it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "common/file.h"
#include "experiments/harness/run/select.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/program_run.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/model.h"

namespace structlab::regularization_path {
namespace {

STRUCTLAB_TEST_PACKAGE("regularization_path")

constexpr const char* kProgram = "experiments/regularization_path/regularization_path";

harness::RunOutcome RunSmoke(const std::string& out, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--profile=smoke", "--out=" + out});
  return harness::RunFake(arguments, {.program = kProgram});
}

double ValueOf(const std::string& out, const std::string& key, const std::string& metric) {
  for (const harness::NamedRow& row : harness::ReadNamedRows(out + "/results.tsv")) {
    if (row.at("cases") == key && row.at("metric") == metric) return std::stod(row.at("value"));
  }
  ADD_FAILURE() << "no " << metric << " of " << key;
  return -1;
}

TEST(RegularizationPath, HasThePaperNumbersOfRowsAndCases) {
  const harness::Package package = harness::MakePackage();
  EXPECT_EQ(package.reported_rows().size(), 115u);
  harness::Flags flags;
  flags.profile = harness::Profile::kPaper;
  const harness::Settings settings = package.SettingsOf(flags);
  size_t compared = 0;
  for (const harness::Case& c : package.CasesOf(settings, flags)) compared += c.name.starts_with("ocr/");
  const size_t open_at_three_seeds = 15, open_at_five_seeds = 2,
               cells = AllMethods().size() + PathMethods().size() * (PaperKappas().size() - 1);
  EXPECT_EQ(compared, 3 * cells + 2 * open_at_three_seeds + 3 * open_at_five_seeds);
}

// The model of the chosen lambda is a file, with the loss that is recorded.
TEST(RegularizationPath, LeavesTheModelsOfTheChosenLambda) {
  const std::string out = harness::FreshFolder("models");
  const harness::RunOutcome run = RunSmoke(out, {"--only=regularization_path/beyond"});
  ASSERT_EQ(run.status, 0) << run.errors;
  const std::string words = "beyond/lambda-by-validation/rp-bcfw-std-g/kappa1=0.7/seed=1";
  for (const std::string& key : {words, std::string("beyond/usps/bcfw-std-g/seed=1"),
                                 std::string("beyond/usps/rp-bcfw-std-g/kappa1=0.5/seed=1")}) {
    SCOPED_TRACE(key);
    const structured_learning::LinearModel model = structured_learning::ParseModel(
        common::ReadFile(out + "/files/regularization_path/" + key + "/model.txt"), "model.txt");
    EXPECT_EQ(model.lambda, ValueOf(out, key, "chosen_lambda"));
    EXPECT_EQ(model.weights.size(), key == words ? 26 * (131 + 26) + 0 : 2560);
    EXPECT_GE(ValueOf(out, key, "test_loss_of_chosen"), 0);
  }
}

TEST(RegularizationPath, AGridWithoutALambdaIsWrongUsage) {
  for (const char* change : {"lambda_min=1e5", "grid_low=1e4"}) {
    const harness::RunOutcome run =
        RunSmoke(harness::FreshFolder("grid"), {std::string("--set=regularization_path.") + change});
    EXPECT_EQ(run.status, 2) << change;
    EXPECT_THAT(run.errors, testing::HasSubstr("lambda_min"));
  }
}

// A case whose method no pattern names depends on all libraries of methods: it would run again with each new
// one.
TEST(RegularizationPath, NamesTheLibraryOfEachMethod) {
  const harness::Package package = harness::MakePackage();
  const harness::Flags flags = harness::FlagsOf(harness::Profile::kPaper);
  for (const harness::Case& c : package.CasesOf(package.SettingsOf(flags), flags)) {
    EXPECT_TRUE(std::ranges::any_of(package.code().methods, [&](const auto& library) {
      return harness::MatchesGlob(library.first, c.method);
    })) << c.method;
  }
}

// A breakpoint that reaches the limit of passes is counted, and the path goes on to its end.
TEST(RegularizationPath, APathGoesOnBehindTheLimitOfPasses) {
  const std::string out = harness::FreshFolder("limit"), key = "ocr/rp-bcfw-std-u/kappa1=0.5/seed=1";
  const harness::RunOutcome run =
      RunSmoke(out, {"--only=regularization_path/" + key, "--set=regularization_path.max_passes=2"});
  ASSERT_EQ(run.status, 0) << run.errors;
  EXPECT_GT(ValueOf(out, key, "breakpoints_at_the_pass_limit"), 0);
  EXPECT_EQ(ValueOf(out, key, "all_converged"), 0);
  EXPECT_GT(ValueOf(out, key, "n_breakpoints"), 1);
}

}  // namespace
}  // namespace structlab::regularization_path
