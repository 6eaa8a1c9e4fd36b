#include "common/plot/plot.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "common/error.h"
#include "common/file.h"
#include "common/plot/gnuplot_script.h"
#include "common/processes/child_process.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"

namespace structlab::common {
namespace {

std::set<std::string> FilesIn(const std::string& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().filename());
  return files;
}

Plot MakePlot(const std::string& id, const std::string& text = "") {
  Plot plot = {.id = id, .title = "Figure 1" + text, .x_label = "x" + text, .y_label = "y" + text};
  plot.log_x = plot.log_y = true;
  for (const std::string name : {"A", "B", "C"}) {
    plot.series.push_back({name + text, {1, 2, 0, 4}, {1, std::nan(""), 3, 4}});
  }
  return plot;
}

void Write(const std::vector<Plot>& plots, const std::string& folder, const PlotFacts& facts = {}) {
  std::vector<const Plot*> pointers;
  for (const Plot& plot : plots) pointers.push_back(&plot);
  WritePlots(pointers, folder, facts);
}

const PlotFacts kFacts = {{"Command", "reproduce --only='<é>'"}, {"Data", "0123"}};

TEST(WritePlots, FilesSayWhereTheyComeFrom) {
  const ScratchFolder scratch("files");
  const std::string& folder = scratch.path();
  std::filesystem::create_directories(folder + "/.drawing_999/left by a kill");
  Plot none = MakePlot("none");
  none.series = {{"A", {-1}, {1}}};  // has no logarithm
  Plot pictures = {.id = "p", .panels = {{"left", {1, 1, 1, {7}}}, {"right", {1, 1, 3, {1, 2, 3}}}}};
  Write({MakePlot("a"), none, pictures}, folder, kFacts);
  EXPECT_EQ(FilesIn(folder),
            (std::set<std::string>{"a.png", "a.svg", "a.tsv", "none.tsv", "p+1.png", "p+2.png"}));
  const std::string svg = ReadFile(folder + "/a.svg"), png = ReadFile(folder + "/a.png");
  EXPECT_NE(svg.find("<metadata>\nCommand: reproduce --only=&#39;&lt;é&gt;&#39;\nData: 0123\n</metadata>"),
            std::string::npos);
  EXPECT_NE(svg.find("<title>Figure 1</title>"), std::string::npos);
  // Every colour that gnuplot drew with has its counterpart for dark pages.
  for (size_t at = svg.find("stroke='rgb("); at != svg.npos; at = svg.find("stroke='rgb(", at + 1)) {
    EXPECT_NE(svg.find("[" + svg.substr(at, svg.find(')', at) + 2 - at) + "]{"), svg.npos);
  }
  // Length 4 + 5 of the chunk, its type, "Data", a zero byte and the text.
  using namespace std::string_literals;
  const std::string data = "\0\0\0\x09tEXtData\0"s + "0123";
  for (const std::string& file : {png, ReadFile(folder + "/p+1.png")}) {
    EXPECT_NE(file.find(data), file.npos);
    EXPECT_NE(file.find("tEXtCommand\0reproduce --only='<?>'"s), file.npos);
  }
  const std::string tsv = ReadFile(folder + "/a.tsv");
  EXPECT_EQ(tsv.substr(0, tsv.find("B\t")),
            "# Figure 1\n# x: x\n# y: y\n# Command: reproduce --only='<é>'\n# Data: 0123\n"
            "series\tx\ty\nA\t1\t1\nA\t2\tnan\nA\t0\t3\nA\t4\t4\n");
  // The same plot gives the same bytes, whatever is drawn before it.
  const ScratchFolder other("other");
  Write({MakePlot("b"), MakePlot("a")}, other.path(), kFacts);
  EXPECT_EQ(ReadFile(other.path() + "/a.svg"), svg);
  EXPECT_EQ(ReadFile(other.path() + "/a.png"), png);
}

// A line is not drawn across a point that is missing.
TEST(GnuplotScript, MissingPointsInterruptTheLine) {
  const std::string script = GnuplotScript(MakePlot("a"), SeriesLooks({}, {}), "a.svg", "a.png");
  EXPECT_NE(script.find("$series0 << END_OF_POINTS\n1 1\n\n4 4\nEND_OF_POINTS\n"), std::string::npos)
      << script;
}

TEST(SeriesLooks, AFirstNameHasOneLookInAllPlots) {
  const Plot one = MakePlot("1"), two = MakePlot("2", ", other"), three = MakePlot("3", "x");
  const SeriesLooks looks({"Z", "A", "B"}, {&one, &two, &three});
  EXPECT_EQ(looks.NumberOf("A"), 1u);
  EXPECT_EQ(looks.NumberOf("A, other"), 1u);
  EXPECT_EQ(looks.NumberOf("C"), 3u);   // beside first names
  EXPECT_EQ(looks.NumberOf("Ax"), 0u);  // in a plot without first names
}

// Eleven names and a second curve of some of them, which share eight colours.
TEST(GnuplotScript, NoTwoCurvesLookAlike) {
  std::vector<std::string> names;
  Plot plot = {.id = "many"};
  for (const char name : std::string("ABCDEFGHIJK")) names.push_back(std::string(1, name));
  for (const std::string& name : names) {
    plot.series.push_back({name, {1, 2}, {1, 2}});
    plot.series.push_back({name + ", bound", {1, 2}, {1, 2}});
  }
  const std::string script = GnuplotScript(plot, SeriesLooks(names, {&plot}), "a.svg", "a.png");
  std::set<std::string> looks;
  size_t curves = 0;
  for (size_t at = script.find(" dt "); at != script.npos; at = script.find(" dt ", at + 1), ++curves) {
    looks.insert(script.substr(at, script.find(" title", at) - at));
  }
  EXPECT_EQ(curves, 22u);
  EXPECT_EQ(looks.size(), curves) << script;
}

// Texts that would run commands if gnuplot or the shell read them as their language.
TEST(WritePlots, RunsNothingThatStandsInTexts) {
  const ScratchFolder scratch("injection");
  const std::string mark = scratch.path() + "/was_run", touch = "touch " + mark;
  const std::string folder = scratch.path() + "/it's $(false)";
  std::filesystem::create_directories(folder);
  std::vector<Plot> plots;
  for (const std::string& text :
       {"`" + touch + "`", "'; system('" + touch + "'); '", "\"; system(\"" + touch + "\")",
        "\n!" + touch + "\n", "\nEND_OF_POINTS\n!" + touch + "\n", "@" + touch, "\\'\n!" + touch + "\n",
        "$(" + touch + ")", std::string("\xFF\x01\xC3")}) {
    plots.push_back(MakePlot("id" + text, text));
  }
  Write(plots, folder);
  EXPECT_FALSE(std::filesystem::exists(mark));
  EXPECT_EQ(FilesIn(folder).size(), 3 * plots.size());
}

// What gnuplot leaves incomplete, as on a full disk, is named and replaces nothing.
TEST(WritePlots, FailuresAreNamedAndReplaceNothing) {
  const ScratchFolder scratch("fails"), bin("bin");
  const std::string& folder = scratch.path();
  const std::string path = getenv("PATH");
  Write({MakePlot("a")}, folder);
  const std::string svg = ReadFile(folder + "/a.svg"), png = ReadFile(folder + "/a.png");
  const auto error_with = [&](const std::string& command) {
    WriteFileAtomically(bin.path() + "/gnuplot",
                        "#!/bin/sh\nPATH='" + path + "'\ngnuplot \"$@\"\n" + command + "\n");
    std::filesystem::permissions(bin.path() + "/gnuplot", std::filesystem::perms::owner_all);
    setenv("PATH", command.empty() ? "/nowhere" : (bin.path() + ":" + path).c_str(), 1);
    const std::string message =
        MessageOf(ErrorKind::kEnvironment, [&] { Write({MakePlot("a", "new")}, folder); });
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(ReadFile(folder + "/a.svg"), svg);
    EXPECT_EQ(ReadFile(folder + "/a.png"), png);
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

TEST(WritePlots, StopWhenInterrupted) {
  const ScratchFolder folder("interrupted");
  const SignalsBlocked blocked;
  ::raise(SIGTERM);
  EXPECT_THROW(Write({MakePlot("a")}, folder.path()), Interrupted);
  EXPECT_EQ(FilesIn(folder.path()), std::set<std::string>{"a.tsv"});
}

}  // namespace
}  // namespace structlab::common
