// Which numbers figures show.
#include "experiments/harness/report/figure.h"

#include <gtest/gtest.h>

namespace structlab::harness {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

// A case of a method at x, with a value (10 times x, plus the seed), a curve, a picture and items.
FinishedCase MakeCase(const std::string& method, const std::string& x, uint64_t seed, double scale = 10) {
  FinishedCase finished = {
      .c = {.name = method + "/x=" + x, .method = method, .setting = {{"x", x}}, .seed = seed}};
  const RowKey key = {"T", "data", method, finished.c.setting, "value"};
  finished.record.values.push_back({key, scale * std::stod(x) + static_cast<double>(seed), ""});
  finished.record.curves.push_back({key, {1, 10, 100}, {std::stod(x), 1, static_cast<double>(seed)}});
  finished.record.pictures.push_back(
      {key, {.width = 1, .height = 1, .values = {static_cast<uint8_t>(seed)}}});
  finished.record.items.push_back(
      {key, {NumberedItems(3)}, {{std::stod(x), 2, static_cast<double>(seed)}, {0, 0, 0}}});
  return finished;
}

Names NamesOf(const Figure& figure) {
  Names names;
  for (const Series& series : figure.series) names.push_back(series.name);
  return names;
}

const Values kValue = {.table = "T", .metric = "value"};

// As for rules, a variant is shown only by values that name what it changes.
TEST(FigureRule, LinesShowTheMeanOverTheSeedsAtEachValueOfTheSetting) {
  FinishedCase variant = MakeCase("A", "2", 1);
  variant.c.overrides = {"restart"};
  variant.c.parameters = Setting{{"restart", "7"}};
  const Results results({MakeCase("B", "20", 1), MakeCase("A", "3", 1), MakeCase("A", "3", 4),
                         MakeCase("A", "1", 1), MakeCase("C", "1", 1), variant},
                        Profile::kQuick);
  const FigureRule rule = Lines(kValue).Over("x").LinePer({"A", "B"});
  const Figure figure = rule.LogX().Draw("f", results);
  EXPECT_EQ(figure.id, "f");
  EXPECT_EQ(NamesOf(figure), (Names{"A", "B", "C"}));
  EXPECT_EQ(figure.series[0].x, (Numbers{1, 3}));
  EXPECT_EQ(figure.series[0].y, (Numbers{11, 32.5}));
  EXPECT_TRUE(figure.is_complete);
  EXPECT_EQ(figure.cases.size(), 5u);
  EXPECT_EQ(figure.x_label, "x");
  EXPECT_TRUE(rule.Needs(results.cases()[0].c));
  EXPECT_FALSE(Lines(kValue.Of("B")).Needs(results.cases()[1].c));
  EXPECT_FALSE(rule.LinePer({"A", "D"}).Draw("f", results).is_complete);
  EXPECT_FALSE(rule.Draw("f", Results({}, Profile::kQuick)).is_complete);
  EXPECT_EQ(Lines(kValue.At("restart", 7)).Over("x").Draw("f", results).series[0].x, (Numbers{2}));
  // What only some have is divided and shifted where it is.
  const Values ratio = kValue.Over({.metric = "value"}).Plus(2);
  EXPECT_EQ(Lines(ratio).Over("x").Draw("f", results).series[0].y, (Numbers{3}));
}

TEST(FigureRule, FurtherValuesAreLinesOfTheirOwn) {
  FinishedCase a = MakeCase("A", "1", 1), b = MakeCase("B", "1", 1);
  for (FinishedCase* finished : {&a, &b}) {
    finished->record.values.push_back(finished->record.values[0]);
    finished->record.values[1].key.metric = "bound";
  }
  const Results results({a, b}, Profile::kQuick);
  const Values bound = {.metric = "bound"};
  const FigureRule rule = Lines(kValue).Over("x").LinePer({"B", "A"});
  EXPECT_EQ(NamesOf(rule.And(bound, "bound").Draw("f", results)), (Names{"B", "A", "B, bound", "A, bound"}));
  EXPECT_EQ(NamesOf(rule.And(bound.Of("A"), "a bound").Draw("f", results)), (Names{"B", "A", "a bound"}));
  EXPECT_FALSE(rule.And(bound.Of("C"), "c").Draw("f", results).is_complete);
}

TEST(FigureRule, CurvesAndPicturesAreThoseOfTheFirstSeed) {
  const Results results({MakeCase("A", "2", 5), MakeCase("A", "2", 3), MakeCase("B", "1", 4)},
                        Profile::kQuick);
  const Figure curves = Curves(kValue).LinePer({"B", "A"}).LogX().Draw("f", results);
  EXPECT_EQ(NamesOf(curves), (Names{"B", "A"}));
  EXPECT_EQ(curves.series[1].y, (Numbers{2, 1, 3}));
  EXPECT_EQ(curves.cases, (Names{"A/x=2/seed=3", "B/x=1/seed=4"}));
  // Two equal parts of the logarithmic axis: 1, and 10 to 100.
  const Figure envelope = Curves(kValue.Of("A")).LogX().Envelope(2).Draw("f", results);
  EXPECT_EQ(envelope.series[0].x, (Numbers{1, 100}));
  EXPECT_EQ(envelope.series[0].y, (Numbers{2, 3}));
  const Figure pictures = Pictures(kValue).LinePer({"B", "A"}).Draw("f", results);
  ASSERT_EQ(pictures.panels.size(), 2u);
  EXPECT_EQ(pictures.panels[0].caption, "B, x=1");
  EXPECT_EQ(pictures.panels[1].picture.values[0], 3);
  EXPECT_TRUE(pictures.is_complete);
  // Values 25 and 23 of A, of which the picture of seed 3 is shown.
  const Figure captions = Pictures(kValue).LinePer({"B", "A"}).WithMeans({"value"}).Draw("f", results);
  EXPECT_EQ(captions.panels[0].caption, "B, x=1: value 14");
  EXPECT_EQ(captions.panels[1].caption, "A, x=2: seed 3; means over 2 seeds: value 24");
  EXPECT_FALSE(Pictures(kValue).LinePer({"C"}).Draw("f", results).is_complete);
}

TEST(FigureRule, BoxesHoldTheItemsOfAllSeeds) {
  const Results results({MakeCase("A", "2", 5), MakeCase("A", "2", 3), MakeCase("B", "1", 4)},
                        Profile::kQuick);
  const FigureRule rule = Boxes(kValue.At("x", 1)).Named("one").And(kValue.At("x", 2), "two");
  const Figure figure = rule.LinePer({"B", "A"}).Draw("f", results);
  EXPECT_EQ(figure.groups, (Names{"one", "two"}));
  EXPECT_EQ(NamesOf(figure), (Names{"B", "A"}));
  EXPECT_EQ(figure.series[0].x, (Numbers{0, 0, 0}));
  EXPECT_EQ(figure.series[0].y, (Numbers{1, 2, 4}));
  EXPECT_EQ(figure.series[1].x, (Numbers{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(figure.series[1].y, (Numbers{2, 2, 5, 2, 2, 3}));
  EXPECT_FALSE(figure.is_complete);  // B has no box in the second group
  EXPECT_TRUE(Boxes(kValue.At("x", 2)).LinePer({"A"}).Draw("f", results).is_complete);
}

}  // namespace
}  // namespace structlab::harness
