#include "common/method_options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

std::vector<OptionDeclaration> Declarations() {
  return {IntegerOption("trees", 10, {.min = 1}, "random trees of labels"),
          IntegerOption("bits", 20, {1, 24}, "bits of the hash"),
          PositiveOption("sigma", 0.5, "width of the kernel"),
          NumberOption("share", 0, {0, 1}, "share of the samples"),
          FlagOption("refine", true, "improve the best tree"),
          TextOption("note", "", "shown in the table"),
          ChoiceOption("rule", "exact", {"exact", "heuristic"}, "when to stop")};
}

OptionValues Values() { return OptionValues("parsimonious", Declarations()); }

std::string Refusal(const std::function<void(OptionValues&)>& action) {
  OptionValues values = Values();
  return MessageOf(ErrorKind::kUsage, [&] { action(values); });
}

std::string RefusalOf(const std::string& assignment) {
  return Refusal([&](OptionValues& values) { values.Parse(assignment); });
}

TEST(OptionValues, AreTheDefaultsUntilTheyAreSet) {
  OptionValues values = Values();
  EXPECT_EQ(values.Integer("trees"), 10);
  EXPECT_EQ(values.Number("sigma"), 0.5);
  EXPECT_TRUE(values.Flag("refine"));
  EXPECT_EQ(values.Text("note"), "");
  EXPECT_EQ(values.Text("rule"), "exact");
  EXPECT_FALSE(values.IsSet("trees"));
  values.Parse("trees=10");
  EXPECT_TRUE(values.IsSet("trees"));
  EXPECT_FALSE(values.IsSet("leaves"));
  EXPECT_TRUE(values.Has("sigma"));
  EXPECT_FALSE(values.Has("leaves"));
}

TEST(OptionValues, ParsesEachKind) {
  OptionValues values = Values();
  for (const char* text : {"trees=3", "sigma=1e-3", "refine=no", "note=a=b", "rule=heuristic", "share=1"}) {
    values.Parse(text);
  }
  EXPECT_EQ(values.Integer("trees"), 3);
  EXPECT_EQ(values.Number("sigma"), 1e-3);
  EXPECT_FALSE(values.Flag("refine"));
  EXPECT_EQ(values.Text("note"), "a=b");
  EXPECT_EQ(values.Text("rule"), "heuristic");
  EXPECT_EQ(values.Number("share"), 1);
  values.Parse("refine=true"), values.Parse("note=");
  EXPECT_TRUE(values.Flag("refine"));
  EXPECT_EQ(values.Text("note"), "");
}

TEST(OptionValues, SetKeepsTheBitsOfANumber) {
  OptionValues values = Values();
  values.Set("sigma", 0.1 + 0.2);
  values.Set("trees", 7);
  values.Set("rule", "heuristic");
  EXPECT_EQ(values.Number("sigma"), 0.1 + 0.2);
  EXPECT_EQ(values.Integer("trees"), 7);
  EXPECT_EQ(values.Text("rule"), "heuristic");
}

// Text that is shown reads back to the same value.
TEST(OptionValues, FormattedValuesReadBack) {
  OptionValues values = Values();
  values.Set("sigma", 0.1 + 0.2), values.Set("refine", false);
  OptionValues again = Values();
  for (const OptionDeclaration& declaration : values.declarations()) {
    again.Parse(declaration.name + "=" + FormatOptionValue(values.Value(declaration.name)));
    EXPECT_EQ(again.Value(declaration.name), values.Value(declaration.name)) << declaration.name;
  }
}

TEST(OptionValues, AMistakeNamesTheMethodTheRangeAndWhatWasFound) {
  EXPECT_EQ(RefusalOf("tree=3"),
            "option of parsimonious: expected one of trees, note, rule, bits, share, refine, sigma, found "
            "'tree'");
  EXPECT_EQ(RefusalOf("trees"), "option trees of parsimonious: expected name=value, found 'trees'");
  EXPECT_EQ(RefusalOf("trees=0"), "option trees of parsimonious: expected an integer of at least 1, found 0");
  EXPECT_EQ(RefusalOf("trees=1.5"),
            "option trees of parsimonious: expected an integer of at least 1, found '1.5'");
  EXPECT_EQ(RefusalOf("trees="), "option trees of parsimonious: expected an integer of at least 1, found ''");
  EXPECT_EQ(RefusalOf("bits=25"), "option bits of parsimonious: expected an integer from 1 to 24, found 25");
  EXPECT_EQ(RefusalOf("sigma=0"), "option sigma of parsimonious: expected a finite number above 0, found 0");
  EXPECT_EQ(RefusalOf("sigma=nan"),
            "option sigma of parsimonious: expected a finite number above 0, found nan");
  EXPECT_EQ(RefusalOf("sigma=inf"),
            "option sigma of parsimonious: expected a finite number above 0, found inf");
  EXPECT_EQ(RefusalOf("share=1.5"),
            "option share of parsimonious: expected a finite number from 0 to 1, found 1.5");
  EXPECT_EQ(RefusalOf("refine=maybe"), "option refine of parsimonious: expected yes or no, found 'maybe'");
  EXPECT_EQ(RefusalOf("rule=Exact"),
            "option rule of parsimonious: expected one of exact, heuristic, found 'Exact'");
  OptionValues none("icm", {});
  EXPECT_EQ(MessageOf([&] { none.Parse("trees=1"); }),
            "option of icm: expected nothing, as it has no options, found 'trees'");
}

