// All packages from one command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::harness {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

RunOutcome Reproduce(const std::vector<std::string>& flags) {
  return RunFake(flags, {.program = "reproduce_fakes"});
}

// The same results as of a package alone.
TEST(Reproduce, PutsThePackagesTogether) {
  const std::string out = FreshFolder("together"), alone = FreshFolder("alone");
  EXPECT_THAT(Reproduce({"--out=" + out}), Ended(0, ""));
  RunFake({"--out=" + alone});
  EXPECT_EQ(ComparableRows(common::ReadTsv(out + "/packages/fake/results.tsv")), ComparableResults(alone));
  const std::string results = common::ReadFile(out + "/results.tsv");
  EXPECT_THAT(results, HasSubstr("\nfake\tTable 1\t"));
  EXPECT_THAT(results, HasSubstr("\nother_fake\tTable 1\t"));
  EXPECT_THAT(common::ReadFile(out + "/claims.tsv"), HasSubstr("F1\t\tother_fake\t"));
  EXPECT_EQ(Reproduce({"--out=" + out}).errors, std::string(kStandInLine) + kStandInLine);  // nothing to do
}

// In fake_works.tsv stand one of the packages and a part without one.
TEST(Reproduce, BeginsItsPageWithThePictureOfTheWorks) {
  const std::string out = FreshFolder("picture");
  EXPECT_THAT(Reproduce({"--out=" + out, "--only=*fake/grid"}), Ended(0, ""));
  const std::string page = common::ReadFile(out + "/report/index.html");
  const std::string picture = page.substr(page.find("<section class=\"overview\""));
  EXPECT_THAT(picture, AllOf(HasSubstr("<h3>The Fakes &lt;1&gt;<span class=\"note\">1 of 2 parts</span>"),
                             HasSubstr(">Numbers &amp; noise</a>"),
                             HasSubstr("Still missing: <span class=\"part\">What nobody faked</span>"),
                             HasSubstr("<h3>Beyond the works</h3>"), HasSubstr(">other_fake</a>")));
}

// When one package runs later, or with another profile, the pages of the others stay those of their own runs.
TEST(Reproduce, StartsOnlyThePackagesThatAreChosen) {
  const std::string out = FreshFolder("chosen");
  EXPECT_EQ(Reproduce({"--out=" + out, "--only=other_fake/grid", "--profile=paper"}).status, 0);
  EXPECT_THAT(common::ReadFile(out + "/results.tsv"), Not(HasSubstr("\nfake\t")));
  EXPECT_THAT(common::ReadFile(out + "/report/index.html"),
              HasSubstr("<code>fake</code>: not asked for by --only and --methods</li>"));
  EXPECT_EQ(Reproduce({"--out=" + out, "--only=fake"}).status, 0);
  const std::string page = common::ReadFile(out + "/report/index.html");
  EXPECT_THAT(page, HasSubstr("<code>other_fake</code>: not asked for by --only and --methods</li>"));
  EXPECT_THAT(page, HasSubstr("What this page may show of these packages is from an earlier run."));
  EXPECT_THAT(page, AllOf(HasSubstr("(quick run)"), HasSubstr("(paper run)")));
  EXPECT_THAT(common::ReadFile(out + "/results.tsv"), HasSubstr("\nother_fake\t"));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"), HasSubstr("(quick run)"));
  EXPECT_THAT(common::ReadFile(out + "/report/other_fake/index.html"), HasSubstr("(paper run)"));
}

TEST(Reproduce, KnowsTheNamesOfAllPackagesAndThatNoCaseIsChosen) {
  const std::string out = FreshFolder("names");
  EXPECT_THAT(Reproduce({"--out=" + out, "--only=oter_fake"}), Ended(2, "the nearest being other_fake, "));
  EXPECT_THAT(Reproduce({"--out=" + out, "--set=other_fake.trouble=joy"}),
              Ended(2, "--set=other_fake.trouble: expected one of none"));
  EXPECT_TRUE(std::filesystem::is_empty(out));
  EXPECT_THAT(Reproduce({"--describe"}).output,
              AllOf(HasSubstr("package\tfake\n"), HasSubstr("setting\tother_fake.depth\n")));
  // Each name is known, but no case has both.
  const RunOutcome run = Reproduce({"--out=" + out, "--only=fake/trouble", "--methods=noisy"});
  EXPECT_THAT(run, Ended(2,
                         "--only with --methods: expected a case of the profile quick, found none; "
                         "see what there is by --list, or take another profile\n"));
  EXPECT_EQ(run.output, "");
  for (const RunOutcome& list : {Reproduce({"--list", "--only=fake/trouble", "--methods=noisy"}),
                                 RunFake({"--list", "--only=fake/trouble", "--methods=noisy"})}) {
    EXPECT_THAT(list, Ended(2,
                            "--only with --methods: expected a case of the profile quick, found none; "
                            "--describe shows the names that there are\n"));
    EXPECT_EQ(list.output, "");
  }
  EXPECT_THAT(Reproduce({"--list", "--only=fake/trouble"}).output, HasSubstr("fake/"));
  EXPECT_THAT(Reproduce({"--list", "--only=nothing-like-this"}), Ended(2, "nothing-like-this"));
  EXPECT_THAT(Reproduce({"--out=" + out, "--only=fake/trouble,other_fake/grid", "--methods=noisy"}),
              Ended(0, ""));
  EXPECT_FALSE(std::filesystem::exists(out + "/report/fake"));
}

