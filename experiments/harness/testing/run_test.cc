// What a run does when nothing goes wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/report/png_file.h"
#include "experiments/harness/store.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPictureBesideDump = "packages/fake/pictures/" + std::string(64, 'a') + ".png";

TEST(Run, WritesTablesClaimsReportAndCases) {
  const std::string out = FreshFolder("all");
  const RunOutcome run = RunFake({"--out=" + out});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("13 of 13 cases done; 6 of 8 reported rows"));
  EXPECT_THAT(
      common::ReadFile(out + "/results.tsv"),
      testing::StartsWith("package\ttable\tdataset\tdata\tmethod\tsetting\tmetric\tvalue\tstd\tn\tunit\t"
                          "higher_is_better\treported\treported_std\tprotocol\tdepartures\tprofile\t"
                          "seconds\tcpu_seconds\tpeak_rss_mb\tseed\tcases\n"));
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"),
              testing::StartsWith("id\tpart\tpackage\tdata\tprofile\tverdict\tevidence\tstatement\n"));
  EXPECT_THAT(common::ReadFile(out + "/report/index.html"), HasSubstr("A fake experiment"));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"), HasSubstr("<p>Cases that are done: "));
  EXPECT_FALSE(common::ReadFile(out + "/runs/fake/grid/noisy/size=3/seed=2.h5").empty());
}

TEST(Run, JoinsWithReportedRowsByValueOfTheSetting) {
  const std::string out = FreshFolder("join");
  RunFake({"--out=" + out});
  EXPECT_EQ(CellOf(out, "value", "steady", "size=1.0", "area"), "1");
  EXPECT_EQ(CellOf(out, "reported", "steady", "size=1.0", "area"), "1");  // ours is size=1
  EXPECT_EQ(CellOf(out, "reported", "steady", "size=2", "area"), "4.5");
  EXPECT_EQ(CellOf(out, "reported_std", "steady", "size=2", "area"), "0.1");
  EXPECT_EQ(CellOf(out, "n", "steady", "size=2", "area"), "2");
  EXPECT_EQ(CellOf(out, "value", "steady", "size=3", "area"), "9");  // ours only
  EXPECT_EQ(CellOf(out, "reported", "steady", "size=3", "area"), "");
  EXPECT_EQ(CellOf(out, "data", "steady", "size=3", "area"), "stand-in");
  EXPECT_EQ(CellOf(out, "value", "noisy", "size=9", "area"), "");  // theirs only
  EXPECT_EQ(CellOf(out, "data", "noisy", "size=9", "area"), "");   // so nobody's data
  EXPECT_EQ(CellOf(out, "reported", "noisy", "size=9", "area"), "81");
}

// From the case through store, dump and report to what a browser shows, and a row without a number that it
// regenerates.
TEST(Run, ShowsThePicturesThatCasesRecord) {
  const std::string out = FreshFolder("pictures");
  RunFake({"--out=" + out});
  const std::string page = common::ReadFile(out + "/report/fake/index.html");
  const std::vector<std::string> captions = {"steady, size=1", "steady, size=2", "steady, size=3",
                                             "noisy, size=1",  "noisy, size=2",  "noisy, size=3"};
  for (size_t i = 0; i < captions.size(); ++i) {
    const std::string file = "figure_4+" + std::to_string(i + 1) + ".png";
    EXPECT_THAT(page, HasSubstr("<img src=\"" + file + "\" alt=\"Figure 4: " + captions[i] + "\""));
    const Picture shown = DecodePng(common::ReadFile(out + "/report/fake/" + file), file);
    EXPECT_EQ(shown.width, 20 * static_cast<int>(i % 3 + 1));
    EXPECT_EQ(shown.height, 12);
    ASSERT_EQ(shown.channels, i < 3 ? 1 : 3);
    const auto channels = static_cast<size_t>(shown.channels), width = static_cast<size_t>(shown.width);
    for (size_t value = 0; value < shown.values.size(); ++value) {
      const size_t channel = value % channels, x = value / channels % width, y = value / channels / width;
      ASSERT_EQ(shown.values[value], (4 * x + 20 * y * channel) % 256) << file << " at " << x << ", " << y;
    }
  }
  EXPECT_THAT(page, Not(HasSubstr("figure_4.svg")));
  EXPECT_EQ(CellOf(out, "n", "all methods", "", "pattern"), "2");  // seeds
}

