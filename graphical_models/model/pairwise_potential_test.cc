#include "graphical_models/model/pairwise_potential.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/testing/message_of.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/label_metric.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> ValuesOf(const PairwisePotential& potential, int labels) {
  std::vector<double> values;
  for (Label a = 0; a < labels; ++a) {
    for (Label b = 0; b < labels; ++b) values.push_back(potential(a, b));
  }
  return values;
}

TEST(PairwisePotential, HasTheValuesOfItsFormula) {
  EXPECT_EQ(ValuesOf(Potts{2.5}, 2), (std::vector<double>{0, 2.5, 2.5, 0}));
  EXPECT_EQ(ValuesOf(TruncatedLinear{2, 1.5}, 3), (std::vector<double>{0, 2, 3, 2, 0, 2, 3, 2, 0}));
  EXPECT_EQ(ValuesOf(TruncatedQuadratic{2, 3}, 3), (std::vector<double>{0, 2, 6, 2, 0, 2, 6, 2, 0}));
  EXPECT_EQ(ValuesOf(TruncatedQuadratic{2}, 3), (std::vector<double>{0, 2, 8, 2, 0, 2, 8, 2, 0}));
  EXPECT_EQ(ValuesOf(LabelTable(2, 2, {1, -2, kInfinity, 4}), 2), (std::vector<double>{1, -2, kInfinity, 4}));
  EXPECT_EQ(PairwisePotential(TruncatedQuadratic{})(0, std::numeric_limits<int>::max()), 0x1p62 - 0x1p32 + 1);
}

