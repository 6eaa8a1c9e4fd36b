// Figures: which numbers they show, and what is in their files.
#include "experiments/harness/report/drawing.h"

#include <gtest/gtest.h>
#include <png.h>
#include <signal.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "common/error.h"
#include "common/file.h"
#include "common/processes/child_process.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

// A case of a method at x, with a value (10 times x, plus the seed), a curve and a picture.
FinishedCase MakeCase(const std::string& method, const std::string& x, uint64_t seed, double scale = 10) {
  FinishedCase finished;
  finished.c.name = method + "/x=" + x;
  finished.c.method = method;
  finished.c.seed = seed;
  finished.c.setting = Setting{{"x", x}};
  const RowKey key = {"T", "data", method, finished.c.setting, "value"};
  finished.record.values.push_back({key, scale * std::stod(x) + static_cast<double>(seed), ""});
  finished.record.curves.push_back({key, {1, 10, 100}, {std::stod(x), 1, static_cast<double>(seed)}});
  finished.record.pictures.push_back(
      {key, {.width = 1, .height = 1, .values = {static_cast<uint8_t>(seed)}}});
  return finished;
}

Results MakeResults(const std::vector<FinishedCase>& cases) { return Results(cases, Profile::kQuick); }

Names NamesOf(const Figure& figure) {
  Names names;
  for (const Series& series : figure.series) names.push_back(series.name);
  return names;
}

const Values kValue = {.table = "T", .metric = "value"};

TEST(FigureRule, LinesShowTheMeanOverTheSeedsAtEachValueOfTheSetting) {
  const Results results = MakeResults({MakeCase("B", "20", 1), MakeCase("A", "3", 1), MakeCase("A", "3", 4),
                                       MakeCase("A", "1", 1), MakeCase("C", "1", 1)});
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
  EXPECT_FALSE(rule.Draw("f", MakeResults({})).is_complete);
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
  const Results results = MakeResults({a, b});
  const Values bound = {.metric = "bound"};
  const FigureRule rule = Lines(kValue).Over("x").LinePer({"B", "A"});
  EXPECT_EQ(NamesOf(rule.And(bound, "bound").Draw("f", results)), (Names{"B", "A", "B, bound", "A, bound"}));
  EXPECT_EQ(NamesOf(rule.And(bound.Of("A"), "a bound").Draw("f", results)), (Names{"B", "A", "a bound"}));
  EXPECT_FALSE(rule.And(bound.Of("C"), "c").Draw("f", results).is_complete);
}

// As for rules: a variant is shown only by values that name what it changes.
TEST(FigureRule, VariantsAreShownWhereTheyAreAskedFor) {
  FinishedCase variant = MakeCase("A", "2", 1);
  variant.c.overrides = {"restart"};
  variant.c.parameters = Setting{{"restart", "7"}};
  const Results results = MakeResults({MakeCase("A", "1", 1), variant});
  EXPECT_EQ(Lines(kValue).Over("x").Draw("f", results).series[0].x, (Numbers{1}));
  EXPECT_EQ(Lines(kValue.At("restart", 7)).Over("x").Draw("f", results).series[0].x, (Numbers{2}));
}

TEST(FigureRule, CurvesAndPicturesAreThoseOfTheFirstSeed) {
  const Results results = MakeResults({MakeCase("A", "2", 5), MakeCase("A", "2", 3), MakeCase("B", "1", 4)});
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
  EXPECT_FALSE(Pictures(kValue).LinePer({"C"}).Draw("f", results).is_complete);
}

TEST(MeanCurve, HasThePointsThatAllCurvesHave) {
  FinishedCase a = MakeCase("A", "1", 1), b = MakeCase("A", "1", 3);
  b.record.curves[0].x[0] = 2;
  const Results results = MakeResults({a, b});
  const Series mean = MeanCurve("mean", results.Curves({.metric = "value"}));
  EXPECT_EQ(mean.x, (Numbers{10, 100}));
  EXPECT_EQ(mean.y, (Numbers{1, 2}));
}

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/drawing_test_" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

std::set<std::string> FilesIn(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().filename());
  return files;
}