TEST(OptionValues, ARefusedValueChangesNothing) {
  OptionValues values = Values();
  values.Parse("trees=4");
  EXPECT_NE(MessageOf([&] { values.Parse("trees=-4"); }), "no error");
  EXPECT_EQ(values.Integer("trees"), 4);
}

// Values travel from a program, which may have set them for one method, to the method that runs.
TEST(OptionValues, ForAMethodTakesWhatWasSetAndItsOwnDefaults) {
  const std::vector<OptionDeclaration> own = {IntegerOption("trees", 2, {1, 5}, ""),
                                              FlagOption("fast", false, "")};
  EXPECT_EQ(OptionValues().For("forest", own).Integer("trees"), 2);
  OptionValues values = Values();
  EXPECT_EQ(values.For("forest", own).Integer("trees"), 2);
  values.Set("trees", 3);
  EXPECT_EQ(values.For("forest", own).Integer("trees"), 3);
  EXPECT_FALSE(values.For("forest", own).Flag("fast"));
  values.Set("trees", 6);
  EXPECT_EQ(MessageOf([&] { values.For("forest", own); }),
            "option trees of forest: expected an integer from 1 to 5, found 6");
  values.Set("trees", 3), values.Set("sigma", 1.0);
  EXPECT_EQ(MessageOf([&] { values.For("forest", own); }),
            "option of forest: expected one of trees, fast, found 'sigma'");
}

TEST(DescribeOptions, ShowsNameDefaultRangeAndHelp) {
  EXPECT_EQ(DescribeOptions(Declarations(), "  "),
            "  trees=10  an integer of at least 1: random trees of labels\n"
            "  bits=20  an integer from 1 to 24: bits of the hash\n"
            "  sigma=0.5  a finite number above 0: width of the kernel\n"
            "  share=0  a finite number from 0 to 1: share of the samples\n"
            "  refine=yes  yes or no: improve the best tree\n"
            "  note=  text: shown in the table\n"
            "  rule=exact  one of exact, heuristic: when to stop\n");
  EXPECT_EQ(DescribeOptions({}, "  "), "");
  EXPECT_EQ(DescribeRange(NumberOption("", 0, {}, "")), "a finite number");
  EXPECT_EQ(DescribeRange(NumberOption("", 0, {.max = 2}, "")), "a finite number of at most 2");
  EXPECT_EQ(DescribeRange(IntegerOption("", 0, {}, "")), "an integer");
  const auto range = [](bool excludes_min, bool excludes_max) {
    return DescribeRange(NumberOption(
        "", 0.5, {.min = 0, .max = 1, .excludes_min = excludes_min, .excludes_max = excludes_max}, ""));
  };
  EXPECT_EQ(range(true, true), "a finite number above 0 and below 1");
  EXPECT_EQ(range(false, true), "a finite number of at least 0 and below 1");
  EXPECT_EQ(range(true, false), "a finite number above 0 and at most 1");
}

TEST(OptionValues, AnEndOfTheRangeMayBeExcluded) {
  OptionValues values(
      "m",
      {NumberOption("share", 0.5, {.min = 0, .max = 1, .excludes_min = true, .excludes_max = true}, "")});
  values.Parse("share=1e-300"), values.Parse("share=0.9999999999999999");
  for (const char* text : {"0", "1"}) {
    EXPECT_EQ(MessageOf([&] { values.Parse(std::string("share=") + text); }),
              std::string("option share of m: expected a finite number above 0 and below 1, found ") + text);
  }
}

// An infinite number is allowed where the range says so: a limit that is not set.
TEST(OptionValues, AnInfiniteMaximumAllowsInfinity) {
  OptionValues values("m", {NumberOption("limit", INFINITY, {0, INFINITY}, "")});
  values.Parse("limit=inf");
  EXPECT_TRUE(std::isinf(values.Number("limit")));
  EXPECT_EQ(MessageOf([&] { values.Parse("limit=nan"); }),
            "option limit of m: expected a number of at least 0, found nan");
}

TEST(OptionValuesDeathTest, ReadingWhatIsNotDeclaredIsABug) {
  const OptionValues values = Values();
  EXPECT_DEATH(values.Integer("leaves"), "bug: is_declared");
  EXPECT_DEATH(values.Integer("sigma"), "bug: is_of_this_kind");
  EXPECT_DEATH(Values().Set("sigma", 1), "bug: is_of_its_kind");
  EXPECT_DEATH(OptionValues("m", {FlagOption("a", true, ""), FlagOption("a", true, "")}), "bug: is_new");
  EXPECT_DEATH(OptionValues("m", {IntegerOption("a", 0, {.min = 1}, "")}), "bug: default_is_allowed");
}

}  // namespace
}  // namespace structlab::common
