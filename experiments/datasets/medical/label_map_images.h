// Images that are drawn from real label maps, as SynthSeg trains on (Billot et al. 2023).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LABEL_MAP_IMAGES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LABEL_MAP_IMAGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/datasets/medical/registration_set.h"
#include "registration/volumes/volume.h"

namespace structlab::datasets {

// How grey values of a class of labels spread, and how mean and standard deviation differ between images.
struct IntensityPrior {
  int32_t label = 0;
  int intensity_class = 0;  // labels of the same class have the same distribution in an image
  double mean_of_means = 0, std_of_means = 0;
  double mean_of_stds = 0, std_of_stds = 0;
};

// Reads a table with the columns label, class, mean_of_means, std_of_means, mean_of_stds, std_of_stds. Throws
// common::Error(kData) with line and column for what is malformed.
std::vector<IntensityPrior> ReadIntensityPriors(const std::string& path);

// One Gaussian a class: its mean and standard deviation are drawn from the class's prior (the first row of
// it; a standard deviation below 0 is 0), then each voxel's value from it, cut to [0, 255]. Throws
// common::Error(kData), naming `where`, for a label without a prior. The same bits for a seed. O(voxels).
registration::Image DrawImage(const registration::LabelMap& labels, const std::vector<IntensityPrior>& priors,
                              uint64_t seed, uint64_t index, const std::string& where);

inline constexpr int kNumLabelMaps = 20;
inline constexpr const char* kIntensityPriors = "t1_intensity_priors.tsv";
std::string LabelMapFile(int subject);  // "training_seg_01_64.nii.gz" of 0

// The label maps of the folder, 64 x 64 x 64 voxels of 4 mm, with an image drawn from each; labels of at
// least 20 voxels in the fixed map are compared. Loading throws as registration::ReadLabels and above.
RegistrationSet OpenLabelMapImages(const std::string& folder, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_LABEL_MAP_IMAGES_H_
