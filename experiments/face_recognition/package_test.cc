#include "experiments/face_recognition/package.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/table.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/testing/program_run.h"
#include "experiments/old_experiment/testing/main_run.h"
#include "experiments/old_experiment/testing/package_checks.h"
#include "experiments/old_experiment/testing/package_plan.h"

namespace structlab::face_recognition {
namespace {

using harness::NamedRow;
using harness::Setting;

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 169u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 169u);
}

TEST(Package, NamesTheVersionsOfItsLibraries) {
  harness::ExpectLibraries(MakeExperiment(), {"Random123", "libsvm"});
}

std::map<std::string, harness::Case> PlannedWith(harness::Profile profile,
                                                 const std::map<std::string, std::string>& changed = {}) {
  std::map<std::string, harness::Case> cases;
  for (const harness::Case& c : harness::PlanOf(MakeExperiment(), profile, changed)) cases[c.name] = c;
  return cases;
}

TEST(Package, WhatIsAboveTheRankIsNotApplicable) {
  const auto cases = PlannedWith(harness::Profile::kPaper);
  std::set<std::string> refused;
  for (const auto& [name, c] : cases) {
    if (c.parameters.Text("part") == "not-applicable") refused.insert(name);
  }
  EXPECT_EQ(refused.count("recognition/ar/fisher-knn/dim=50"), 0u);
  for (const char* name : {"recognition/ar/fisher-knn/dim=100", "recognition/ar/fisher-svm/dim=300",
                           "recognition/yaleb/fisher-knn/dim=50", "recognition/yaleb/fisher-svm/dim=200",
                           "recognition/orl/eigen-omp/dim=200", "recognition/yale/eigen-svm/dim=100"}) {
    EXPECT_EQ(refused.count(name), 1u) << name;
  }
  for (const std::string& name : refused) {
    // Of other features there are as many as one likes, but codes of least l1 norm end at the training
    // images.
    const bool is_l1_of_few = name.find("-l1/") != name.npos &&
                              (name.find("/orl/") != name.npos || name.find("/yale/") != name.npos);
    if (is_l1_of_few) continue;
    EXPECT_EQ(name.find("hash"), name.npos) << name;
    EXPECT_EQ(name.find("random"), name.npos) << name;
  }
  EXPECT_EQ(cases.at("recognition/yale/hash-l1").parameters.Text("of_these"), "50");
  EXPECT_EQ(cases.at("recognition/orl/random-l1").parameters.Text("of_these"), "50,100,200");
  EXPECT_EQ(cases.at("recognition/yale/hash-omp").parameters.Text("of_these"), "50,100,200,300");
  EXPECT_EQ(refused.count("recognition/yale/hash-l1/dim=100"), 1u);
  EXPECT_EQ(cases.at("recognition/ar/fisher-knn").parameters.Text("of_these"), "50");
  EXPECT_EQ(cases.count("recognition/yaleb/fisher-knn"), 0u);
  EXPECT_EQ(cases.at("recognition/yaleb/eigen-omp").parameters.Text("of_these"), "50,100,200,300");
}

// With so few subjects codes of 100 features or more need not exist; what is timed ends there, too.
TEST(Package, DimensionsThatAreLeftOutAreNamed) {
  const auto cases = PlannedWith(harness::Profile::kPaper, {{"subjects", "4"}});
  for (const char* name : {"times/ar", "speedup", "equal-runtime/ar"}) {
    const harness::Case& c = cases.at(name);
    if (name == std::string("equal-runtime/ar")) {
      EXPECT_EQ(c.parameters.Text("l1_of_these"), "2,5,10,15,25,35,50");
      EXPECT_EQ(c.parameters.Text("hash_of_these"), "50,85,180,1000");
    } else {
      EXPECT_EQ(c.parameters.Text("of_these"), "50") << name;
    }
    bool is_named = false;
    for (const std::string& departure : c.departures) {
      is_named = is_named || departure.find("without dimensions") == 0;
    }
    EXPECT_TRUE(is_named) << name;
  }
  EXPECT_EQ(PlannedWith(harness::Profile::kPaper).at("times/yaleb").parameters.Text("of_these"),
            "50,100,200,300");
}

