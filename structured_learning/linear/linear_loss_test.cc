#include "structured_learning/linear/linear_loss.h"

#include <gtest/gtest.h>

#include <cmath>

namespace structlab::structured_learning {
namespace {

constexpr LinearLoss kLosses[] = {LinearLoss::kLogistic, LinearLoss::kHinge, LinearLoss::kSquared};

TEST(LinearLoss, DerivativesAreThoseOfTheLoss) {
  for (const LinearLoss loss : kLosses) {
    for (const double y : {-1.0, 1.0}) {
      for (const double score : {-40.0, -3.0, -0.7, 0.0, 0.4, 2.5, 35.0}) {
        const double h = 1e-6;
        const double slope = (LossOf(loss, score + h, y) - LossOf(loss, score - h, y)) / (2 * h);
        EXPECT_NEAR(DerivativeOf(loss, score, y), slope, 1e-6 * (1 + std::abs(slope))) << score << " " << y;
      }
    }
  }
  EXPECT_EQ(LossOf(LinearLoss::kLogistic, -1e6, 1), 1e6);
  EXPECT_EQ(LossOf(LinearLoss::kLogistic, 1e6, 1), 0);
  EXPECT_EQ(DerivativeOf(LinearLoss::kLogistic, -1e6, 1), -1);
}

constexpr int kSteps = 100'000;

double ManySmallSteps(LinearLoss loss, double score, double y, double size, double gain) {
  double moved = 0;
  for (int i = 0; i < kSteps; ++i) moved -= size / kSteps * DerivativeOf(loss, score + gain * moved, y);
  return moved;
}

TEST(InvariantStep, IsTheLimitOfManySmallSteps) {
  for (const LinearLoss loss : kLosses) {
    for (const double y : {-1.0, 1.0}) {
      for (const double score : {-3.0, 0.0, 0.9, 4.0}) {
        for (const double size : {0.01, 0.5, 20.0}) {
          for (const double gain : {1e-4, 0.3, 5.0, 100.0}) {
            // Small finite steps down a convex loss are ahead of their limit by less than the first of them.
            const double first = size / kSteps * std::abs(DerivativeOf(loss, score, y));
            EXPECT_NEAR(InvariantStep(loss, score, y, size, gain), ManySmallSteps(loss, score, y, size, gain),
                        1.01 * first + 1e-12)
                << static_cast<int>(loss) << " " << y << " " << score << " " << size << " " << gain;
          }
        }
      }
    }
  }
}

// The move d of the margin m of a logistic loss: d + exp(m) (exp(d) - 1) = size gain, by halving.
double ExactMove(double margin, double sum) {
  long double low = 0, high = sum;
  for (int i = 0; i < 200; ++i) {
    const long double middle = (low + high) / 2;
    const long double value = middle + std::exp(static_cast<long double>(margin)) * std::expm1(middle);
    (value < sum ? low : high) = middle;
  }
  return static_cast<double>(low);
}

// Margins at which the loss has almost no slope left, and directions that nevertheless raise the score.
TEST(InvariantStep, SolvesItsEquationAtAllMargins) {
  const double margins[] = {-60, -41, -39, -5, 0, 5, 14.9, 15.1, 20, 27.3, 29, 29.9, 31, 60};
  for (const double margin : margins) {
    const double inverse_slope = std::exp(margin);
    for (const double size : {5e-4, 0.5, 50.0, 5e5}) {
      for (const double gain : {1e-3, 1.0, 1e5, 1e-3 * inverse_slope, inverse_slope, 100 * inverse_slope}) {
        const double exact = ExactMove(margin, size * gain);
        // Gradient steps are used for moves of up to 1e-6, and half of the move is their error.
        EXPECT_NEAR(gain * InvariantStep(LinearLoss::kLogistic, margin, 1, size, gain), exact,
                    1e-6 * exact + 1e-14 * (1 + std::abs(margin)))
            << margin << " " << size << " " << gain;
      }
    }
  }
}

// Two steps equal one step with the sum of their sizes.
TEST(InvariantStep, HasNoMemoryOfHowItWasDivided) {
  for (const LinearLoss loss : kLosses) {
    for (const double score : {-30.0, -2.0, 0.3, 0.99, 8.0, 20.0, 29.9, 31.0, 60.0}) {
      for (const double gain : {0.01, 0.7, 40.0, std::exp(score)}) {
        const double once = InvariantStep(loss, score, 1, 3, gain);
        const double first = InvariantStep(loss, score, 1, 1, gain);
        const double second = InvariantStep(loss, score + gain * first, 1, 2, gain);
        EXPECT_NEAR(first + second, once, 1e-9 * (1 + std::abs(once))) << score << " " << gain;
      }
    }
  }
}

TEST(InvariantStep, NeverPassesTheMinimum) {
  EXPECT_NEAR(InvariantStep(LinearLoss::kSquared, 2, 7, 1e9, 0.5), 10, 1e-9);
  EXPECT_EQ(InvariantStep(LinearLoss::kHinge, 0.5, 1, 1e9, 0.25), 2);
  EXPECT_EQ(InvariantStep(LinearLoss::kHinge, 1.5, 1, 1, 1), 0);
  EXPECT_EQ(InvariantStep(LinearLoss::kSquared, 1, 1, 1, 1), 0);
  // Far on either side nothing becomes infinite or NaN.
  for (const double score : {-1e5, -800.0, -40.0, 40.0, 800.0, 1e5}) {
    for (const double gain : {0.0, 1e-9, 1.0, 1e6}) {
      const double step = InvariantStep(LinearLoss::kLogistic, score, 1, 0.5, gain);
      EXPECT_TRUE(step >= 0 && step <= 0.5 * (1 + 1e-9)) << score << " " << gain << " " << step;
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
