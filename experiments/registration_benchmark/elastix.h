// elastix (Klein and others 2010), the program, as a yardstick.
#ifndef STRUCTLAB_EXPERIMENTS_REGISTRATION_BENCHMARK_ELASTIX_H_
#define STRUCTLAB_EXPERIMENTS_REGISTRATION_BENCHMARK_ELASTIX_H_

#include <string>

#include "registration/volumes/volume.h"

namespace structlab::registration {

// B-splines on three resolutions by adaptive stochastic gradient descent, 2048 random samples a step: what
// elastix's manual recommends.
struct ElastixSetting {
  std::string metric = "AdvancedMattesMutualInformation";
  double grid_spacing = 5;  // mm, at the finest resolution
  int iterations = 250;     // at each resolution
};

struct ElastixResult {
  DisplacementField field;       // on the fixed grid
  double processor_seconds = 0;  // of the whole process
};

bool HasElastix();

// Runs elastix on one thread. Throws common::Error(kEnvironment) if it does not run to its end.
ElastixResult RegisterByElastix(const Image& fixed, const Image& moving, const ElastixSetting& setting);

}  // namespace structlab::registration

#endif  // STRUCTLAB_EXPERIMENTS_REGISTRATION_BENCHMARK_ELASTIX_H_
