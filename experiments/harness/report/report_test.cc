#include "experiments/harness/report/report.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "experiments/harness/report/html_reading.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/png_file.h"
#include "experiments/harness/report/results_tables.h"
#include "experiments/harness/report/sample_report.h"

namespace structlab::harness {
namespace {

std::string Folder(const std::string& name) { return testing::TempDir() + "/report_" + name; }

std::string Page(const RunReport& report, const std::string& name, const std::string& file) {
  WriteReport(report, Folder(name));
  return common::ReadFile(Folder(name) + "/" + file);
}

// In every field that holds text stands markup that would act; none of it reaches a page as markup.
TEST(Report, EscapesTextInEveryField) {
  const std::string hostile = "<script>alert(1)</script>\"'&</textarea><!--";
  const RunReport report = SampleReport(hostile);
  WriteReport(report, Folder("hostile"));
  int pages = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(Folder("hostile"))) {
    if (entry.path().extension() != ".html") continue;
    ++pages;
    const std::string page = common::ReadFile(entry.path());
    EXPECT_EQ(Count(page, "<script>"), 1u) << entry.path();  // our own
    EXPECT_EQ(Count(page, "alert(1)"), Count(page, "&lt;script&gt;alert(1)&lt;/script&gt;")) << entry.path();
    EXPECT_EQ(Count(page, "<!--"), 0u) << entry.path();
    EXPECT_EQ(MismatchedTag(page), "") << entry.path();
    EXPECT_GT(Count(page, "alert(1)"), 3u) << entry.path();
  }
  EXPECT_EQ(pages, 2);
}

TEST(Report, PagesAreWellFormed) {
  EXPECT_EQ(MismatchedTag(Page(SampleReport(), "formed", "index.html")), "");
  EXPECT_EQ(MismatchedTag(Page(SampleReport(), "formed", "sample/index.html")), "");
  EXPECT_EQ(RepeatedId(Page(SampleReport(), "formed", "sample/index.html")), "");
}

TEST(Report, AnEmptyReportIsAReport) {
  EXPECT_EQ(MismatchedTag(Page({}, "empty", "index.html")), "");
  RunReport report;
  report.packages.resize(1);
  report.packages[0].name = "empty";
  const std::string page = Page(report, "empty", "empty/index.html");
  EXPECT_EQ(MismatchedTag(page), "");
  EXPECT_NE(page.find("– not run"), std::string::npos);
}

TEST(Report, EachRowClaimAndCaseStandsOnceInItsList) {
  const RunReport report = SampleReport();
  const PackageReport& package = report.packages[0];
  const std::string page = Page(report, "lists", "sample/index.html");
  const auto expect_once = [&](const std::string& kind, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(Count(page, "id=\"" + kind + "-" + std::to_string(i) + "\""), 1u) << kind << i;
    }
    return Count(page, "<tr id=\"" + kind + "-");
  };
  EXPECT_EQ(expect_once("row", package.rows.size()), package.rows.size());
  EXPECT_EQ(expect_once("case", package.cases.size()), package.cases.size());
  // One claim of the sample is a part and stands in the row of its whole; both lines are copied with it.
  EXPECT_EQ(expect_once("claim", package.claims.size()), package.claims.size() - 1);
  EXPECT_EQ(Count(page, "<tr id=\"claim-0\" data-line=\"0 1\">"), 1u);
  EXPECT_EQ(Count(page, "<div id=\"claim-1\""), 1u);
  EXPECT_NE(page.find("1 part: ✘ fails 1"), std::string::npos);
  EXPECT_NE(page.find("5 comparisons"), std::string::npos);
  for (size_t i = 0; i < package.figures.size(); ++i) {
    EXPECT_EQ(Count(page, "id=\"figure-" + package.figures[i].id + "\""), 1u);
  }
}

