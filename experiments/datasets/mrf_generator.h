// Stand-ins for the instances of mrf_benchmarks.h.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MRF_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MRF_GENERATOR_H_

#include <cstdint>

#include "experiments/datasets/mrf_benchmarks.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::datasets {

// An energy of the instance's sizes. Grids are made by the recipe of the real ones, spin glasses: a
// variable's two labels cost u and -u, u uniform in [-1, 1); two neighbours cost -c if they have the same
// label and c if not, c uniform in [-strength, strength). The others have factors of as many variables as the
// real ones, but on variables drawn at random, with costs drawn from 0 to 99: nothing of what makes the real
// ones easy or hard is in them. Deterministic in seed and name, thread-safe.
graphical_models::FactorGraph GenerateMrfInstance(const MrfInstance& instance, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MRF_GENERATOR_H_