TEST(Run, RunsNothingASecondTime) {
  const std::string out = FreshFolder("resume");
  RunFake({"--out=" + out});
  const std::string results = common::ReadFile(out + "/results.tsv");
  const RunOutcome second = RunFake({"--out=" + out});
  EXPECT_EQ(second.status, 0);
  EXPECT_EQ(second.errors, kStandInLine);                      // no progress, since there is nothing to do
  EXPECT_EQ(common::ReadFile(out + "/results.tsv"), results);  // with the very same times
  const RunOutcome fresh = RunFake({"--out=" + out, "--fresh"});
  EXPECT_THAT(fresh.errors, HasSubstr("13/13"));
}

TEST(Run, SaysOnceWhatStandsInForMissingData) {
  const RunOutcome run = RunFake({"--out=" + FreshFolder("standing_in")});
  EXPECT_TRUE(run.errors.starts_with(kStandInLine)) << run.errors;
  EXPECT_EQ(run.errors.find("stand-in"), run.errors.rfind("stand-in"));
  // Not where the chosen cases read no data.
  EXPECT_THAT(RunFake({"--out=" + FreshFolder("no_data"), "--only=fake/trouble"}).errors,
              Not(HasSubstr("stand-in")));
}

TEST(Run, RemovesWhatAKilledRunLeftHalfWritten) {
  const std::string out = FreshFolder("half_written");
  const std::vector<std::string> leftovers = {"results.tsv.tmp-Ab12Cd",
                                              "claims.tsv.tmp-Ab12Cd",
                                              "packages/fake/package.json.tmp-Ab12Cd",
                                              kPictureBesideDump + ".tmp-Ab12Cd",
                                              "report/index.html.tmp-Ab12Cd",
                                              "report/fake/Figure_1.svg.tmp-Ab12Cd",
                                              "report/fake/.script_123.gnuplot",
                                              "report/fake/.messages_123.txt",
                                              "files/fake/grid/steady/model.tmp-Ab12Cd",
                                              "runs/fake/grid/steady.h5.tmp-Ab12Cd"};
  const std::vector<std::string> others = {"notes.tsv.tmp-Ab12Cd",
                                           "results.tsv.tmp-Ab12",
                                           "packages/mine.tmp-Ab12Cd",
                                           "mine/results.tsv.tmp-Ab12Cd",
                                           "packages/fake/pictures/mine.png.tmp-Ab12Cd",
                                           "report/.script_x.gnuplot"};
  for (const auto* names : {&leftovers, &others}) {
    for (const std::string& name : *names) WriteText(out + "/" + name, "half");
  }
  RunFake({"--out=" + out, "--list"});  // does not hold the folder
  for (const std::string& name : leftovers) EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
  EXPECT_EQ(RunFake({"--out=" + out}).status, 0);
  for (const std::string& name : leftovers) EXPECT_FALSE(std::filesystem::exists(out + "/" + name)) << name;
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
}

TEST(Run, DoesNotDependOnJobsAndThreads) {
  std::string expected;
  for (const char* jobs : {"1", "2", "4"}) {
    const std::string out = FreshFolder(std::string("jobs") + jobs);
    EXPECT_EQ(RunFake({"--out=" + out, "--jobs", jobs, "--threads", jobs}).status, 0);
    if (expected.empty()) expected = ComparableResults(out);
    EXPECT_EQ(ComparableResults(out), expected);
  }
}