Figure MakeFigure(const std::string& id, const std::string& text = "") {
  Figure figure = {.id = id, .title = "Figure 1" + text, .x_label = "x" + text, .y_label = "y" + text};
  figure.log_x = figure.log_y = true;
  for (const std::string method : {"A", "B", "C"}) {
    figure.series.push_back({method + text, {1, 2, 0, 4}, {1, std::nan(""), 3, 4}, method == "C"});
  }
  return figure;
}

const DrawingOrigin kOrigin = {"reproduce --only='<é>'", "abc", "0123"};

TEST(DrawFigures, FilesSayWhereTheyComeFrom) {
  const std::string folder = NewFolder("files");
  std::filesystem::create_directories(folder + "/.drawing_999999999");  // left by a kill
  Figure none = MakeFigure("none");
  none.series = {{"A", {-1}, {1}, false}};  // has no logarithm
  DrawFigures({MakeFigure("a"), none}, folder, {}, kOrigin);
  EXPECT_EQ(FilesIn(folder), (std::set<std::string>{"a.png", "a.svg", "a.tsv", "none.tsv"}));
  const std::string svg = common::ReadFile(folder + "/a.svg"), png = common::ReadFile(folder + "/a.png");
  EXPECT_NE(
      svg.find(
          "<metadata>\nCommand: reproduce --only=&#39;&lt;é&gt;&#39;\nCommit: abc\nData: 0123\n</metadata>"),
      std::string::npos);
  EXPECT_NE(svg.find("<title>Figure 1</title>"), std::string::npos);
  // Every colour that gnuplot drew with has its counterpart for dark pages.
  for (size_t at = svg.find("stroke='rgb("); at != svg.npos; at = svg.find("stroke='rgb(", at + 1)) {
    EXPECT_NE(svg.find("[" + svg.substr(at, svg.find(')', at) + 2 - at) + "]{"), svg.npos);
  }
  // Length 4 + 5 of the chunk, its type, "Data", a zero byte and the text; the checksum is that of zlib.
  using namespace std::string_literals;
  EXPECT_NE(png.find("\0\0\0\x09tEXtData\0"s
                     "0123"),
            png.npos);
  EXPECT_NE(png.find("tEXtCommand\0reproduce --only='<?>'"s), png.npos);
  const std::string tsv = common::ReadFile(folder + "/a.tsv");
  EXPECT_EQ(tsv.substr(0, tsv.find("B\t")),
            "# Figure 1\n# x: x\n# y: y\n# Command: reproduce --only='<é>'\n# Commit: abc\n# Data: 0123\n"
            "series\tx\ty\nA\t1\t1\nA\t2\tnan\nA\t0\t3\nA\t4\t4\n");
  // The same figure gives the same bytes, whatever is drawn before it.
  const std::string other = NewFolder("other");
  DrawFigures({MakeFigure("b"), MakeFigure("a")}, other, {}, kOrigin);
  EXPECT_EQ(common::ReadFile(other + "/a.svg"), svg);
  EXPECT_EQ(common::ReadFile(other + "/a.png"), png);
}

// libpng reads back what was written, with its checksums: they are wrong if ours are.
TEST(EncodePng, KeepsEveryValueBesideTexts) {
  for (const int channels : {1, 3}) {
    Picture picture = {.width = 5, .height = 3, .channels = channels};
    for (int i = 0; i < 15 * channels; ++i) picture.values.push_back(static_cast<uint8_t>(17 * i));
    const std::string png = WithPngTexts(EncodePng(picture, "p"), kOrigin.Facts());
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0) << image.message;
    EXPECT_EQ(image.format, channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB);
    std::vector<uint8_t> values(picture.values.size());
    ASSERT_NE(png_image_finish_read(&image, nullptr, values.data(), 0, nullptr), 0) << image.message;
    EXPECT_EQ(image.warning_or_error, 0u) << image.message;
    EXPECT_EQ(values, picture.values);
  }
}

