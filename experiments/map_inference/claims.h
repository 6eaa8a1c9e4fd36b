// The rules of this package's claims.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CLAIMS_H_

#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

// One exception is enough to fail a claim; to hold, all planned cases must be done.
std::vector<harness::Claim> Claims();

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_CLAIMS_H_
