#include "experiments/datasets/smooth_field.h"

#include <gtest/gtest.h>

#include <cmath>

namespace structlab::datasets {
namespace {

// The autocorrelation of the blur's weights (1, 4, 6, 4, 1) / 16, over that at distance 0: 70.
constexpr double kCorrelation[] = {1.0, 56.0 / 70, 28.0 / 70, 8.0 / 70, 1.0 / 70, 0.0};

TEST(SmoothField, HasUnitVarianceAndTheBlursCorrelation) {
  constexpr int kFields = 20'000;
  constexpr size_t kColumns = 12;
  double squares = 0, along_row[6] = {}, along_column[6] = {}, mean = 0;
  for (int i = 0; i < kFields; ++i) {
    common::RandomStream stream(1, "smooth_field_test", static_cast<uint64_t>(i));
    const std::vector<double> field = SmoothField(10, kColumns, stream);
    ASSERT_EQ(field.size(), 10 * kColumns);
    const double centre = field[4 * kColumns + 4];
    mean += centre / kFields;
    squares += centre * centre / kFields;
    for (size_t d = 0; d < 6; ++d) {
      along_row[d] += centre * field[4 * kColumns + 4 + d] / kFields;
      if (4 + d < 8) along_column[d] += centre * field[(4 + d) * kColumns + 4] / kFields;
    }
  }
  // Five standard errors: a product of two standard normal numbers has a standard deviation of at most
  // sqrt(2).
  const double tolerance = 5 * std::sqrt(2.0 / kFields);
  EXPECT_NEAR(mean, 0, tolerance);
  EXPECT_NEAR(squares, 1, tolerance);
  for (size_t d = 0; d < 6; ++d) {
    SCOPED_TRACE(d);
    EXPECT_NEAR(along_row[d], kCorrelation[d], tolerance);
    if (d < 4) {
      EXPECT_NEAR(along_column[d], kCorrelation[d], tolerance);
    }
  }
}

TEST(SmoothField, DependsOnTheStreamAlone) {
  common::RandomStream a(1, "a"), b(1, "a"), c(1, "c");
  const std::vector<double> field = SmoothField(3, 5, a);
  EXPECT_EQ(field, SmoothField(3, 5, b));
  EXPECT_NE(field, SmoothField(3, 5, c));
}

}  // namespace
}  // namespace structlab::datasets
