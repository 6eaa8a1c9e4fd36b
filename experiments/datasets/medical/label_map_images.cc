#include "experiments/datasets/medical/label_map_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "common/table_rows.h"
#include "registration/volumes/image_file.h"

namespace structlab::datasets {

using registration::Image;
using registration::LabelMap;

namespace {

struct Gaussian {
  double mean = 0, deviation = 0;
};

// By label. A class is drawn once, however many labels it has.
std::map<int32_t, Gaussian> DrawGaussians(const std::vector<IntensityPrior>& priors, uint64_t seed,
                                          uint64_t index) {
  common::RandomStream random(seed, "label map images/classes", index);
  std::map<int, Gaussian> of_classes;
  std::map<int32_t, Gaussian> of_labels;
  for (const IntensityPrior& prior : priors) {
    const auto [found, is_new] = of_classes.try_emplace(prior.intensity_class);
    if (is_new) {
      found->second.mean = prior.mean_of_means + prior.std_of_means * random.Normal();
      found->second.deviation = std::max(0.0, prior.mean_of_stds + prior.std_of_stds * random.Normal());
    }
    of_labels[prior.label] = found->second;
  }
  return of_labels;
}

}  // namespace

std::vector<IntensityPrior> ReadIntensityPriors(const std::string& path) {
  using Prior = IntensityPrior;
  const std::vector<common::TableColumn<Prior>> columns = {{"label", &Prior::label},
                                                           {"class", &Prior::intensity_class},
                                                           {"mean_of_means", &Prior::mean_of_means},
                                                           {"std_of_means", &Prior::std_of_means},
                                                           {"mean_of_stds", &Prior::mean_of_stds},
                                                           {"std_of_stds", &Prior::std_of_stds}};
  return common::ParseRows(columns, common::ReadTsv(path));
}

Image DrawImage(const LabelMap& labels, const std::vector<IntensityPrior>& priors, uint64_t seed,
                uint64_t index, const std::string& where) {
  const std::map<int32_t, Gaussian> gaussians = DrawGaussians(priors, seed, index);
  common::RandomStream random(seed, "label map images/voxels", index);
  Image image(labels.geometry);
  for (size_t i = 0; i < labels.values.size(); ++i) {
    const auto found = gaussians.find(labels.values[i]);
    if (found == gaussians.end()) {
      common::ThrowDataError(where, "labels with a distribution of grey values",
                             fmt::format("label {}", labels.values[i]));
    }
    const double grey = found->second.mean + found->second.deviation * random.Normal();
    image.values[i] = static_cast<float>(std::clamp(grey, 0.0, 255.0));
  }
  return image;
}

std::string LabelMapFile(int subject) { return fmt::format("training_seg_{:02}_64.nii.gz", subject + 1); }

RegistrationSet OpenLabelMapImages(const std::string& folder, uint64_t seed) {
  RegistrationSet set = {.name = "synthseg-labelmaps-64", .min_voxels = 20};
  for (int i = 0; i < kNumLabelMaps; ++i) {
    set.subjects.push_back({.name = fmt::format("training_seg_{:02}", i + 1), .patient = i});
  }
  set.load = [folder, seed](int subject, common::ThreadPool&) {
    const std::string path = folder + "/" + LabelMapFile(subject);
    Subject drawn = {.image = {}, .labels = registration::ReadLabels(path)};
    drawn.image = DrawImage(drawn.labels, ReadIntensityPriors(folder + "/" + kIntensityPriors), seed,
                            static_cast<uint64_t>(subject), path);
    return drawn;
  };
  return set;
}

}  // namespace structlab::datasets
