#include "experiments/parsimonious_labeling/package.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/testing/program_run.h"
#include "experiments/old_experiment/testing/main_run.h"
#include "experiments/old_experiment/testing/package_checks.h"
#include "experiments/old_experiment/testing/package_plan.h"
#include "experiments/parsimonious_labeling/explain.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::NamedRow;
using harness::Setting;

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 86u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 86u);
}

// Some tables of the source have names with commas.
TEST(Package, OnlyTakesEveryTable) {
  for (const char* table : {"Figure 3.5(b,c), Figure 3.7", "Figure 3.5(e,f), Figure 3.6",
                            "Figure 3.10(b,c), Figure 3.11", "Figure 3.10(e,f), Figure 3.12"}) {
    EXPECT_EQ(harness::RunSmoke(MakeExperiment(), testing::TempDir() + "/list",
                                {"--list", std::string("--only=") + table}),
              0)
        << table;
  }
}

int RunSmoke(const std::string& out, const std::vector<std::string>& arguments = {}) {
  return harness::RunSmoke(MakeExperiment(), out, arguments);
}

// Everything at once on generated images, small lattices and few problems.
class Smoke : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    out_ = testing::TempDir() + "/smoke";
    ASSERT_EQ(RunSmoke(out_), 0);
    results_ = harness::ReadNamedRows(out_ + "/results.tsv");
  }

  // The values of a metric of ours, as "dataset|method|setting" to number.
  static std::map<std::string, double> Values(const std::string& table, const std::string& metric) {
    std::map<std::string, double> values;
    for (const NamedRow& row : results_) {
      if (row.at("table") != table || row.at("metric") != metric || row.at("value").empty()) continue;
      values[row.at("dataset") + "|" + row.at("method") + "|" + row.at("setting")] =
          std::stod(row.at("value"));
    }
    return values;
  }

  static inline std::string out_;
  static inline std::vector<NamedRow> results_;
};

// All but what SoSPD itself would have to be run for, at the weights that the profile has.
TEST_F(Smoke, RegeneratesAllRowsOfThePlannedCases) {
  std::set<harness::RowKey> made;
  for (const NamedRow& row : results_) {
    if (row.at("cases").empty()) continue;
    made.insert({row.at("table"), row.at("dataset"), row.at("method"),
                 Setting::Parse(row.at("setting"), "results.tsv"), row.at("metric")});
  }
  int missing = 0;
  for (const harness::DeclaredRow& row : MakeExperiment().rows) {
    const std::string* weight = row.key.setting.Find("w_c");
    const bool is_planned = weight == nullptr || std::set<std::string>{"0", "2", "100"}.count(*weight) == 1;
    const bool needs_sospd = row.key.method == kSospd && row.key.metric != "multiplicative_bound";
    EXPECT_EQ(made.count(row.key) == 1, is_planned && !needs_sospd)
        << row.key.table << " " << row.key.method << " " << row.key.setting.Format() << " " << row.key.metric;
    missing += needs_sospd;
  }
  EXPECT_EQ(missing, 2);
}

// Figures 3.4 to 3.12 of the source and ours, each with all that is compared.
TEST_F(Smoke, DrawsItsFigures) {
  const std::string page = common::ReadFile(out_ + "/report/parsimonious_labeling/index.html");
  for (const char* const id : {"figure_3_4a",
                               "figure_3_4b",
                               "figure_3_4c",
                               "figure_3_4d",
                               "trees_M5",
                               "figure_3_5",
                               "figure_3_6",
                               "figure_3_7",
                               "figure_3_8",
                               "figure_3_9",
                               "sigma_total_variation",
                               "superpixels_labels_used",
                               "figure_3_10",
                               "figure_3_11",
                               "figure_3_12",
                               "more_trees_tsukuba",
                               "more_trees_penguin",
                               "moves_clique_size",
                               "moves_sum",
                               "moves_labels"}) {
    EXPECT_NE(page.find(std::string("id=\"figure-") + id + "\""), std::string::npos) << id;
  }
}

TEST_F(Smoke, TheTreeOfFigure31HasThePrintedDistances) {
  int printed = 0;
  for (const NamedRow& row : results_) {
    if (row.at("table") != "Figure 3.1") continue;
    EXPECT_EQ(std::stod(row.at("value")), std::stod(row.at("reported"))) << row.at("setting");
    ++printed;
  }
  EXPECT_EQ(printed, 5);
}

TEST_F(Smoke, RefinementNeverRaisesTheEnergy) {
  int compared = 0;
  for (const ImageTask& task : ImageTasks()) {
    const std::map<std::string, double> energies = Values(task.own_table(), "full_energy");
    const std::string setting = ImageKey(task).Format();
    const auto of = [&](const char* method) { return energies.at(task.name + "|" + method + "|" + setting); };
    EXPECT_LE(of(kRefined), of(kParsimonious)) << task.name;
    ++compared;
  }
  EXPECT_EQ(compared, 5);
}

