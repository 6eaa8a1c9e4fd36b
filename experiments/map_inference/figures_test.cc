#include "experiments/map_inference/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "experiments/map_inference/made_up_results.h"

namespace structlab::map_inference {
namespace {

using harness::Figure;
using harness::Series;

Figure Find(const std::vector<Figure>& figures, const std::string& id) {
  const auto found = std::ranges::find(figures, id, &Figure::id);
  EXPECT_NE(found, figures.end()) << id;
  return found == figures.end() ? Figure() : *found;
}

// The points of a curve of this name; none if there is no such curve.
Series Find(const Figure& figure, const std::string& name) {
  const auto found = std::ranges::find(figure.series, name, &Series::name);
  return found == figure.series.end() ? Series() : *found;
}

double At(const Series& series, double x) {
  double y = -1;
  for (size_t i = 0; i < series.x.size() && series.x[i] <= x * (1 + 1e-12); ++i) y = series.y[i];
  return y;
}

TEST(Figures, DistancesAreMeansOverTheInstancesOfTheGroup) {
  // Best values -1000 and -2000, of generated instances.
  const auto figures = Draw(MadeUpResults({{"grid20x20.f10", "trws", {-900, -1000}, {-1500, -1100}},
                                           {"grid40x40.f2", "trws", {-1800, -2000}, {-3000, -2200}},
                                           {"grid20x20.f10", "icm", {-700}, {}, false, {0.1}},
                                           {"scen06", "icm", {5}}},
                                          {.is_real = false}));
  const Figure grids = Find(figures, "distances_grids");
  const Series values = Find(grids, "trws"), bounds = Find(grids, "trws, bound");
  EXPECT_NEAR(At(values, 1), 0.1, 1e-12);
  EXPECT_EQ(At(values, 10), 1e-6);  // exact
  EXPECT_EQ(At(values, 0.9), 1);    // nothing yet
  EXPECT_EQ(values.y[0], 1);
  EXPECT_LT(values.y[1], 1);  // one point of nothing is enough
  EXPECT_LE(values.x.back(), 2.5);
  EXPECT_NEAR(At(bounds, 1), 0.5, 1e-12);
  EXPECT_NEAR(At(bounds, 10), 0.1, 1e-12);
  EXPECT_EQ(grids.series.size(), 2U);
  EXPECT_TRUE(grids.caption.ends_with(" Not drawn, since they take fewer instances: icm (1)."))
      << grids.caption;
  const Figure pairs = Find(figures, "distances_pairs");
  EXPECT_EQ(pairs.series.size(), 1U) << "icm has no bound";
  EXPECT_FALSE(Find(pairs, "icm").x.empty());
  EXPECT_TRUE(Find(figures, "distances_factors").series.empty());
}

// Dolan and More: a is the fastest on one instance of two; b solves both, one of them in three times the
// time.
TEST(Figures, TheProfileCountsInstancesByTheRatioToTheFastest) {
  const auto figures = Draw(MadeUpResults({{"scen06", "trws", {900, 100}, {}, false, {1, 2}},
                                           {"scen06", "icm", {100.9}, {}, false, {6}},
                                           {"1aho", "trws", {500}, {}, false, {1}},
                                           {"1aho", "icm", {400}, {}, false, {5}}},
                                          {.is_real = false}));
  const Figure profile = Find(figures, "performance_profile");
  const Series trws = Find(profile, "trws"), icm = Find(profile, "icm");
  EXPECT_EQ(At(trws, 1), 0.5);
  EXPECT_EQ(At(trws, 100), 0.5);
  EXPECT_EQ(At(icm, 1), 0.5);
  EXPECT_EQ(At(icm, 2.9), 0.5);
  EXPECT_EQ(At(icm, 3), 1);
  const Figure over_time = Find(figures, "solved_over_time");
  EXPECT_EQ(At(Find(over_time, "trws"), 2), 0.5);
  EXPECT_EQ(At(Find(over_time, "icm"), 4.9), 0);
  EXPECT_EQ(At(Find(over_time, "icm"), 5), 0.5);
  EXPECT_EQ(At(Find(over_time, "icm"), 6), 1);
}

TEST(Figures, WithoutAnAllowedLabelingNothingIsSolved) {
  const auto figures = Draw(
      MadeUpResults({{"scen06", "icm", {}, {}, false, {2}}, {"scen06", "trws", {5}}}, {.is_real = false}));
  EXPECT_EQ(Find(Find(figures, "distances_pairs"), "icm").y, (std::vector<double>{1, 1}));
  EXPECT_TRUE(Find(Find(figures, "performance_profile"), "icm").x.empty());
  EXPECT_FALSE(Find(Find(figures, "performance_profile"), "trws").x.empty());
}

}  // namespace
}  // namespace structlab::map_inference
