// What a run of a package does when nothing goes wrong, and what its flags mean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/file.h"
#include "experiments/harness/run/store.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A recorded value belongs to the reported row that agrees with it, however that spells its setting.
TEST(Run, WritesTablesClaimsReportAndCases) {
  const std::string out = FreshFolder("all");
  const RunOutcome run = RunFake({"--out=" + out});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_THAT(run.output,
              HasSubstr("13 of 13 cases done; 0 of 11 reported rows by the paper's protocol, 9 by a cut "
                        "one; claims: 1 fails"));
  EXPECT_THAT(common::ReadFile(out + "/results.tsv"),
              testing::StartsWith("package\ttable\tdataset\tdata\tmethod\t"));
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"),
              testing::StartsWith("id\tpart\tpackage\tdata\tprofile\tverdict\t"));
  EXPECT_THAT(common::ReadFile(out + "/results.json"), HasSubstr("\"task\""));
  EXPECT_THAT(common::ReadFile(out + "/report/index.html"), HasSubstr("A fake experiment"));
  EXPECT_THAT(PageOf(out), HasSubstr("it is the smallest"));  // a note of the case
  for (const char* file : {"/runs/fake/grid/noisy/size=3/seed=2.h5", "/report/fake/figure_1.svg"}) {
    EXPECT_FALSE(common::ReadFile(out + file).empty());
  }
  const char* const cells[][4] = {{"value", "steady", "size=1.0", "1"},  // recorded with size=1
                                  {"reported", "steady", "size=1.0", "1"},
                                  {"value", "steady", "shape=square;size=2", "4"},
                                  {"reported_std", "steady", "shape=square;size=2", "0.1"},
                                  {"n", "noisy", "size=2", "2"},
                                  {"protocol", "noisy", "size=2", "cut"},
                                  {"departures", "noisy", "size=2", "depth = 1 (paper: 2)"},
                                  {"value", "noisy", "size=9", ""}};
  for (const auto& [column, method, setting, text] : cells) {
    EXPECT_EQ(CellOf(out, column, method, setting, "area"), text) << column << " " << setting;
  }
  // The prose repeats a number of the table.
  EXPECT_THAT(common::ReadFile(out + "/results.tsv"),
              HasSubstr("\nfake\tprose\tTiny\tstand-in\tnoisy\tsize=1\tarea\t" +
                        CellOf(out, "value", "noisy", "size=1", "area") + "\t"));
  EXPECT_EQ(RunFake({"--out=" + out, "--profile=paper"}).status, 0);
  EXPECT_EQ(CellOf(out, "protocol", "noisy", "size=1", "area"), "paper");
}

// A change of a method's library reruns its cases, a change of the section all of them, a change of words
// none.
TEST(Run, RunsAgainOnlyWhatChangedCodeComputes) {
  const std::string out = FreshFolder("stamps");
  RunFake({"--out=" + out});
  const std::string results = common::ReadFile(out + "/results.tsv");
  EXPECT_EQ(RunFake({"--out=" + out}).errors, kStandInLine);   // no progress, since there is nothing to do
  EXPECT_EQ(common::ReadFile(out + "/results.tsv"), results);  // with the same times
  EXPECT_THAT(RunFake({"--out=" + out, "--fresh"}).errors, HasSubstr("13/13"));
  const std::string noisy = "grid/noisy/size=1/seed=1", steady = "grid/steady/size=1/seed=1";
  const RunSetup changed_method{.environment = {{"FAKE_NOISY_DIGEST", "changed"}}};
  const auto why = [&](const std::string& key, const RunSetup& setup) {
    return RunFake({"--out=" + out, "--why=" + key}, setup).output;
  };
  EXPECT_THAT(why(noisy, changed_method), HasSubstr("differs in the library of its method"));
  EXPECT_THAT(why(steady, changed_method), HasSubstr("stored, and reused"));
  EXPECT_THAT(why(steady, {.environment = {{"FAKE_SECTION_DIGEST", "changed"}}}),
              HasSubstr("differs in the code of its section"));
  EXPECT_THAT(RunFake({"--out=" + out, "--why=" + steady, "--set=fake.depth=3"}).output,
              HasSubstr("differs in its settings"));
  // Older results on request, and marked.
  const RunOutcome reused = RunFake({"--out=" + out, "--reuse"}, changed_method);
  EXPECT_EQ(reused.errors, kStandInLine);
  EXPECT_THAT(RunFake({"--out=" + out, "--reuse", "--set=fake.depth=3", "--list"}, changed_method).output,
              Not(HasSubstr("noisy/size=1/seed=1\tstored")));  // older code only, not other settings
  EXPECT_THAT(CellOf(out, "departures", "noisy", "size=1", "area"),
              HasSubstr("stored by older code (--reuse)"));
  EXPECT_THAT(RunFake({"--out=" + out}, changed_method).errors, HasSubstr("6/6"));
}

