// What the plans of the profiles hold.
#include "experiments/regularization_path/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/harness/testing/package_plan.h"
#include "experiments/regularization_path/package.h"
#include "experiments/regularization_path/protocol.h"

namespace structlab::regularization_path {
namespace {

using harness::Case;
using harness::Profile;
using Names = std::set<std::string>;

// Without what is planned for methods that are linked beside the eight of the source.
std::vector<Case> PlanOf(Profile profile, const std::map<std::string, std::string>& changed = {}) {
  const std::vector<std::string> linked = Methods();
  Names others(linked.begin(), linked.end());
  for (const auto& some : {ThesisScratchMethods(), ThesisPathMethods()}) {
    for (const std::string& method : some) others.erase(method);
  }
  std::vector<Case> cases = harness::PlanOf(MakeExperiment(), profile, changed);
  std::erase_if(cases, [&](const Case& c) { return others.contains(c.method); });
  return cases;
}

std::vector<Case> Beginning(const std::string& prefix, const std::vector<Case>& cases) {
  std::vector<Case> found;
  for (const Case& c : cases) {
    if (c.name.starts_with(prefix)) found.push_back(c);
  }
  return found;
}

// The names behind the prefix.
Names NamesBehind(const std::string& prefix, const std::vector<Case>& cases) {
  Names names;
  for (const Case& c : Beginning(prefix, cases)) names.insert(c.name.substr(prefix.size()));
  return names;
}

// The eight methods of the source, those that follow the path once for each kappa1.
Names EightMethodsAt(const std::vector<std::string>& kappas) {
  Names names = {"bcfw-std-u", "bcfw-std-g", "bcfw-hyb-u", "bcfw-hyb-g"};
  for (const char* method : {"rp-bcfw-std-u", "rp-bcfw-std-g", "rp-bcfw-heu-u", "rp-bcfw-heu-g"}) {
    for (const std::string& kappa1 : kappas) names.insert(std::string(method) + "/kappa1=" + kappa1);
  }
  return names;
}

// Of every profile.
const Names kAlways = {"statistics",
                       "theory/box",
                       "theory/start-and-segments",
                       "beyond/lambda-by-validation",
                       "beyond/usps/rp-bcfw-std-g",
                       "beyond/usps/bcfw-std-g"};

// And where seeds of heuristic stopping are sampled.
Names AlwaysAndSampling() {
  Names names = kAlways;
  names.insert({"sampling/rp-bcfw-heu-g/kappa1=0.5", "sampling/rp-bcfw-heu-u/kappa1=0.5"});
  return names;
}

TEST(Plan, QuickHasTheEightMethodsWithTheFoldsSwappedAtThreeKappas) {
  const std::vector<Case> cases = PlanOf(Profile::kQuick);
  EXPECT_EQ(NamesBehind("short/", cases), EightMethodsAt({"0.1", "0.5", "0.95"}));
  for (const Case& c : Beginning("short/", cases)) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.repeats, 3);
    EXPECT_EQ(SplitOf(c), Split::kSwapped);
    EXPECT_EQ(c.protocol, harness::Protocol::kCut);
    const Protocol protocol = ReadProtocol(c.parameters);
    EXPECT_EQ(protocol.lambda_min, 1e-3);
    EXPECT_EQ(protocol.max_words, 0);  // all
    EXPECT_EQ(protocol.epsilon, 0.1);
    ASSERT_EQ(c.departures.size(), 2u);
    EXPECT_NE(c.departures[0].find("folds swapped"), std::string::npos);
    EXPECT_NE(c.departures[1].find("lambda down to 1e-3 instead of 1e-4"), std::string::npos);
  }
  Names others = NamesBehind("", cases);
  std::erase_if(others, [](const std::string& name) { return name.starts_with("short/"); });
  EXPECT_EQ(others, kAlways);
}

TEST(Plan, SmokeHasEveryMethodAndPartOnSomeWords) {
  const std::vector<Case> cases = PlanOf(Profile::kSmoke);
  EXPECT_EQ(NamesBehind("short/", cases), EightMethodsAt({"0.5", "0.95"}));
  for (const Case& c : Beginning("short/", cases)) {
    EXPECT_EQ(c.repeats, 2) << c.name;
    EXPECT_EQ(ReadProtocol(c.parameters).max_words, 40) << c.name;
    EXPECT_EQ(ReadProtocol(c.parameters).lambda_min, 1) << c.name;
  }
  Names others = NamesBehind("", cases);
  std::erase_if(others, [](const std::string& name) { return name.starts_with("short/"); });
  EXPECT_EQ(others, AlwaysAndSampling());
}

