// Stereo and restoration with superpixels, as one problem for all minimisers of images.
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
  double sigma = 100;  // weight exp(-variance / sigma^2), superpixel_cliques.h
  RegionVariance variance = RegionVariance::kSumOfChannels;
  bool are_none = false;  // no superpixels and no cliques, for methods that read none
  bool in_holes = false;  // restoration: superpixels with a missing pixel are cliques, too
};

// E(y) = pairwise(y) + cliques(y), minimised. The cliques, the superpixels, measure by the potential of the
// pairs.
struct ImageProblem {
  GridEnergy<int32_t> pairwise;
  Segmentation superpixels;
  CliqueEnergy cliques;

  // Throws common::Error(kUsage) unless the labeling fits.
  double Energy(std::span<const Label> labeling) const {
    return pairwise.Energy(labeling) + cliques.Energy(labeling);
  }
};

// Any energy of the image's pixels with cliques of these regions; `superpixels` of the options are not read.
// Throws what SuperpixelCliques throws.
ImageProblem WithCliques(const Image& image, GridEnergy<int32_t> pairwise, Segmentation regions,
                         const CliqueOptions& options);

// StereoEnergy with the superpixels of the left image. Throws what its parts throw.
ImageProblem StereoProblem(const Image& left, const Image& right, const StereoOptions& options,
                           const CliqueOptions& cliques);

// RestorationEnergy with the superpixels of the noisy image, missing pixels taken as they are stored; those
// wholly outside the hole are cliques. Throws what its parts throw.
ImageProblem RestorationProblem(const Image& noisy, const Image* mask, const RestorationOptions& options,
                                const CliqueOptions& cliques);

// The same energy of every labeling; the pairwise part has the unaries alone, and the pairs, whose potential
// must be a metric, come as diameters after the other cliques. An exact method loses nothing by it; moves
// that over-estimate what a clique costs and no pair, such as CoOccurrenceExpansion, do.
ImageProblem PairsAmongCliques(const ImageProblem& problem);

// The settings of Dokania 2016, section 3.6.2: "tsukuba", "teddy"; "penguin", "house". The source does not
// give the superpixels', which are those of its author's released program, as is teddy's unary truncation: 16
// for each channel, where the source could be read as 16 for their sum.
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

// Throw common::Error(kUsage) that names those that there are.
const StereoPreset& FindStereoPreset(const std::string& name);
const RestorationPreset& FindRestorationPreset(const std::string& name);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_PROBLEM_H_
