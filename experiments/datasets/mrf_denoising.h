// Grey images to restore (Szeliski et al. 2008): house and penguin.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_H_

#include <cstdint>
#include <string>

#include "graphical_models/images/image.h"

namespace structlab::datasets {

inline constexpr int kHouseSide = 256;
inline constexpr int kPenguinWidth = 122, kPenguinHeight = 179;

// All of one size and grey.
struct DenoisingProblem {
  graphical_models::Image clean;
  graphical_models::Image noisy;  // 0 where it is missing, and elsewhere now and then
  graphical_models::Image mask;   // 255: missing, 0: observed

  friend bool operator==(const DenoisingProblem&, const DenoisingProblem&) = default;
};

// house-clean.png, houseM-input.png and house-mask.png of the folder: noise of standard deviation 25 and two
// rectangles that are missing. Throws common::Error (data) that names the file if one is no image or has
// another form, if the mask has other values than 0 and 255, and if a missing pixel of the input is not 0.
DenoisingProblem ReadHouse(const std::string& folder);

// penguin-clean.png, penguin-input.png and penguin-mask.png: noise of standard deviation 20 and a bar of 81 x
// 15 pixels that is missing. In the file of the mask, 0 says that a pixel is missing, and all else that it is
// observed: the other way round than in the house's. Errors as above, except that missing pixels may have any
// value.
DenoisingProblem ReadPenguin(const std::string& folder);

// How an image is spoiled so that its truth is known: each grey value has Gaussian noise added and is rounded
// and cut off at 0 and 255; then a bar across the image is set to 0 and is missing.
struct Spoiling {
  double noise = 25;              // standard deviation, in grey values: that of the house
  int first_row = 84, rows = 12;  // of the bar, across the bird's wing
  uint64_t seed = 1;
};

// Throws common::Error (usage) for an image that is not grey, a bar that is not within it, and noise that is
// negative or not finite. Deterministic in the seed.
DenoisingProblem Spoil(const graphical_models::Image& clean, const Spoiling& spoiling = {});

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MRF_DENOISING_H_
