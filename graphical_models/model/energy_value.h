// Valid values of costs and energies.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_

#include <limits>
#include <string>

namespace structlab::graphical_models {

// The cost of a forbidden labeling. Sums with it stay exactly infinite.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Largest magnitude of a finite cost. It is so far below the largest double that sums of as many costs as fit
// into memory stay finite and never become NaN.
inline constexpr double kMaxEnergy = 1e290;

enum class InfiniteEnergy { kAllowed, kRefused };

// Throws common::Error(kUsage) at `where` for an invalid cost: NaN, minus infinity, a finite value above
// kMaxEnergy in magnitude and, with kRefused, plus infinity.
void CheckEnergyValue(double value, const std::string& where,
                      InfiniteEnergy infinite = InfiniteEnergy::kAllowed);

// Returns whether CheckEnergyValue accepts the value; for loops that build the text of the place only on
// error.
inline bool IsEnergyValue(double value, InfiniteEnergy infinite = InfiniteEnergy::kAllowed) {
  return (value >= -kMaxEnergy && value <= kMaxEnergy) ||
         (value == kInfinity && infinite == InfiniteEnergy::kAllowed);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_
