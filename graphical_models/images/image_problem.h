// Stereo and restoration with superpixels as one type of problem, for all image methods.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_PROBLEM_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_PROBLEM_H_

#include <cstdint>
#include <span>
#include <string>

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/stereo.h"
#include "graphical_models/images/superpixel_cliques.h"
#include "graphical_models/images/superpixels.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

struct CliqueOptions {
  SuperpixelOptions superpixels = {};
  // Cliques have the weight exp(-variance / sigma^2), superpixel_cliques.h. Larger: heavier cliques.
  double sigma = 100;
  RegionVariance variance = RegionVariance::kSumOfChannels;
  bool without_cliques = false;  // true: no superpixels and no cliques, for methods that do not use them
  bool include_holes = false;    // restoration: superpixels with a missing pixel are cliques, too
};

// E(y) = pairwise(y) + cliques(y), minimised. Each superpixel is a clique that costs the diameter of its
// labels, measured by the potential of the pairs.
struct ImageProblem {
  GridEnergy<int32_t> pairwise;
  Segmentation superpixels;
  CliqueEnergy cliques;

  // Throws common::Error(kUsage) unless the labeling fits.
  double Energy(std::span<const Label> labeling) const {
    return pairwise.Energy(labeling) + cliques.Energy(labeling);
  }
};

// A problem with any pairwise energy of the image's pixels, and these regions as cliques; `superpixels` of
// the options is not used. Throws as SuperpixelCliques.
ImageProblem WithCliques(const Image& image, GridEnergy<int32_t> pairwise, Segmentation regions,
                         const CliqueOptions& options);

// StereoEnergy with the superpixels of the left image. Throws as its parts.
//
//   const StereoPreset& preset = FindStereoPreset("tsukuba");
//   const ImageProblem problem = StereoProblem(left, right, preset.energy, preset.cliques);
ImageProblem StereoProblem(const Image& left, const Image& right, const StereoOptions& options,
                           const CliqueOptions& cliques);

// RestorationEnergy with the superpixels of the noisy image, in which missing pixels have their stored
// values. Superpixels entirely outside of the hole are cliques. Throws as its parts.
ImageProblem RestorationProblem(const Image& noisy, const Image* mask, const RestorationOptions& options,
                                const CliqueOptions& cliques);

// A problem with the same energy for every labeling, in which pairs are cliques: the pairwise part has only
// the unaries, and each pair, whose potential must be a metric, is a diameter after the other cliques. For
// exact methods this changes nothing. Moves that over-estimate cliques but not pairs, such as those of
// CoOccurrenceExpansion, get worse.
ImageProblem PairsAsCliques(const ImageProblem& problem);

// The settings of Dokania 2016, section 3.6.2: "tsukuba", "teddy"; "penguin", "house". The source does not
// give the settings of superpixels: these are from the released program of its author. So is teddy's unary
// truncation, 16 for each channel, where the source could also mean 16 for their sum.
struct StereoPreset {
  std::string name;
  StereoOptions energy;
  CliqueOptions cliques;
};
struct RestorationPreset {
  std::string name;
  RestorationOptions energy;
  CliqueOptions cliques;
};
std::span<const StereoPreset> StereoPresets();
std::span<const RestorationPreset> RestorationPresets();

// Throw common::Error(kUsage), which names the existing presets, if there is none of this name.
const StereoPreset& FindStereoPreset(const std::string& name);
const RestorationPreset& FindRestorationPreset(const std::string& name);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_PROBLEM_H_