TEST(PairwisePotential, ATableMayHaveDifferentRowsAndColumns) {
  const PairwisePotential potential = LabelTable(2, 3, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(potential(1, 0), 3);
  EXPECT_EQ(potential(0, 2), 2);
  EXPECT_TRUE(potential.IsDefinedFor(2, 3));
  EXPECT_TRUE(potential.IsDefinedFor(1, 1));
  EXPECT_FALSE(potential.IsDefinedFor(3, 2));
  EXPECT_TRUE(PairwisePotential(Potts{}).IsDefinedFor(300, 200));
}

TEST(PairwisePotential, RefusesWhatIsNoPotential) {
  EXPECT_EQ(MessageOf([] { PairwisePotential p(Potts{-1}); }),
            "cost of a Potts potential: expected a number from 0 to 1e290, found -1; to reward what the "
            "potential penalises, give the edge a negative weight");
  EXPECT_NE(MessageOf([] { PairwisePotential p(Potts{kInfinity}); }), "no error");
  EXPECT_NE(MessageOf([] { PairwisePotential p(TruncatedLinear{kNan, 1}); }), "no error");
  EXPECT_EQ(MessageOf([] {
              PairwisePotential p(TruncatedLinear{1, -1});
            }),
            "truncation of a truncated linear potential: expected 0 or more, found -1");
  EXPECT_EQ(MessageOf([] {
              PairwisePotential p(TruncatedQuadratic{1, kNan});
            }),
            "truncation of a truncated quadratic potential: expected 0 or more, found nan");
  EXPECT_EQ(MessageOf([] { LabelTable(0, 2, {}); }),
            "label table: expected at least one row and one column, found 0 x 2");
  EXPECT_EQ(MessageOf([] {
              LabelTable(2, 2, {1, 2, 3});
            }),
            "label table of 2 x 2: expected 4 values, found 3");
  EXPECT_EQ(MessageOf([] {
              LabelTable(2, 2, {1, 2, 3, -kInfinity});
            }),
            "label table at row 1, column 1: expected an energy of at most 1e290 in magnitude, or plus "
            "infinity, found -inf");
}

TEST(PotentialRange, RefusesWeightsThatLeaveTheEnergies) {
  const PotentialRange potts(Potts{2});
  EXPECT_FALSE(potts.has_infinity());
  EXPECT_EQ(potts.max_magnitude(), 2);
  EXPECT_EQ(MessageOf([&] { potts.CheckWeight(-3, "e"); }), "no error");
  EXPECT_EQ(MessageOf([&] { potts.CheckWeight(1e290, "e"); }),
            "weighted potential of e: expected a finite energy of at most 1e290 in magnitude, found 2e+290");
  EXPECT_EQ(MessageOf([&] { potts.CheckWeight(kInfinity, "e"); }),
            "weight of e: expected a finite energy of at most 1e290 in magnitude, found inf");
  EXPECT_NE(MessageOf([&] { potts.CheckWeight(kNan, "e"); }), "no error");

  const PotentialRange table(LabelTable(1, 3, {-5, 4, kInfinity}));
  EXPECT_TRUE(table.has_infinity());
  EXPECT_EQ(table.max_magnitude(), 5);
  EXPECT_EQ(MessageOf([&] { table.CheckWeight(0, "e"); }),
            "weight of e: expected a weight above 0 for a potential that holds +infinity, found 0");
  EXPECT_EQ(MessageOf([&] { table.CheckWeight(0.5, "e"); }), "no error");
  EXPECT_EQ(PotentialRange(TruncatedLinear{3, 4}).max_magnitude(), 12);
  EXPECT_EQ(PotentialRange(TruncatedQuadratic{3}).max_magnitude(), 3 * 0x1p62);
}

std::string Violation(const PairwisePotential& potential, int labels) {
  const auto violation = FindMetricViolation(potential, labels);
  return violation ? violation->text : "metric";
}

TEST(LabelMetric, NamesTheLabelsThatBreakARule) {
  EXPECT_EQ(Violation(Potts{3}, 4), "metric");
  EXPECT_EQ(Violation(TruncatedLinear{2, 3}, 9), "metric");
  EXPECT_EQ(Violation(TruncatedQuadratic{1, 2}, 9), "metric");
  EXPECT_EQ(Violation(TruncatedQuadratic{1}, 2), "metric");
  EXPECT_EQ(Violation(TruncatedQuadratic{1}, 3), "d(0,2) = 4 is more than d(0,1) + d(1,2) = 2");
  EXPECT_EQ(Violation(LabelTable(2, 2, {0, 1, 1, 3}), 2), "d(1,1) = 3 is not 0");
  EXPECT_EQ(Violation(LabelTable(2, 2, {0, 1, -1, 0}), 2), "d(1,0) = -1 is negative");
  EXPECT_EQ(Violation(LabelTable(2, 2, {0, 1, 2, 0}), 2), "d(0,1) = 1 differs from d(1,0) = 2");
  const auto violation = FindMetricViolation(TruncatedQuadratic{1}, 3);
  EXPECT_EQ(violation->rule, MetricRule::kTriangle);
  EXPECT_EQ(violation->a, 0);
  EXPECT_EQ(violation->b, 1);
  EXPECT_EQ(violation->c, 2);
}

TEST(LabelMetric, ASemiMetricNeedsNoTriangles) {
  EXPECT_FALSE(FindSemiMetricViolation(TruncatedQuadratic{1}, 3));
  EXPECT_FALSE(FindSemiMetricViolation(LabelTable(3, 3, {0, 1, 9, 1, 0, 1, 9, 1, 0}), 3));
  EXPECT_EQ(FindSemiMetricViolation(LabelTable(2, 2, {0, 1, 2, 0}), 2)->rule, MetricRule::kSymmetry);
  EXPECT_EQ(FindSemiMetricViolation(LabelTable(2, 2, {1, 1, 1, 0}), 2)->rule, MetricRule::kSelfDistance);
  EXPECT_EQ(FindSemiMetricViolation(LabelTable(2, 2, {0, -1, -1, 0}), 2)->rule, MetricRule::kNonNegative);
}

TEST(LabelMetric, DistancesMayBeInfiniteOrRounded) {
  EXPECT_EQ(Violation(LabelTable(2, 2, {0, kInfinity, kInfinity, 0}), 2), "metric");
  EXPECT_EQ(Violation(LabelTable(3, 3, {0, 1, kInfinity, 1, 0, 1, kInfinity, 1, 0}), 3),
            "d(0,2) = inf is more than d(0,1) + d(1,2) = 2");
  EXPECT_EQ(Violation(LabelTable(3, 3, {0, 0.1, 0.1 + 0.2, 0.1, 0, 0.2, 0.3, 0.2, 0}), 3), "metric");
}

TEST(LabelMetric, RefusesATableOfFewerLabels) {
  EXPECT_EQ(MessageOf([] {
              FindMetricViolation(LabelTable(2, 3, {0, 1, 2, 3, 4, 5}), 3);
            }),
            "distance of labels: expected a table of at least 3 x 3, found 2 x 3");
}

}  // namespace
}  // namespace structlab::graphical_models
