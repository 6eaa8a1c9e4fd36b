#include "experiments/harness/plan.h"

#include <gtest/gtest.h>

#include <functional>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/setting_check.h"

namespace structlab::harness {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kReported =
    "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n"
    "Table 1\tD\tfast\t\ttime\t1\t\ts\tfalse\t\n"
    "Table 2\tD\tslow\t\ttime\t2\t\ts\tfalse\t\n"
    "Table 1\tD\tslow\t\ttime\t2\t\ts\tfalse\t\n";
constexpr std::string_view kClaims = "id\tstatement\nC1\tFast is faster.\nC2\tSlow is slower.\n";

// One case for each size and method; those of "slow" serve Table 2 and C2 only.
std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  for (const int64_t size : request.settings.Integers("sizes")) {
    for (const char* method : {"fast", "slow"}) {
      Case& c = cases.emplace_back();
      c.name = std::string("grid/") + method + "/size=" + std::to_string(size);
      c.method = method;
      c.parameters.Set("sizes", request.settings.Text("sizes"));
      c.data = {"points"};
      c.repeats = 2;
      if (c.method == "slow") c.serves = {"Table 2", "C2", "further measurements"};
    }
  }
  Case& fixed = cases.emplace_back();
  fixed.name = "fixed";
  fixed.deterministic = true;
  fixed.repeats = 2;
  return cases;
}

Experiment MakeExperiment() {
  return {.name = "pack",
          .title = "",
          .source = "",
          .introduction = "",
          .reported_tsv = kReported,
          .claims_tsv = kClaims,
          .rows = {{.key = {"ours", "D", "fast", {}, "time"}}, {.key = {"Table 1", "D", "fast", {}, "time"}}},
          .datasets = {{"points", nullptr}},
          .settings = {{.name = "sizes",
                        .documentation = "",
                        .paper = "1,2,3",
                        .quick = "1,2",
                        .smoke = "1",
                        .check = ListOf(IntegerWithin(1, 9))},
                       {.name = "epsilon", .documentation = "", .paper = "0.1", .quick = "0.5"},
                       {.name = "free", .documentation = "", .paper = "x"}},
          .methods = {"fast", "slow"},
          .plan = Plan,
          .run = nullptr};
}

template <class Action>
std::string MistakeIn(const Action& action) {
  return common::MessageOf(common::ErrorKind::kUsage, action);
}

ResolvedSettings Resolve(const Words& arguments) {
  return ResolveSettings(MakeExperiment(), ParseFlags(arguments));
}

std::vector<Case> Planned(const Words& arguments) {
  const Experiment experiment = MakeExperiment();
  const Flags flags = ParseFlags(arguments);
  return PlanCases(experiment, flags, ResolveSettings(experiment, flags));
}

TEST(ResolveSettings, TakesTheProfilesValueAndFallsBackToTheLargerOnes) {
  EXPECT_EQ(Resolve({"--profile=paper"}).values.Format(), "epsilon=0.1;free=x;sizes=1,2,3");
  EXPECT_EQ(Resolve({"--profile=quick"}).values.Format(), "epsilon=0.5;free=x;sizes=1,2");
  EXPECT_EQ(Resolve({"--profile=smoke"}).values.Format(), "epsilon=0.5;free=x;sizes=1");
  EXPECT_TRUE(Resolve({"--profile=smoke"}).changed.empty());
}

TEST(ResolveSettings, OnlyAValueOfNeitherProfileNorSourceIsAChange) {
  EXPECT_EQ(Resolve({"--set=pack.epsilon=0.2"}).changed, Words{"epsilon"});
  EXPECT_EQ(Resolve({"--set=pack.epsilon=0.2"}).values.Text("epsilon"), "0.2");
  EXPECT_EQ(Resolve({"--set=pack.epsilon=0.50"}).changed, Words{});  // the profile's, spelled otherwise
  EXPECT_EQ(Resolve({"--set=pack.epsilon=1e-1"}).changed, Words{});  // the source's
  EXPECT_EQ(Resolve({"--set=pack.free=y", "--set=pack.epsilon=0.2"}).changed, (Words{"epsilon", "free"}));
  EXPECT_EQ(Resolve({"--set=pack.free=y", "--set=pack.free=x"}).changed, Words{});  // the last counts
  EXPECT_EQ(Resolve({"--set=other.free=y"}).changed, Words{});
}

TEST(ResolveSettings, RefusesUnknownSettingsAndWrongValues) {
  EXPECT_EQ(MistakeIn([] { Resolve({"--set=pack.size=1"}); }),
            "--set: expected a known setting of pack, the nearest being sizes, free, epsilon, found 'size'");
  EXPECT_EQ(MistakeIn([] { Resolve({"--set=pack.sizes=1,0"}); }),
            "--set=pack.sizes: expected a whole number from 1 to 9, found '0'");
}

