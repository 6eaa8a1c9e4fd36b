#include "structured_learning/linear/linear_loss.h"

#include <algorithm>
#include <cmath>

namespace structlab::structured_learning {
namespace {

// Below this size * gain the step equals the gradient step in all relevant digits.
constexpr double kSmallGain = 1e-6;

// Below this margin the derivative of the logistic loss is -1 in all digits.
constexpr double kSteepest = -40;

// Above this margin the exponential of the margin absorbs all digits of a number that is added to it.
constexpr double kFlattest = 15;

// The relative growth of w = W(exp(x)), where W is Lambert's function, in an iteration of Fritsch, Shafer,
// Crowley, Algorithm 443, 1973, whose error falls with the fourth power; for residual = x - w - log(w).
double GrowthOfLambert(double w, double residual) {
  const double t = 1 + w;
  const double q = 2 * t * (t + 2.0 / 3 * residual);
  return residual * (q - residual) / (t * (q - 2 * residual));
}

// Solves z + exp(z) = x = sum + margin + exp(margin) for z, for margin + sum >= kSteepest. exp(z) is
// Lambert's W(exp(x)). It is found by two iterations from exp(margin), whose logarithm is known, or for large
// sums from the asymptotes of W. Of z = log(W) and z = x - W it uses the one that subtracts no large number.
double SolveSumWithExponential(double sum, double margin, double exp_of_margin) {
  const double x = sum + margin + exp_of_margin;
  double w = exp_of_margin, residual = sum;
  if (sum > 1 + exp_of_margin) {
    w = x > 1 ? x - std::log(x) : std::exp(x) / (1 + std::exp(x));
    residual = x - std::log(w) - w;
  }
  w *= 1 + GrowthOfLambert(w, residual);
  const double log_before = std::log(w);
  const double growth = GrowthOfLambert(w, x - log_before - w);
  w *= 1 + growth;
  if (w <= 1) return x - w;
  // The logarithm of 1 + growth; here three terms of its series are enough.
  constexpr double kLittleGrowth = 1e-4;
  if (std::abs(growth) > kLittleGrowth) return std::log(w);
  return log_before + growth * (1 - growth * (0.5 - growth / 3));
}

// Solves d + exp(margin) (exp(d) - 1) = sum for d, with small = exp(-margin) of margins above kFlattest:
// Newton's iterations from above, where d exp(-margin) is negligible.
double SolveMove(double small, double sum) {
  double move = std::log1p(sum * small);
  for (int iteration = 0; iteration < 2; ++iteration) {
    const double grown = std::expm1(move);
    move -= (move * small + grown - sum * small) / (small + 1 + grown);
  }
  return move;
}

// 1 / (1 + exp(margin)), computed from exp(-|margin|).
double Steepness(double margin, double exponential) {
  return (margin > 0 ? exponential : 1) / (1 + exponential);
}

// The margin m = y s satisfies dm/dh = gain / (1 + exp(m)), so m + exp(m) grows by size * gain.
double LogisticStep(double margin, double size, double gain, double exponential) {
  const double gradient_step = size * Steepness(margin, exponential);
  if (gain * gradient_step < kSmallGain) return gradient_step;
  const double sum = size * gain;
  if (margin + sum < kSteepest) return size;
  if (margin > kFlattest) return SolveMove(exponential, sum) / gain;
  const double exp_of_margin = margin > 0 ? 1 / exponential : exponential;
  return (SolveSumWithExponential(sum, margin, exp_of_margin) - margin) / gain;
}

}  // namespace

double ExponentialOf(LinearLoss loss, double score) {
  return loss == LinearLoss::kLogistic ? std::exp(-std::abs(score)) : 0;
}

double LossOf(LinearLoss loss, double score, double y, double exponential) {
  switch (loss) {
    case LinearLoss::kLogistic:
      return std::log1p(exponential) + std::max(0.0, -y * score);
    case LinearLoss::kHinge:
      return std::max(0.0, 1 - y * score);
    case LinearLoss::kSquared:
      break;
  }
  return (score - y) * (score - y);
}

double DerivativeOf(LinearLoss loss, double score, double y, double exponential) {
  switch (loss) {
    case LinearLoss::kLogistic:
      return -y * Steepness(y * score, exponential);
    case LinearLoss::kHinge:
      return y * score < 1 ? -y : 0;
    case LinearLoss::kSquared:
      break;
  }
  return 2 * (score - y);
}

double InvariantStep(LinearLoss loss, double score, double y, double size, double gain, double exponential) {
  switch (loss) {
    case LinearLoss::kLogistic:
      return y * LogisticStep(y * score, size, gain, exponential);
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
