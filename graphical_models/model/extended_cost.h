// Sums of costs that may be +infinity and keep their finite part.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_EXTENDED_COST_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_EXTENDED_COST_H_

#include <cstdint>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

// infinities * infinity + finite, compared in this order: a labeling with fewer infinite costs is better,
// whatever the finite costs are. Differences are exact if those of the finite parts are.
struct ExtendedCost {
  int64_t infinities = 0;
  double finite = 0;

  ExtendedCost() = default;
  // Implicit, so that sums can mix both types.
  ExtendedCost(double cost) : infinities(cost == kInfinity), finite(cost == kInfinity ? 0 : cost) {}

  ExtendedCost& operator+=(const ExtendedCost& other) {
    infinities += other.infinities;
    finite += other.finite;
    return *this;
  }
  ExtendedCost& operator-=(const ExtendedCost& other) {
    infinities -= other.infinities;
    finite -= other.finite;
    return *this;
  }
  friend ExtendedCost operator+(ExtendedCost a, const ExtendedCost& b) { return a += b; }
  friend ExtendedCost operator-(ExtendedCost a, const ExtendedCost& b) { return a -= b; }
  friend bool operator<(const ExtendedCost& a, const ExtendedCost& b) {
    return a.infinities != b.infinities ? a.infinities < b.infinities : a.finite < b.finite;
  }
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_EXTENDED_COST_H_
