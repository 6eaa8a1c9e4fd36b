#include "common/plot/box_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "common/file.h"
#include "common/testing/scratch_folder.h"

namespace structlab::common {
namespace {

// Quartiles of numpy.percentile.
TEST(BoxOf, HasQuartilesMeanAndValuesBeyondTheWhiskers) {
  const Box box = BoxOf({9, 1, 2, 3, 4, 5, 40});
  EXPECT_DOUBLE_EQ(box.lower_quartile, 2.5);
  EXPECT_DOUBLE_EQ(box.median, 4);
  EXPECT_DOUBLE_EQ(box.upper_quartile, 7);
  EXPECT_DOUBLE_EQ(box.low_whisker, 1);
  EXPECT_DOUBLE_EQ(box.high_whisker, 9);
  EXPECT_DOUBLE_EQ(box.mean, 64.0 / 7);
  EXPECT_EQ(box.beyond, std::vector<double>{40});
}

TEST(BoxOf, OneValueIsTheWholeBox) {
  const Box box = BoxOf({3});
  for (const double number : {box.low_whisker, box.lower_quartile, box.median, box.high_whisker, box.mean}) {
    EXPECT_EQ(number, 3);
  }
  EXPECT_TRUE(box.beyond.empty());
}

Plot MakeBoxPlot() {
  Plot plot = {.id = "boxes", .title = "Boxes", .groups = {"left's", "right"}};
  plot.series = {{"A", {0, 0, 0, 1, 1}, {1, 2, 3, 5, std::nan("")}}, {"B", {1, 1, 7}, {4, 6, 100}}};
  return plot;
}

// Boxes of a group stand side by side around its place; a point without a group is left out.
TEST(BoxCommands, PlacesTheBoxesOfAGroupSideBySide) {
  const Plot plot = MakeBoxPlot();
  const DrawingCommands commands = BoxCommands(plot, SeriesLooks({}, {&plot}));
  EXPECT_NE(commands.before.find("$boxes0 << END_OF_POINTS\n-0.2 1.5 1 3 2.5 2 2 \n0.8 5 5 5 5 5 5 \n"),
            std::string::npos)
      << commands.before;
  EXPECT_NE(commands.before.find("$boxes1 << END_OF_POINTS\n1.2 4.5 4 6 5.5 5 5 \nEND"), std::string::npos)
      << commands.before;
  EXPECT_NE(commands.before.find("set xtics ('left''s' 0, 'right' 1)"), std::string::npos);
}

// gnuplot takes the commands, and a curve that is drawn after boxes is as without them.
TEST(BoxCommands, GnuplotDrawsThem) {
  const ScratchFolder with("boxes"), without("no boxes");
  const Plot boxes = MakeBoxPlot();
  const Plot curve = {.id = "curve", .title = "Curve", .series = {{"A", {1, 2}, {3, 4}}}};
  WritePlots({&boxes, &curve}, with.path());
  WritePlots({&curve}, without.path());
  EXPECT_NE(ReadFile(with.path() + "/boxes.svg").find("left's"), std::string::npos);
  EXPECT_EQ(ReadFile(with.path() + "/curve.svg"), ReadFile(without.path() + "/curve.svg"));
  EXPECT_EQ(ReadFile(with.path() + "/boxes.tsv").substr(0, 6), "# Boxe");
}

}  // namespace
}  // namespace structlab::common
