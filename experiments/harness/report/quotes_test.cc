// Numbers of a made-up record, quoted by name.
#include "experiments/harness/report/quotes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using testing::ElementsAre;
using testing::HasSubstr;

ResultRow Row(const std::string& table, const std::string& dataset, const std::string& method,
              const std::string& setting, const std::string& metric, std::optional<double> value) {
  ResultRow row;
  static_cast<RowKey&>(row) = {table, dataset, method, Setting::Parse(setting, "setting"), metric};
  row.value = value;
  return row;
}

// Names with the words and signs of the grammar in them.
const std::vector<ResultRow> kRows = {
    Row("Table 3", "D", "A", "", "f1", 0.25),
    Row("Table 3", "D", "A", "variant=x / 10", "f1", 0.5),
    Row("Table 3", "D", "SVM on alpha", "", "f1", 0.1239),
    Row("Table 3", "D, E", "A", "", "f1", -1234.5),
    Row("ours: times", "D", "A", "n=1;u=0.1", "time", 2),
    Row("ours: times", "D", "A", "n=2;u=0.1", "time", 3),
    Row("ours: times", "D", "number of nodes", "n=1", "time", 8),
    Row("ours: times", "D", "number of nodes", "n=2", "time", 4),
    Row("a / b", "", "", "", "count", 1234567),
    Row("a / b", "", "", "", "drawn", {}),
    Row("a / b", "", "", "", "zero", 0),
    Row("a / b", "", "N", "", "error_of_exact features", 7),
};

std::string Filled(const std::string& text) { return Quotes(kRows).Filled(text); }

TEST(Quotes, NumbersAreNamedByAsMuchAsTellsThemFromOthers) {
  EXPECT_EQ(Filled("It has {Table 3: f1 of A on D} and {a / b: count}."), "It has 0.250 and 1234567.");
  EXPECT_EQ(Filled("{Table 3: f1 of A at variant=x / 10}"), "0.500");
  EXPECT_EQ(Filled("{Table 3: f1 of SVM on alpha on D}"), "0.124");
  EXPECT_EQ(Filled("{Table 3: f1 on D, E}"), "\u22121234");
  EXPECT_EQ(Filled("{ours: times: time of number of nodes at n=2.0}"), "4");
  EXPECT_EQ(Filled("{a / b: error_of_exact features of N}"), "7");
  EXPECT_EQ(Filled("no quote"), "no quote");
}

TEST(Quotes, AVariantDoesNotHideTheNumberOfThePaper) {
  std::vector<ResultRow> rows = {Row("T", "D", "A", "", "m", 1), Row("T", "D", "A", "", "m", 2)};
  EXPECT_EQ(Quotes(rows).Filled("{T: m}"), "not one recorded number");
  EXPECT_EQ(Quotes({rows[0], rows[0]}).Filled("{T: m}"), "1");  // by two cases
  rows[0].protocol = Protocol::kChanged;
  EXPECT_EQ(Quotes(rows).Filled("{T: m | range}"), "2");
  rows[0].setting.Set("variant", "x");
  rows[1].setting.Set("trials", "10");
  EXPECT_EQ(Quotes(rows).Filled("{T: m} {T: m at variant=x} {T: m | range}"), "2 1 1 to 2");
}

TEST(Quotes, FormsRoundAndScale) {
  EXPECT_EQ(Filled("{Table 3: f1 of A on D | 1 digit}"), "0.2");
  EXPECT_EQ(Filled("{Table 3: f1 of A on D | percent}%"), "25%");
  EXPECT_EQ(Filled("{Table 3: f1 of SVM on alpha on D | percent, 2 digits}"), "12.39");
  EXPECT_EQ(Filled("{a / b: zero | 2 digits}"), "0.00");
}

TEST(Quotes, TwoNumbersMakeARatioOrADifference) {
  EXPECT_EQ(Filled("{ours: times: time of A at n=1 / ours: times: time of number of nodes at n=1}"), "0.250");
  EXPECT_EQ(Filled("{ours: times: time of A at n=1 / of number of nodes}"), "0.250");
  EXPECT_EQ(Filled("{ours: times: time of A at n=1 / at n=2}"), "0.667");
  EXPECT_EQ(Filled("{ours: times: time of A at n=1 / of number of nodes | less}%"), "75%");
  EXPECT_EQ(Filled("{ours: times: time of A at n=2 / at n=1 | more, 0 digits}%"), "50%");
  EXPECT_EQ(Filled("{Table 3: f1 of A on D - a / b: zero}"), "0.250");
  EXPECT_EQ(Filled("{ours: times: time of A at n=1 - of number of nodes}"), "\u22126");
}

TEST(Quotes, OpenKeysMakeARange) {
  EXPECT_EQ(Filled("{ours: times: time of A | range}"), "2 to 3");
  EXPECT_EQ(Filled("{ours: times: time | highest}"), "8");
  EXPECT_EQ(Filled("{ours: times: time | lowest}"), "2");
  EXPECT_EQ(Filled("{ours: times: time at n=2 | range, 0 digits}"), "3 to 4");
  EXPECT_EQ(Filled("{a / b: count | range}"), "1234567");
  // Partners have the same n.
  EXPECT_EQ(Filled("{ours: times: time of A / of number of nodes | less, range}%"), "25 to 75%");
}

