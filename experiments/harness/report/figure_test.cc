#include "experiments/harness/report/figure.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "experiments/harness/report/figure_script.h"
#include "experiments/harness/report/html_reading.h"
#include "experiments/harness/report/series_look.h"

namespace structlab::harness {
namespace {

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/figure_test_" + name;
  std::filesystem::remove_all(folder);
  return folder;
}

Figure Curves(const std::string& id, const std::string& text = "") {
  Figure figure;
  figure.id = id;
  figure.title = "Figure 1" + text;
  figure.x_label = "lambda" + text;
  figure.y_label = "gap" + text;
  figure.log_x = true;
  figure.horizontal_line = 0.1;
  figure.horizontal_line_name = "tolerance" + text;
  for (int i = 0; i < 10; ++i) {
    Series series;
    series.name = "method " + std::to_string(i) + text;
    for (int j = 1; j <= 40; ++j) {
      series.x.push_back(std::pow(10.0, j / 10.0));
      series.y.push_back(0.1 * i + 1.0 / j);
    }
    series.points_only = i == 9;
    figure.series.push_back(series);
  }
  return figure;
}

std::set<std::string> FilesIn(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().filename());
  return files;
}

TEST(DrawFigures, WritesThreeFilesOfEachAndNothingElse) {
  const std::string folder = NewFolder("files");
  DrawFigures({Curves("a"), Curves("b/c")}, folder);
  EXPECT_EQ(FilesIn(folder),
            (std::set<std::string>{"a.png", "a.svg", "a.tsv", "b~2fc.png", "b~2fc.svg", "b~2fc.tsv"}));
  using namespace std::string_literals;
  const std::string png = common::ReadFile(folder + "/a.png");
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  // Width and height, big-endian, of the header.
  EXPECT_EQ(png.substr(16, 8), "\x00\x00\x05\xf0\x00\x00\x04\x10"s);
  EXPECT_GT(png.size(), 10000u);
}

