// The picture of the whole: where dots stand, what is counted, and that nothing is left out.
#include "experiments/harness/report/overview_picture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

ResultRow RowOf(double ours, double printed) {
  ResultRow row;
  row.table = "Table 1";
  row.metric = "error";
  row.value = row.min = row.max = ours;
  row.reported = printed;
  row.data = DataOrigin::kReal;
  row.n = 1;
  row.is_reported_row = true;
  return row;
}

// As the front page gets it: through the tables.
OverviewPackage PackageOf(const std::string& name, const std::vector<ResultRow>& rows,
                          const std::vector<ClaimRow>& claims = {}) {
  PackageReport report;
  report.name = name;
  report.rows = rows;
  report.is_from_record = true;
  return {ReadPackage(PackageTable(PackageFactsOf(report))), ReadResults(ResultsTable(rows)),
          ReadClaims(ClaimsTable(claims))};
}

// The pieces of the text from `start` to the next `end`.
std::vector<std::string> Between(const std::string& text, const std::string& start, const std::string& end) {
  std::vector<std::string> pieces;
  for (size_t at = text.find(start); at != text.npos; at = text.find(start, at)) {
    at += start.size();
    pieces.push_back(text.substr(at, text.find(end, at) - at));
  }
  return pieces;
}

AxisPlace At(double percent) { return {AxisPlace::kInside, percent}; }

TEST(PlaceOnAxis, IsLogarithmicAndGathersWhatLiesBeyond) {
  const AxisPlace below = {AxisPlace::kBelow}, above = {AxisPlace::kAbove};
  const double inf = std::numeric_limits<double>::infinity();
  for (const double printed : {1.0, -3.0, 1e-300}) {
    EXPECT_EQ(PlaceOnAxis(printed, printed), At(50));
    EXPECT_NEAR(PlaceOnAxis(printed * 1.499999, printed).percent, 91, 1e-3);
    EXPECT_NEAR(PlaceOnAxis(printed / 1.499999, printed).percent, 9, 1e-3);
    EXPECT_NEAR(PlaceOnAxis(printed * std::sqrt(1.5), printed).percent, 70.5, 1e-6);
    EXPECT_EQ(PlaceOnAxis(printed * 1.51, printed), above);
    EXPECT_EQ(PlaceOnAxis(printed / 1.51, printed), below);
    EXPECT_EQ(PlaceOnAxis(-printed, printed), below);
  }
  EXPECT_EQ(PlaceOnAxis(0, 0), At(50));
  EXPECT_EQ(PlaceOnAxis(1e-9, -0.0), above);
  EXPECT_EQ(PlaceOnAxis(-1e-9, 0), below);
  EXPECT_EQ(PlaceOnAxis(std::nan(""), 1), below);
  EXPECT_EQ(PlaceOnAxis(inf, 1), above);
}

TEST(OverviewPicture, PlacesADotForEachComparedResult) {
  std::vector<ResultRow> rows = {RowOf(100, 100), RowOf(110, 100), RowOf(30, 100), RowOf(20, 100),
                                 RowOf(300, 100), RowOf(1, 1),     RowOf(1, 1),    RowOf(1, 1),
                                 RowOf(1, 1),     RowOf(120, 100)};
  rows[5].is_fact = true;
  rows[6].unit = "s";
  rows[7].protocol = Protocol::kCut;
  rows[8].data = DataOrigin::kStandIn;
  rows[9].reported_is_lower_bound = true;
  const std::string picture = OverviewPicture({}, {PackageOf("a b", rows)});
  // 50 + 82 ln(1.1) / ln(2.25) = 59.64, 50 + 82 ln(1.2) / ln(2.25) = 68.44
  EXPECT_THAT(Between(picture, "cx=\"", "\""), ElementsAre("50.00%", "59.64%", "68.44%"));
  EXPECT_THAT(Between(picture, "<circle class=\"dot ", "\""), ElementsAre("agrees", "differs", "agrees"));
  EXPECT_THAT(Between(picture, "#row-", "\""), ElementsAre("0", "1", "9"));
  EXPECT_THAT(
      picture,
      AllOf(HasSubstr("text-anchor=\"start\">◂2<title>2 results below 2/3 of the printed number\nTable "),
            HasSubstr("text-anchor=\"end\">1▸<title>1 result above 1.5 times"),
            HasSubstr("<b>2 of 6</b> agree"), HasSubstr("<b>2 of 6</b> compared results agree."),
            HasSubstr("ours 110, printed 100: ≠ differs</title>")));
}