TEST(Package, CutsAreNamed) {
  const auto paper = PlannedWith(harness::Profile::kPaper), quick = PlannedWith(harness::Profile::kQuick);
  for (const auto& [name, c] : paper) {
    const bool times_some_queries = name.starts_with("times/") || name == "speedup";
    EXPECT_EQ(c.protocol, times_some_queries ? harness::Protocol::kCut : harness::Protocol::kPaper) << name;
  }
  for (const auto& [name, c] : quick) {
    // Yale has fewer subjects than the profile.
    const bool is_whole = name == "pictures/hash-matrix" ||
                          (c.dataset == "Yale" && c.parameters.Text("part") == "not-applicable");
    EXPECT_EQ(c.protocol, is_whole ? harness::Protocol::kPaper : harness::Protocol::kCut) << name;
  }
  const std::vector<std::string> departures = quick.at("recognition/ar/hash-l1").departures;
  ASSERT_EQ(departures.size(), 4u);
  EXPECT_EQ(departures[2], "3 trials instead of 10");
  EXPECT_NE(departures[0].find("first 20 subjects instead of 100"), std::string::npos);
  EXPECT_NE(departures[3].find("4 values of u"), std::string::npos);
  EXPECT_EQ(paper.at("recognition/ar/hash-l1").repeats, 10);
}

// Names of the cases of a set that the claim needs.
std::set<std::string> CasesOf(const char* claim, const char* dataset) {
  std::set<std::string> names;
  for (const auto& [name, c] : PlannedWith(harness::Profile::kPaper)) {
    if (c.dataset == dataset && std::ranges::count(c.serves, claim) > 0) names.insert(name);
  }
  return names;
}

// What is compared is timed in one process.
TEST(Package, ClaimsAboutTimesHaveBothSidesInOneCase) {
  EXPECT_EQ(CasesOf("S23", "AR"), std::set<std::string>{"times/ar"});
  EXPECT_EQ(CasesOf("S24", "AR"), (std::set<std::string>{"recognition/ar/hash-omp", "times/ar"}));
  EXPECT_EQ(CasesOf("S25", "YaleB with occluders"), std::set<std::string>{"equal-runtime/yaleb-occluders"});
  EXPECT_EQ(CasesOf("S26", "YaleB"), std::set<std::string>{"times/yaleb"});
}

// What a case does not read neither runs it again nor makes its rows changed ones.
TEST(Package, ASettingChangesOnlyTheCasesThatReadIt) {
  const auto as_printed = PlannedWith(harness::Profile::kPaper);
  const auto changed = [&](const char* name, const char* value) {
    std::set<std::string> names;
    for (const auto& [key, c] : PlannedWith(harness::Profile::kPaper, {{name, value}})) {
      if (!as_printed.contains(key) || c.parameters == as_printed.at(key).parameters) continue;
      EXPECT_NE(c.parameters.Find(name), nullptr) << key;
      names.insert(key);
    }
    EXPECT_FALSE(names.empty()) << name;
    return names;
  };
  for (const std::string& name : changed("hash_values", "3")) {
    EXPECT_TRUE(name.find("hash") != name.npos || name.starts_with("equal-runtime/")) << name;
  }
  for (const std::string& name : changed("most_atoms", "7")) {
    EXPECT_TRUE(name.find("omp") != name.npos || name == "speedup" || name.starts_with("times/") ||
                name.starts_with("equal-runtime/"))
        << name;
  }
  for (const std::string& name : changed("costs", "7")) {
    EXPECT_TRUE(name.find("svm") != name.npos || name.ends_with("/hash-l1")) << name;
  }
  EXPECT_EQ(changed("folds", "5").size(), 3u);
  EXPECT_EQ(changed("hash_dimensions", "40").size(), 3u);
  EXPECT_EQ(changed("l1_dimensions", "40").size(), 3u);
  EXPECT_EQ(changed("timed_queries", "5"), (std::set<std::string>{"speedup", "times/ar", "times/yaleb"}));
  EXPECT_EQ(changed("subjects", "39").count("pictures/hash-matrix"), 0u);
}