TEST(Plan, PaperHasEveryRowAtFullSizeOnceAndFiveSeedsWithTheFoldsSwapped) {
  const std::vector<Case> cases = PlanOf(Profile::kPaper);
  const Names all = EightMethodsAt({"0.1", "0.3", "0.5", "0.7", "0.9", "0.95"});
  ASSERT_EQ(all.size(), 28u);
  EXPECT_EQ(NamesBehind("full/", cases), all);
  for (const Case& c : Beginning("full/", cases)) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.repeats, 1);
    EXPECT_EQ(SplitOf(c), Split::kFull);
    EXPECT_EQ(c.protocol, harness::Protocol::kPaper);
    EXPECT_EQ(c.departures, std::vector<std::string>());
    EXPECT_EQ(Grid(ReadProtocol(c.parameters)).size(), 20u);
    EXPECT_EQ(ReadProtocol(c.parameters).max_words, 0);
  }
  EXPECT_EQ(NamesBehind("swapped/", cases), all);
  for (const Case& c : Beginning("swapped/", cases)) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(c.repeats, 5);
    EXPECT_EQ(SplitOf(c), Split::kSwapped);
    EXPECT_EQ(c.protocol, harness::Protocol::kCut);
    EXPECT_EQ(c.departures.size(), 1u);
    EXPECT_EQ(ReadProtocol(c.parameters).lambda_min, 1e-4);
  }
  for (const Case& c : Beginning("sampling/", cases)) {
    EXPECT_EQ(c.repeats, 30);
    EXPECT_EQ(SplitOf(c), Split::kSwapped);
    EXPECT_EQ(c.departures.size(), 2u);
  }
  // What explains rows: every one of them with both open choices changed, and some with one.
  EXPECT_EQ(NamesBehind("explain/features=first_last+start=lowest/", cases), all);
  EXPECT_EQ(NamesBehind("explain/", cases).size(), 28u + 6u);
  Names others = NamesBehind("", cases);
  std::erase_if(others, [](const std::string& name) {
    return name.starts_with("full/") || name.starts_with("swapped/") || name.starts_with("explain/");
  });
  EXPECT_EQ(others, AlwaysAndSampling());
}

// The explanations speak of six combinations: all of them are in the plan.
TEST(Plan, ExplanationsHaveAllCombinationsOfFeaturesAndStart) {
  Names combinations = {"features=pixels+start=random"};  // the source's, of the full cases
  for (const std::string& name : NamesBehind("explain/", PlanOf(Profile::kPaper))) {
    combinations.insert(name.substr(0, name.find('/')));
  }
  EXPECT_EQ(combinations, Names({"features=pixels+start=random", "features=pixels+start=lowest",
                                 "features=bias+start=random", "features=bias+start=lowest",
                                 "features=first_last+start=random", "features=first_last+start=lowest"}));
}

TEST(Plan, SmallerProfilesCutWhatTheSourceLacks) {
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick}) {
    const std::vector<Case> beyond = Beginning("beyond/", PlanOf(profile));
    ASSERT_EQ(beyond.size(), 3u);
    for (const Case& c : beyond) {
      SCOPED_TRACE(c.name);
      const bool digits = c.name.starts_with(kDigitsPrefix);
      const std::string number = c.parameters.Text(digits ? "max_images" : "validation_words");
      EXPECT_NE(number, "0");
      EXPECT_EQ(c.protocol, harness::Protocol::kCut);
      EXPECT_NE(c.departures.front().find("beyond the source"), std::string::npos);
      EXPECT_TRUE(c.departures.back().starts_with("the first " + number + (digits ? " images" : " words")))
          << c.departures.back();
    }
    EXPECT_EQ(ReadProtocol(beyond.front().parameters).max_words,
              static_cast<int>(beyond.front().parameters.Integer("validation_words")));
  }
  for (const Case& c : Beginning(
           "beyond/", PlanOf(Profile::kQuick,
                             {{"validation_words", "0"}, {"max_images", "0"}, {"lambda_min", "1e-4"}}))) {
    EXPECT_EQ(c.protocol, harness::Protocol::kChanged) << c.name;
    EXPECT_EQ(c.departures.size(), 1u) << c.name;
  }
}