TEST(Run, DoesNotDependOnJobsAndThreads) {
  EXPECT_NE(ExpectSameResultsWithAnyJobsAndThreads("experiments/harness/testing/fake"), "");
}

TEST(Run, RunsAgainWhatASettingChanges) {
  const std::string out = FreshFolder("set");
  RunFake({"--out=" + out});
  const RunOutcome changed = RunFake({"--out=" + out, "--set=fake.size_factor=3"});
  EXPECT_THAT(changed.errors, HasSubstr("fake: 12 of 13 cases are stored but stale"));
  EXPECT_EQ(CellOf(out, "value", "steady", "shape=square;size=2", "area"), "36");
  EXPECT_EQ(CellOf(out, "protocol", "steady", "shape=square;size=2", "area"), "changed");
  // Numbers of changed settings do not decide the source's claim.
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"),
              HasSubstr("settings changed by --set: size_factor; with them it "));
  // The paper's value, spelled otherwise, is no change.
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.size_factor=1.00"}).status, 0);
  EXPECT_EQ(CellOf(out, "protocol", "steady", "shape=square;size=2", "area"), "cut");
}

TEST(Run, RunsAgainWhatTheDataChangesAndDecidesClaimsOnRealData) {
  const std::string out = FreshFolder("data_out"), data = FreshFolder("data");
  RunFake({"--out=" + out, "--data-dir=" + data});
  EXPECT_EQ(CellOf(out, "data", "noisy", "size=1", "area"), "stand-in");
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("F1\t\tfake\tstand-in\tquick\tnot-tested"));
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("F2\tbounded\tfake\tstand-in\tquick\tholds"));
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("F2\tsmall\tfake\tstand-in\tquick\tfails"));
  WriteText(data + "/tiny/number.txt", "0.25");
  EXPECT_THAT(RunFake({"--out=" + out, "--data-dir=" + data}).errors, HasSubstr("12/12"));
  EXPECT_EQ(CellOf(out, "data", "noisy", "size=1", "area"), "real");
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("F1\t\tfake\treal\tquick\tholds"));
  // The same data by the environment, relative to the caller's folder: nothing to do.
  const RunOutcome same =
      RunFake({"--out=data_out"},
              {.environment = {{"STRUCTLAB_DATA", "data"}, {"BUILD_WORKING_DIRECTORY", data + "/.."}}});
  EXPECT_EQ(same.errors, "");
}

TEST(Run, ChoosesByPackageCaseTableFigureClaimAndMethod) {
  const std::string table = "Table 2(a,b), left";  // a name with commas, which separate names
  const std::vector<std::pair<std::vector<std::string>, size_t>> choices = {
      {{"--only=fake"}, 13},
      {{"--only=f?k*"}, 13},
      {{"--only=fake/grid"}, 12},
      {{"--only=fake/grid/noisy/size=1"}, 2},
      {{"--only=fake/grid/*/size=1/seed=2"}, 2},
      {{"--only=Table 1"}, 12},
      {{"--only=" + table}, 1},
      {{"--only=Table 1,Table 2(a, b),left"}, 13},
      {{"--only=" + table + "," + table}, 1},
      {{"--only=figure_4"}, 12},
      {{"--only=F1"}, 12},
      {{"--only=F?,fake/trouble"}, 13},
      {{"--methods=noisy"}, 6},
      {{"--methods=n*", "--methods=st*y"}, 13},
      {{"--only=fake/grid/*/size=1", "--methods=noisy"}, 2},
      {{"--only=fake/gri"}, 0},
      {{"--only=Table 2(a,b)"}, 0},
      {{"--only=F1", "--only=Table 2(a, Table 1,b), left"}, 0}};
  const std::string out = FreshFolder("only");
  for (const auto& [flags, count] : choices) EXPECT_EQ(ListCases(out, flags).size(), count) << flags[0];
}

