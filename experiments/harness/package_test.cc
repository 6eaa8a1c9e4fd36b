// What is said of a package whose texts, rules and cases do not fit together, and which cases --only picks.
#include "experiments/harness/package.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/package_run.h"

namespace structlab::harness {
namespace {

using testing::ElementsAre;

constexpr std::string_view kReported =
    "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\tfigure\tsame_as\n"
    "T\tD\tA\t\tm\t1\t\t\t\t\t\t\n"
    "T\tD\tA\t\tn\t\t\t\t\t\tnowhere\t\n"
    "U\tD\tA\t\tm\t1\t\t\t\t\t\tV\n";

constexpr std::string_view kColumns =
    "table\tmetric\tkind\tunit\thigher_is_better\tleast_effect\tcases\tmethods\tdatasets\tsettings\n"
    "T\tm\tvalue\t\t\t\tfirst/*\t\t\t\n"
    "ours\tk\tvalue\ts\t\t\tsecond/*\tB\t\t\n"
    "ours\tcurve\tcurve\t\t\t\tsecond/*\t\t\t\n"
    "ours\tgone\tvalue\t\t\t\tthird/*\t\t\t\n";

// Two sections with cases of one method; the second measures something else under other keys than its own.
Package Made() {
  Package package("made", {.about = "# Title\nSource\n\n## Figures\n\n### seen: Seen\nCaption.\n\n### lost: "
                                    "Lost\nCaption.\n",
                           .reported = kReported,
                           .claims = "id\tstatement\tnot_tested\nC1\tone\t\nC2\ttwo\tno data\nC3\tthree\t\n",
                           .columns = kColumns});
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

TEST(Package, SaysWhatDoesNotFitTogether) {
  EXPECT_THAT(Made().Problems(),
              ElementsAre("claim C2 has a rule and a reason not to test it",
                          "claim C3 has no rule and no reason in not_tested", "claim C1 '' stands twice",
                          "claims.tsv has no claim C4", "claims.tsv has no claim C4",
                          "figure seen stands twice", "about.md has no caption for figure drawn",
                          "about.md has a caption for lost, which is no figure",
                          "claim C1 '' is about typo of 'ours', which columns.tsv does not declare",
                          "claim C4 'typo' is about tpyo of 'T', which columns.tsv does not declare",
                          "figure seen is about tpyo of 'ours', which columns.tsv does not declare",
                          "reported.tsv: T, D, A, , n names figure nowhere, which does not exist",
                          "reported.tsv: U, D, A, , m is the same as no row of V",
                          "claim C1 '' is about no case of the profile paper",
                          "claim C4 'typo' is about no case of the profile paper",
                          "claim C4 '' is about no case of the profile paper",
                          "columns.tsv: no case of the profile paper fills gone of 'ours'"));
}

TEST(Package, ServesAClaimByTheCasesThatFillItsColumns) {
  const Package package = Made();
  const Settings settings = package.SettingsOf(FlagsOf(Profile::kPaper));
  const auto served = [&](const std::string& name) {
    std::string names;
    for (const Case& c : Planned(package, settings)) names += package.Serves(c, name) ? c.name + " " : "";
    return names;
  };
  EXPECT_EQ(served("C2"), "second/a ");
  EXPECT_EQ(served("drawn"), "second/a ");
  EXPECT_EQ(served("T"), "first/a ");
  EXPECT_EQ(served("ours"), "second/a ");
  EXPECT_EQ(served("C4"), "");
}

// Each with what to do: an undeclared quantity, a case that does not fill it, a second time.
TEST(Package, LetsACaseRecordOnlyWhatColumnsDeclare) {
  const Package package = Made();
  const Settings settings = package.SettingsOf(FlagsOf(Profile::kPaper));
  const std::vector<Case> planned = Planned(package, settings);
  Recorder record(planned[0]);
  const auto message = [&](const auto& call) { return common::MessageOf(common::ErrorKind::kUsage, call); };
  EXPECT_EQ(message([&] { record.Value("T", "mm", 1); }),
            "record of value 'mm' of 'T': expected a column of columns.tsv, of that table m, found none of "
            "this name and "
            "kind; declare it: table, metric, kind, unit, cases");
  EXPECT_EQ(message([&] { record.Value("ours", "k", 1); }),
            "record of value 'k' of 'ours': expected a case that its line in columns.tsv names, found "
            "'first/a'; add a "
            "pattern for the case to that line");
  record.Value("T", "m", 1);
  EXPECT_NE(message([&] { record.Value("T", "m", 2); }).find("expected each key once"), std::string::npos);
  // The source prints T for the method A only: the same quantity of another one stands beside it.
  record.Value("T", "m", 3, {.method = "B"});
  EXPECT_EQ(record.record().values[0].key.table, "T");
  EXPECT_EQ(record.record().values[1].key.table, "beside T");
  Recorder second(planned[1]);
  second.Value("ours", "k", 1, {.method = "B"});
  EXPECT_EQ(second.record().values[0].unit, "s");
  // Whoever declares values of a quantity has not declared its curves or items.
  const std::vector<double> x = {1};
  EXPECT_EQ(
      message([&] { second.Curve("ours", "k", x, x); }),
      "record of curve 'k' of 'ours': expected a column of columns.tsv, of that table curve, found none of "
      "this name and kind; declare it: table, metric, kind, unit, cases");
  EXPECT_NE(message([&] { second.Items("ours", "k", {.ids = {"a"}}, {x}); }), "no error");
}

TEST(Package, RefusesAColumnThatStandsTwiceOrWithTwoUnits) {
  const auto with = [](const std::string& line, const std::string& reported_line) {
    const std::string columns = std::string(kColumns) + line,
                      reported = std::string(kReported) + reported_line;
    return Package("made", {.about = "# T", .reported = reported, .columns = columns});
  };
  const auto message = [&](const std::string& line, const std::string& reported_line = "") {
    return common::MessageOf(common::ErrorKind::kData, [&] { with(line, reported_line); });
  };
  const std::string twice =
      "columns.tsv: expected each column once, with one unit, found value 'm' of 'T' twice";
  EXPECT_EQ(message("T\tm\tvalue\t\t\t\tsecond/*\t\t\t\n"), twice);
  EXPECT_EQ(message("", "T\tD\tB\t\tm\t1\t\ts\t\t\t\t\n"),
            "made/columns.tsv: unit of 'm' of 'T': expected 's' as in reported.tsv, found ''");
  EXPECT_EQ(message("", "T\tD\tB\t\tm\t1\t\t\ttrue\t\t\t\n"),
            "made/columns.tsv: higher_is_better of 'm' of 'T': expected 'true' as in reported.tsv, found ''");
  EXPECT_EQ(message("T\tm\tvalue\ts\t\t\tsecond/*\t\t\t\n"),
            "columns.tsv: expected each column once, with one unit, found value 'm' of 'T' twice, in '' and "
            "in 's'");
  EXPECT_EQ(message("T\tn\tvolume\t\t\t\t*\t\t\t\n").substr(0, 19), "made/columns.tsv:6:");
}

// Nothing is known of the two cases, of which C1 needs one and C2 the other: each counts as a second.
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
  EXPECT_EQ(words(Profile::kPaper, 1, 1),
            "made: within --budget=1s: 1 cases, about 1s\nmade: not within the budget: C2 (about 1s more)\n");
  EXPECT_EQ(words(Profile::kPaper, 0.5, 0),
            "made: within --budget=0.5s: 0 cases, about 0s\n"
            "made: not within the budget: C1 (about 1s more), C2 (about 1s more)\n");
  EXPECT_THAT(words(Profile::kPaper, 61, 2), testing::HasSubstr("within --budget=1m01s: 2 cases"));
}

}  // namespace
}  // namespace structlab::harness