// Whatever the rows, as many dots as Summarise counts results, through the tables and back.
TEST(OverviewPicture, AgreesWithTheSummary) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "picture");
    const auto one_in = [&](uint64_t n) { return random.UniformIndex(n) == 0; };
    std::vector<ResultRow> rows;
    for (uint64_t i = random.UniformIndex(60); i > 0; --i) {
      ResultRow& row = rows.emplace_back(RowOf(1 + 0.1 * random.Normal(), one_in(9) ? 0 : 1));
      if (one_in(4)) row.min = *row.value - 0.2;
      if (one_in(4)) row.higher_is_better = one_in(2);
      if (one_in(9)) row.value = std::nan("");
      if (one_in(9)) row.value.reset();
      row.is_fact = one_in(5);
      row.reported_is_lower_bound = one_in(5);
      if (one_in(5)) row.unit = "ms";
      if (one_in(5)) row.data = DataOrigin::kSubstitute;
      if (one_in(5)) row.protocol = Protocol::kChanged;
    }
    const OverviewPackage package = PackageOf("p", rows);
    const std::string picture = OverviewPicture({}, {package});
    size_t beyond = 0;
    for (const std::string& text : Between(picture, "class=\"beyond\"", "</text>")) {
      const std::string count = text.substr(text.find('>') + 1);
      beyond += std::stoul(count.substr(count.find_first_of("0123456789")));
    }
    EXPECT_EQ(Between(picture, "<circle", ">").size() + beyond, static_cast<size_t>(package.facts.compared));
    EXPECT_THAT(picture, Not(HasSubstr("older version")));
  }
}

// Many equal numbers stay apart while there is room, and within the strip however many they are.
TEST(OverviewPicture, StacksDotsWithinTheStrip) {
  for (const size_t count : {1u, 2u, 5u, 200u}) {
    const std::string picture =
        OverviewPicture({}, {PackageOf("p", std::vector<ResultRow>(count, RowOf(1, 1)))});
    std::vector<double> heights;
    for (const std::string& height : Between(picture, "cy=\"", "\"")) heights.push_back(std::stod(height));
    ASSERT_EQ(heights.size(), count);
    const auto [low, high] = std::ranges::minmax(heights);
    EXPECT_NEAR(low + high, 24, 0.02);
    EXPECT_GE(low, 2.25);
    if (count > 5) continue;
    EXPECT_NEAR(high - low, 4.5 * static_cast<double>(count - 1), 0.5);
    EXPECT_EQ(std::set<double>(heights.begin(), heights.end()).size(), count);
  }
}

TEST(OverviewPicture, SaysWhyThereIsNoDot) {
  ResultRow other = RowOf(1, 1), cut = other, fact = other;
  other.data = DataOrigin::kSubstitute;
  cut.protocol = Protocol::kCut;
  fact.is_fact = true;
  ResultRow missing = RowOf(1, 1), statement = missing;
  missing.value.reset();
  statement.reported.reset();
  const auto words = [](const std::vector<ResultRow>& rows) {
    return Between(OverviewPicture({}, {PackageOf("p", rows)}), "class=\"no-strip\">", "<");
  };
  EXPECT_THAT(words({fact, statement}), ElementsAre("no results printed as numbers"));
  EXPECT_THAT(words({other, cut, missing}), ElementsAre("no result compared: other data, other protocol"));
  EXPECT_THAT(words({cut}), ElementsAre("no result compared: other protocol"));
  EXPECT_THAT(words({missing}), ElementsAre("no result compared: not run"));
  EXPECT_THAT(words({RowOf(1, 1)}), ElementsAre());
}

// An older table of results does not say what is a fact. It reads, but gives no dots that the counts
// contradict.
TEST(OverviewPicture, ReadsTablesOfAnOlderVersion) {
  ResultRow fact = RowOf(1, 1);
  fact.is_fact = true;
  OverviewPackage package = PackageOf("p", {fact, RowOf(1, 1)});
  common::Table table = ResultsTable({fact, RowOf(1, 1)});
  table.columns.resize(table.columns.size() - 4);
  for (std::vector<std::string>& cells : table.rows) cells.resize(table.columns.size());
  package.results = ReadResults(table);
  const std::string picture = OverviewPicture({}, {package});
  EXPECT_THAT(picture, AllOf(HasSubstr("tables of an older version"), Not(HasSubstr("<circle"))));
}

