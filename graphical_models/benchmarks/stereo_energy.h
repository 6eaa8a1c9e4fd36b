// The stereo energies that benchmarks of minimisers share.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_BENCHMARKS_STEREO_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_BENCHMARKS_STEREO_ENERGY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

enum class StereoScene { kTsukuba, kTeddy };

// "tsukuba", "teddy".
std::string NameOf(StereoScene scene);

// Unary costs of disparities, from the left image of a rectified pair to the right one.
struct StereoUnaries {
  GridShape shape;  // 384 x 288 with 16 labels, 450 x 375 with 60; a label is a disparity in pixels
  std::vector<int32_t> unaries;  // [pixel][label]
  bool is_stand_in = false;      // true: from generated images, since the real ones are missing
};

// The cost of disparity d at (x, y) is min(20, (|dR| + |dG| + |dB|) div 3) between left (x, y) and right (x -
// d, y), and 20 where x - d < 0. Reads middlebury-stereo/<scene> in the folder $STRUCTLAB_DATA. If that is
// not set or the scene is missing, the pair is generated: planes at several depths with a random texture.
//
//   StereoUnaries stereo = LoadStereoUnaries(StereoScene::kTeddy);
//   const GridEnergy<int32_t> energy(stereo.shape, std::move(stereo.unaries), Potts{}, 20);
//
// Throws common::Error (data) for images that cannot be read or do not have the size of the scene.
// Deterministic.
StereoUnaries LoadStereoUnaries(StereoScene scene);

// The sum over the pixels of the least cost: 139053 for tsukuba, 476689 for teddy; other values for
// stand-ins.
int64_t SumOfLeastUnaries(const StereoUnaries& stereo);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_BENCHMARKS_STEREO_ENERGY_H_
