// What is said of a package whose texts, rules and cases do not fit together, and which cases --only picks.
#include "experiments/harness/package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/package_run.h"
#include "experiments/harness/record/record_folder.h"

namespace structlab::harness {
namespace {

using testing::ElementsAre;

constexpr std::string_view kReported =
    "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\tfigure\tsame_as\n"
    "T\tD\tA\t\tm\t1\t\t\t\t\t\t\n"
    "T\tD\tA\t\tn\t\t\t\t\t\tnowhere\t\n"
    "U\tD\tA\t\tm\t1\t\t\t\t\t\tV\n";

// Two sections with cases of one method; the second measures something else under other keys than its own.
Package Made() {
  Package package("made", {.about = "# Title\nSource\n\n## Figures\n\n### seen: Seen\nCaption.\n\n### lost: "
                                    "Lost\nCaption.\n",
                           .reported = kReported,
                           .claims = "id\tstatement\tnot_tested\nC1\tone\t\nC2\ttwo\tno data\nC3\tthree\t\n",
                           .settings = {},
                           .benchmarks = {}});
  package.AddSection("all", "none", [](Package& p) {
    p.Plan([](Planner& plan) {
      plan.dataset = "D";
      plan.Add("first", "A").run = [](uint64_t, Recorder& record) { record.Value("T", "m", 1); };
      plan.Add("second", "A").run = [](uint64_t, Recorder& record) {
        record.Value("ours", "k", 1, {.method = "B"});
        record.Curve("ours", "curve", std::vector<double>{1}, std::vector<double>{1});
      };
    });
    p.Claim("C1", AtMost({.table = "T", .metric = "m", .method = "A"}, 1));
    p.Claim("C1", AtMost({.table = "ours", .metric = "typo", .method = "A"}, 1));
    p.Claim("C2", "part", AtMost({.table = "ours", .metric = "k", .method = "B"}, 1));
    p.Claim("C4", "typo", AtMost({.table = "T", .metric = "tpyo", .method = "Z"}, 1));
    p.Claim("C4", AtMost({.table = "T", .metric = "m", .method = "Z"}, 1));
    p.Figure("seen", Curves({.table = "ours", .metric = "curve"}));
    p.Figure("seen", Curves({.table = "ours", .metric = "tpyo"}));
    p.Figure("drawn", Curves({.table = "ours", .metric = "curve"}).LinePer({"A", "a"}));
  });
  return package;
}

std::vector<Case> Planned(const Package& package, const Settings& settings) {
  return package.CasesOf(settings, FlagsOf(Profile::kPaper));
}

// The plan with the results of all its cases.
Results RunAll(const Package& package, const Settings& settings) {
  std::vector<FinishedCase> finished;
  for (const Case& c : Planned(package, settings)) {
    Recorder recorder(c);
    c.run(c.seed, recorder);
    finished.push_back({.c = c, .record = recorder.record()});
  }
  Results results(std::move(finished), Profile::kPaper);
  results.SetPlanned(Planned(package, settings));
  return results;
}

TEST(Package, SaysWhatDoesNotFitTogether) {
  EXPECT_THAT(Made().Problems(),
              ElementsAre("claim C2 has a rule and a reason not to test it",
                          "claim C3 has no rule and no reason in not_tested", "claim C1 '' stands twice",
                          "claims.tsv has no claim C4", "claims.tsv has no claim C4",
                          "figure seen stands twice", "about.md has no caption for figure drawn",
                          "about.md has a caption for lost, which is no figure",
                          "claim C4 'typo' is about tpyo of 'T', which reported.tsv does not have there",
                          "reported.tsv: T, D, A, , n names figure nowhere, which does not exist",
                          "reported.tsv: U, D, A, , m is the same as no row of V",
                          "claim C2 'part' is about no case of the profile paper",
                          "claim C4 'typo' is about no case of the profile paper",
                          "claim C4 '' is about no case of the profile paper"));
}

TEST(Package, SaysWhichRulesAndFiguresAreAboutWhatNoCaseRecords) {
  const Package package = Made();
  const Settings settings = package.SettingsOf(FlagsOf(Profile::kPaper));
  EXPECT_THAT(package.UnrecordedValues(RunAll(package, settings)),
              ElementsAre("claim C1 '' is about typo of 'ours', which no case records",
                          "claim C4 'typo' is about tpyo of 'T', which no case records",
                          "figure seen is about tpyo of 'ours', which no case records",
                          "figure drawn names a, for which no case records its values"));
}

// Before a run as far as method and data set tell; then as its cases recorded, as the store or the record
// tells.
TEST(Package, ServesAClaimByTheCasesThatRecordItsValues) {
  const common::ScratchFolder scratch("package_test");
  const std::string folder = scratch.path() + "/experiments/made";
  ::setenv("BUILD_WORKSPACE_DIRECTORY", scratch.path().c_str(), 1);
  const Package package = Made();
  const Settings settings = package.SettingsOf(FlagsOf(Profile::kPaper));
  const auto served = [&](const std::vector<Case>& cases, const std::string& name) {
    std::string names;
    for (const Case& c : cases) names += package.Serves(c, name) ? c.name + " " : "";
    return names;
  };
  const std::vector<Case> before = Planned(package, settings);
  const Results results = RunAll(package, settings);
  const Store store(scratch.path() + "/store");
  for (const FinishedCase& finished : results.cases()) {
    store.Save(finished.c.Key(), {}, {.record = finished.record});
  }
  std::vector<Case> learned = before;
  LearnFromStore(store, learned);
  std::filesystem::create_directories(folder);
  WriteRecordFolder(folder + "/record", results.cases());
  const std::vector<Case> recorded = Planned(package, settings);
  // A damaged record tells nothing of the plan; who needs the record fails.
  common::WriteFileAtomically(folder + "/record/cases.tsv", "damaged");
  EXPECT_EQ(served(Planned(package, settings), "drawn"), "first/a second/a ");
  EXPECT_THROW(package.RecordedClaims(), common::Error);
  EXPECT_EQ(served(before, "C2"), "");
  EXPECT_EQ(served(before, "drawn"), "first/a second/a ");
  EXPECT_EQ(served(before, "T"), "first/a second/a ");
  for (const std::vector<Case>* after : {&results.planned(), &std::as_const(learned), &recorded}) {
    EXPECT_EQ(served(*after, "C2"), "second/a ");
    EXPECT_EQ(served(*after, "drawn"), "second/a ");
    EXPECT_EQ(served(*after, "C4"), "");
  }
}

// Nothing is known of the two cases that C1 needs: each counts as a second.
TEST(Budget, TheWordsAgreeWithTheChoice) {
  const Package package = Made();
  const Settings settings = package.SettingsOf(FlagsOf(Profile::kPaper));
  const auto words = [&](Profile profile, double seconds, int num_kept) {
    Flags flags = FlagsOf(profile);
    flags.budget_seconds = seconds;
    std::vector<CaseStatus> cases;
    for (Case& c : Planned(package, settings)) cases.push_back({.c = std::move(c)});
    const std::string text = FitIntoBudget(package, flags, /*jobs=*/1, cases).text;
    EXPECT_EQ(std::ranges::count(cases, true, &CaseStatus::selected), num_kept) << text;
    return text;
  };
  EXPECT_EQ(words(Profile::kQuick, 2, 2), "made: within --budget=2s: 2 cases, about 2s at full size\n");
  EXPECT_EQ(
      words(Profile::kQuick, 1, 2),
      "made: the claims need 2 cases, about 2s at full size: by this estimate 1 fit into --budget=1s, and "
      "more begin while time is left\n");
  EXPECT_EQ(words(Profile::kPaper, 1, 0),
            "made: within --budget=1s: 0 cases, about 0s\nmade: not within the budget: C1 (about 2s more)\n");
}

}  // namespace
}  // namespace structlab::harness