// Without cliques only unaries are left, which both methods minimise.
TEST_F(Smoke, WithoutWeightsBothMethodsFindTheSameEnergy) {
  const std::map<std::string, double> energies = Values(kFigure34, "average_energy");
  for (const LatticeCase which : {LatticeCase::kHierarchical, LatticeCase::kLinear}) {
    const std::string setting = LatticeKey(which, 0).Format();
    const double ours = energies.at(std::string(kLattices) + "|" + kParsimonious + "|" + setting);
    const double theirs = energies.at(std::string(kLattices) + "|" + kCoOccurrence + "|" + setting);
    EXPECT_NEAR(ours, theirs, 1e-9 * std::abs(ours));
  }
}

TEST_F(Smoke, TheCounterexamplesComeOut) {
  const auto one = [](const char* metric, const std::string& dataset) {
    for (const auto& [key, value] : Values(kCounterexamples, metric)) {
      if (key.starts_with(dataset)) return value;
    }
    ADD_FAILURE() << metric;
    return 0.0;
  };
  EXPECT_EQ(one("left_side_of_3.37", "counterexample to lemma 1"), 5);
  EXPECT_EQ(one("right_side_of_3.37", "counterexample to lemma 1"), 0);
  EXPECT_EQ(one("energy", "counterexample to lemma 1"), 23);
  EXPECT_EQ(one("least_energy", "counterexample to lemma 1"), 18);
  int trees = 0;
  for (const auto& [key, value] : Values(kCounterexamples, "energy")) {
    if (!key.starts_with("counterexample to theorem 3")) continue;
    EXPECT_EQ(value, 3) << key;
    ++trees;
  }
  EXPECT_EQ(trees, 2);
  for (const auto& [key, value] : Values(kCounterexamples, "energy_with_potentials_times_labels_less_one")) {
    EXPECT_NEAR(value, key.find("tight") != key.npos ? 1.05 : 2.1, 1e-12) << key;
  }
}

TEST_F(Smoke, DecidesTheBounds) {
  int bounds = 0;
  for (const NamedRow& claim : harness::ReadNamedRows(out_ + "/claims.tsv")) {
    if (claim.at("id") != "D08" || claim.at("part").empty()) continue;
    ++bounds;
    const bool is_printed = claim.at("part").ends_with("as printed");
    EXPECT_EQ(claim.at("verdict"), is_printed ? "fails" : "holds") << claim.at("part");
  }
  EXPECT_EQ(bounds, 6);
}

TEST(Package, WindowsThatDoNotFitAreWrongUsage) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/window", {"--set=parsimonious_labeling.window=9"}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("lattice_side=8, window=9"), std::string::npos);
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/windows", {"--set=parsimonious_labeling.moves_windows=9"}), 2);
  EXPECT_EQ(RunSmoke(testing::TempDir() + "/sides", {"--set=parsimonious_labeling.moves_sides=2"}), 2);
  EXPECT_EQ(
      RunSmoke(testing::TempDir() + "/sum_windows", {"--set=parsimonious_labeling.moves_sum_windows=6"}), 2);
}

// A list that does not rise is what it is when it does.
TEST(Package, TheOrderOfNumbersOfTreesDoesNotMatter) {
  const auto energies = [](const char* trees) {
    const std::string out = testing::TempDir() + "/trees";
    EXPECT_EQ(RunSmoke(out, {std::string("--set=parsimonious_labeling.trees=") + trees,
                             "--only=parsimonious_labeling/lattices/linear/w_c=2/parsimonious"}),
              0);
    std::map<std::string, std::string> values;
    for (const NamedRow& row : harness::ReadNamedRows(out + "/results.tsv")) {
      if (row.at("table") != kOurLattices || row.at("metric") != "energy") continue;
      values[row.at("method") + " " + row.at("setting")] = row.at("value");
    }
    return values;
  };
  const auto rising = energies("1,3");
  EXPECT_EQ(rising, energies("3,1"));
  EXPECT_EQ(rising.size(), 6u);  // two truncations with 1 tree, with all and refined
}

// The cases of the paper's profile by their names, with settings changed.
std::map<std::string, harness::Case> PlannedWith(const std::map<std::string, std::string>& changed) {
  std::map<std::string, harness::Case> cases;
  for (const harness::Case& c : harness::PlanOf(MakeExperiment(), harness::Profile::kPaper, changed)) {
    cases[c.name] = c;
  }
  return cases;
}