TEST(DrawFigures, SvgIsWellFormedWithEveryName) {
  const std::string folder = NewFolder("svg");
  DrawFigures({Curves("a", " <&> \"x\" é")}, folder);
  const std::string svg = common::ReadFile(folder + "/a.svg");
  EXPECT_EQ(XmlFlaw(svg), "");
  EXPECT_NE(svg.find("<title>Figure 1 &lt;&amp;&gt; &quot;x&quot; é</title>"), std::string::npos);
  for (int i = 0; i < 10; ++i) EXPECT_NE(svg.find("method " + std::to_string(i)), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
  // Nothing is fetched: the only addresses are the names of the format's own vocabularies.
  EXPECT_EQ(Count(svg, "http"), Count(svg, "xmlns"));
}

// Every colour that gnuplot drew with has its counterpart for dark pages.
TEST(DrawFigures, DarkSchemeKnowsEveryColour) {
  const std::string folder = NewFolder("dark");
  DrawFigures({Curves("a")}, folder);
  const std::string svg = common::ReadFile(folder + "/a.svg");
  for (size_t at = svg.find("stroke='rgb("); at != std::string::npos; at = svg.find("stroke='rgb(", at + 1)) {
    const std::string colour = svg.substr(at + 8, svg.find(')', at) - at - 7);
    EXPECT_NE(svg.find("[stroke='" + colour + "']{stroke:#"), std::string::npos) << colour;
  }
  EXPECT_GT(Count(svg, "stroke='rgb("), 10u);
}

// The lines differ without colours: no two series share dashes and marker.
TEST(FigureScript, SeriesDifferWithoutColour) {
  Figure figure = Curves("a");
  figure.series.resize(9);
  for (int i = 9; i < 16; ++i) {
    figure.series.push_back(figure.series[0]);
    figure.series.back().name = "other " + std::to_string(i);
  }
  const std::string script = FigureScript(figure, SeriesLooks({}, {figure}), "a.svg", "a.png");
  std::set<std::string> styles;
  for (size_t at = script.find(" dt "); at != std::string::npos; at = script.find(" dt ", at + 1)) {
    const size_t end = script.find(" lc ", at);
    styles.insert(script.substr(at, end - at));
  }
  EXPECT_EQ(styles.size(), 16u + 1u);  // and the horizontal line
}

// How the figure's script draws the named series.
std::string StyleOf(const Figure& figure, const SeriesLooks& looks, const std::string& name) {
  const std::string script = FigureScript(figure, looks, "a.svg", "a.png");
  const size_t title = script.find(" title " + GnuplotLiteral(name));
  const size_t start = script.rfind(" using ", title);
  return title == std::string::npos ? "" : script.substr(start, title - start);
}

// A method looks the same in every figure, also where others are missing or a name says more.
TEST(FigureScript, AMethodHasOneLookInAllFigures) {
  Figure all = Curves("all");
  all.series.resize(3);
  Figure few = all;
  few.series.erase(few.series.begin(), few.series.begin() + 2);
  Figure longer = few;
  longer.series[0].name = "method 2 (ended early)";
  Figure other = few;
  other.series[0].name = "method 22";
  const std::vector<std::string> methods = {"never drawn", "method 0", "method 1", "method 2"};
  const SeriesLooks looks(methods, {all, few, longer, other});
  const std::string style = StyleOf(all, looks, "method 2");
  EXPECT_NE(style, "");
  EXPECT_EQ(StyleOf(few, looks, "method 2"), style);
  EXPECT_EQ(StyleOf(longer, looks, "method 2 (ended early)"), style);
  EXPECT_NE(StyleOf(other, looks, "method 22"), style);
  // A run without the other methods.
  EXPECT_EQ(StyleOf(few, SeriesLooks(methods, {few}), "method 2"), style);
}

TEST(SeriesLooks, OtherNamesFollowTheMethodsBesideWhichTheyStand) {
  Figure mixed = Curves("mixed");
  mixed.series.resize(2);
  mixed.series[1].name = "bound";
  Figure alone = mixed;
  alone.series[0].name = "training loss";
  alone.series[1].name = "test loss";
  const SeriesLooks looks({"method 0", "method 1"}, {alone, mixed});
  EXPECT_EQ(looks.Of("method 0"), 0u);
  EXPECT_EQ(looks.Of("bound"), 2u);
  EXPECT_EQ(looks.Of("training loss"), 0u);
  EXPECT_EQ(looks.Of("test loss"), 1u);
}

// Two curves of one method in one figure share its colour and nothing else.
TEST(FigureScript, CurvesOfOneMethodDifferByDashesAndMarker) {
  Figure figure = Curves("a");
  figure.series.resize(2);
  figure.series[1].name = "method 0, true gap";
  const SeriesLooks looks({"method 0"}, {figure});
  const std::string first = StyleOf(figure, looks, "method 0");
  const std::string second = StyleOf(figure, looks, "method 0, true gap");
  const auto part = [](const std::string& style, const std::string& option) {
    const size_t at = style.find(option) + option.size();
    return style.substr(at, style.find(' ', at) - at);
  };
  EXPECT_EQ(part(first, "lc rgb "), part(second, "lc rgb "));
  EXPECT_NE(part(first, " dt "), part(second, " dt "));
  EXPECT_NE(part(first, " pt "), part(second, " pt "));
}

TEST(DrawFigures, TheTableHasEveryNumber) {
  const std::string folder = NewFolder("table");
  Figure figure = Curves("a");
  figure.series = {
      {"odd\tname", {0.1 + 0.2, -1, std::nan("")}, {1, std::numeric_limits<double>::infinity(), 2}, false}};
  DrawFigures({figure}, folder);
  const common::Table table = common::ReadTsv(folder + "/a.tsv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"series", "x", "y"}));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"odd\tname", "0.30000000000000004", "1"}));
  EXPECT_EQ(table.rows[1], (std::vector<std::string>{"odd\tname", "-1", "inf"}));
  EXPECT_EQ(table.rows[2], (std::vector<std::string>{"odd\tname", "nan", "2"}));
}

// What cannot be drawn is left out: gnuplot would stop at a logarithm of zero.
TEST(DrawFigures, PointsThatCannotBeDrawnAreLeftOut) {
  const std::string folder = NewFolder("gaps");
  Figure figure = Curves("some");
  figure.log_y = true;
  figure.horizontal_line = 0;
  figure.series.resize(3);
  figure.series[0] = {"gaps", {1, 2, 3, 0, 5}, {1, 0, std::nan(""), 4, 5}, false};
  figure.series[1] = {"none", {-1}, {1}, false};
  figure.series[2] = {"one point", {1}, {1}, true};
  Figure none = figure;
  none.id = "none";
  none.series = {figure.series[1], {"empty", {}, {}, false}};
  EXPECT_TRUE(HasPoints(figure));
  EXPECT_FALSE(HasPoints(none));
  none.log_x = false;
  EXPECT_TRUE(HasPoints(none));  // now -1 has its place
  none.series[0] = {"zero", {1}, {0}, false};
  EXPECT_FALSE(HasPoints(none));
  none.log_y = false;
  EXPECT_TRUE(HasPoints(none));
  none.log_x = none.log_y = true;
  DrawFigures({figure, none}, folder);
  EXPECT_EQ(FilesIn(folder), (std::set<std::string>{"none.tsv", "some.png", "some.svg", "some.tsv"}));
  EXPECT_EQ(XmlFlaw(common::ReadFile(folder + "/some.svg")), "");
}

// A line is not drawn across a point that is missing, nor broken where none is.
TEST(FigureScript, MissingPointsInterruptTheLine) {
  Figure figure = Curves("a");
  figure.log_y = true;
  figure.series = {{"gaps", {0, 1, 2, 3, 4, 5}, {9, 1, 0, std::nan(""), 4, 5}, false}};
  const std::string script = FigureScript(figure, SeriesLooks({}, {figure}), "a.svg", "a.png");
  EXPECT_NE(script.find("$series0 << END_OF_POINTS\n1 1\n\n4 4\n5 5\nEND_OF_POINTS\n"), std::string::npos)
      << script;
}

TEST(FigureScript, AxesAndPointsAreAsAsked) {
  for (const bool log_x : {false, true}) {
    for (const bool log_y : {false, true}) {
      Figure figure = Curves("a");
      figure.log_x = log_x;
      figure.log_y = log_y;
      const std::string script = FigureScript(figure, SeriesLooks({}, {figure}), "a.svg", "a.png");
      EXPECT_EQ(Count(script, "set logscale x\n"), log_x ? 1u : 0u);
      EXPECT_EQ(Count(script, "set logscale y\n"), log_y ? 1u : 0u);
      EXPECT_EQ(Count(script, "set xlabel 'lambda'"), 1u);
      EXPECT_EQ(Count(script, "set ylabel 'gap'"), 1u);
      EXPECT_EQ(Count(script, " with linespoints "), 9u);
      EXPECT_EQ(Count(script, " with points "), 1u);
      EXPECT_EQ(Count(script, "0.1 with lines "), 1u);
    }
  }
}

// Texts that would run commands if gnuplot read them as its language.
TEST(DrawFigures, RunsNothingThatStandsInTexts) {
  const std::string folder = NewFolder("injection");
  const std::string mark = folder + "_was_run";
  std::filesystem::remove(mark);
  const std::string touch = "touch " + mark;
  std::vector<Figure> figures;
  const std::vector<std::string> texts = {"`" + touch + "`",
                                          "'; system('" + touch + "'); '",
                                          "\"; system(\"" + touch + "\"); \"",
                                          "\n!" + touch + "\n",
                                          "\nEND_OF_POINTS\n!" + touch + "\n",
                                          "@" + touch,
                                          "\\'\n!" + touch + "\n",
                                          "$(" + touch + ")",
                                          "{/Bold x}^2_3",
                                          "\xFF\x01\xC3"};
  for (const std::string& text : texts) {
    figures.push_back(Curves("figure" + std::to_string(figures.size()), text));
    figures.push_back(Curves("id" + text));
  }
  DrawFigures(figures, folder);
  EXPECT_FALSE(std::filesystem::exists(mark));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".svg") continue;
    EXPECT_EQ(XmlFlaw(common::ReadFile(entry.path())), "") << entry.path();
  }
  EXPECT_EQ(FilesIn(folder).size(), 3 * figures.size());
}