TEST(OverviewPicture, MarksEachClaimWithItsVerdictAsStated) {
  std::vector<ClaimRow> claims(6);
  for (size_t i = 0; i < claims.size(); ++i) {
    claims[i].id = fmt::format("C{}", i < 5 ? i : 4);
    claims[i].package = "p";
    claims[i].verdict = i < 4 ? static_cast<Verdict>(i) : Verdict::kFails;
    claims[i].statement = "a < b";
  }
  claims[0].stricter = Verdict::kFails;
  claims[4].print = claims[5].print = Verdict::kFails;
  claims[5].part = "small";  // has no mark of its own
  const std::string picture = OverviewPicture({}, {PackageOf("p", {}, claims)});
  EXPECT_THAT(Between(picture, "<a class=\"claim-mark ", "\""),
              ElementsAre("holds", "fails", "undecided", "not-tested", "as-print"));
  EXPECT_THAT(
      picture,
      AllOf(HasSubstr("href=\"p/index.html#claim-0\" title=\"C0 ✔ holds; more strictly: ✘ fails: a &lt; b\""),
            HasSubstr(">✔<small class=\"fails\">✘</small></a>"), HasSubstr(">↻</a>"),
            HasSubstr("<b>5</b> claims:"), HasSubstr("<span class=\"holds\">✔ 1 holds</span>"),
            HasSubstr("<span class=\"as-print\">↻ 1 fails as in print</span>")));
  EXPECT_EQ(Between(picture, "<small", ">").size(), 1u);
}

TEST(OverviewPicture, NamesEveryPackageAndPart) {
  const std::vector<WorkPart> works = {{"W<1>", "first", "a"},
                                       {"W2", "never & nowhere", ""},
                                       {"W<1>", "later", ""},
                                       {"W<1>", "elsewhere", "z"}};
  const std::string picture =
      OverviewPicture(works, {PackageOf("b", {}), PackageOf("a", {}), PackageOf("<c>", {})});
  EXPECT_THAT(Between(picture, "<h3>", "</h3>"),
              ElementsAre("W&lt;1&gt;<span class=\"note\">2 of 3 parts</span>",
                          "W2<span class=\"note\">0 of 1 part</span>", "Beyond the works"));
  EXPECT_THAT(Between(picture, "class=\"name\"><a ", "</a>"),
              ElementsAre(HasSubstr(">first"), HasSubstr(">b"), HasSubstr(">&lt;c&gt;")));
  EXPECT_THAT(
      Between(picture, "Still missing:", "</p>"),
      ElementsAre(" <span class=\"part\">later</span>", " <span class=\"part\">never &amp; nowhere</span>"));
  EXPECT_THAT(Between(picture, "Not in this report:", "</p>"),
              ElementsAre(" <span class=\"part\">elsewhere</span>"));
  EXPECT_THAT(picture, HasSubstr("<b>2 of 4</b> parts are still missing."));
}

TEST(ParseWorks, NamesTheLineThatIsWrong) {
  EXPECT_TRUE(ParseWorks("", "works.tsv").empty());
  const std::string head = "work\tpart\tpackage\n";
  EXPECT_EQ(ParseWorks(head + "W\tP\tp\nW\tQ\t\n", "works.tsv")[1].part, "Q");
  for (const auto& [text, where] :
       std::vector<std::pair<std::string, std::string>>{{"work\tpart\nW\tP\n", "works.tsv:1"},
                                                        {head + "W\tP\tp\n\tQ\t\n", "works.tsv:3:1"},
                                                        {head + "W\t\tp\n", "works.tsv:2:3"},
                                                        {head + "W\tP\tp\nV\tQ\tp\n", "works.tsv:3:5"}}) {
    const std::string message =
        MessageOf(common::ErrorKind::kData, [&, &text = text] { ParseWorks(text, "works.tsv"); });
    EXPECT_EQ(message.substr(0, message.find(": ")), where) << message;
  }
}

}  // namespace
}  // namespace structlab::harness
