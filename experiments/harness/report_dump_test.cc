#include "experiments/harness/report_dump.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

PackageDump SampleDump() {
  PackageDump dump;
  dump.report.profile = Profile::kPaper;
  PackageReport& report = dump.report;
  report.name = "fake";
  report.reported_rows = 3;
  report.interrupted = true;
  ResultRow row;
  row.table = "Table \"1\"\n";
  row.setting = Setting{{"a", "1"}};
  row.value = 0.1 + 0.2;
  row.std = std::nan("");
  row.higher_is_better = false;
  row.seeds = {1, std::numeric_limits<uint64_t>::max()};
  row.cases = {"a/seed=1"};
  row.data = DataOrigin::kStandIn;
  row.protocol = Protocol::kChanged;
  row.explanation = {ExplanationKind::kExplained, "by another start"};
  report.rows = {row, {}};
  report.rows[1].missing = "not run";
  report.rows[1].is_applicable = false;
  report.rows[1].explanation.kind = ExplanationKind::kUnexplained;
  ClaimRow& claim = report.claims.emplace_back();
  claim.id = "D1";
  claim.part = "p";
  claim.verdict = Verdict::kUndecided;
  CaseRow& a_case = report.cases.emplace_back();
  a_case.key = "a/seed=1";
  a_case.state = CaseState::kRefused;
  a_case.seconds = 1.5;
  Figure figure;
  figure.id = "f";
  figure.log_y = true;
  figure.horizontal_line = -std::numeric_limits<double>::infinity();
  figure.series = {{.name = "s", .x = {1, 1e-300}, .y = {2, 3}, .points_only = true}};
  figure.panels = {{.caption = "left", .picture = {.width = 1, .height = 1, .values = {7}}}, {}};
  report.figures = {figure};
  report.conclusions = {"This.", "That."};
  RecordedBenchmark& benchmark = report.benchmarks.emplace_back();
  benchmark.benchmark = "cut/grid";
  benchmark.ratio = 3;
  benchmark.is_met = false;
  report.benchmarks.emplace_back();
  report.provenance = {{"commit", "abc"}};
  dump.pictures = {"a.png", "b.png"};
  return dump;
}