TEST(Package, PlansTheSetsThatAreAskedFor) {
  std::set<std::string> sets;
  for (const auto& [name, c] : PlannedWith(harness::Profile::kPaper, {{"sets", "orl,yale"}})) {
    sets.insert(c.dataset);
  }
  EXPECT_EQ(sets, (std::set<std::string>{"", "AR,YaleB", "ORL",
                                         "Yale"}));  // the hash matrix and the speedup are always planned
}

// Everything at once on few generated faces.
class Smoke : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    out_ = testing::TempDir() + "/smoke";
    ASSERT_EQ(harness::RunSmoke(MakeExperiment(), out_), 0);
    results_ = harness::ReadNamedRows(out_ + "/results.tsv");
  }

  // The row with these keys.
  static NamedRow Row(const std::string& table, const std::string& dataset, const std::string& method,
                      const std::string& metric, const Setting& setting) {
    for (const NamedRow& row : results_) {
      if (row.at("table") == table && row.at("dataset") == dataset && row.at("method") == method &&
          row.at("metric") == metric && Setting::Parse(row.at("setting"), "results.tsv") == setting) {
        return row;
      }
    }
    ADD_FAILURE() << table << " " << dataset << " " << method << " " << metric;
    return {};
  }

  static inline std::string out_;
  static inline std::vector<NamedRow> results_;
};

// Whether the profile has the row's dimension, and four subjects have so many features.
bool IsPlanned(const harness::RowKey& key) {
  if (key.table == kTable33) return key.setting.Integer("runtime_level") <= 2;
  if (key.table == kTable31 || key.table == kTable32 || key.table == kTable34) {
    const bool is_fisher = key.method == kFisherKnn || key.method == kFisherSvm;
    const int64_t dimension = key.setting.Integer("dim");
    // AR has 52 training images, of rank 51; YaleB 128.
    // Codes of least l1 norm end there, too, and so what is learned from them.
    const bool is_bounded =
        key.method.starts_with("EIGEN") || key.method.ends_with("-l1") || key.table == kTable34;
    return dimension <= 100 && !is_fisher && !(is_bounded && key.dataset == "AR" && dimension > 51);
  }
  return true;
}

TEST_F(Smoke, RegeneratesAllRowsOfThePlannedCases) {
  std::set<harness::RowKey> made;
  for (const NamedRow& row : results_) {
    if (row.at("cases").empty()) continue;
    made.insert({row.at("table"), row.at("dataset"), row.at("method"),
                 Setting::Parse(row.at("setting"), "results.tsv"), row.at("metric")});
  }
  int planned = 0;
  for (const harness::DeclaredRow& row : MakeExperiment().rows) {
    EXPECT_EQ(made.count(row.key) == 1, IsPlanned(row.key))
        << row.key.table << " " << row.key.dataset << " " << row.key.method << " " << row.key.setting.Format()
        << " " << row.key.metric;
    planned += IsPlanned(row.key);
  }
  EXPECT_EQ(planned, 69);  // two of the four dimensions, and of them what there is with four subjects
}

// Of all test images that the profile has, eight, in one trial: anything else that is divided by, or counted
// in, gives other fractions.
TEST_F(Smoke, AccuraciesAreCountsOfTheTestImages) {
  std::set<double> counts;
  int accuracies = 0;
  for (const NamedRow& row : results_) {
    if (row.at("table") != kTable31 || row.at("value").empty()) continue;
    const double count = 8 * std::stod(row.at("value"));
    EXPECT_EQ(count, std::round(count)) << row.at("dataset") << " " << row.at("method");
    counts.insert(count);
    ++accuracies;
  }
  EXPECT_GT(accuracies, 26);  // those of the source, and ours within eigenfaces
  EXPECT_GT(counts.size(), 2u);
  EXPECT_GE(*counts.begin(), 0);
  EXPECT_LE(*counts.rbegin(), 8);
}