TEST(Run, ShowsWhatIsStoredBesideWhatWasChosen) {
  const std::string out = FreshFolder("partial");
  EXPECT_EQ(RunFake({"--out=" + out, "--methods=noisy"}).status, 0);
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "2");
  EXPECT_EQ(CellOf(out, "n", "steady", "size=1.0", "area"), "0");
  EXPECT_THAT(PageOf(out), HasSubstr("not selected by --only or --methods"));
  EXPECT_EQ(RunFake({"--out=" + out, "--only=fake/grid/steady/size=1", "--repeats=3", "--seed=1"}).status, 0);
  EXPECT_EQ(CellOf(out, "seed", "steady", "size=1.0", "area"), "1;2;3");
  EXPECT_EQ(ListCases(out).at("fake/grid/noisy/size=3/seed=2"), "stored");
}

TEST(Run, RunsOneCaseForAnotherMachine) {
  const std::string out = FreshFolder("one_case"), all = FreshFolder("all_cases");
  const RunOutcome run = RunFake({"--out=" + out, "--run-case=grid/noisy/size=2", "--seed=2"});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_EQ(run.output, out + "/runs/fake/grid/noisy/size=2/seed=2.h5\n");
  EXPECT_FALSE(std::filesystem::exists(out + "/report"));
  RunFake({"--out=" + all});
  const std::string key = "grid/noisy/size=2/seed=2";
  EXPECT_EQ(Store(out + "/runs/fake").Load(key).record.values[0].value,
            Store(all + "/runs/fake").Load(key).record.values[0].value);
  EXPECT_THAT(RunFake({"--out=" + out, "--run-case=grid/nosiy/size=2"}),
              Ended(2, "--run-case: expected a case, the nearest being grid/noisy/size="));
}

// The program of all packages hands over the state of the checkout: else each would ask git by itself, and a
// tree that is changed meanwhile would be two.
TEST(Run, StoresWhereEachNumberComesFrom) {
  for (const std::string program : {"fake", "reproduce_fakes"}) {
    SCOPED_TRACE(program);
    const std::string out = FreshFolder("provenance"), dirty = program == "fake" ? "0" : "1";
    RunFake(
        {"--out=" + out, "--only=fake/grid/noisy/size=1"},
        {.program = program, .environment = {{"STRUCTLAB_COMMIT", "0123abcd"}, {"STRUCTLAB_DIRTY", dirty}}});
    const FinishedCase stored = Store(out + "/runs/fake").Load("grid/noisy/size=1/seed=1");
    const std::pair<const char*, std::string> facts[] = {
        {"commit", "0123abcd"},
        {"uncommitted changes", dirty == "1" ? "yes" : "no"},
        {"command", "bazel run //experiments/fake -- --out=" + out + " --only=fake/grid/noisy/size=1"},
        {"parameters", "depth=1;milliseconds=0;size_factor=1"},
        {"checksum", "generator constant 0.5"}};
    for (const auto& [name, fact] : facts) EXPECT_EQ(stored.FactOf(name), fact);
    for (const char* name : {"compiler", "build", "HDF5", "processor", "jobs", "threads"}) {
      EXPECT_NE(stored.FactOf(name), "unknown") << name;
    }
    // Figures carry command, commit and data too.
    for (const char* file : {"/report/fake/figure_1.svg", "/report/fake/figure_1.png"}) {
      EXPECT_THAT(common::ReadFile(out + file), HasSubstr("0123abcd")) << file;
    }
  }
}

