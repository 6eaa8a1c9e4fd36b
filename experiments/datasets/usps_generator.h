// A stand-in for the USPS digits.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_USPS_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_USPS_GENERATOR_H_

#include <cstdint>

#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// Draws a set with the sizes of the real one (7291 and 2007 images, as many of each digit, in random
// order): a prototype of the digit plus noise, both smooth Gaussian fields on the 16 x 16 grid, cut off
// at -1 and 1. Nothing of it is taken from the real images.
//
// Deterministic in the seed, thread-safe.
Usps GenerateUsps(uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_USPS_GENERATOR_H_