TEST(Run, RunsAgainWhatASettingChanges) {
  const std::string out = FreshFolder("set");
  EXPECT_THAT(RunFake({"--out=" + out}).errors, Not(HasSubstr("stored of another")));
  EXPECT_EQ(CellOf(out, "protocol", "steady", "size=2", "area"), "cut");
  const RunOutcome changed = RunFake({"--out=" + out, "--set=fake.size_factor=3"});
  EXPECT_THAT(changed.errors,
              HasSubstr("fake: of 13 cases 13 are stored of another program, setting or data"));
  EXPECT_THAT(changed.errors, HasSubstr("13/13"));
  EXPECT_EQ(CellOf(out, "value", "steady", "size=2", "area"), "36");
  EXPECT_EQ(CellOf(out, "protocol", "steady", "size=2", "area"), "changed");
  // The value of the source, spelled otherwise, is no change.
  EXPECT_EQ(RunFake({"--out=" + out, "--set=fake.size_factor=1.00"}).status, 0);
  EXPECT_EQ(CellOf(out, "protocol", "steady", "size=2", "area"), "cut");
}

TEST(Run, ClaimsAndFiguresFollowTheSettings) {
  const std::string out = FreshFolder("settings");
  RunFake({"--out=" + out});
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("quick\tholds\tarea above 100 in 0 of 12"));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"), HasSubstr("fake, with sizes times 1<"));
  RunFake({"--out=" + out, "--set=fake.size_factor=0.5"});
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("quick\tholds\tarea above 25 in 0 of 12"));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"), HasSubstr("fake, with sizes times 0.5<"));
}

TEST(Run, RunsAgainWhatTheDataChanges) {
  const std::string out = FreshFolder("data_out"), data = FreshFolder("data");
  RunFake({"--out=" + out, "--data-dir=" + data});
  EXPECT_EQ(CellOf(out, "data", "noisy", "size=1", "area"), "stand-in");
  WriteText(data + "/tiny/number.txt", "0.25");
  const RunOutcome real = RunFake({"--out=" + out, "--data-dir=" + data});
  EXPECT_THAT(real.errors, HasSubstr("12/12"));  // all but the case without data
  EXPECT_EQ(CellOf(out, "data", "noisy", "size=1", "area"), "real");
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"),
              HasSubstr("F1\t\tfake\treal\tquick\tholds\tmean difference"));
  // The same data by the environment, relative to where the user stands: nothing to do.
  const RunOutcome same =
      RunFake({"--out=data_out"},
              {.environment = {{"STRUCTLAB_DATA", "data"}, {"BUILD_WORKING_DIRECTORY", data + "/.."}}});
  EXPECT_EQ(same.errors, "");
  EXPECT_EQ(same.status, 0);
}

TEST(Run, DecidesOnStandInsOnlyWhatDoesNotDependOnData) {
  const std::string out = FreshFolder("stand_in");
  RunFake({"--out=" + out});
  const std::string claims = common::ReadFile(out + "/claims.tsv");
  EXPECT_THAT(claims, HasSubstr("F1\t\tfake\tstand-in\tquick\tnot-tested\tthe data is a stand-in"));
  EXPECT_THAT(claims, HasSubstr("F2\tbounded\tfake\tstand-in\tquick\tholds"));
  EXPECT_THAT(claims, HasSubstr("F2\tsmall\tfake\tstand-in\tquick\tfails"));
  EXPECT_THAT(claims, HasSubstr("F2\t\tfake\tstand-in\tquick\tfails\tbounded holds; small fails"));
  EXPECT_THAT(claims, HasSubstr("F3\t\tfake\t\tquick\tnot-tested\tno rule decides it here"));
}