TEST(Report, LinksStayInsideTheReport) {
  WriteReport(SampleReport(), Folder("links"));
  for (const char* file : {"index.html", "sample/index.html"}) {
    const std::string page = common::ReadFile(Folder("links") + "/" + file);
    EXPECT_EQ(page.find("http"), std::string::npos) << file;
    for (const std::string& target : Targets(page)) {
      SCOPED_TRACE(target);
      if (target[0] == '#') {
        EXPECT_EQ(Count(page, "id=\"" + target.substr(1) + "\""), 1u);
      } else {
        const auto path =
            std::filesystem::path(Folder("links")) / std::filesystem::path(file).parent_path() / target;
        EXPECT_TRUE(std::filesystem::exists(path));
      }
    }
    EXPECT_GT(Targets(page).size(), 1u);
  }
}

// Each picture is a file, shown with words for those who do not see it, and linked in its own size.
TEST(Report, ShowsThePicturesOfAFigure) {
  RunReport report = SampleReport();
  Figure& both = report.packages[0].figures[0];
  both.panels = {report.packages[0].figures[2].panels[1]};
  const std::string page = Page(report, "pictures", "sample/index.html");
  const auto expect_panel = [&](const std::string& file, const std::string& alt, const std::string& size,
                                const std::string& looks) {
    EXPECT_EQ(Count(page, "<a href=\"" + file + "\"><img src=\"" + file + "\" alt=\"" + alt + "\" " + size +
                              " class=\"" + looks + "\"></a>"),
              1u)
        << file;
  };
  expect_panel("pictures+1.png", "Figure 2: input", "width=\"30\" height=\"20\"", "small");
  expect_panel("pictures+2.png", "Figure 2: result", "width=\"300\" height=\"20\"", "large");
  expect_panel("pictures+3.png", "Figure 2: picture 3", "width=\"1\" height=\"1\"", "small");
  EXPECT_EQ(Count(page, "<figcaption>result</figcaption>"), 2u);
  for (const size_t figure : {0u, 2u}) {
    const std::vector<Panel>& panels = report.packages[0].figures[figure].panels;
    for (size_t i = 0; i < panels.size(); ++i) {
      const std::string file = (figure == 0 ? "gap+" : "pictures+") + std::to_string(i + 1) + ".png";
      EXPECT_EQ(DecodePng(common::ReadFile(Folder("pictures") + "/sample/" + file), file), panels[i].picture);
    }
  }
  // Curves beside pictures are drawn as ever; pictures alone have neither drawing nor table of numbers.
  EXPECT_EQ(Count(page, "src=\"gap.svg\""), 1u);
  EXPECT_EQ(Count(page, "src=\"gap+1.png\""), 1u);
  EXPECT_EQ(Count(page, "pictures.svg") + Count(page, "pictures.tsv"), 0u);
  EXPECT_FALSE(std::filesystem::exists(Folder("pictures") + "/sample/pictures.tsv"));
  EXPECT_EQ(Count(page, "Nothing to draw"), 1u);  // of the figure whose points cannot be drawn
  EXPECT_EQ(MismatchedTag(page), "");
}

TEST(Report, APanelWithoutAPictureIsNamed) {
  RunReport report = SampleReport();
  report.packages[0].figures[2].panels[1].picture.height = 21;
  EXPECT_EQ(common::MessageOf([&] { WriteReport(report, Folder("no_picture")); }),
            "panel 2 of pictures (result): expected 18900 values, found 18000");
}

