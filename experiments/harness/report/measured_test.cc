#include "experiments/harness/report/measured.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "common/file.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/results_page.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/report/sample_report.h"

namespace structlab::harness {
namespace {

using common::MessageOf;

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/measured_test/" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

Measured Sample(const std::string& text = "") {
  const PackageReport package = SampleReport(text).packages[0];
  return {"sample",
          {"abc123", "2020-02-03", "a processor: 2 cores", "tools/reproduce --record"},
          package.rows,
          package.claims,
          package.departures,
          package.introduction,
          package.conclusions,
          package.benchmarks};
}

TEST(Measured, ReadsBackWhatWasWritten) {
  const std::string folder = NewFolder("sample");
  Measured written = Sample("\t\\;");
  written.benchmarks.clear();  // those are not written here
  WriteMeasured(written, folder);
  const Measured read = ReadMeasured(folder);
  EXPECT_EQ(read.package, "sample");
  EXPECT_EQ(read.origin.commit, written.origin.commit);
  EXPECT_EQ(read.origin.date, written.origin.date);
  EXPECT_EQ(read.origin.processor, written.origin.processor);
  EXPECT_EQ(read.origin.command, written.origin.command);
  EXPECT_EQ(read.origin.duration, written.origin.duration);
  EXPECT_EQ(ResultsTable(read.rows).rows, ResultsTable(written.rows).rows);
  EXPECT_EQ(ClaimsTable(read.claims).rows, ClaimsTable(written.claims).rows);
  EXPECT_EQ(read.departures, written.departures);
  EXPECT_EQ(FormatResultsPage({read}), FormatResultsPage({written}));
}

// Records of before do not say how long they took.
TEST(Measured, TellsItsDurationWhereItIsKnown) {
  const std::string folder = NewFolder("sample");
  Measured written = Sample();
  WriteMeasured(written, folder);
  EXPECT_EQ(ReadMeasured(folder).origin.duration, "");
  EXPECT_NE(FormatResultsPage({written}).find("on a processor: 2 cores by"), std::string::npos);
  written.origin.duration = "46m50s";
  WriteMeasured(written, folder);
  EXPECT_EQ(ReadMeasured(folder).origin.duration, "46m50s");
  EXPECT_NE(FormatResultsPage({written}).find(
                "on a processor: 2 cores in 46m50s from the first case to the last by"),
            std::string::npos);
}

TEST(Measured, HasTheBenchmarksBesideIt) {
  const std::string folder = NewFolder("sample");
  WriteMeasured(Sample(), folder);
  EXPECT_TRUE(ReadMeasured(folder).benchmarks.empty());
  const std::string header =
      "benchmark\tvalue\tunit\tyardstick\tyardstick_value\tratio\ttarget\tthreads\tnote\tmet\tcommit\tdate\t"
      "processor\n";
  common::WriteFileAtomically(
      folder + "/benchmarks.tsv",
      header + "cut/grid\t0.25\ts\tBoost\t5\t20\tratio>=9\t1\tnote\tyes\tabc\t2020-02-03\tsome\n");
  const std::vector<RecordedBenchmark> benchmarks = ReadMeasured(folder).benchmarks;
  ASSERT_EQ(benchmarks.size(), 1u);
  EXPECT_EQ(benchmarks[0].benchmark, "cut/grid");
  EXPECT_EQ(benchmarks[0].ratio, 20);
  common::WriteFileAtomically(folder + "/benchmarks.tsv", header + "cut/grid\tfast\n");
  EXPECT_NE(MessageOf([&] { ReadMeasured(folder); }).find("benchmarks.tsv:2"), std::string::npos);
}

TEST(Measured, BeginsWithItsOrigin) {
  const std::string folder = NewFolder("sample");
  WriteMeasured(Sample(), folder);
  for (const char* file : {"/measured.tsv", "/measured_claims.tsv", "/measured_texts.tsv"}) {
    EXPECT_EQ(common::ReadFile(folder + file)
                  .rfind("# commit: abc123\n# date: 2020-02-03\n# processor: a processor: 2 cores\n"
                         "# command: tools/reproduce --record\n",
                         0),
              0u);
  }
}

TEST(Measured, DamagedFilesAreNamed) {
  const std::string folder = NewFolder("sample");
  WriteMeasured(Sample(), folder);
  const std::string rows = common::ReadFile(folder + "/measured.tsv");
  common::WriteFileAtomically(folder + "/measured.tsv", rows.substr(rows.find('\n') + 1));
  EXPECT_TRUE(MessageOf([&] { ReadMeasured(folder); }).starts_with(folder + "/measured_claims.tsv:1: "));
  const std::string claims = common::ReadFile(folder + "/measured_claims.tsv");
  common::WriteFileAtomically(folder + "/measured_claims.tsv", claims.substr(claims.find('\n') + 1));
  EXPECT_TRUE(MessageOf([&] {
                ReadMeasured(folder);
              }).starts_with(folder + "/measured.tsv:1: expected a line '# commit: ...'"));
  std::filesystem::remove(folder + "/measured_claims.tsv");
  EXPECT_NE(MessageOf([&] { ReadMeasured(folder); }).find("measured_claims.tsv"), std::string::npos);
  EXPECT_NE(MessageOf([&] { WriteMeasured(Sample(), folder + "/absent"); }).find("absent"),
            std::string::npos);
}

// Rules, explanations and departures, which the tables of a run do not have.
TEST(Measured, KeepsWhatIsSaidOfRowsAndClaims) {
  const std::string folder = NewFolder("sample");
  Measured written = Sample();
  written.departures = {"a step more"};
  for (ResultRow& row : written.rows) row.explanation = {};
  written.rows[0].explanation = {ExplanationKind::kExplained, "with another start it is 12"};
  written.rows[1].explanation = {ExplanationKind::kUnexplained, ""};
  written.rows[3].explanation = {ExplanationKind::kUnexplained, "of five seeds"};
  for (ClaimRow& claim : written.claims) claim.rule.clear();
  written.claims.back().rule = "the interval";
  WriteMeasured(written, folder);
  const Measured read = ReadMeasured(folder);
  EXPECT_EQ(read.departures, std::vector<std::string>{"a step more"});
  EXPECT_EQ(read.rows[0].explanation.kind, ExplanationKind::kExplained);
  EXPECT_EQ(read.rows[0].explanation.text, "with another start it is 12");
  EXPECT_EQ(read.rows[1].explanation.kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(read.rows[2].explanation.kind, ExplanationKind::kNone);
  EXPECT_EQ(read.rows[3].explanation.kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(read.rows[3].explanation.text, "of five seeds");
  EXPECT_EQ(read.introduction, "First paragraph.\n\nSecond paragraph.");
  EXPECT_EQ(read.conclusions, (std::vector<std::string>{"First conclusion.", "Second conclusion."}));
  // The one row without a number has a figure; of the others the table knows that they are reported.
  for (size_t i = 0; i < read.rows.size(); ++i) {
    EXPECT_TRUE(read.rows[i].is_reported_row);
    EXPECT_EQ(read.rows[i].figure, i == 5 ? "gap" : "");
  }
  EXPECT_EQ(read.claims.back().rule, "the interval");
  EXPECT_EQ(read.claims.front().rule, "");

  const std::string texts = common::ReadFile(folder + "/measured_texts.tsv");
  common::WriteFileAtomically(folder + "/measured_texts.tsv", texts + "rule\tnone such\tx\n");
  const auto lines = std::count(texts.begin(), texts.end(), '\n');
  EXPECT_EQ(MessageOf([&] { ReadMeasured(folder); }),
            folder + "/measured_texts.tsv:" + std::to_string(lines + 1) +
                ": expected texts about the rows and claims beside it, found rule of 'none such'; record the "
                "package again with --record");
  common::WriteFileAtomically(folder + "/measured_texts.tsv", texts.substr(texts.find('\n') + 1));
  EXPECT_NE(MessageOf([&] { ReadMeasured(folder); }).find("measured_texts.tsv"), std::string::npos);

  written.departures.clear();
  written.introduction.clear();
  written.conclusions.clear();
  written.rows.pop_back();
  for (ResultRow& row : written.rows) row.explanation = {};
  for (ClaimRow& claim : written.claims) claim.rule.clear();
  WriteMeasured(written, folder);
  EXPECT_FALSE(std::filesystem::exists(folder + "/measured_texts.tsv"));
}

// Rows that differ in one key alone, or only in the cases behind them, have their own reasons.
TEST(Measured, KeepsTheReasonOfEachRowApart) {
  Measured written = Sample();
  const ResultRow row = written.rows[0];
  written.rows.assign(7, row);
  written.rows[1].table = "other";
  written.rows[2].dataset = "other";
  written.rows[3].method = "other";
  written.rows[4].setting.Set("kappa1", "7");
  written.rows[5].metric = "other";
  written.rows[6].cases = {"letters/others/seed=7"};  // of the same key as the first
  for (size_t i = 0; i < written.rows.size(); ++i) {
    written.rows[i].explanation = {ExplanationKind::kExplained, "reason " + std::to_string(i)};
  }
  written.rows[0].explanation = {};
  const std::string folder = NewFolder("reasons");
  WriteMeasured(written, folder);
  const Measured read = ReadMeasured(folder);
  ASSERT_EQ(read.rows.size(), written.rows.size());
  for (size_t i = 0; i < read.rows.size(); ++i) {
    EXPECT_EQ(read.rows[i].explanation.kind, written.rows[i].explanation.kind) << i;
    EXPECT_EQ(read.rows[i].explanation.text, written.rows[i].explanation.text) << i;
  }
}

// A line of the texts, which older records do not have: their rows without a number are not run.
TEST(Measured, KeepsWhatIsNotApplicable) {
  const std::string folder = NewFolder("sample");
  Measured written = Sample();
  written.benchmarks.clear();
  written.rows[4].is_applicable = written.rows[5].is_applicable = false;
  written.rows[4].missing = "⊘ refused: larger than the rank";
  written.rows[5].missing = "⊘ refused: no curve";
  written.rows[5].figure.clear();
  WriteMeasured(written, folder);
  Measured read = ReadMeasured(folder);
  for (size_t i = 0; i < read.rows.size(); ++i) {
    EXPECT_EQ(read.rows[i].is_applicable, i < 4) << i;
    EXPECT_EQ(read.rows[i].missing, written.rows[i].missing) << i;
  }
  EXPECT_EQ(FormatResultsPage({read}), FormatResultsPage({written}));
  const std::string texts = common::ReadFile(folder + "/measured_texts.tsv");
  const size_t line = texts.find("not applicable\tTable 1 | ");
  ASSERT_NE(line, texts.npos);
  common::WriteFileAtomically(folder + "/measured_texts.tsv",
                              std::string(texts).erase(line, texts.find('\n', line) + 1 - line));
  read = ReadMeasured(folder);
  EXPECT_TRUE(read.rows[4].is_applicable);
  EXPECT_FALSE(read.rows[5].is_applicable);
  common::WriteFileAtomically(folder + "/measured_texts.tsv", texts + "not applicable\tnone such\tx\n");
  EXPECT_NE(MessageOf([&] { ReadMeasured(folder); }).find("found not applicable of 'none such'"),
            std::string::npos);
}

TEST(Measured, AllPackagesAreFoundInOrder) {
  const std::string root = NewFolder("root");
  for (const char* package : {"zebra", "antelope"}) {
    std::filesystem::create_directories(root + "/" + package);
    WriteMeasured(Sample(), root + "/" + package);
  }
  std::filesystem::create_directories(root + "/without");
  common::WriteFileAtomically(root + "/README.md", "");
  const std::vector<Measured> all = ReadAllMeasured(root);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].package, "antelope");
  EXPECT_EQ(all[1].package, "zebra");
  // Half of a package is no package without results.
  std::filesystem::remove(root + "/zebra/measured.tsv");
  EXPECT_NE(MessageOf([&] { ReadAllMeasured(root); }).find("zebra/measured.tsv"), std::string::npos);
  EXPECT_NE(MessageOf([&] { ReadAllMeasured(root + "/none"); }).find("none"), std::string::npos);
}

TEST(ResultsPage, ShowsEveryNumberAndClaim) {
  const std::string page = FormatResultsPage({Sample()});
  for (const char* part :
       {"| A |", "**100 ± 2** (3 seeds)", "101 reported", "▲ better (−25.0%)", "cut protocol", "not run",
        "✔ holds", "✘ fails", "◐ undecided", "– not tested", "1 row has no number", "`abc123`", "2020-02-03",
        "[sample](#sample)", "### Speed and memory",
        "| cut/grid | 0.25 s | Boost | 5 s | 20 × | ✓ ratio>=9 | building included |",
        "| cut/graph | 0.25 s | Boost | 5 s | 20 × | ✗ missed: ratio>=9 |",
        "| cut/memory | 0.25 s |  |  |  | – |"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.back(), '\n');
  EXPECT_NE(page[page.size() - 2], '\n');
}

// No case is behind it, so that no figure of the report can show it.
TEST(ResultsPage, SaysWhyARowHasNoNumberThatNoFigureShows) {
  Measured measured = Sample();
  for (ResultRow& row : measured.rows) {
    if (row.value || row.reported) continue;
    row.data.reset();
    row.missing = "⊘ refused: no files";
  }
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("1 row has no number, here or in print: ⊘ refused: no files\n"), std::string::npos);
  EXPECT_EQ(page.find("see the figures of the report"), std::string::npos);
}

// Of the six reported rows one was not run, one is by a cut protocol and one is a figure; of the four that
// can be compared one agrees.
TEST(ResultsPage, CountsWhatWasRegeneratedAndWhatDiffers) {
  Measured measured = Sample();
  measured.rows[1].explanation = {ExplanationKind::kUnexplained, "the start"};
  ResultRow own = measured.rows[0];
  own.table = "ours";
  own.is_reported_row = false;
  own.reported.reset();
  measured.rows.push_back(own);
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("| [sample](#sample) | 4 of 6; 1 cut | 1 of 3 | 1 | 1 | ● real 6 | 1 | 0 | 1 | 1 | "),
            std::string::npos)
      << page.substr(0, 2000);
  EXPECT_NE(page.find("<details><summary>2 rows differ: 1 explained, 1 unexplained</summary>"),
            std::string::npos);
  EXPECT_NE(page.find("| unexplained: the start |"), std::string::npos);
  EXPECT_NE(page.find("where several choices were tried, one may agree by chance"), std::string::npos);
  measured.rows[5].figure = kNotDrawn;
  EXPECT_NE(FormatResultsPage({measured}).find("| 3 of 6; 1 cut |"), std::string::npos);
}

// In a table of the source's shape with the reason below it, in a list beside it; counted as neither.
TEST(ResultsPage, SaysWhatIsNotApplicable) {
  Measured measured = Sample();
  EXPECT_EQ(FormatResultsPage({measured}).find("ot applicable"), std::string::npos);
  measured.rows[4].is_applicable = false;
  measured.rows[4].missing = "⊘ refused: larger than the *rank*";
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find(" | 4 of 6; 1 cut; 1 not applicable | "), std::string::npos) << page;
  EXPECT_NE(page.find(" | not applicable<br>1 reported |"), std::string::npos) << page;
  EXPECT_NE(page.find(" |\n\n- A, kappa1 = 0.9: ⊘ refused: larger than the \\*rank\\*\n\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("as neither regenerated nor failed.\n\n"), std::string::npos);
  EXPECT_EQ(page.find("not run"), std::string::npos);
  // Two rows that would share a cell are listed.
  measured.rows = {measured.rows[0], measured.rows[0], measured.rows[4]};
  EXPECT_NE(FormatResultsPage({measured})
                .find(" | not applicable |  | 1 | ⊘ refused: larger than the \\*rank\\* |"),
            std::string::npos)
      << FormatResultsPage({measured});
}

TEST(ResultsPage, IntroducesThePackage) {
  EXPECT_NE(
      FormatResultsPage({Sample()}).find("## sample\n\nFirst paragraph.\n\nSecond paragraph.\n\nMeasured "),
      std::string::npos);
  EXPECT_NE(
      FormatResultsPage({Sample()})
          .find("### What the results come to\n\nFirst conclusion.\n\nSecond conclusion.\n\n### Claims"),
      std::string::npos);
}

TEST(ResultsPage, SaysAStatementOnceAndFoldsManyComparisons) {
  Measured measured = Sample();
  for (ClaimRow& claim : measured.claims) claim.rule.clear();
  measured.claims[0].rule = "the interval";
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("| S | ✔ holds<details><summary>rule</summary>the interval</details> | A needs fewer "
                      "passes than B | p = 0.01 |"),
            std::string::npos);
  EXPECT_NE(page.find("| S, large | ✘ fails |  | p = 0.01 |"), std::string::npos);
  EXPECT_NE(page.find("| T | ◐ undecided | A needs fewer passes than B | <details><summary>5 comparisons"
                      "</summary>a<br>b<br>c<br>d<br>e</details> |"),
            std::string::npos);
  measured.claims[0].evidence = "a; b";
  EXPECT_NE(FormatResultsPage({measured}).find(" | a<br>b |"), std::string::npos);
}

TEST(ResultsPage, NamesWhatWasDoneOtherwiseOnce) {
  Measured measured = Sample();
  measured.departures = {"another start"};
  measured.rows[0].departures = measured.rows[3].departures;
  const std::string page = FormatResultsPage({measured});
  const std::string departures =
      "### Where the protocol is not the source's\n\n"
      "- another start\n- a tenth of the passes: the rest would take a day\n\n### ";
  EXPECT_NE(page.find(departures), std::string::npos);
  for (ResultRow& row : measured.rows) row.departures.clear();
  measured.departures.clear();
  EXPECT_EQ(FormatResultsPage({measured}).find("### Where"), std::string::npos);
}

// Of the rows that differ, each with its reason or without one.
TEST(ResultsPage, SaysWhyNumbersDiffer) {
  Measured measured = Sample();
  int differing = 0;
  for (ResultRow& row : measured.rows) {
    row.explanation = {ExplanationKind::kExplained, "the start"};
    differing += IsDifference(Compare(row).agreement);
  }
  ASSERT_GT(differing, 0);
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("### Why numbers differ from the source"), std::string::npos);
  EXPECT_NE(page.find("| explained: the start |"), std::string::npos);
  EXPECT_NE(page.find(", explained"), std::string::npos);  // in the tables
  for (ResultRow& row : measured.rows) row.explanation = {};
  EXPECT_NE(FormatResultsPage({measured}).find("| unexplained |"), std::string::npos);
}