TEST(Run, AMistakeIsOneLineThatNamesWhatIsKnownNearestFirst) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"--jbos=3", "flag: expected one of --jobs, "},
      {"--only=fkae", "the nearest being fake, "},
      {"--only=Tabel 1", "the nearest being Table 1, "},
      {"--only=F9", "the nearest being F1, F2, F3"},
      {"--only=fake/gird", "the nearest being fake, fake/grid, "},
      {"--methods=stedy",
       "--methods: expected a known method, the nearest being steady, noisy, found 'stedy'"},
      {"--set=fake.sice_factor=2", "the nearest being size_factor, "},
      {"--set=fkae.size_factor=2", "--set: expected a known package, the nearest being fake, found 'fkae'"},
      {"--set=fake.depth=1.5", "--set=fake.depth: expected a whole number in 0..9, found '1.5'"},
      {"--why=grid/nosiy", "grid/noisy/size=1/seed=1, "},
      {"--data-dir=nowhere", "--data-dir: expected a folder, found nowhere, which is no folder"}};
  for (const auto& [flag, message] : mistakes) {
    const std::string out = FreshFolder("mistake");
    EXPECT_THAT(RunFake({"--out=" + out, flag}), Ended(2, message)) << flag;
    EXPECT_TRUE(std::filesystem::is_empty(out)) << flag;
  }
  EXPECT_THAT(RunFake({"--out=" + FreshFolder("both"), "--only=fake/trouble", "--methods=noisy"}),
              Ended(2, "--only with --methods: expected a case of the profile quick, found none"));
}

// What every flag means: program_test.
TEST(Run, HelpAndDescribeNameWhatTheFlagsTake) {
  const RunOutcome help = RunFake({"--help"}), names = RunFake({"--describe"});
  EXPECT_EQ(help.status, 0);
  for (const char* text :
       {"--only", "130 interrupted", "fake.size_factor=1", "Appendix 4 and 5 more (see --describe)\n",
        "Methods for --methods:\n  steady, noisy\n", "Claims for --only:\n  F1, F2, F3"}) {
    EXPECT_THAT(help.output, HasSubstr(text));
  }
  EXPECT_EQ(names.status, 0);
  for (const char* line : {"package\tfake\n", "case\tfake/grid/noisy/size=1/seed=2\n", "table\tprose\n",
                           "claim\tF3\n", "figure\tfigure_4\n", "method\tnoisy\n", "setting\tfake.depth\n"}) {
    EXPECT_THAT(names.output, HasSubstr(line));
  }
}

TEST(Run, StrictMakesAFailingClaimAFailure) {
  const std::string out = FreshFolder("strict");
  EXPECT_EQ(RunFake({"--out=" + out, "--strict", "--set=fake.trouble=throw"}).status, 1);
  const RunOutcome run = RunFake({"--out=" + out, "--strict", "--only=F2"});
  EXPECT_EQ(run.status, 4);
  EXPECT_THAT(run.output, HasSubstr("\nF2: fails: bounded holds; small fails"));
  EXPECT_THAT(run.output, Not(HasSubstr("\nF1: ")));
}

TEST(Run, DamagedDataIsNamedWithItsPlaceWhereAChosenCaseReadsIt) {
  const std::string data = FreshFolder("bad_data"), out = FreshFolder("bad_data_out");
  WriteText(data + "/tiny/number.txt", "0.5x");
  EXPECT_THAT(RunFake({"--out=" + out, "--data-dir=" + data}),
              Ended(3, data + "/tiny/number.txt:1:1: expected a number"));
  EXPECT_THAT(RunFake({"--out=" + out, "--data-dir=" + data, "--only=fake/trouble"}),
              AllOf(Ended(0, ""), Not(Ended(0, "tiny"))));
  EXPECT_THAT(RunFake({"--out=" + out}, {.environment = {{"STRUCTLAB_DATA", out + "/absent"}}}),
              Ended(3, "fake: $STRUCTLAB_DATA: " + out + "/absent is no folder"));
}

TEST(Run, RemovesWhatAKilledRunLeftHalfWritten) {
  const std::string out = FreshFolder("half_written");
  const std::vector<std::string> leftovers = {
      "results.tsv.tmp-Ab12Cd",           "packages/fake/package.tsv.tmp-Ab12Cd",
      "report/index.html.tmp-Ab12Cd",     "report/fake/.drawing_999999999/script",
      "files/fake/grid/model.tmp-Ab12Cd", "runs/fake/grid/steady.h5.tmp-Ab12Cd"};
  const std::vector<std::string> others = {"notes.tsv.tmp-Ab12Cd", "mine/results.tsv.tmp-Ab12Cd",
                                           "report/fake/.drawing"};
  for (const auto* names : {&leftovers, &others}) {
    for (const std::string& name : *names) WriteText(out + "/" + name, "half");
  }
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  for (const std::string& name : leftovers) EXPECT_FALSE(std::filesystem::exists(out + "/" + name)) << name;
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
}

}  // namespace
}  // namespace structlab::harness
