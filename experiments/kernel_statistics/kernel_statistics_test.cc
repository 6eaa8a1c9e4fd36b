// What every package promises, and what the data of this one promise.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/parallel.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "experiments/kernel_statistics/retrieval.h"
#include "experiments/kernel_statistics/views.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::kernel_statistics {
namespace {

STRUCTLAB_TEST_PACKAGE("kernel_statistics")

TEST(Views, OfARingLieNearIt) {
  const Views views = DrawViews(kRing, {.rows = 500, .seed = 3});
  const Eigen::VectorXd radius = (views.x.array().square() + views.y.array().square()).sqrt();
  EXPECT_NEAR(radius.mean(), 1, 0.01);
  EXPECT_NEAR(std::sqrt((radius.array() - radius.mean()).square().mean()), 0.05, 0.01);
  const Views mixed = DrawViews(kRingMarginals, {.rows = 500, .seed = 3});
  EXPECT_GT((mixed.x.array().square() + mixed.y.array().square()).maxCoeff(), 1.5);
}

// Mean and variance of y are the same on both sides of x = 0, its third moment is not.
TEST(Views, ThatDependInTheThirdMomentOnly) {
  const Views views = DrawViews(kThirdMoment, {.rows = 20000, .seed = 1});
  const auto y = views.y.array();
  const Eigen::ArrayXd sign = views.x.array().sign();
  EXPECT_NEAR((sign * y).mean(), 0, 0.03);
  EXPECT_NEAR((sign * y.square()).mean(), 0, 0.1);
  EXPECT_NEAR((sign * y.cube()).mean(), 2, 0.3);
}

TEST(Views, DifferWithSeedAndIndexAndAreThoseOfTheSeed) {
  const Views first = DrawViews(kNormal, {.rows = 5, .columns = 2, .seed = 1});
  EXPECT_EQ(first.x, DrawViews(kNormal, {.rows = 5, .columns = 2, .seed = 1}).x);
  EXPECT_NE(first.x, DrawViews(kNormal, {.rows = 5, .columns = 2, .seed = 2}).x);
  EXPECT_NE(first.x, DrawViews(kNormal, {.rows = 5, .columns = 2, .seed = 1, .index = 1}).x);
  EXPECT_THROW(DrawViews("no such data", {.rows = 5}), common::Error);
}

// Held-out rows of a view that is the other one, turned: each finds its partner.
TEST(Retrieval, FindsPartnersInATurnedView) {
  Views views = DrawViews(kNormal, {.rows = 90, .columns = 2, .seed = 1});
  views.y.col(0) = views.x.col(1);
  views.y.col(1) = -views.x.col(0);
  common::ThreadPool pool(1);
  const Coordinates at = FitAndProject(
      views, {.x_kernel = "linear", .y_kernel = "linear", .train = 60, .eps = 1e-6, .directions = 2}, pool);
  const auto ranking = kernels::RankByCosine(at.x.bottomRows(30), at.y.bottomRows(30));
  EXPECT_EQ(kernels::QualityOfRanking(ranking).found_first, 1);
}

TEST(RealRows, AreStandardizedOverTheTrainingRows) {
  Rows rows(4, 2);
  rows << 1, 5, 5, 5, 9, 5, 4, 7;
  Standardize(2, rows);
  Rows expected(4, 2);
  expected << -1, 0, 1, 0, 3, 0, 0.5, 2;
  EXPECT_EQ(rows, expected);
}

}  // namespace
}  // namespace structlab::kernel_statistics
