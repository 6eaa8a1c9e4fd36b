#include "structured_learning/linear/linear_loss.h"

#include <algorithm>
#include <cmath>

namespace structlab::structured_learning {
namespace {

// Below this size * gain the step is the gradient step to all digits that matter.
constexpr double kSmallGain = 1e-6;

// Below this margin the derivative of the logistic loss is -1 to all digits.
constexpr double kSteepest = -40;

// Above this margin the exponential of the margin takes all digits of what is added to it.
constexpr double kFlattest = 15;

// The z with z + exp(z) = x, for x >= kSteepest: exp(z) is Lambert's W(exp(x)), found by two iterations of
// Fritsch, Shafer, Crowley, Algorithm 443, 1973, whose error falls with the fourth power. Of z = log(W) and
// z = x - W the one that subtracts nothing large.
double SolveSumWithExponential(double x) {
  // W(exp(x)), from its two asymptotes.
  double w = x > 1 ? x - std::log(x) : std::exp(x) / (1 + std::exp(x));
  for (int iteration = 0; iteration < 2; ++iteration) {
    const double residual = x - std::log(w) - w;
    const double t = 1 + w;
    const double q = 2 * t * (t + 2.0 / 3 * residual);
    w *= 1 + residual / t * (q - residual) / (q - 2 * residual);
  }
  return w > 1 ? std::log(w) : x - w;
}

// The d with d + exp(margin) (exp(d) - 1) = sum, for margins above kFlattest: Newton's iterations from above,
// where d exp(-margin) counts little.
double SolveMove(double margin, double sum) {
  const double small = std::exp(-margin);
  double move = std::log1p(sum * small);
  for (int iteration = 0; iteration < 2; ++iteration) {
    const double grown = std::expm1(move);
    move -= (move * small + grown - sum * small) / (small + 1 + grown);
  }
  return move;
}

// The margin m = y s follows dm/dh = gain / (1 + exp(m)), so that m + exp(m) grows by size * gain.
double LogisticStep(double margin, double size, double gain) {
  const double gradient_step = size / (1 + std::exp(margin));
  if (gain * gradient_step < kSmallGain) return gradient_step;
  const double sum = size * gain;
  if (margin + sum < kSteepest) return size;
  if (margin > kFlattest) return SolveMove(margin, sum) / gain;
  return (SolveSumWithExponential(sum + margin + std::exp(margin)) - margin) / gain;
}

}  // namespace

double LossOf(LinearLoss loss, double score, double y) {
  switch (loss) {
    case LinearLoss::kLogistic: {
      const double margin = y * score;
      return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
    }
    case LinearLoss::kHinge:
      return std::max(0.0, 1 - y * score);
    case LinearLoss::kSquared:
      break;
  }
  return (score - y) * (score - y);
}

double DerivativeOf(LinearLoss loss, double score, double y) {
  switch (loss) {
    case LinearLoss::kLogistic:
      return -y / (1 + std::exp(y * score));
    case LinearLoss::kHinge:
      return y * score < 1 ? -y : 0;
    case LinearLoss::kSquared:
      break;
  }
  return 2 * (score - y);
}

double InvariantStep(LinearLoss loss, double score, double y, double size, double gain) {
  switch (loss) {
    case LinearLoss::kLogistic:
      return y * LogisticStep(y * score, size, gain);
    case LinearLoss::kHinge: {
      const double missing = 1 - y * score;
      if (missing <= 0) return 0;
      return y * (size * gain <= missing ? size : missing / gain);
    }
    case LinearLoss::kSquared:
      break;
  }
  if (size * gain < kSmallGain) return 2 * size * (y - score);
  return (y - score) * -std::expm1(-2 * size * gain) / gain;
}

}  // namespace structlab::structured_learning
