#include "structured_learning/multilabel/logistic_step.h"

#include <cmath>

namespace structlab::structured_learning {
namespace {

FloatRow Logistic(const FloatRow& u) { return 1 / (1 + (-u).exp()); }

// Solves u + slope * Logistic(u) + offset = 0 for a slope of at most 2. There Newton's method converges from
// any start between the bounds of u, -offset - slope and -offset.
FloatRow NearlyLinearRoot(const FloatRow& offset, float slope, const FloatRow& start) {
  FloatRow high = -offset, low = high - slope, u = start.max(low).min(high);
  for (int step = 0; step < 3; ++step) {
    const FloatRow share = Logistic(u);
    const FloatRow value = u + slope * share + offset;
    high = (value > 0).select(u, high);
    low = (value > 0).select(low, u);
    const FloatRow newton = u - value / (1 + slope * share * (1 - share));
    u = (newton >= low && newton <= high).select(newton, (low + high) / 2);
  }
  return u;
}

// The same for any slope if the root is at most 0. There the logistic function is between exp(u) / 2 and
// exp(u). With exp(u) in its place the root is given by Lambert's W, w exp(w) = slope exp(-offset) for w =
// slope exp(u). A formula of Winitzki (2003) computes it to a few percent, and three steps of Halley's method
// complete the accuracy.
FloatRow RootBelowZero(const FloatRow& offset, float slope) {
  const float log_slope = std::log(slope);
  const FloatRow level = log_slope - offset;
  const FloatRow s = level.max(0) + (1 + (-level.abs()).exp()).log();  // log(1 + exp(level))
  const FloatRow w = s * (1 - (1 + s).log() / (2 + s));
  // Small w lose digits, but have almost no effect.
  FloatRow u = (level > 0).select(w.max(1e-30F).log() - log_slope, -offset).min(0);
  for (int step = 0; step < 3; ++step) {
    const FloatRow share = Logistic(u);
    const FloatRow curve = slope * share * (1 - share), first = 1 + curve;
    // The value and the second derivative, each divided by the first derivative, which may be too large to be
    // squared.
    const FloatRow newton = (u + slope * share + offset) / first;
    u = (u - newton / (1 - 0.5F * newton * (curve / first) * (1 - 2 * share))).min(0);
  }
  return u;
}

}  // namespace

FloatRow LogisticOptimum(const FloatRow& margin, const FloatRow& before, float cost, float square) {
  const FloatRow offset = margin - square * before;
  const float slope = cost * square;
  if (slope <= 2) return cost * Logistic(NearlyLinearRoot(offset, slope, -margin));
  // The problem for 1 - share has the offset -slope - offset. The root of at least one of the two problems is
  // at most 0.
  const FloatRow mirrored = -slope - offset;
  const FloatRow share = Logistic(RootBelowZero(offset.max(mirrored), slope));
  return cost * (offset >= mirrored).select(share, 1 - share);
}

}  // namespace structlab::structured_learning
