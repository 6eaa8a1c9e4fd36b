// Which numbers may stand in an energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_

#include <limits>
#include <string>

namespace structlab::graphical_models {

// The energy of what is forbidden; sums with it stay exactly infinite.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// No finite energy may be larger in magnitude, so that the sums of more of them than fit into memory are
// finite too and never become NaN.
inline constexpr double kMaxEnergy = 1e290;

enum class InfiniteEnergy { kAllowed, kRefused };

// Throws common::Error(kUsage) at `where` for NaN, minus infinity, a finite value of more than kMaxEnergy
// in magnitude and, if refused, plus infinity.
void CheckEnergyValue(double value, const std::string& where,
                      InfiniteEnergy infinite = InfiniteEnergy::kAllowed);

// Whether CheckEnergyValue would accept it: for loops that name the place only when they must.
inline bool IsEnergyValue(double value, InfiniteEnergy infinite = InfiniteEnergy::kAllowed) {
  return (value >= -kMaxEnergy && value <= kMaxEnergy) ||
         (value == kInfinity && infinite == InfiniteEnergy::kAllowed);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_ENERGY_VALUE_H_