TEST(ResultsPage, SaysHowManySeedsAreBehindANumber) {
  Measured measured = Sample();
  EXPECT_NE(FormatResultsPage({measured}).find("**100 ± 2** (3 seeds)<br>101 reported"), std::string::npos);
  measured.rows[0].n = 1;
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("; 1 seed\n\n"), std::string::npos);
  EXPECT_EQ(page.find("(1 seed)"), std::string::npos);
}

// Two rows that differ in the data alone are told apart, with or without a common shape.
TEST(ResultsPage, NamesTheDataSetOfEveryRow) {
  Measured measured = Sample();
  measured.rows = {measured.rows[0], measured.rows[0], measured.rows[0]};
  measured.rows[1].dataset = "Digits";
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("| Letters | A |"), std::string::npos) << page;
  EXPECT_NE(page.find("| Digits | A |"), std::string::npos) << page;
  for (ResultRow& row : measured.rows) row.dataset.clear();
  EXPECT_EQ(FormatResultsPage({measured}).find("| data set |"), std::string::npos);
}

TEST(ResultsPage, WithoutRecordedRunsSaysSo) {
  EXPECT_NE(FormatResultsPage({}).find("None has been recorded yet."), std::string::npos);
}

TEST(ResultsPage, StandInDataIsLabelledAndNotCompared) {
  Measured measured = Sample();
  for (ResultRow& row : measured.rows) row.data = DataOrigin::kStandIn;
  const std::string page = FormatResultsPage({measured});
  EXPECT_NE(page.find("**100 ± 2** (3 seeds)<br>101 reported<br>⚠ stand-in"), std::string::npos);
  EXPECT_EQ(page.find("%)"), std::string::npos);
}

// Text with markup shows as itself: no table is torn, no tag acts, no line is broken.
TEST(ResultsPage, EscapesText) {
  const std::string plain = FormatResultsPage({Sample()});
  const std::string page = FormatResultsPage({Sample("|<b>*x*_y_`z`\n# h")});
  EXPECT_EQ(std::count(page.begin(), page.end(), '\n'), std::count(plain.begin(), plain.end(), '\n'));
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("\n# h"), std::string::npos);
  EXPECT_NE(page.find("\\|&lt;b>\\*x\\*\\_y\\_\\`z\\` \\# h"), std::string::npos);
}

}  // namespace
}  // namespace structlab::harness
