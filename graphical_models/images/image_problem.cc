#include "graphical_models/images/image_problem.h"

#include <utility>
#include <vector>

#include "common/error.h"
#include "common/nearest_names.h"
#include "graphical_models/images/superpixel_cliques.h"

namespace structlab::graphical_models {
namespace {

template <class Preset>
const Preset& Find(std::span<const Preset> presets, const std::string& name) {
  std::vector<std::string> known;
  for (const Preset& preset : presets) {
    if (preset.name == name) return preset;
    known.push_back(preset.name);
  }
  common::ThrowUsageError("preset", "one of " + common::ListNearest(name, known, known.size()),
                          common::Quote(name));
}

Segmentation SuperpixelsOf(const Image& image, const CliqueOptions& options) {
  if (!options.without_cliques) return MeanShiftSuperpixels(image, options.superpixels);
  return {.count = 0, .of_pixel = std::vector<int>(image.num_pixels(), -1)};
}

}  // namespace

ImageProblem WithCliques(const Image& image, GridEnergy<int32_t> pairwise, Segmentation regions,
                         const CliqueOptions& options) {
  CliqueEnergy cliques = SuperpixelCliques(image, regions, pairwise.potential(), pairwise.num_labels(),
                                           options.sigma, options.variance);
  return {std::move(pairwise), std::move(regions), std::move(cliques)};
}

ImageProblem StereoProblem(const Image& left, const Image& right, const StereoOptions& options,
                           const CliqueOptions& cliques) {
  GridEnergy<int32_t> pairwise = StereoEnergy(left, right, options);
  return WithCliques(left, std::move(pairwise), SuperpixelsOf(left, cliques), cliques);
}

ImageProblem RestorationProblem(const Image& noisy, const Image* mask, const RestorationOptions& options,
                                const CliqueOptions& cliques) {
  GridEnergy<int32_t> pairwise = RestorationEnergy(noisy, mask, options);
  Segmentation regions = SuperpixelsOf(noisy, cliques);
  if (mask != nullptr && !cliques.include_holes) regions = RegionsOutside(regions, *mask);
  return WithCliques(noisy, std::move(pairwise), std::move(regions), cliques);
}

ImageProblem PairsAsCliques(const ImageProblem& problem) {
  const GridEnergy<int32_t>& pairwise = problem.pairwise;
  const GridShape& shape = pairwise.shape();
  CliqueEnergy cliques = problem.cliques;
  const int diameter = cliques.AddPotential(DiameterDiversity{pairwise.potential()});
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const int pixel = y * shape.width + x;
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (!shape.HasEdge(x, y, step)) continue;
        cliques.AddClique({{pixel, pixel + shape.Offset(step)}}, diameter, pairwise.weights()(step, pixel));
      }
    }
  }
  GridEnergy<int32_t> unaries(shape, {pairwise.unaries().begin(), pairwise.unaries().end()},
                              pairwise.potential(), 0);
  return {std::move(unaries), problem.superpixels, std::move(cliques)};
}

std::span<const StereoPreset> StereoPresets() {
  static const std::vector<StereoPreset> presets = {
      {"tsukuba", StereoOptions(), {.superpixels = {.min_size = 300}, .sigma = 100}},
      {"teddy",
       {.labels = 60,
        .unary_truncation = 48,
        .slope = 20,
        .truncation = 1,
        .gradient_threshold = 10,
        .weight_below_threshold = 3},
       {.superpixels = {.min_size = 120}, .sigma = 100}},
  };
  return presets;
}

std::span<const RestorationPreset> RestorationPresets() {
  static const std::vector<RestorationPreset> presets = {
      {"penguin", RestorationOptions(), {.superpixels = {.min_size = 200}, .sigma = 10000}},
      {"house", {.slope = 50, .truncation = 50}, {.superpixels = {.min_size = 300}, .sigma = 1000}},
  };
  return presets;
}

const StereoPreset& FindStereoPreset(const std::string& name) { return Find(StereoPresets(), name); }

const RestorationPreset& FindRestorationPreset(const std::string& name) {
  return Find(RestorationPresets(), name);
}

}  // namespace structlab::graphical_models