TEST(PlanCases, HasACaseForEachSeedInTheOrderOfThePlan) {
  const std::vector<Case> cases = Planned({"--profile=smoke", "--seed=5", "--threads=3"});
  Words keys;
  for (const Case& c : cases) {
    keys.push_back(c.Key());
    EXPECT_EQ(c.threads, 3);
    EXPECT_FALSE(c.changed_by_user);
  }
  EXPECT_EQ(keys, (Words{"grid/fast/size=1/seed=5", "grid/fast/size=1/seed=6", "grid/slow/size=1/seed=5",
                         "grid/slow/size=1/seed=6", "fixed/seed=5"}));
}

TEST(PlanCases, RepeatsTakeThePlaceOfThePackagesOwn) {
  EXPECT_EQ(Planned({"--profile=smoke"}).size(), 5u);
  EXPECT_EQ(Planned({"--profile=smoke", "--repeats=1"}).size(), 3u);
  EXPECT_EQ(Planned({"--profile=smoke"}).front().repeats, 2);
  EXPECT_EQ(Planned({"--profile=smoke", "--repeats=4"}).front().repeats, 4);
  EXPECT_EQ(Planned({"--profile=smoke", "--repeats=4"}).size(), 9u);  // the deterministic one stays alone
  EXPECT_EQ(Planned({"--profile=paper"}).size(), 13u);
  EXPECT_EQ(Planned({"--set=pack.sizes=4"}).size(), 5u);
}

TEST(PlanCases, AChangeConcernsTheCasesThatReadTheSetting) {
  for (const Case& c : Planned({"--set=pack.sizes=7"}))
    EXPECT_EQ(c.changed_by_user, c.name != "fixed") << c.name;
  for (const Case& c : Planned({"--set=pack.epsilon=0.2"})) EXPECT_FALSE(c.changed_by_user) << c.name;
}

TEST(PlanCases, RefusesWhatIsNoPlan) {
  const auto mistake = [](const std::function<void(std::vector<Case>&)>& change) {
    Experiment experiment = MakeExperiment();
    experiment.plan = [&](const PlanRequest& request) {
      std::vector<Case> cases = Plan(request);
      change(cases);
      return cases;
    };
    return MistakeIn([&] { PlanCases(experiment, Flags{}, ResolveSettings(experiment, Flags{})); });
  };
  EXPECT_EQ(mistake([](auto& cases) { cases.push_back(cases.front()); }),
            "plan of pack: expected each case once, found 'grid/fast/size=1' twice");
  EXPECT_EQ(mistake([](auto& cases) { cases[0].name = "../up"; }),
            "case '../up' of pack: expected letters, digits and ._=+- between slashes, found '../up'");
  // What a result could not be read back with.
  EXPECT_EQ(
      mistake([](auto& cases) { cases[0].setting.Set("note", "a;b"); }),
      "setting of case 'grid/fast/size=1' of pack: expected a value without ';' and blanks at its ends for "
      "'note', found 'a;b'");
  EXPECT_EQ(mistake([](auto& cases) { cases[0].data = {"point"}; }),
            "case 'grid/fast/size=1' of pack: expected a declared data set, found 'point'");
}

KnownNames Names() { return NamesOf(MakeExperiment(), Planned({"--profile=smoke"})); }

TEST(NamesOf, NamesEachThingOnce) {
  const KnownNames names = Names();
  EXPECT_EQ(names.packages, Words{"pack"});
  EXPECT_EQ(names.cases.size(), 5u);
  EXPECT_EQ(names.cases.front(), "pack/grid/fast/size=1/seed=1");
  EXPECT_EQ(names.tables, (Words{"Table 1", "Table 2", "ours", "further measurements"}));
  EXPECT_EQ(names.claims, (Words{"C1", "C2"}));
  EXPECT_EQ(names.methods, (Words{"fast", "slow"}));
  EXPECT_EQ(names.settings, (Words{"pack.sizes", "pack.epsilon", "pack.free"}));
}

TEST(JoinNames, TakesThePartsOfANameWithCommasForTheName) {
  KnownNames known = Names();
  known.tables = {"Figure 5(b,c), Figure 7", "Figure 7", "Table 1"};
  const auto only = [&](const std::string& list) {
    Flags flags = ParseFlags({"--only=" + list});
    JoinNames(known, flags);
    return flags.only;
  };
  EXPECT_EQ(only("Figure 5(b,c), Figure 7"), Words{known.tables[0]});
  EXPECT_EQ(only("C1,Figure 5(b, c),Figure 7, Table 1"), (Words{"C1", known.tables[0], "Table 1"}));
  EXPECT_EQ(only("Figure 5(b,c), Figure 7,Figure 5(b,c), Figure 7"),
            (Words{known.tables[0], known.tables[0]}));
  // No whole name, which remains to be complained of.
  EXPECT_EQ(only("Figure 5(b,c)"), (Words{"Figure 5(b", "c)"}));
  EXPECT_EQ(only("Figure 5(b, Figure 7,c)"), (Words{"Figure 5(b", "Figure 7", "c)"}));
  EXPECT_EQ(only("Figure 7, Table 1"), (Words{"Figure 7", "Table 1"}));
}

