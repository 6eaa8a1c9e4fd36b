#include "experiments/parsimonious_labeling/image_data.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <utility>

#include "experiments/datasets/load.h"
#include "experiments/datasets/penguin_input.h"
#include "experiments/datasets/resolve.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/stereo.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DisparityMap;
using graphical_models::Image;
using graphical_models::ImageProblem;
using graphical_models::Label;

const char* kPackage = "parsimonious_labeling";

// So that what is said about lattices and small problems does not look as if it came from images.
harness::DatasetSource DrawnSource() {
  return {.name = kDrawnData, .resolve = [](const std::string&) {
            return harness::Dataset{.name = kDrawnData,
                                    .origin = harness::DataOrigin::kReal,
                                    .checksums = {{"generator", "the seed of each case"}},
                                    .note = "lattices by the source's recipe, and small random problems"};
          }};
}

// The middle of an image or map.
struct Window {
  int x = 0, y = 0, width = 0, height = 0;

  Window(int full_width, int full_height, const ImageSettings& settings)
      : width(settings.width == 0 ? full_width : std::min(settings.width, full_width)),
        height(settings.height == 0 ? full_height : std::min(settings.height, full_height)) {
    x = (full_width - width) / 2;
    y = (full_height - height) / 2;
  }

  // Rows of `width` pixels of `channels` values.
  template <class Value>
  std::vector<Value> Cut(const std::vector<Value>& values, int full_width, int channels = 1) const {
    std::vector<Value> cut;
    for (int row = y; row < y + height; ++row) {
      const auto begin = values.begin() + (static_cast<ptrdiff_t>(row) * full_width + x) * channels;
      cut.insert(cut.end(), begin, begin + static_cast<ptrdiff_t>(width) * channels);
    }
    return cut;
  }
  Image Cut(const Image& image) const {
    return {.width = width,
            .height = height,
            .channels = image.channels,
            .values = Cut(image.values, image.width, image.channels)};
  }
  DisparityMap Cut(const DisparityMap& map) const {
    return {.width = width, .height = height, .values = Cut(map.values, map.width)};
  }
};

ImageData LoadStereo(const std::string& path, const ImageTask& task, const ImageSettings& settings) {
  const datasets::StereoPair pair = datasets::LoadStereoPair(path, task.name);
  const Window window(pair.left.width, pair.left.height, settings);
  ImageData data = {.width = window.width, .height = window.height, .shown = window.Cut(pair.left)};
  data.right = window.Cut(pair.right);
  data.truth = window.Cut(pair.truth);
  // On the whole pair, since what is seen does not depend on what is used of it.
  if (!pair.right_truth.values.empty()) {
    data.occluded = window.Cut(OcclusionMask(pair.truth, pair.right_truth));
  }
  return data;
}

ImageData CutProblem(const datasets::DenoisingProblem& problem, const ImageSettings& settings) {
  const Window window(problem.clean.width, problem.clean.height, settings);
  ImageData data = {.width = window.width, .height = window.height, .shown = window.Cut(problem.noisy)};
  data.clean = window.Cut(problem.clean);
  data.missing = window.Cut(problem.mask);
  return data;
}

}  // namespace

std::vector<harness::DatasetSource> DatasetSources() {
  return {datasets::SourceOf(kStereoData, kPackage), datasets::SourceOf(kHouseData, kPackage),
          datasets::PenguinInputSource(kPackage), DrawnSource()};
}

std::string DataOf(const ImageTask& task) {
  return task.is_stereo ? kStereoData : task.name == "house" ? kHouseData : datasets::kPenguinInput;
}

