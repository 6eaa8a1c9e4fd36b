#include "graphical_models/model/energy_value.h"

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {

void CheckEnergyValue(double value, const std::string& where, InfiniteEnergy infinite) {
  if (IsEnergyValue(value, infinite)) return;
  common::ThrowUsageError(where,
                          infinite == InfiniteEnergy::kAllowed
                              ? "an energy of at most 1e290 in magnitude, or plus infinity"
                              : "a finite energy of at most 1e290 in magnitude",
                          common::FormatDouble(value));
}

}  // namespace structlab::graphical_models