// A line is not drawn across a point that is missing.
TEST(FigureScript, MissingPointsInterruptTheLine) {
  const std::string script = FigureScript(MakeFigure("a"), SeriesLooks({}, {}), "a.svg", "a.png");
  EXPECT_NE(script.find("$series0 << END_OF_POINTS\n1 1\n\n4 4\nEND_OF_POINTS\n"), std::string::npos)
      << script;
}

TEST(SeriesLooks, AMethodHasOneLookInAllFigures) {
  const SeriesLooks looks({"Z", "A", "B"},
                          {MakeFigure("1"), MakeFigure("2", ", other"), MakeFigure("3", "x")});
  EXPECT_EQ(looks.Of("A"), 1u);
  EXPECT_EQ(looks.Of("A, other"), 1u);
  EXPECT_EQ(looks.Of("C"), 3u);   // beside methods
  EXPECT_EQ(looks.Of("Ax"), 0u);  // of a figure without methods
}

// Texts that would run commands if gnuplot read them as its language.
TEST(DrawFigures, RunsNothingThatStandsInTexts) {
  const std::string folder = NewFolder("injection"), mark = folder + "_was_run";
  std::filesystem::remove(mark);
  const std::string touch = "touch " + mark;
  std::vector<Figure> figures;
  for (const std::string& text :
       {"`" + touch + "`", "'; system('" + touch + "'); '", "\"; system(\"" + touch + "\")",
        "\n!" + touch + "\n", "\nEND_OF_POINTS\n!" + touch + "\n", "@" + touch, "\\'\n!" + touch + "\n",
        "$(" + touch + ")", std::string("\xFF\x01\xC3")}) {
    figures.push_back(MakeFigure("id" + text, text));
  }
  DrawFigures(figures, folder);
  EXPECT_FALSE(std::filesystem::exists(mark));
  EXPECT_EQ(FilesIn(folder).size(), 3 * figures.size());
}

// What gnuplot leaves incomplete, as on a full disk, is named and replaces nothing.
TEST(DrawFigures, FailuresAreNamedAndReplaceNothing) {
  const std::string folder = NewFolder("fails"), bin = NewFolder("bin"), path = getenv("PATH");
  DrawFigures({MakeFigure("a")}, folder);
  const std::string svg = common::ReadFile(folder + "/a.svg"), png = common::ReadFile(folder + "/a.png");
  const auto error_with = [&](const std::string& command) {
    common::WriteFileAtomically(bin + "/gnuplot",
                                "#!/bin/sh\nPATH='" + path + "'\ngnuplot \"$@\"\n" + command + "\n");
    std::filesystem::permissions(bin + "/gnuplot", std::filesystem::perms::owner_all);
    setenv("PATH", command.empty() ? "/nowhere" : (bin + ":" + path).c_str(), 1);
    const std::string message = common::MessageOf(common::ErrorKind::kEnvironment,
                                                  [&] { DrawFigures({MakeFigure("a", "new")}, folder); });
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(common::ReadFile(folder + "/a.svg"), svg);
    EXPECT_EQ(common::ReadFile(folder + "/a.png"), png);
    EXPECT_EQ(FilesIn(folder).size(), 3u);
    return message;
  };
  EXPECT_EQ(error_with("truncate --size=-20 0.png"),
            folder + "/a.png: gnuplot left an incomplete file; is the disk full?");
  EXPECT_EQ(error_with("truncate --size=0 0.svg"),
            folder + "/a.svg: gnuplot left an incomplete file; is the disk full?");
  EXPECT_EQ(error_with("echo 'no ideas' >&2; exit 4"), "gnuplot: ended with status 4, saying: no ideas");
  EXPECT_NE(error_with("").find("gnuplot-nox"), std::string::npos);
}

TEST(DrawFigures, StopWhenInterrupted) {
  const std::string folder = NewFolder("interrupted");
  const common::SignalsBlocked blocked;
  ::raise(SIGTERM);
  EXPECT_THROW(DrawFigures({MakeFigure("a")}, folder), common::Interrupted);
  EXPECT_EQ(FilesIn(folder), std::set<std::string>{"a.tsv"});
}

}  // namespace
}  // namespace structlab::harness