TEST(GnuplotLiteral, IsOneLineInSingleQuotes) {
  EXPECT_EQ(GnuplotLiteral("it's\na `b`"), "'it''s a `b`'");
  EXPECT_EQ(GnuplotLiteral(""), "''");
}

TEST(DrawFigures, TheSameFiguresGiveTheSameBytes) {
  DrawFigures({Curves("a")}, NewFolder("first"));
  DrawFigures({Curves("b"), Curves("a")}, NewFolder("second"));
  for (const char* file : {"/a.svg", "/a.tsv"}) {
    EXPECT_EQ(common::ReadFile(testing::TempDir() + "/figure_test_first" + file),
              common::ReadFile(testing::TempDir() + "/figure_test_second" + file));
  }
}

// A gnuplot that goes on with `afterwards`, a command of the shell, when the real one has drawn. As long as
// it lives, it is the one that is found.
class GnuplotThat {
 public:
  explicit GnuplotThat(const std::string& afterwards) : path_(getenv("PATH")) {
    const std::string folder = NewFolder("gnuplot");
    std::filesystem::create_directories(folder);
    common::WriteFileAtomically(folder + "/gnuplot",
                                "#!/bin/sh\nPATH='" + path_ + "'\ngnuplot \"$@\"\n" + afterwards + "\n");
    std::filesystem::permissions(folder + "/gnuplot", std::filesystem::perms::owner_all);
    setenv("PATH", (folder + ":" + path_).c_str(), 1);
  }
  ~GnuplotThat() { setenv("PATH", path_.c_str(), 1); }
  GnuplotThat(const GnuplotThat&) = delete;
  GnuplotThat& operator=(const GnuplotThat&) = delete;