// Which fold validates follows from which one tests.
TEST(Plan, NamesTheFoldThatValidates) {
  for (const auto& [test, validates] :
       {std::pair("0", "fold 1"), std::pair("3", "fold 4"), std::pair("9", "fold 0")}) {
    const std::vector<Case> found =
        Beginning("beyond/lambda-by-validation", PlanOf(Profile::kPaper, {{"test_fold", test}}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].dataset, std::string("OCR letters (Taskar), ") + validates + " validates");
    EXPECT_NE(found[0].departures[0].find(std::string(": ") + validates + " of the nine"), std::string::npos)
        << found[0].departures[0];
  }
}

// What a case does not read neither runs it again nor makes its rows changed ones.
TEST(Plan, ASettingChangesOnlyTheCasesThatReadIt) {
  const std::vector<Case> as_printed = PlanOf(Profile::kPaper);
  const auto changed = [&](const char* name, const char* value) {
    Names parts;
    const std::vector<Case> cases = PlanOf(Profile::kPaper, {{name, value}});
    EXPECT_EQ(cases.size(), as_printed.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].parameters == as_printed[i].parameters) continue;
      EXPECT_NE(cases[i].parameters.Find(name), nullptr) << cases[i].name;
      parts.insert(cases[i].name.substr(0, cases[i].name.find('/')));
    }
    return parts;
  };
  EXPECT_EQ(changed("epsilon", "0.05"),
            Names({"beyond", "explain", "full", "sampling", "swapped", "theory"}));
  EXPECT_EQ(changed("features", "bias"), Names({"beyond", "full", "sampling", "swapped", "theory"}));
  EXPECT_EQ(changed("test_fold", "3"),
            Names({"beyond", "explain", "full", "sampling", "statistics", "swapped", "theory"}));
  EXPECT_EQ(changed("max_words", "40"), Names({"explain", "full", "sampling", "swapped", "theory"}));
  EXPECT_EQ(changed("validation_words", "40"), Names({"beyond"}));
  EXPECT_EQ(changed("max_images", "40"), Names({"beyond"}));
  for (const Case& c : PlanOf(Profile::kPaper, {{"lambda_min", "1e-2"}})) {
    if (c.name == "theory/box") {
      EXPECT_EQ(c.parameters.Find("lambda_min"), nullptr) << c.name;
    }
    if (c.name.starts_with(kDigitsPrefix)) {
      EXPECT_EQ(ReadProtocol(c.parameters).lambda_min, 1e-2) << c.name;
    }
  }
}

const std::vector<std::string> kMethodClaims = {"D17", "D18", "D19", "D20", "D21", "D22",
                                                "D23", "D24", "D25", "D26", "D27"};

// The cases of the plan that decide claims and that --only=CLAIM picks.
std::vector<Case> CasesFor(const std::string& claim) {
  std::vector<Case> cases = Beginning("swapped/", PlanOf(Profile::kPaper));
  std::erase_if(cases, [&](const Case& c) {
    return std::find(c.serves.begin(), c.serves.end(), claim) == c.serves.end();
  });
  return cases;
}

// What the case could have recorded for every claim to hold.
harness::FinishedCase Finished(Case c, uint64_t seed) {
  c.seed = seed;
  const bool path = c.setting.Find("kappa1") != nullptr;
  const double kappa1 = path ? c.setting.Number("kappa1") : 0;
  const double uniform = c.method.ends_with("U") ? 100 : 0,
               hybrid = c.method.starts_with("BCFW-HYB") ? 50 : 0;
  const double exact = c.method.find("STD") != std::string::npos ? 200 : 0;
  harness::Recorder recorder(c);
  recorder.Curve("Figure 5.3", "test_loss_vs_lambda", std::vector<double>{1000, 1},
                 std::vector<double>{0.2, 0.2});
  harness::FinishedCase finished{.c = c, .record = recorder.record()};
  const std::map<std::string, double> values = {
      {"all_converged", 1},
      {"total_passes", path ? 500 - 300 * kappa1 + uniform + exact : 2000 + uniform + hybrid},
      {"n_breakpoints", 100 + 100 * kappa1},
      {"min_test_loss", kappa1 == 0.1 ? 0.1 : 0.12},
      {"test_loss_at_smallest_lambda", path ? 0.1 + kappa1 / 100 : 0.12},
      {"passes_at_smallest_lambda", path ? 90 : 500},
      {"largest_true_gap", kappa1 > 0.5 && exact == 0 ? 0.2 : 0.05},
      {kGapAtSmallLambda, kappa1 > 0.5 && exact == 0 ? 0.2 : 0.05},
      {"largest_true_gap_at_a_breakpoint", 0.05},
  };
  for (const auto& [metric, value] : values) {
    // Something for the seed, so that differences are not all equal.
    const double of_seed = metric == "all_converged" ? 1 : 1 + 1e-5 * static_cast<double>(seed * seed);
    finished.record.values.push_back(
        {.key = {"Table", c.dataset, c.method, c.setting, metric}, .value = value * of_seed});
  }
  return finished;
}

