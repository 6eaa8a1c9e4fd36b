// A stand-in for the images to restore.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_GENERATOR_H_

#include <cstdint>

#include "experiments/datasets/mrf_denoising.h"
#include "graphical_models/images/image.h"

namespace structlab::datasets {

// Draw images with the sizes of the real ones: rectangles and ellipses of one grey value each on a ground
// that brightens downwards, with a smooth texture. Nothing of it is taken from the real images. The house has
// noise of standard deviation 25 and two rectangles of together 19143 missing pixels, as the real one.
// Deterministic in the seed, thread-safe.
DenoisingProblem GenerateHouse(uint64_t seed);
graphical_models::Image GeneratePenguin(uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_GENERATOR_H_
