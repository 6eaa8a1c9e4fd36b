// A stand-in for the stereo pairs.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_GENERATOR_H_

#include <cstdint>
#include <string_view>

#include "experiments/datasets/middlebury_stereo.h"

namespace structlab::datasets {

// Draws a pair with the sizes, the disparities and the unknown pixels of the scene: rectangles and discs of
// one colour each with a smooth texture, at disparities of their own before a background that leans away; the
// right image shows what the left one shows, moved, with what is seen from the right only behind it; both
// have noise. Disparities are whole numbers for tsukuba and multiples of 1/scale else. Nothing of it is taken
// from the real images.
//
// Deterministic in the seed, thread-safe. Throws common::Error (usage) as FindStereoScene.
StereoPair GenerateStereoPair(std::string_view scene, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_GENERATOR_H_
