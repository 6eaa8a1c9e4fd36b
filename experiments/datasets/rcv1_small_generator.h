// A stand-in for the sample of RCV1.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_GENERATOR_H_

#include <cstdint>

#include "experiments/datasets/rcv1_small.h"

namespace structlab::datasets {

// 1000 and 500 vectors of unit length in two classes: the texts of Rcv1Shape() with as many words as the real
// vectors have numbers, a word of tf occurrences weighing (1 + log tf) log(rank + 2). Deterministic in the
// seed.
Rcv1Small GenerateRcv1Small(uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_SMALL_GENERATOR_H_
