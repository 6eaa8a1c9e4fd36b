// Rectified pairs of images with their disparities (Scharstein, Szeliski 2002, 2003): tsukuba, venus, teddy.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"

namespace structlab::datasets {

// What a scene's folder must hold.
struct StereoScene {
  std::string name;  // and its folder
  int width = 0, height = 0;
  int labels = 0;    // disparities 0 to labels - 1 are what everybody searches among
  double scale = 1;  // files hold scale * disparity, and 0 where it is not known
  std::string left, right, left_disparity;
  std::string right_disparity = {};  // empty where there is none
  bool has_superpixels = false;      // superpixels.png

  std::vector<std::string> Files() const;
};

// tsukuba, venus, teddy.
std::span<const StereoScene> StereoScenes();

// Throws common::Error (usage) that lists the known ones, nearest first.
const StereoScene& FindStereoScene(std::string_view name);

// The point at column x of the left image is at column x - d of the right one, d its disparity.
struct StereoPair {
  graphical_models::Image left, right;              // red, green, blue
  graphical_models::DisparityMap truth;             // of the left image
  graphical_models::DisparityMap right_truth = {};  // of the right image; teddy alone has it, else 0 x 0
  // Of the left image, as the author of Dokania 2016 released them; venus and generated pairs have none.
  // The columns where no disparity of the full range exists are in no region.
  graphical_models::Segmentation superpixels = {};

  friend bool operator==(const StereoPair&, const StereoPair&) = default;
};

// Reads folder/<scene>/*. Throws common::Error (data) that names the file if one is no image (ReadImage), is
// grey where it must be coloured or the other way round, or has not the size of the scene, or if numbers of
// superpixels are left out. Deterministic; thread-safe.
StereoPair ReadStereoPair(const std::string& folder, const StereoScene& scene);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MIDDLEBURY_STEREO_H_