TEST(CheckNames, TakesEveryKindOfName) {
  for (const char* flag :
       {"--only=pack", "--only=pack/grid", "--only=pack/grid/*/size=1/seed=1", "--only=Table 2",
        "--only=our*", "--only=C1,C2", "--methods=f*", "--methods=slow", "--set=pack.free=1"}) {
    EXPECT_NO_THROW(CheckNames(ParseFlags({flag}), Names())) << flag;
  }
}

TEST(CheckNames, RefusesAnUnknownNameWithTheKnownOnesNearestFirst) {
  const auto mistake = [](const std::string& flag) {
    return MistakeIn([&] { CheckNames(ParseFlags({flag}), Names()); });
  };
  EXPECT_EQ(
      mistake("--only=C3"),
      "--only: expected a known package, package/case, table or claim, the nearest being C1, C2, pack, ours, "
      "Table 1 and 8 more (see --list, and --help of the package), found 'C3'");
  EXPECT_NE(mistake("--only=slow").find("the nearest being pack/grid/slow, pack/grid/slow/size=1, "),
            std::string::npos);
  EXPECT_NE(mistake("--only=pack,Tabel 1").find("the nearest being Table 1, "), std::string::npos);
  EXPECT_NE(mistake("--only=grid").find(", found 'grid'"), std::string::npos);  // a case is pack/...
  EXPECT_EQ(mistake("--methods=fest"),
            "--methods: expected a known method, the nearest being fast, slow, found 'fest'");
  EXPECT_EQ(mistake("--set=pact.free=1"),
            "--set: expected a known package, the nearest being pack, found 'pact'");
  EXPECT_NE(mistake("--set=pa*.free=1").find("--set: expected a known package"), std::string::npos);
  EXPECT_NE(mistake("--set=pack.f*e=1").find("--set: expected a known setting"), std::string::npos);
  EXPECT_EQ(mistake("--set=pack.fee=1"),
            "--set: expected a known setting, the nearest being pack.free, pack.sizes, pack.epsilon, found "
            "'pack.fee'");
}

Words Selected(const Words& arguments) {
  const Flags flags = ParseFlags(arguments);
  const KnownNames names = Names();
  Words keys;
  for (const Case& c : Planned({"--profile=smoke", "--repeats=1"})) {
    if (IsSelected(flags, names, c)) keys.push_back(c.Key());
  }
  return keys;
}

TEST(IsSelected, ByPackageCaseTableClaimAndMethod) {
  const std::string fast = "grid/fast/size=1/seed=1", slow = "grid/slow/size=1/seed=1",
                    fixed = "fixed/seed=1";
  EXPECT_EQ(Selected({}), (Words{fast, slow, fixed}));
  EXPECT_EQ(Selected({"--only=pack"}), (Words{fast, slow, fixed}));
  // That only a case names; one that names nothing is for all.
  EXPECT_EQ(Selected({"--only=further measurements"}), (Words{fast, slow, fixed}));
  EXPECT_EQ(Selected({"--only=pack/grid"}), (Words{fast, slow}));
  EXPECT_EQ(Selected({"--only=pack/grid/*/size=1"}), (Words{fast, slow}));
  EXPECT_EQ(Selected({"--only=pack/grid/slow/size=1/seed=1"}), Words{slow});
  EXPECT_EQ(Selected({"--only=pack/grid/slow/size=1/seed=2"}), Words{});
  // A case that does not say what it is for is for every table and claim of its package.
  EXPECT_EQ(Selected({"--only=Table 1"}), (Words{fast, fixed}));
  EXPECT_EQ(Selected({"--only=Table 2"}), (Words{fast, slow, fixed}));
  EXPECT_EQ(Selected({"--only=C1"}), (Words{fast, fixed}));
  EXPECT_EQ(Selected({"--only=C2"}), (Words{fast, slow, fixed}));
  EXPECT_EQ(Selected({"--only=elsewhere"}), Words{});
  EXPECT_EQ(Selected({"--methods=slow"}), Words{slow});
  EXPECT_EQ(Selected({"--methods=fast,slow"}), (Words{fast, slow}));
  EXPECT_EQ(Selected({"--only=C1,pack/grid/slow", "--methods=*"}), (Words{fast, slow, fixed}));
  EXPECT_EQ(Selected({"--only=C1", "--methods=slow"}), Words{});
}

TEST(IsPackageSelected, WhereOnlyAsksForSomethingOfIt) {
  for (const char* flag : {"--only=pack", "--only=p*", "--only=pack/grid", "--only=Table 2", "--only=C*",
                           "--only=other,C1", "--methods=none"}) {
    EXPECT_TRUE(IsPackageSelected(ParseFlags({flag}), Names())) << flag;
  }
  for (const char* flag : {"--only=other", "--only=other/grid", "--only=Table 9", "--only=pack/other"}) {
    EXPECT_FALSE(IsPackageSelected(ParseFlags({flag}), Names())) << flag;
  }
}

}  // namespace
}  // namespace structlab::harness