TEST(ReportDump, ReadsBackWhatWasWritten) {
  const std::string text = FormatDump(SampleDump());
  const PackageDump read = ParseDump(text, "dump");
  EXPECT_EQ(FormatDump(read), text);
  EXPECT_EQ(read.report.rows[0].value, 0.1 + 0.2);
  EXPECT_TRUE(std::isnan(*read.report.rows[0].std));
  EXPECT_FALSE(read.report.rows[1].value.has_value());
  EXPECT_EQ(read.report.rows[0].seeds[1], std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(read.report.rows[1].missing, "not run");
  EXPECT_TRUE(read.report.rows[0].is_applicable);
  EXPECT_FALSE(read.report.rows[1].is_applicable);
  EXPECT_EQ(read.report.rows[0].explanation.kind, ExplanationKind::kExplained);
  EXPECT_EQ(read.report.rows[0].explanation.text, "by another start");
  EXPECT_EQ(read.report.rows[1].explanation.kind, ExplanationKind::kUnexplained);
  EXPECT_EQ(read.report.rows[0].setting, (Setting{{"a", "1"}}));
  EXPECT_EQ(read.report.figures[0].horizontal_line, -std::numeric_limits<double>::infinity());
  ASSERT_EQ(read.report.figures[0].panels.size(), 2u);
  EXPECT_EQ(read.report.figures[0].panels[0].caption, "left");
  EXPECT_EQ(read.report.figures[0].panels[0].picture, Picture());  // stands in a file of its own
  EXPECT_EQ(read.pictures, (std::vector<std::string>{"a.png", "b.png"}));
  EXPECT_EQ(read.report.claims[0].verdict, Verdict::kUndecided);
  EXPECT_EQ(read.report.conclusions, (std::vector<std::string>{"This.", "That."}));
  ASSERT_EQ(read.report.benchmarks.size(), 2u);
  EXPECT_EQ(read.report.benchmarks[0].ratio, 3);
  EXPECT_EQ(read.report.benchmarks[0].is_met, false);
  EXPECT_EQ(read.report.benchmarks[1].is_met, std::nullopt);
  EXPECT_EQ(read.report.profile, Profile::kPaper);
  EXPECT_TRUE(read.report.interrupted);
}

TEST(ReportDump, TextThatIsNoUtf8DoesNotStopTheReport) {
  PackageDump dump = SampleDump();
  dump.report.title = "bad \xff byte";
  EXPECT_NO_THROW(ParseDump(FormatDump(dump), "dump"));
}

TEST(ReportDump, DamageIsAnErrorThatNamesTheFile) {
  const std::string text = FormatDump(SampleDump());
  for (const std::string& bad : {std::string(), text.substr(0, text.size() / 2), std::string("[]"),
                                 std::string("[1,2,3]"), std::string("{}")}) {
    const std::string message =
        common::MessageOf(common::ErrorKind::kData, [&] { ParseDump(bad, "out/package.json"); });
    EXPECT_TRUE(message.starts_with("out/package.json:")) << bad << ": " << message;
  }
}

TEST(ReportDump, DamageHasItsPlace) {
  const std::string what = ": cannot be read as a package's results: expected ";
  const std::string remedy = "; remove it and run the package again";
  const auto message = [](const std::string& text) {
    return common::MessageOf(common::ErrorKind::kData, [&] { ParseDump(text, "p.json"); });
  };
  EXPECT_EQ(message(""), "p.json:1:1" + what + "JSON, found the end of the file" + remedy);
  EXPECT_EQ(message("[1,\n 2,?]"), "p.json:2:4" + what + "JSON, found '?]'" + remedy);
  EXPECT_EQ(message("[1,\n"), "p.json:2:1" + what + "JSON, found the end of the file" + remedy);
  EXPECT_EQ(message("[1,2,3]"),
            "p.json" + what + "the lists that a run writes, found another structure" + remedy);
}

// Every whole number of the text in turn replaced by another value.
std::vector<std::string> WithOtherNumbers(const std::string& text) {
  std::vector<std::string> changed;
  for (size_t begin = 1; begin < text.size(); ++begin) {
    if (text[begin - 1] != '[' && text[begin - 1] != ',') continue;
    const size_t end = text.find_first_not_of("0123456789", begin);
    if (end == begin || (text[end] != ',' && text[end] != ']')) continue;
    for (const char* other : {"-1", "3", "4", "5", "6", "1.5", "4294967296", "18446744073709551616", "1e300",
                              "true", "null", "\"x\"", "[]", "{}"}) {
      changed.push_back(text.substr(0, begin) + other + text.substr(end));
    }
  }
  return changed;
}

// The words of all categories, each of which must have one.
std::string WordsOf(const PackageDump& dump) {
  std::string words(NameOf(dump.report.profile));
  for (const ResultRow& row : dump.report.rows) {
    if (row.data) words += NameOf(*row.data);
    words.append(NameOf(row.protocol)).append(NameOf(row.profile));
    EXPECT_FALSE(WordsOf(row.explanation.kind).empty());
  }
  for (const ClaimRow& claim : dump.report.claims) {
    if (claim.data) words += NameOf(*claim.data);
    words.append(NameOf(claim.verdict)).append(NameOf(claim.profile));
  }
  for (const CaseRow& c : dump.report.cases) words += NameOf(c.state);
  return words;
}

// What is read is what stands there: a number that is cut off, or a category that there is not, is an error.
TEST(ReportDump, ReadsNothingThatItWouldWriteOtherwise) {
  const std::vector<std::string> texts = WithOtherNumbers(FormatDump(SampleDump()));
  size_t read = 0;
  for (const std::string& text : texts) {
    try {
      const PackageDump dump = ParseDump(text, "package.json");
      EXPECT_EQ(FormatDump(dump), text);
      EXPECT_FALSE(WordsOf(dump).empty());
      ++read;
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    }
  }
  EXPECT_GT(read, 0U);
  EXPECT_GT(texts.size(), 2 * read);
}

TEST(ReportDump, ASettingIsNoList) {
  std::string text = FormatDump(SampleDump());
  const std::string setting = R"({"a":"1"})";
  const size_t at = text.find(setting);
  ASSERT_NE(at, text.npos);
  text.replace(at, setting.size(), R"(["1"])");
  EXPECT_THROW(ParseDump(text, "package.json"), common::Error);
}

}  // namespace
}  // namespace structlab::harness