ImageSettings ReadImageSettings(const harness::Setting& settings) {
  ImageSettings read;
  read.width = static_cast<int>(settings.Integer("image_width"));
  read.height = static_cast<int>(settings.Integer("image_height"));
  read.superpixels.spatial_radius = settings.Number("spatial_radius");
  read.superpixels.color_radius = settings.Number("color_radius");
  const char* const min_size = settings.Find("varied_min_size") != nullptr ? "varied_min_size" : "min_size";
  read.superpixels.min_size = static_cast<int>(settings.Integer(min_size));
  if (settings.Find("sigma") != nullptr) read.sigma = settings.Number("sigma");
  if (settings.Find("gradient_factor") != nullptr) {
    read.gradient_factor = static_cast<int>(settings.Integer("gradient_factor"));
    read.truncation_factor = static_cast<int>(settings.Integer("truncation_factor"));
  }
  return read;
}

ImageData LoadImageData(const harness::Case& c, const ImageTask& task, const ImageSettings& settings) {
  const std::string& path = c.Data(DataOf(task)).path;
  if (task.is_stereo) return LoadStereo(path, task, settings);
  return CutProblem(task.name == "house" ? datasets::LoadHouse(path) : datasets::LoadPenguin(path), settings);
}

ImageProblem ProblemOf(const ImageTask& task, const ImageData& data, const ImageSettings& settings) {
  graphical_models::CliqueOptions cliques;
  cliques.superpixels = settings.superpixels;
  if (task.is_stereo) {
    const graphical_models::StereoPreset& preset = graphical_models::FindStereoPreset(task.preset);
    graphical_models::StereoOptions options = preset.energy;
    options.labels = task.labels;
    options.gradient_threshold *= settings.gradient_factor;
    options.unary_truncation *= settings.truncation_factor;
    cliques.sigma = settings.sigma.value_or(preset.cliques.sigma);
    return StereoProblem(data.shown, *data.right, options, cliques);
  }
  const graphical_models::RestorationPreset& preset = graphical_models::FindRestorationPreset(task.preset);
  cliques.sigma = settings.sigma.value_or(preset.cliques.sigma);
  return RestorationProblem(data.shown, &*data.missing, preset.energy, cliques);
}

harness::Picture PictureOf(const Image& image) {
  return {.width = image.width, .height = image.height, .channels = image.channels, .values = image.values};
}

harness::Picture PictureOf(const ImageTask& task, const ImageData& data, std::span<const Label> labeling) {
  if (!task.is_stereo) {
    return PictureOf(graphical_models::ImageOfLabels(data.width, data.height, labeling));
  }
  return PictureOf(ColorDisparities(graphical_models::DisparitiesOfLabels(data.width, data.height, labeling),
                                    task.labels - 1));
}

harness::Picture PictureOfRegions(const Image& image, const graphical_models::Segmentation& regions) {
  constexpr std::array<uint8_t, 3> kBorder = {255, 220, 0};
  harness::Picture picture = {.width = image.width, .height = image.height, .channels = 3, .values = {}};
  const auto region = [&](int x, int y) {
    return regions
        .of_pixel[static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x)];
  };
  size_t pixel = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, ++pixel) {
      const bool border = (x + 1 < image.width && region(x + 1, y) != region(x, y)) ||
                          (y + 1 < image.height && region(x, y + 1) != region(x, y));
      const std::array<int, 3> colour = ColorOf(image, pixel);
      for (size_t channel = 0; channel < 3; ++channel) {
        picture.values.push_back(border ? kBorder[channel] : static_cast<uint8_t>(colour[channel]));
      }
    }
  }
  return picture;
}

double TotalVariation(int width, int height, std::span<const Label> labeling) {
  int64_t sum = 0;
  const auto at = [&](int x, int y) {
    return labeling[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) sum += std::abs(at(x + 1, y) - at(x, y));
      if (y + 1 < height) sum += std::abs(at(x, y + 1) - at(x, y));
    }
  }
  return static_cast<double>(sum) / (static_cast<double>(width) * height);
}

int NumLabelsUsed(std::span<const Label> labeling) {
  return static_cast<int>(std::set<Label>(labeling.begin(), labeling.end()).size());
}

}  // namespace structlab::parsimonious_labeling