TEST(Report, TheSameReportGivesTheSameBytes) {
  WriteReport(SampleReport(), Folder("first"));
  WriteReport(SampleReport(), Folder("second"));
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(Folder("first"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const auto other = Folder("second") / std::filesystem::relative(entry.path(), Folder("first"));
    EXPECT_EQ(common::ReadFile(entry.path()), common::ReadFile(other)) << entry.path();
  }
  EXPECT_EQ(files, 9);
}

// By what every page brings along: nobody looks at each by eye.
TEST(Report, PagesHaveADarkSchemeAndAreMadeForPhonesAndPaper) {
  const RunReport report = SampleReport();
  WriteReport(report, Folder("looks"));
  for (const std::string& file :
       {std::string("index.html"), FileNameFor(report.packages[0].name) + "/index.html"}) {
    const std::string page = common::ReadFile(Folder("looks") + "/" + file);
    for (const char* const part :
         {"@media (prefers-color-scheme: dark)", "@media print", "@media (max-width: 40rem)",
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"}) {
      EXPECT_EQ(Count(page, part), 1u) << file << " " << part;
    }
    // Each button copies the text of a table that is there.
    const std::string button = "data-copy=\"";
    size_t buttons = 0;
    for (size_t at = page.find(button); at != page.npos; at = page.find(button, at + 1)) {
      const size_t begin = at + button.size();
      EXPECT_NE(CopyOf(page, page.substr(begin, page.find('"', begin) - begin)), "") << file;
      ++buttons;
    }
    EXPECT_GT(buttons, 0u) << file;
    EXPECT_GT(Count(page, "button[data-copy]"), 0u) << file;
  }
}

// What the button copies is the table of results, cell by cell, in the order of the rows shown.
TEST(Report, TheCopyIsTheTableOfResults) {
  for (const std::string& text : {std::string("plain"), std::string("\n<tab>\t&amp;\\ \"")}) {
    const RunReport report = SampleReport(text);
    const std::string page = Page(report, "copy", FileNameFor(report.packages[0].name) + "/index.html");
    const common::Table copy = common::ParseTsv(CopyOf(page, "all-rows"), "copy");
    const common::Table rows = ResultsTable(report.packages[0].rows);
    EXPECT_EQ(copy.columns, rows.columns);
    EXPECT_EQ(copy.rows, rows.rows);
    const common::Table claims = ClaimsTable(report.packages[0].claims);
    EXPECT_EQ(common::ParseTsv(CopyOf(page, "all-claims"), "copy").rows, claims.rows);
  }
}

// Each line of the copy belongs to the row of its number, also where rows of a table do not stand together.
TEST(Report, RowsAreGroupedByTableAndLinesFollow) {
  RunReport report = SampleReport();
  std::vector<ResultRow>& rows = report.packages[0].rows;
  rows.push_back(rows.front());
  rows.back().method = "late";
  const std::string page = Page(report, "grouped", "sample/index.html");
  const common::Table copy = common::ParseTsv(CopyOf(page, "all-rows"), "copy");
  const std::string late = "<tr id=\"row-" + std::to_string(rows.size() - 1) + "\" data-line=\"";
  ASSERT_EQ(Count(page, late), 1u);
  const size_t line = std::stoul(page.substr(page.find(late) + late.size()));
  EXPECT_LT(line, rows.size() - 1);
  EXPECT_EQ(copy.rows[line][static_cast<size_t>(copy.Column("method"))], "late");
}

// Stand-in numbers carry their label wherever they stand, and no difference to a reported number.
TEST(Report, StandInDataIsLabelledAndNotCompared) {
  RunReport report = SampleReport();
  for (ResultRow& row : report.packages[0].rows) row.data = DataOrigin::kStandIn;
  const std::string page = Page(report, "stand_in", "sample/index.html");
  EXPECT_NE(page.find("⚠ Stand-in data: "), std::string::npos);
  EXPECT_EQ(page.find("● real</span></td><td class=\"number\""), std::string::npos);
  for (const char* mark : {"agrees</", "better", "worse", "differs, "}) {
    EXPECT_EQ(Count(page.substr(page.find("id=\"tables\"")), std::string("mark ") + mark), 0u) << mark;
  }
  EXPECT_GE(Count(page, "⚠ stand-in</span>"), 2 * report.packages[0].rows.size() - 2);
  EXPECT_NE(page.find("not compared: stand-in data"), std::string::npos);
  const std::string front = Page(report, "stand_in", "index.html");
  EXPECT_NE(front.find("⚠ stand-in: "), std::string::npos);
  EXPECT_EQ(front.find("● real: "), std::string::npos);
}

// What is known of the reason of a difference stands in words in the tables, and is counted on both pages.
TEST(Report, SaysAndCountsWhatIsExplained) {
  RunReport report = SampleReport();
  std::vector<ResultRow>& rows = report.packages[0].rows;
  rows[1].explanation = {ExplanationKind::kUnexplained, "tried in vain"};
  const std::string counts =
      "compared numbers agree; differ: 1 explained, 1 unexplained; 1 not compared "
      "(smaller or changed protocol)";
  const std::string front = Page(report, "explained", "index.html");
  EXPECT_EQ(Count(front, counts), 1u);
  EXPECT_EQ(Count(front, "where several choices were tried, one may agree by chance"), 1u);
  EXPECT_EQ(Count(front, ">1 explained</span>"), 1u);  // in the table
  EXPECT_EQ(Count(front, ">1 unexplained</span>"), 1u);
  const common::Table packages = common::ParseTsv(CopyOf(front, "packages"), "copy");
  for (const char* column : {"explained", "unexplained"}) {
    EXPECT_EQ(packages.rows[0][static_cast<size_t>(packages.Column(column))], "1") << column;
  }
  const std::string page = Page(report, "explained", "sample/index.html");
  EXPECT_EQ(Count(page, counts), 1u);
  EXPECT_GE(Count(page, "explained: another stopping rule"), 2u);
  EXPECT_GE(Count(page, "unexplained: tried in vain"), 2u);
  EXPECT_GE(Count(page, "not compared: smaller protocol"), 1u);
}

TEST(Report, ShowsTheConclusionsWhereThereAreSome) {
  RunReport report = SampleReport();
  std::string page = Page(report, "conclusions", "sample/index.html");
  EXPECT_EQ(Count(page, "href=\"#conclusions\""), 1u);
  EXPECT_NE(page.find("<p>First conclusion.</p>"), std::string::npos);
  EXPECT_NE(page.find("<p>Second conclusion.</p>"), std::string::npos);
  report.packages[0].conclusions.clear();
  page = Page(report, "conclusions", "sample/index.html");
  EXPECT_EQ(Count(page, "conclusions"), 0u);
}

TEST(Report, ShowsBenchmarksBesideTheirYardsticks) {
  RunReport report = SampleReport();
  std::string page = Page(report, "speed", "sample/index.html");
  EXPECT_EQ(Count(page, "href=\"#speed\""), 1u);
  EXPECT_NE(page.find("<td class=\"mark holds\">✓ ratio&gt;=9</td>"), std::string::npos);
  EXPECT_NE(page.find("<td class=\"mark fails\">✗ missed: ratio&gt;=9</td>"), std::string::npos);
  EXPECT_NE(page.find("commit abc on 2026-01-31, some."), std::string::npos);
  EXPECT_NE(page.find("cut/grid\t0.25\ts\tBoost\t5\t20\tratio"), std::string::npos);  // to copy
  report.packages[0].benchmarks.clear();
  page = Page(report, "speed", "sample/index.html");
  EXPECT_EQ(Count(page, "speed"), 0u);
}

TEST(Report, SaysThatTheRunWasInterrupted) {
  RunReport report = SampleReport();
  EXPECT_EQ(Page(report, "whole", "sample/index.html").find("was interrupted"), std::string::npos);
  report.packages[0].interrupted = true;
  EXPECT_NE(Page(report, "interrupted", "sample/index.html").find("was interrupted"), std::string::npos);
}

// What users type, not what it is made of.
TEST(Report, ShowsTheCommandToPaste) {
  RunReport report = SampleReport();
  report.command = "bazel run //experiments:reproduce -- --profile=smoke";
  EXPECT_EQ(Count(Page(report, "command", "index.html"), "<code>tools/reproduce --profile=smoke</code>"), 1u);
  report.packages[0].command = "bazel run //experiments/sample -- --jobs=1";
  EXPECT_EQ(Count(Page(report, "command", "sample/index.html"),
                  "<code>bazel run //experiments/sample -- --jobs=1</code>"),
            1u);
}

// Of packages that did not run now the pages stay as they were.
TEST(Report, SaysTheProfileOfEachPackage) {
  RunReport report = SampleReport();
  PackageReport other = report.packages[0];
  other.name = "other";
  other.profile = Profile::kPaper;
  EXPECT_EQ(Count(Page(report, "one_profile", "index.html"), "package, profile quick<"), 1u);
  report.packages.push_back(other);
  const std::string front = Page(report, "two_profiles", "index.html");
  EXPECT_EQ(Count(front, "packages, profiles paper and quick<"), 1u);
  EXPECT_EQ(Count(front, ">profile quick<") * Count(front, ">profile paper<"), 1u);
  EXPECT_EQ(Count(Page(report, "two_profiles", "sample/index.html"), "Profile quick. Drawn by"), 1u);
  EXPECT_EQ(Count(Page(report, "two_profiles", "other/index.html"), "Profile paper. Drawn by"), 1u);
}

// What no source prints has its own heading and captions that promise no reported number; a number that is
// the same everywhere is said once.
TEST(Report, OwnMeasurementsStandApart) {
  RunReport report = SampleReport();
  std::vector<ResultRow>& rows = report.packages[0].rows;
  for (const char* method : {"A", "B"}) {
    for (const char* metric : {"converged", "seconds", "loss"}) {
      ResultRow row = rows[0];
      row.table = "own";
      row.method = method;
      row.metric = metric;
      row.unit.clear();
      row.value = row.metric == "converged" ? 1 : row.metric == "loss" ? 7 : 2 + *method;
      row.std.reset();
      row.reported.reset();
      row.is_reported_row = false;
      rows.push_back(row);
    }
  }
  const std::string page = Page(report, "own", "sample/index.html");
  const size_t start = page.find("<h2 id=\"further\"");
  const std::string own = page.substr(start, page.find("<h2", start + 1) - start);
  EXPECT_EQ(Count(own, "<caption"), 1u);
  EXPECT_EQ(Count(own, "The source reports no numbers for it."), 2u);  // caption and label of the copy
  EXPECT_EQ(own.find("reported number"), std::string::npos);
  EXPECT_EQ(Count(own, "In every row: converged = 1, loss = 7."), 1u);
  EXPECT_EQ(Count(own, "scope=\"col\""), 2u);  // the method and seconds
  EXPECT_EQ(Count(page.substr(0, start), "Measured here"), 0u);
}

// The same end with the same message is one line, and so is what one reason keeps from being there.
TEST(Report, GroupsWhatIsMissing) {
  RunReport report = SampleReport();
  PackageReport& package = report.packages[0];
  package.rows[1].value.reset();
  package.rows[2].value.reset();
  package.rows[1].missing = package.rows[4].missing = "not in this profile";
  package.rows[2].missing = "✘ failed: broke";
  CaseRow failed;
  failed.state = CaseState::kFailed;
  failed.message = "broke";
  for (const char* key : {"letters/b/kappa1=0.1/seed=1", "letters/b/kappa1=0.1/seed=2"}) {
    failed.key = key;
    package.cases.push_back(failed);
  }
  const std::string page = Page(report, "missing", "sample/index.html");
  EXPECT_EQ(Count(page, "</span>: 2 cases. broke"), 1u);
  EXPECT_EQ(Count(page, "no result: 1 reported row. <span class=\"note\">✘ failed: broke"), 1u);
  EXPECT_EQ(Count(page, "no result: 2 reported rows. <span class=\"note\">not in this profile<"), 1u);
  EXPECT_EQ(Count(page, "<summary>Table 1: 2 rows"), 1u);
}

// What a method refuses is no number, no failure and not forgotten: the cell, the list, the section and the
// counts say so, each with the reason.
TEST(Report, SaysWhatIsNotApplicable) {
  RunReport report = SampleReport();
  ResultRow& row = report.packages[0].rows[4];
  ASSERT_EQ(Count(Page(report, "applicable", "sample/index.html"), ">not run</b>"), 1u);
  EXPECT_EQ(Count(Page(report, "applicable", "index.html"), " not applicable"), 0u);
  row.is_applicable = false;
  row.missing = "⊘ refused: larger than <its> rank";
  const std::string reason = "⊘ refused: larger than &lt;its&gt; rank";
  const std::string page = Page(report, "not_applicable", "sample/index.html");
  EXPECT_EQ(Count(page, ">not run<"), 0u);
  EXPECT_EQ(Count(page, "<b class=\"none\">not applicable</b><span class=\"theirs\">1 reported</span>"), 1u);
  EXPECT_EQ(Count(page, "<ul class=\"note\"><li>A, kappa1 = 0.9: " + reason + "</li>\n</ul>"), 1u);
  EXPECT_EQ(Count(page, "<span class=\"mark none\">not applicable</span>"), 1u);
  EXPECT_EQ(Count(page, "<li>Why there is no result: " + reason + "</li>"), 1u);
  EXPECT_EQ(Count(page, "⊘ not applicable: 1 reported row. <span class=\"note\">" + reason + "</span>"), 1u);
  EXPECT_EQ(Count(page,
                  "<b>4 of 6</b><span>reported rows regenerated by the source&#39;s protocol; 1 more by a "
                  "smaller one (cut); 1 not applicable</span>"),
            1u);
  EXPECT_EQ(MismatchedTag(page), "");
  const std::string front = Page(report, "not_applicable", "index.html");
  EXPECT_EQ(Count(front, "+ 1 cut; 1 not applicable</span>"), 2u);  // of all packages, and of this one
  EXPECT_EQ(Count(front, "as neither regenerated nor failed"), 1u);
  const common::Table packages = common::ParseTsv(CopyOf(front, "packages"), "copy");
  EXPECT_EQ(packages.rows[0][static_cast<size_t>(packages.Column("not_applicable"))], "1");
}

// What was recorded and is in no figure has nothing to link to.
TEST(Report, LinksToFiguresThatAreThere) {
  RunReport report = SampleReport();
  EXPECT_EQ(Count(Page(report, "drawn", "sample/index.html"), "<a href=\"#figure-gap\">see the figure</a>"),
            1u);
  report.packages[0].rows[5].figure = kNotDrawn;
  const std::string page = Page(report, "not_drawn", "sample/index.html");
  EXPECT_EQ(Count(page, "#figure-recorded"), 0u);
  EXPECT_EQ(Count(page, ">recorded, not drawn<"), 1u);
}

TEST(Report, SaysOnceWhyPartsAreNotTested) {
  RunReport report = SampleReport();
  std::vector<ClaimRow>& claims = report.packages[0].claims;
  claims.push_back(claims[1]);
  claims.back().part = "small";
  for (ClaimRow* part : {&claims[1], &claims.back()}) {
    part->verdict = Verdict::kNotTested;
    part->evidence = "no such data";
  }
  EXPECT_EQ(Count(Page(report, "parts", "sample/index.html"), "2 parts: – not tested 2: no such data"), 1u);
  claims.back().evidence = "no time";
  EXPECT_EQ(Count(Page(report, "parts", "sample/index.html"), "2 parts: – not tested 2</summary>"), 1u);
}

TEST(Report, SaysWhatFailedAndWhy) {
  const std::string page = Page(SampleReport(), "failed", "sample/index.html");
  EXPECT_NE(page.find("✘ timed out"), std::string::npos);
  EXPECT_NE(page.find("over its time bound"), std::string::npos);
  EXPECT_NE(page.find("– no result: "), std::string::npos);
}

TEST(Report, AFolderThatCannotBeMadeIsNamed) {
  const std::string file = Folder("file");
  common::WriteFileAtomically(file, "not a folder");
  const std::string message = common::MessageOf(common::ErrorKind::kEnvironment,
                                                [&] { WriteReport(SampleReport(), file + "/report"); });
  EXPECT_NE(message.find(file), std::string::npos) << message;
}

}  // namespace
}  // namespace structlab::harness