// The cut of the lattices' number is named until --set restores it.
TEST(Package, SaysWhatItCuts) {
  const auto cut = PlannedWith({{"lattices", "10"}});
  const std::string lattice = "lattices/linear/w_c=3/parsimonious";
  EXPECT_EQ(cut.at(lattice).protocol, harness::Protocol::kCut);
  ASSERT_EQ(cut.at(lattice).departures.size(), 1u);
  EXPECT_NE(cut.at(lattice).departures[0].find("10 lattices at each weight instead of 100"),
            std::string::npos);
  EXPECT_EQ(cut.at(lattice).repeats, 10);
  const auto whole = PlannedWith({{"lattices", "100"}});
  EXPECT_EQ(whole.at(lattice).protocol, harness::Protocol::kPaper);
  EXPECT_EQ(whole.at(lattice).repeats, 100);
  EXPECT_EQ(whole.at("images/teddy/parsimonious").protocol, harness::Protocol::kPaper);
}

// The source has no numbers for these, but `paper` has more than other profiles.
TEST(Package, SaysOfBoundsAndMovesWhatIsLessThanInPaper) {
  const auto smaller = PlannedWith({{"problems", "2000"}, {"moves_windows", "2,4"}});
  const auto whole = PlannedWith({});
  const std::pair<const char*, const char*> cases[] = {
      {"bounds/pn-potts", "problems 2000 instead of 10000"},
      {"moves/parsimonious", "moves_windows 2,4 instead of 2,4,8,16,24,40"}};
  for (const auto& [name, departure] : cases) {
    EXPECT_EQ(whole.at(name).protocol, harness::Protocol::kPaper) << name;
    EXPECT_EQ(smaller.at(name).protocol, harness::Protocol::kCut) << name;
    EXPECT_EQ(smaller.at(name).departures.back(), departure);
  }
}

TEST(Explain, ABoundFromBelowIsReachedOrNot) {
  harness::ResultRow row;
  row.method = kCoOccurrence;
  row.metric = "feasible_clique_size";
  row.reported = 1200;
  const auto explain = [&](double value) {
    row.value = value;
    return Explain(row, harness::Results({}, harness::Profile::kPaper));
  };
  EXPECT_EQ(explain(1600).kind, harness::ExplanationKind::kUnexplained);
  EXPECT_NE(explain(1600).text.find("reaches that bound"), std::string::npos);
  EXPECT_EQ(explain(256).text.find("reaches that bound"), std::string::npos);
  row.metric = "energy";
  EXPECT_TRUE(explain(1600).text.empty());
}

TEST(Package, WhatTheSourceDoesNotHaveIsNotItsProtocol) {
  int beyond = 0;
  for (const auto& [name, c] : PlannedWith({{"w_c", "2,7"}})) {
    const bool is_beyond = name.starts_with("images/venus/") || name.find("w_c=7") != name.npos ||
                           name.ends_with("/refined") || name.ends_with("/fast-pd") ||
                           name.ends_with("/co-occurrence-pairs") || name.starts_with(kMoreTreesPrefix) ||
                           name.starts_with(kReadingsPrefix);
    EXPECT_EQ(c.protocol == harness::Protocol::kChanged, is_beyond) << name;
    beyond += is_beyond;
  }
  // All of venus, a weight, three methods on the four other images, more trees, four methods of each reading.
  EXPECT_EQ(beyond, 8 + 4 + 3 * 4 + 2 + 4 * 4);
}

// What a case does not read neither runs it again nor makes its rows changed ones.
TEST(Package, ASettingChangesOnlyTheCasesThatReadIt) {
  const auto as_printed = PlannedWith({});
  const auto changed = [&](const char* name, const char* value) {
    std::set<std::string> names;
    const auto cases = PlannedWith({{name, value}});
    EXPECT_EQ(cases.size(), as_printed.size());
    for (const auto& [key, c] : cases) {
      if (c.parameters == as_printed.at(key).parameters) continue;
      EXPECT_NE(c.parameters.Find(name), nullptr) << key;
      names.insert(key);
    }
    return names;
  };
  for (const std::string& name : changed("image_trees", "3")) {
    EXPECT_TRUE(name.ends_with("/parsimonious") || name.ends_with("/refined") ||
                name.starts_with("smoothing/"))
        << name;
  }
  for (const std::string& name : changed("min_size", "30")) {
    EXPECT_TRUE(name.starts_with("images/") || name.starts_with(kReadingsPrefix) ||
                name.starts_with(kMoreTreesPrefix) || name.starts_with(kSigmaPrefix))
        << name;
  }
  EXPECT_EQ(changed("more_trees", "9"), (std::set<std::string>{"more-trees/penguin", "more-trees/tsukuba"}));
  EXPECT_EQ(changed("trws_iterations", "7").size(), 5u + 4) << "images and readings";
  EXPECT_EQ(changed("moves_sides", "10,20"),
            (std::set<std::string>{"moves/co-occurrence", "moves/parsimonious"}));
  EXPECT_EQ(changed("lattices", "100"), std::set<std::string>());
}

TEST(Package, NamesTheVersionsOfItsLibraries) {
  harness::ExpectLibraries(MakeExperiment(), {"OpenCV", "Random123"});
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