TEST_F(Smoke, TheTimeOfAQueryIsThatOfItsFeaturesAndOfItsCode) {
  for (const char* method : {kHashOmp, kRandomL1}) {
    const auto value = [&](const char* table, const char* metric, const Setting& key) {
      return std::stod(Row(table, "AR", method, metric, key).at("value"));
    };
    const double features = value(kOurTimes, "feature_time", OurKey(50)),
                 codes = value(kOurTimes, "code_time", OurKey(50)),
                 all = value(kTable32, "running_time", DimensionKey(50));
    EXPECT_GT(features, 0);
    EXPECT_GT(codes, 0);
    EXPECT_NEAR(all, features + codes, 1e-3 * all);
  }
}

TEST_F(Smoke, PursuitsAreTimedAtEqualAtoms) {
  for (const int percent : kTimedPercents) {
    EXPECT_EQ(Row(kOurTimed, "AR", kHashOmp, "atoms", TimedKey(50, percent, true)).at("value"), "25");
  }
  EXPECT_EQ(Row(kOurTimed, "YaleB", kRandomOmp, "atoms", TimedKey(100, std::nullopt, true)).at("value"),
            "25");
}

TEST_F(Smoke, CodesOfLeastNormComeWithinTheTolerance) {
  for (const char* method : {kHashL1, kRandomL1, kEigenL1}) {
    EXPECT_EQ(Row(kOurCodes, "AR", method, "share_within_tolerance", OurKey(50)).at("value"), "1") << method;
    EXPECT_EQ(Row(kOurCodes, "YaleB", method, "share_within_tolerance", OurKey(100)).at("value"), "1")
        << method;
  }
}

TEST_F(Smoke, RowsSayWhoseDataTheyAre) {
  EXPECT_EQ(Row(kTable31, "AR", kHashOmp, "accuracy", DimensionKey(50)).at("data"), "stand-in");
  EXPECT_EQ(Row(kTable31, "YaleB", kHashOmp, "accuracy", DimensionKey(50)).at("data"), "stand-in");
  EXPECT_EQ(Row(kTable31, "AR", kHashOmp, "accuracy", DimensionKey(50)).at("protocol"), "cut");
}

// Of fewer subjects than the source's there are fewer dimensions: its rows may apply to all of them.
TEST_F(Smoke, ThePageSaysWhatIsRefused) {
  const std::string page = common::ReadFile(out_ + "/report/face_recognition/index.html");
  EXPECT_EQ(page.find("<b class=\"none\">not applicable</b>"), std::string::npos);  // in the tables
  EXPECT_NE(page.find("– no result: refused (cut protocol): there are at most 3 discriminants"),
            std::string::npos);
  EXPECT_NE(page.find("– no result: refused (cut protocol): there are at most 51 eigenfaces"),
            std::string::npos);
  EXPECT_NE(page.find("– no result: refused (cut protocol): there are at most 52 training images"),
            std::string::npos);
}

TEST_F(Smoke, TheDimensionsOfTable33AreTheSources) {
  EXPECT_EQ(Row(kTable33, "AR", kHashOmp, "dimension", LevelKey(2)).at("value"), "85");
  EXPECT_EQ(Row(kTable33, "AR", kRandomL1, "dimension", LevelKey(1)).at("value"), "2");
  EXPECT_EQ(Row(kTable33, "AR", kRandomL1, "dimension", LevelKey(2)).at("value"), "5");
}

TEST_F(Smoke, ClaimsAboutAccuracyAreNotDecidedOnStandIns) {
  int not_tested = 0;
  for (const NamedRow& claim : harness::ReadNamedRows(out_ + "/claims.tsv")) {
    if (claim.at("id") != "S20" && claim.at("id") != "S28") continue;
    EXPECT_EQ(claim.at("verdict"), "not-tested") << claim.at("part");
    ++not_tested;
  }
  EXPECT_GE(not_tested, 5);  // two parts and the whole of S20, as many of S28
}

}  // namespace
}  // namespace structlab::face_recognition
