#include "structured_learning/optimization/frank_wolfe/block_solver.h"

#include <algorithm>

#include "common/check.h"

namespace structlab::structured_learning {
namespace {

constexpr double kRemainingGap = 0.01;
constexpr int kStepsPerCorner = 8;
constexpr int kRest = -1;  // the true output: slope 0, plane 0

}  // namespace

void BlockProducts::Append(std::span<const double> products) {
  STRUCTLAB_CHECK(static_cast<int>(products.size()) == size_ + 1);
  values_.insert(values_.end(), products.begin(), products.end());
  ++size_;
}

void BlockProducts::Remove(int index) {
  size_t kept = 0;
  for (int a = 0, k = 0; a < size_; ++a) {
    for (int b = 0; b <= a; ++b, ++k) {
      if (a != index && b != index) values_[kept++] = values_[k];
    }
  }
  values_.resize(kept);
  --size_;
}

void SolveBlock(const BlockProducts& products, double budget, std::span<double> slopes,
                std::span<double> shares) {
  const int size = products.size();
  STRUCTLAB_CHECK(static_cast<int>(slopes.size()) == size && static_cast<int>(shares.size()) == size);
  double rest = budget;
  for (const double share : shares) rest -= share;
  rest = std::max(rest, 0.0);

  double goal = 0;
  for (int step = 0; step < kStepsPerCorner * size; ++step) {
    int up = kRest, down = kRest;
    double highest = 0, lowest = rest > 0 ? 0 : highest;
    bool has_down = rest > 0;
    for (int c = 0; c < size; ++c) {
      if (slopes[c] > highest) {
        highest = slopes[c];
        up = c;
      }
      if (shares[c] > 0 && (!has_down || slopes[c] < lowest)) {
        lowest = slopes[c];
        down = c;
        has_down = true;
      }
    }
    // Stop by the gap and not by the violation: a share left by rounding may violate optimality most and have
    // no effect.
    double gap = budget * highest;
    for (int c = 0; c < size; ++c) gap -= shares[c] * slopes[c];
    if (step == 0) goal = kRemainingGap * gap;
    if (!has_down || up == down || gap <= goal) return;
    const double violation = highest - lowest;

    const auto product = [&](int a, int b) { return a == kRest || b == kRest ? 0.0 : products(a, b); };
    const double curvature = product(up, up) + product(down, down) - 2 * product(up, down);
    const double available = down == kRest ? rest : shares[down];
    double moved = available;
    if (curvature > 0) moved = std::min(moved, violation / curvature);
    if (up == kRest) {
      rest += moved;
    } else {
      shares[up] += moved;
    }
    // Exactly zero if all of the share moves, so that the corner counts as unused.
    if (down == kRest) {
      rest = moved == available ? 0 : rest - moved;
    } else {
      shares[down] = moved == available ? 0 : shares[down] - moved;
    }
    for (int c = 0; c < size; ++c) slopes[c] -= moved * (product(c, up) - product(c, down));
  }
}

}  // namespace structlab::structured_learning