// What was meant for another package would be refused when pasted.
TEST(Reproduce, PagesOfPackagesHaveCommandsOfTheirOwn) {
  const std::string out = FreshFolder("own_commands");
  ASSERT_EQ(Reproduce({"--out=" + out, "--only", "fake/trouble,other_fake/grid", "--jobs=1",
                       "--set=fake.size_factor=2"})
                .status,
            0);
  const std::string page = common::ReadFile(out + "/report/other_fake/index.html");
  EXPECT_THAT(page, HasSubstr("bazel run //experiments/other_fake -- --out=" + out +
                              " --jobs=1 --only=other_fake/grid<"));
  EXPECT_THAT(page, Not(HasSubstr("--set=fake")));
  EXPECT_THAT(common::ReadFile(out + "/report/fake/index.html"),
              HasSubstr("bazel run //experiments/fake -- --out=" + out +
                        " --jobs=1 --only=fake/trouble --set=fake.size_factor=2<"));
}

TEST(Reproduce, TheBudgetIsForAllPackagesTogether) {
  const std::string out = FreshFolder("budget");
  EXPECT_THAT(Reproduce({"--out=" + out, "--budget=0.01s"}), Ended(0, ""));
  EXPECT_THAT(common::ReadFile(out + "/report/index.html"),
              HasSubstr("<code>other_fake</code>: the budget was used up before it</li>"));
}

TEST(Reproduce, TheWorstStatusOfAPackageIsIts) {
  const std::string out = FreshFolder("statuses");
  EXPECT_EQ(Reproduce({"--out=" + out, "--set=fake.trouble=throw"}).status, 1);
  EXPECT_EQ(
      Reproduce({"--out=" + out, "--set=fake.trouble=throw", "--set=other_fake.trouble=damaged"}).status, 3);
  EXPECT_EQ(Reproduce({"--out=" + out, "--strict"}).status, 4);
}

// Data that is damaged ends a package before its cases: what an earlier run reported stays as it is, and is
// not named as if this one had written it. A case that meets damage leaves a report, with the same status.
TEST(Reproduce, NamesAReportOnlyIfItWroteOne) {
  const std::string out = FreshFolder("nothing_ran"), data = FreshFolder("nothing_ran_data");
  const std::string page = out + "/report/index.html", number = data + "/tiny/number.txt";
  const auto run = [&](const std::string& flag) {
    return Reproduce({"--out=" + out, "--data-dir=" + data, "--only=fake", flag});
  };
  const RunOutcome refused = run("--record");
  EXPECT_THAT(refused, Ended(2, "--record: expected"));
  WriteText(number, "0.5x");
  const RunOutcome first = run("--jobs=2");
  EXPECT_THAT(first, Ended(3, number + ":1:1: expected a number"));
  EXPECT_EQ(refused.output + first.output, "");
  EXPECT_FALSE(std::filesystem::exists(out + "/report"));

  WriteText(number, "0.5");
  const RunOutcome damage_met = run("--set=fake.trouble=damaged");
  EXPECT_EQ(damage_met.status, 3);
  EXPECT_THAT(damage_met.output, HasSubstr("report: " + page));
  const auto written = std::filesystem::last_write_time(page);
  WriteText(number, "0.5x");
  const RunOutcome last = run("--jobs=2");
  EXPECT_EQ(last.status, 3);
  EXPECT_EQ(last.output, "");
  EXPECT_EQ(std::filesystem::last_write_time(page), written);
  // The front page says of a package that refused to begin that it did; other_fake/trouble reads no data.
  EXPECT_EQ(run("--only=other_fake/trouble").status, 3);
  EXPECT_THAT(
      common::ReadFile(page),
      HasSubstr("<code>fake</code>: it ended before it had anything to report; the terminal said why</li>"));
  EXPECT_THAT(common::ReadFile(out + "/results.tsv"), HasSubstr("\nother_fake\t"));
}

TEST(Reproduce, ListsTheCasesOfAllPackages) {
  const RunOutcome run =
      Reproduce({"--out=" + FreshFolder("list"), "--list", "--only=*fake/grid/noisy/size=1"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output,
            "fake/grid/noisy/size=1/seed=1\tto run\nfake/grid/noisy/size=1/seed=2\tto run\n"
            "other_fake/grid/noisy/size=1/seed=1\tto run\nother_fake/grid/noisy/size=1/seed=2\tto run\n");
}

}  // namespace
}  // namespace structlab::harness
