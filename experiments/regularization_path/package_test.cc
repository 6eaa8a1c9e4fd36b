#include "experiments/regularization_path/package.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "common/file.h"
#include "common/table.h"

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

// The smoke profile on generated words: every method, every part.
TEST(Package, SmokeProfileRuns) {
  const std::string out = testing::TempDir() + "/smoke";
  std::filesystem::remove_all(out);
  std::vector<std::string> arguments = {"regularization_path", "--profile=smoke", "--out=" + out,
                                        "--data-dir=" + testing::TempDir()};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ASSERT_EQ(harness::Main(MakeExperiment(), static_cast<int>(argv.size()), argv.data()), 0);

  const common::Table results = common::ReadTsv(out + "/results.tsv");
  const int method = results.Column("method"), metric = results.Column("metric"),
            value = results.Column("value");
  std::set<std::string> measured;
  for (const auto& row : results.rows) {
    if (row[metric] == "total_passes" && !row[value].empty()) measured.insert(row[method]);
  }
  EXPECT_EQ(measured.size(), 8u);
  const common::Table claims = common::ReadTsv(out + "/claims.tsv");
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

// Runs the smoke profile with these arguments too; returns its exit status.
int RunSmoke(const std::string& out, std::vector<std::string> more) {
  std::filesystem::remove_all(out);
  std::vector<std::string> arguments = {"regularization_path", "--profile=smoke", "--out=" + out,
                                        "--data-dir=" + testing::TempDir()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return harness::Main(MakeExperiment(), static_cast<int>(argv.size()), argv.data());
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
  EXPECT_EQ(unconverged, 4);  // the methods that train at each lambda anew
}

// Neither a choice among some of the lambdas nor a number of the whole path, and curves that say what they
// are.
TEST(Package, PathBeyondTheSourceThatEndsEarlyIsNotShownAsWhole) {
  const std::string out = testing::TempDir() + "/early_beyond";
  ASSERT_EQ(RunSmoke(out, {"--profile=paper", "--only=regularization_path/beyond", "--repeats=1",
                           "--set=regularization_path.max_passes=0.001",
                           "--set=regularization_path.max_words=40", "--set=regularization_path.n_lambda=4"}),
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
  EXPECT_NE(page.find("test loss (ended early)"), std::string::npos);  // of the digits
  EXPECT_NE(page.find("validation_loss_vs_lambda (ended early)"), std::string::npos);
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

// What a case does not read neither runs it again nor makes its rows changed ones.
TEST(Package, ASettingChangesOnlyTheCasesThatReadIt) {
  const harness::Experiment experiment = MakeExperiment();
  const auto plan_with = [&](const char* name, const char* value) {
    harness::PlanRequest request{.profile = harness::Profile::kPaper, .settings = {}};
    for (const auto& setting : experiment.settings) request.settings.Set(setting.name, setting.paper);
    if (*name != 0) request.settings.Set(name, value);
    return experiment.plan(request);
  };
  const std::vector<harness::Case> as_printed = plan_with("", "");
  const auto changed = [&](const char* name, const char* value) {
    std::set<std::string> parts;
    const std::vector<harness::Case> cases = plan_with(name, value);
    EXPECT_EQ(cases.size(), as_printed.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].parameters == as_printed[i].parameters) continue;
      EXPECT_NE(cases[i].parameters.Find(name), nullptr) << cases[i].name;
      parts.insert(cases[i].name.substr(0, cases[i].name.find('/')));
    }
    return parts;
  };
  using Parts = std::set<std::string>;
  EXPECT_EQ(changed("epsilon", "0.05"), Parts({"beyond", "explain", "full", "swapped", "theory"}));
  EXPECT_EQ(changed("features", "bias"), Parts({"beyond", "full", "swapped", "theory"}));
  EXPECT_EQ(changed("test_fold", "3"),
            Parts({"beyond", "explain", "full", "statistics", "swapped", "theory"}));
  for (const harness::Case& c : plan_with("lambda_min", "1e-2")) {
    if (c.name.starts_with("beyond/usps/") || c.name == "theory/box") {
      EXPECT_EQ(c.parameters.Find("lambda_min"), nullptr) << c.name;
    }
  }
}

TEST(Package, WhatTheSourceDoesNotHaveIsNotItsProtocol) {
  harness::PlanRequest request{.profile = harness::Profile::kPaper, .settings = {}};
  for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
  int beyond = 0;
  for (const harness::Case& c : MakeExperiment().plan(request)) {
    if (!c.name.starts_with("beyond/")) continue;
    ++beyond;
    EXPECT_EQ(c.protocol, harness::Protocol::kChanged) << c.name;
    EXPECT_FALSE(c.departures.empty()) << c.name;
  }
  EXPECT_EQ(beyond, 3);
}

TEST(Package, ExplanationsAreNotTheSourcesProtocol) {
  harness::PlanRequest request{.profile = harness::Profile::kPaper, .settings = {}};
  for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
  int explanations = 0;
  for (const harness::Case& c : MakeExperiment().plan(request)) {
    if (!c.name.starts_with("explain/")) continue;
    ++explanations;
    EXPECT_EQ(c.protocol, harness::Protocol::kChanged) << c.name;
    EXPECT_FALSE(c.departures.empty()) << c.name;
  }
  EXPECT_GT(explanations, 10);
}

// The identity of the two gaps is looked at on data of our choice; on some words alone it is cut.
TEST(Package, SaysWhatTheBoxIsLookedAtOn) {
  const auto box = [](harness::Profile profile, const char* max_words) {
    harness::PlanRequest request{.profile = profile, .settings = {}};
    for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
    request.settings.Set("max_words", max_words);
    for (const harness::Case& c : MakeExperiment().plan(request)) {
      if (c.name == "theory/box") return c;
    }
    ADD_FAILURE() << "no case theory/box";
    return harness::Case();
  };
  const harness::Case paper = box(harness::Profile::kPaper, "0");
  EXPECT_EQ(paper.protocol, harness::Protocol::kPaper);
  ASSERT_EQ(paper.departures.size(), 2u);
  EXPECT_NE(paper.departures[0].find("lambda = 0.01"), std::string::npos);
  EXPECT_NE(paper.departures[1].find("short step (5.38)"), std::string::npos);
  const harness::Case smoke = box(harness::Profile::kSmoke, "40");
  EXPECT_EQ(smoke.protocol, harness::Protocol::kCut);
  ASSERT_EQ(smoke.departures.size(), 3u);
  EXPECT_NE(smoke.departures[2].find("the first 40 words"), std::string::npos);
}

TEST(Package, NoCutIsNamedThatIsNoneAnyMore) {
  harness::PlanRequest request{.profile = harness::Profile::kQuick, .settings = {}};
  for (const auto& setting : MakeExperiment().settings) request.settings.Set(setting.name, setting.paper);
  for (const harness::Case& c : MakeExperiment().plan(request)) {
    for (const std::string& departure : c.departures) {
      EXPECT_EQ(departure.find("instead of 1e-4"), std::string::npos) << c.name << ": " << departure;
    }
  }
}

}  // namespace
}  // namespace structlab::regularization_path
