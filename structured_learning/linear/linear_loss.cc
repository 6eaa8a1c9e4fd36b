#include "structured_learning/linear/linear_loss.h"

#include <algorithm>
#include <cmath>

namespace structlab::structured_learning {
namespace {

// Below this size * gain the step is the gradient step to all digits that matter.
constexpr double kSmallGain = 1e-6;

// Below this margin the derivative of the logistic loss is -1 to all digits.
constexpr double kSteepest = -40;

// The z with z + exp(z) = x, for x >= kSteepest: z = x - W(exp(x)), where Lambert's W is found by two
// iterations of Fritsch, Shafer, Crowley, Algorithm 443, 1973, whose error falls with the fourth power;
// within 1e-12.
double SolveSumWithExponential(double x) {
  // W(exp(x)), from its two asymptotes.
  double w = x > 1 ? x - std::log(x) : std::exp(x) / (1 + std::exp(x));
  for (int iteration = 0; iteration < 2; ++iteration) {
    const double residual = x - std::log(w) - w;
    const double t = 1 + w;
    const double q = 2 * t * (t + 2.0 / 3 * residual);
    w *= 1 + residual / t * (q - residual) / (q - 2 * residual);
  }
  return x - w;
}

// The margin m = y s follows dm/dh = gain / (1 + exp(m)), so that m + exp(m) grows by size * gain.
double LogisticStep(double margin, double size, double gain) {
  const double gradient_step = size / (1 + std::exp(margin));
  if (gain * gradient_step < kSmallGain || margin > 30) return gradient_step;
  if (margin + size * gain < kSteepest) return size;
  return (SolveSumWithExponential(size * gain + margin + std::exp(margin)) - margin) / gain;
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
