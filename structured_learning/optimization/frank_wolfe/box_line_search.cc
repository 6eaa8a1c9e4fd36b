#include "structured_learning/optimization/frank_wolfe/box_line_search.h"

#include <algorithm>
#include <vector>

namespace structlab::structured_learning {
namespace {

// A step at which one weight begins or ends to contribute to the slope of h.
struct Event {
  double step;
  double growth;  // change of the second derivative of h
};

}  // namespace

double BoxLineSearch(const DenseVector& sum, const DenseVector& direction, const DenseVector& lower,
                     const DenseVector& upper, double lambda, double loss_change) {
  std::vector<Event> events;
  double slope = -loss_change, growth = 0;
  for (int j = 0; j < direction.size(); ++j) {
    const double d = direction[j];
    if (d == 0) continue;
    slope += lambda * d * std::clamp(sum[j], lower[j], upper[j]);
    // The weight is free between the steps at which V_j + step d is at its bounds.
    double enters = (lower[j] - sum[j]) / d, leaves = (upper[j] - sum[j]) / d;
    if (d < 0) std::swap(enters, leaves);
    if (leaves <= 0 || enters >= 1) continue;
    const double own = lambda * d * d;
    if (enters <= 0) {
      growth += own;
    } else {
      events.push_back({enters, own});
    }
    if (leaves < 1) events.push_back({leaves, -own});
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.step < b.step; });
  events.push_back({1, 0});

  double step = 0;
  for (const Event& event : events) {
    const double next_slope = slope + growth * (event.step - step);
    if (next_slope >= 0) return growth > 0 ? std::clamp(step - slope / growth, step, event.step) : step;
    slope = next_slope;
    step = event.step;
    growth += event.growth;
  }
  return 1;
}

}  // namespace structlab::structured_learning
