#include "structured_learning/optimization/regularization.h"

#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

// The printed objective itself, term by term.
double Printed(PrintedObjective objective, double strength, int n, double squared_norm, double hinge_sum) {
  switch (objective) {
    case PrintedObjective::kLambdaMean:
      return strength / 2 * squared_norm + hinge_sum / n;
    case PrintedObjective::kMeanC:
      return squared_norm / 2 + strength / n * hinge_sum;
    case PrintedObjective::kSumC:
      return squared_norm / 2 + strength * hinge_sum;
    case PrintedObjective::kSumCUnhalved:
      return squared_norm + strength * hinge_sum;
  }
  return std::nan("");
}

constexpr PrintedObjective kAll[] = {PrintedObjective::kLambdaMean, PrintedObjective::kMeanC,
                                     PrintedObjective::kSumC, PrintedObjective::kSumCUnhalved};

TEST(Regularization, EveryPrintedObjectiveIsTheFactorTimesP) {
  for (const PrintedObjective objective : kAll) {
    for (const double strength : {0.01, 1.0, 30.0}) {
      for (const int n : {1, 7, 6251}) {
        const auto [lambda, factor] = FromPrinted(objective, strength, n);
        for (const double squared_norm : {0.0, 0.3, 12.0}) {
          for (const double hinge_sum : {0.0, 2.5, 900.0}) {
            const double p = lambda / 2 * squared_norm + hinge_sum / n;
            const double expected = Printed(objective, strength, n, squared_norm, hinge_sum);
            EXPECT_NEAR(factor * p, expected, 1e-14 * expected);
          }
        }
        EXPECT_NEAR(ToPrinted(objective, lambda, n), strength, 1e-15 * strength);
      }
    }
  }
}

TEST(Regularization, HasTheValuesOfTheTable) {
  EXPECT_EQ(FromPrinted(PrintedObjective::kLambdaMean, 0.25, 10).lambda, 0.25);
  EXPECT_EQ(FromPrinted(PrintedObjective::kMeanC, 4, 10).lambda, 0.25);
  EXPECT_EQ(FromPrinted(PrintedObjective::kSumC, 4, 10).lambda, 0.025);
  EXPECT_EQ(FromPrinted(PrintedObjective::kSumC, 4, 1).lambda, 0.25);  // one structured sample
  EXPECT_EQ(FromPrinted(PrintedObjective::kSumCUnhalved, 4, 10).lambda, 0.05);
}

TEST(Regularization, RefusesWhatIsNoStrength) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const PrintedObjective objective : kAll) {
    for (const double strength : {0.0, -1.0, nan, infinity}) {
      EXPECT_THROW(FromPrinted(objective, strength, 3), common::Error);
      EXPECT_THROW(ToPrinted(objective, strength, 3), common::Error);
    }
    EXPECT_THROW(FromPrinted(objective, 1, 0), common::Error);
    EXPECT_THROW(ToPrinted(objective, 1, 0), common::Error);
  }
  EXPECT_EQ(common::MessageOf([] { FromPrinted(PrintedObjective::kSumC, -2, 3); }),
            "C: expected a finite number above 0, found -2");
}

}  // namespace
}  // namespace structlab::structured_learning
