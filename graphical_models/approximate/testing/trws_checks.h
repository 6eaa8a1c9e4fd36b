#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_TRWS_CHECKS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_TRWS_CHECKS_H_

// Helpers of the TRW-S tests on graphs and on grids.
#include <gtest/gtest.h>

#include <cstdint>

#include "graphical_models/approximate/trws.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/map_result.h"

namespace structlab::graphical_models {

inline TrwsOptions Iterations(double iterations, double tolerance = 0) {
  return {.run = {.stop = {.iterations = iterations}}, .tolerance = tolerance};
}

template <class Energy>
void ExpectBoundBelowOptimumBelowValue(const Energy& energy, const MapResult& result, double optimum) {
  EXPECT_LE(result.lower_bound, optimum);
  if (optimum == kInfinity) {
    EXPECT_EQ(result.energy, kInfinity);
    return;
  }
  EXPECT_GE(result.energy, optimum);
  EXPECT_EQ(result.energy, energy.Energy(result.labeling));
  EXPECT_EQ(result.trace.back().bound, result.lower_bound);
  EXPECT_EQ(result.trace.back().value, result.energy);
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_TESTING_TRWS_CHECKS_H_