// The verdicts of the parts of a claim on these cases, each at its five seeds.
std::set<harness::Verdict> VerdictsOf(const std::string& id, const std::vector<Case>& cases) {
  static const harness::Experiment experiment = MakeExperiment();
  std::vector<harness::FinishedCase> finished;
  for (const Case& c : cases) {
    for (uint64_t seed = 1; seed <= 5; ++seed) finished.push_back(Finished(c, seed));
  }
  const harness::Results results(std::move(finished), Profile::kPaper);
  std::set<harness::Verdict> verdicts;
  for (const harness::Claim& claim : experiment.claims) {
    if (claim.id == id) verdicts.insert(claim.decide(results).verdict);
  }
  return verdicts;
}

TEST(Plan, OnlyOfAClaimPicksWhatDecidesIt) {
  for (const std::string& claim : kMethodClaims) {
    EXPECT_EQ(VerdictsOf(claim, CasesFor(claim)), std::set{harness::Verdict::kHolds}) << claim;
  }
}

TEST(Plan, OnlyOfAClaimPicksNothingThatItCouldDoWithout) {
  for (const std::string& claim : kMethodClaims) {
    const std::vector<Case> all = CasesFor(claim);
    for (size_t without = 0; without < all.size(); ++without) {
      std::vector<Case> others = all;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(without));
      EXPECT_TRUE(VerdictsOf(claim, others).contains(harness::Verdict::kNotTested))
          << claim << " without " << all[without].name;
    }
  }
  Names of_d18;
  for (const Case& c : CasesFor("D18")) of_d18.insert(c.name);
  EXPECT_EQ(of_d18, Names({"swapped/bcfw-std-g", "swapped/bcfw-hyb-g"}));
  EXPECT_EQ(CasesFor("D21").size(), 24u);
  EXPECT_EQ(CasesFor("D23").size(), 4u);
  EXPECT_EQ(CasesFor("D25").size(), 6u);
  EXPECT_EQ(CasesFor("D27").size(), 3u);
}

TEST(Plan, WhatTheSourceDoesNotHaveIsNotItsProtocol) {
  for (const char* prefix : {"beyond/", "explain/"}) {
    for (const Case& c : Beginning(prefix, PlanOf(Profile::kPaper))) {
      EXPECT_EQ(c.protocol, harness::Protocol::kChanged) << c.name;
      EXPECT_FALSE(c.departures.empty()) << c.name;
    }
  }
}

// The identity of the two gaps is looked at on data of our choice; on some words alone it is cut.
TEST(Plan, SaysWhatTheBoxIsLookedAtOn) {
  const std::vector<Case> paper = Beginning("theory/box", PlanOf(Profile::kPaper));
  ASSERT_EQ(paper.size(), 1u);
  EXPECT_EQ(paper[0].protocol, harness::Protocol::kPaper);
  ASSERT_EQ(paper[0].departures.size(), 2u);
  EXPECT_NE(paper[0].departures[0].find("lambda = 0.01"), std::string::npos);
  EXPECT_NE(paper[0].departures[1].find("short step (5.38)"), std::string::npos);
  const std::vector<Case> smoke = Beginning("theory/box", PlanOf(Profile::kSmoke));
  ASSERT_EQ(smoke.size(), 1u);
  EXPECT_EQ(smoke[0].protocol, harness::Protocol::kCut);
  ASSERT_EQ(smoke[0].departures.size(), 3u);
  EXPECT_NE(smoke[0].departures[2].find("the first 40 words"), std::string::npos);
}

TEST(Plan, NoCutIsNamedThatIsNoneAnyMore) {
  for (const Case& c : PlanOf(Profile::kQuick, {{"lambda_min", "1e-4"}})) {
    for (const std::string& departure : c.departures) {
      EXPECT_EQ(departure.find("instead of 1e-4"), std::string::npos) << c.name << ": " << departure;
    }
  }
}

}  // namespace
}  // namespace structlab::regularization_path