 private:
  std::string path_;
};

std::string ErrorOfDrawing(const std::vector<Figure>& figures, const std::string& folder) {
  return common::MessageOf(common::ErrorKind::kEnvironment, [&] { DrawFigures(figures, folder); });
}

// As on a full disk: gnuplot says nothing of what it could not write. What was there before stays whole.
TEST(DrawFigures, TornDrawingsAreNamedAndReplaceNothing) {
  const std::string folder = NewFolder("torn");
  DrawFigures({Curves("a")}, folder);
  const std::set<std::string> files = FilesIn(folder);
  const std::string svg = common::ReadFile(folder + "/a.svg"), png = common::ReadFile(folder + "/a.png");
  Figure other = Curves("a");
  other.series.resize(2);
  for (const std::string kind : {".svg", ".png"}) {
    for (const std::string how : {"truncate --size=-20", "truncate --size=0"}) {
      const GnuplotThat tears(how + " '" + folder + "'/.drawing_*" + kind);
      EXPECT_EQ(ErrorOfDrawing({other}, folder),
                folder + "/a" + kind + ": gnuplot left an incomplete file; is the disk full?");
    }
    EXPECT_EQ(common::ReadFile(folder + "/a.svg"), svg);
    EXPECT_EQ(common::ReadFile(folder + "/a.png"), png);
    EXPECT_EQ(FilesIn(folder), files);
  }
}

TEST(DrawFigures, AGnuplotThatFailsIsQuoted) {
  const std::string folder = NewFolder("fails");
  const GnuplotThat fails("echo 'no more ideas' >&2\nexit 4");
  EXPECT_EQ(ErrorOfDrawing({Curves("a")}, folder), "gnuplot: ended with status 4, saying: no more ideas");
  EXPECT_EQ(FilesIn(folder), std::set<std::string>{"a.tsv"});
}

// Under the final names there is nothing while gnuplot draws.
TEST(DrawFigures, DrawsUnderOtherNames) {
  const std::string folder = NewFolder("names");
  const GnuplotThat looks("ls '" + folder + "' > '" + folder + "_seen'");
  DrawFigures({Curves("a"), Curves("b")}, folder);
  EXPECT_EQ(common::ReadFile(folder + "_seen"), "a.tsv\nb.tsv\n");
}

TEST(DrawFigures, WithoutGnuplotThePackageIsNamed) {
  const std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const std::string message = ErrorOfDrawing({Curves("a")}, NewFolder("absent"));
  setenv("PATH", path.c_str(), 1);
  EXPECT_NE(message.find("gnuplot-nox"), std::string::npos) << message;
}

}  // namespace
}  // namespace structlab::harness