TEST(Run, OnlyChoosesByPackageCaseTableAndClaim) {
  const auto chosen = [](const std::string& only) {
    return ListCases(FreshFolder("only"), {"--only=" + only}).size();
  };
  EXPECT_EQ(chosen("fake"), 13u);
  EXPECT_EQ(chosen("fake/grid"), 12u);
  EXPECT_EQ(chosen("fake/grid/noisy/size=1"), 2u);
  EXPECT_EQ(chosen("fake/grid/*/size=1/seed=2"), 2u);
  EXPECT_EQ(chosen("Table 1"), 13u);
  EXPECT_EQ(chosen("Figure*"), 12u);
  EXPECT_EQ(chosen("F2"), 12u);
  EXPECT_EQ(chosen("F2,fake/trouble"), 13u);
}

TEST(Run, ShowsWhatIsStoredBesideWhatWasChosen) {
  const std::string out = FreshFolder("partial");
  EXPECT_EQ(RunFake({"--out=" + out, "--methods=noisy"}).status, 0);
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "2");
  EXPECT_EQ(CellOf(out, "n", "steady", "size=1.0", "area"), "0");
  EXPECT_EQ(RunFake({"--out=" + out, "--only=fake/grid/steady/size=1"}).status, 0);
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=1", "area"), "2");
  EXPECT_EQ(CellOf(out, "n", "steady", "size=1.0", "area"), "2");
  const auto states = ListCases(out);
  EXPECT_EQ(states.at("fake/grid/noisy/size=3/seed=2"), "stored");
  EXPECT_EQ(states.at("fake/grid/steady/size=2/seed=1"), "to run");
}

TEST(Run, RepeatsAndSeedNameTheCases) {
  const std::string out = FreshFolder("repeats");
  RunFake({"--out=" + out, "--repeats=3", "--seed=7", "--only=fake/grid/noisy/size=2,fake/trouble"});
  EXPECT_EQ(CellOf(out, "seed", "noisy", "size=2", "area"), "7;8;9");
  EXPECT_EQ(CellOf(out, "n", "noisy", "size=2", "area"), "3");
  EXPECT_NE(CellOf(out, "std", "noisy", "size=2", "area"), "0");
  EXPECT_EQ(CellOf(out, "seed", "steady", "trouble=none", "trouble"), "7");  // deterministic: once
}

TEST(Run, StoresWhereEachNumberComesFrom) {
  const std::string out = FreshFolder("provenance");
  RunFake({"--out=" + out, "--only=fake/grid/noisy/size=1"},
          {.environment = {{"STRUCTLAB_COMMIT", "0123abcd"}, {"STRUCTLAB_DIRTY", "0"}}});
  const StoredCase stored = Store(out + "/runs/fake").Load("grid/noisy/size=1/seed=1");
  std::map<std::string, std::string> facts;
  for (const Fact& fact : stored.provenance) facts[fact.name] = fact.value;
  EXPECT_EQ(facts["commit"], "0123abcd");
  EXPECT_EQ(facts["uncommitted changes"], "no");
  EXPECT_EQ(facts["command"],
            "bazel run //experiments/fake -- --out=" + out + " --only=fake/grid/noisy/size=1");
  EXPECT_EQ(facts["seed"], "1");
  EXPECT_EQ(facts["parameters"], "cases=0;milliseconds=0;size_factor=1;trouble=none");
  EXPECT_EQ(facts["checksum"], "generator constant 0.5");
  for (const char* name : {"compiler", "build", "HDF5", "processor", "jobs", "threads"}) {
    EXPECT_NE(facts[name], "") << name;
  }
  EXPECT_GT(stored.peak_rss_mb, 0);
  EXPECT_THAT(stored.finished, testing::EndsWith("Z"));
}

TEST(Run, KeepsWhatACasePrintsOffTheOutput) {
  const std::string out = FreshFolder("print");
  const RunOutcome run = RunFake({"--out=" + out, "--set=fake.trouble=print"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output + run.errors, Not(HasSubstr("a case prints")));
}

}  // namespace
}  // namespace structlab::harness