TEST(Quotes, ATextWithoutARecordHasNoNumbers) {
  EXPECT_EQ(Quotes({}).Filled("{Table 3: f1 of A} and {Table 3: f1 of B}"), "not recorded and not recorded");
  const About about = ParseAbout("# T {a / b: count}\nS\n## Conclusions\n- {a / b: no}\n", "about.md");
  EXPECT_THAT(Quotes({}).Problems(about, "about.md"), ElementsAre());
}

TEST(Quotes, FillAllTextsOfAPage) {
  const std::string q = "{a / b: count}";
  const About about = Quotes(kRows).Filled(ParseAbout(
      "# " + q + "\n" + q + "\n## Introduction\n" + q + "\n## Conclusions\n- " + q + "\n## Departures\n- " +
          q + "\n## Left out\n- " + q + "\n## Figures\n### f: " + q + "\n" + q,
      "about.md"));
  EXPECT_EQ(about.quotes.size(), 8u);
  const std::vector<std::string> texts = {
      about.title,         about.source,      about.introduction,     about.conclusions[0],
      about.departures[0], about.left_out[0], about.figures[0].title, about.figures[0].text};
  EXPECT_THAT(texts, testing::Each("1234567"));
}

std::vector<std::string> ProblemsOf(const std::string& quote) {
  return Quotes(kRows).Problems(ParseAbout("# T\nS\n\n## Conclusions\n- is " + quote + "\n", "p"),
                                "about.md");
}

TEST(Quotes, AProblemSaysWhereAndWhich) {
  EXPECT_THAT(
      ProblemsOf("{Table 3: f1 of a on D}"),
      ElementsAre("about.md:5: {Table 3: f1 of a on D}: expected a recorded number, found none of this "
                  "name; the nearest are Table 3: f1 of A on D, 'Table 3: f1 of A on D, E', Table 3: "
                  "f1 of A on D at variant=x / 10 and 8 more"));
  EXPECT_THAT(ProblemsOf("{Table 3: f1 of A}"),
              ElementsAre("about.md:5: {Table 3: f1 of A}: expected one recorded number, found 3: "
                          "Table 3: f1 of A on D; Table 3: f1 of A on D at variant=x / 10"));
  // A row without a number; one without a partner; one with several.
  EXPECT_THAT(ProblemsOf("{a / b: drawn}"), ElementsAre(HasSubstr("found none of this name")));
  EXPECT_THAT(ProblemsOf("{Table 3: f1 / of B | range}"), ElementsAre(HasSubstr("found none of this name")));
  EXPECT_THAT(ProblemsOf("{Table 3: f1 of SVM on alpha on D - ours: times: time}"),
              ElementsAre(HasSubstr("found 4")));
  // A sentence that has become the wrong way round.
  EXPECT_THAT(
      ProblemsOf("{ours: times: time of A at n=1 / at n=2 | more}"),
      ElementsAre("about.md:5: {ours: times: time of A at n=1 / at n=2 | more}: expected a ratio of at "
                  "least 1, found 0.6667"));
  EXPECT_THAT(ProblemsOf("{ours: times: time of A at n=2 / at n=1 | less}"),
              ElementsAre(HasSubstr("expected a ratio of at most 1, found 1.5")));
  EXPECT_THAT(ProblemsOf("{Table 3: f1 of A on D / a / b: zero}"), ElementsAre(HasSubstr("finite")));
  EXPECT_EQ(Filled("{Table 3: f1 of A}"), "not one recorded number");
}

TEST(Quotes, WhatCannotBeReadIsAnErrorOfItsLine) {
  const auto message = [](const std::string& text) {
    return MessageOf(common::ErrorKind::kData, [&] { ParseAbout("# T\n" + text + "\n", "about.md"); });
  };
  EXPECT_EQ(message("{Table 3: f1 | 2 numbers}"),
            "about.md:2: expected 'N digits', percent, lowest, highest, range or, of a ratio, less or more, "
            "found '2 numbers'");
  for (const std::string text : {"{Table 3: f1 | less}", "{Table 3: f1 | 12 digits}",
                                 "{Table 3: f1 | x digits}", "{Table 3: f1 | }"}) {
    EXPECT_THAT(message(text), HasSubstr("'N digits'")) << text;
  }
  for (const std::string text :
       {"{Table 3: f1", "Table 3: f1}", "} Table 3: f1 }", "{Table {3: f1}}", "{a: b} {"}) {
    EXPECT_THAT(message(text), HasSubstr("both its braces")) << text;
  }
  for (const std::string text : {"{f1}", "{}", "{: f1}", "{Table 3: }"}) {
    EXPECT_THAT(message(text), HasSubstr("'{TABLE: METRIC}'")) << text;
  }
  EXPECT_THAT(message("{Table 3: f1 at once}"), HasSubstr("'of METHOD'"));
  EXPECT_THAT(message("{Table 3: f1 at =1}"), HasSubstr("about.md:2"));
}

}  // namespace
}  // namespace structlab::harness
