#include "experiments/parsimonious_labeling/image_task.h"

#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/load.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "graphical_models/images/crop.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/stereo.h"

namespace structlab::parsimonious_labeling {

using graphical_models::CliqueEnergy;
using graphical_models::CliqueOptions;
using graphical_models::FindRestorationPreset;
using graphical_models::FindStereoPreset;
using graphical_models::Image;
using graphical_models::ImageProblem;
using graphical_models::Label;
using graphical_models::Rectangle;
using graphical_models::StereoOptions;
using harness::Setting;

namespace {

// The source prints teddy's truncation of unaries as 16, which its author's program has for each channel.
constexpr int kTeddyUnaryTruncation = 16;

Rectangle WindowOf(const Image& image, const ImageSettings& settings) {
  return graphical_models::MiddleOf(image.width, image.height, settings.width, settings.height);
}

ImageData LoadStereo(const std::string& folder, const ImageTask& task, const ImageSettings& settings) {
  const datasets::StereoPair pair = datasets::LoadStereoPair(folder, task.name);
  const Rectangle window = WindowOf(pair.left, settings);
  ImageData data = {.width = window.width, .height = window.height, .shown = Crop(pair.left, window)};
  data.right = Crop(pair.right, window);
  data.truth = Crop(pair.truth, window);
  // On the whole pair, since what is seen does not depend on what is used of it.
  if (!pair.right_truth.values.empty()) {
    data.occluded = Crop(OcclusionMask(pair.truth, pair.right_truth), window);
  }
  if (pair.superpixels.count > 0)
    data.superpixels = Crop(pair.superpixels, pair.left.width, pair.left.height, window);
  return data;
}

StereoOptions StereoOptionsOf(const ImageTask& task, const ImageSettings& settings) {
  StereoOptions options = FindStereoPreset(task.preset).energy;
  options.labels = task.labels;
  if (settings.as_first_read) {
    if (task.name == "teddy") options.unary_truncation = kTeddyUnaryTruncation;
    options.similarity = graphical_models::SimilarNeighbours::kAbsoluteSum;
    options.outside = graphical_models::OutsideColumns::kFirstColumn;
  }
  if (!settings.middlebury_parameters) return options;
  // Szeliski et al. 2008, for truncated linear costs; teddy's gradients weigh 3 there, too.
  options.slope = task.name == "teddy" ? 10 : 20;
  options.truncation = task.name == "teddy" ? 1 : 2;
  return options;
}

CliqueOptions CliqueOptionsOf(CliqueOptions options, const ImageSettings& settings) {
  if (settings.as_first_read) {
    options.superpixels = {.min_size = 50, .space = graphical_models::ColorSpace::kRgb};
    options.variance = graphical_models::RegionVariance::kMeanOfChannels;
    options.include_holes = true;
  }
  options.sigma = settings.sigma.value_or(options.sigma);
  options.superpixels.min_size = settings.min_size.value_or(options.superpixels.min_size);
  return options;
}

// The cliques with their weights multiplied by their sizes.
CliqueEnergy TimesSize(const CliqueEnergy& cliques) {
  CliqueEnergy changed(cliques.num_variables(), cliques.num_labels());
  for (int i = 0; i < cliques.num_potentials(); ++i) changed.AddPotential(cliques.potential(i));
  for (int clique = 0; clique < cliques.num_cliques(); ++clique) {
    const auto pixels = cliques.variables(clique);
    changed.AddClique(pixels, cliques.potential_of(clique),
                      cliques.weight(clique) * static_cast<double>(pixels.size()));
  }
  return changed;
}

ImageProblem UnscaledProblem(const ImageTask& task, const ImageData& data, const ImageSettings& settings) {
  if (task.is_stereo) {
    const CliqueOptions cliques = CliqueOptionsOf(FindStereoPreset(task.preset).cliques, settings);
    auto pairwise = StereoEnergy(data.shown, *data.right, StereoOptionsOf(task, settings));
    const bool are_released = data.superpixels.count > 0 && !settings.as_first_read && !settings.min_size;
    return WithCliques(
        data.shown, std::move(pairwise),
        are_released ? data.superpixels : MeanShiftSuperpixels(data.shown, cliques.superpixels), cliques);
  }
  const graphical_models::RestorationPreset& preset = FindRestorationPreset(task.preset);
  ImageProblem problem = RestorationProblem(data.shown, &*data.missing, preset.energy,
                                            CliqueOptionsOf(preset.cliques, settings));
  if (task.name == "house" && !settings.as_first_read && !settings.house_has_cliques) {
    problem.superpixels = {.count = 0, .of_pixel = std::vector<int>(problem.superpixels.of_pixel.size(), -1)};
    problem.cliques = CliqueEnergy(data.shown.num_pixels(), task.labels);
  }
  return problem;
}

}  // namespace

const char* ImageTask::own_table() const { return is_stereo ? kOurStereo : kOurRestoration; }

const std::vector<ImageTask>& ImageTasks() {
  static const std::vector<ImageTask> tasks = {
      {"tsukuba", "Figure 3.5(b,c), Figure 3.7", true, "tsukuba", 16},
      {"teddy", "Figure 3.5(e,f), Figure 3.6", true, "teddy", 60},
      {"venus", "", true, "tsukuba", 20},
      {"penguin", "Figure 3.10(b,c), Figure 3.11", false, "penguin", 256},
      {"house", "Figure 3.10(e,f), Figure 3.12", false, "house", 256},
  };
  return tasks;
}

const ImageTask& FindImageTask(const std::string& name) {
  std::vector<std::string> known;
  for (const ImageTask& task : ImageTasks()) {
    if (task.name == name) return task;
    known.push_back(task.name);
  }
  common::ThrowUsageError("image", "one of " + common::ListNearest(name, known), common::Quote(name));
}

Setting ImageKey(const ImageTask& task) {
  Setting key = {{"labels", Text(task.labels)}};
  const auto add = [&](const auto& preset) {
    key.Set("nu", Text(preset.energy.slope));
    key.Set("M", Text(preset.energy.truncation));
    key.Set("sigma", Text(preset.cliques.sigma));
  };
  if (!task.is_stereo) {
    add(FindRestorationPreset(task.preset));
    return key;
  }
  add(FindStereoPreset(task.preset));
  if (task.name == "teddy") key.Set("unary_truncation", Text(kTeddyUnaryTruncation));
  return key;
}

ImageSettings ReadImageSettings(harness::Case& c) {
  return {.width = static_cast<int>(c.Int("image_width")),
          .height = static_cast<int>(c.Int("image_height")),
          .as_first_read = c.Text("reading") == "first",
          .middlebury_parameters = c.Text("parameters") == "middlebury",
          .house_has_cliques = c.Text("house_cliques") == "outside",
          .weights_times_size = c.Text("clique_weight") == "times_size"};
}

ImageData LoadImageData(const std::string& folder, const ImageTask& task, const ImageSettings& settings) {
  if (task.is_stereo) return LoadStereo(folder, task, settings);
  const datasets::DenoisingProblem problem =
      task.name == "house" ? datasets::LoadHouse(folder) : datasets::LoadPenguin(folder);
  const Rectangle window = WindowOf(problem.clean, settings);
  ImageData data = {.width = window.width, .height = window.height, .shown = Crop(problem.noisy, window)};
  data.clean = Crop(problem.clean, window);
  data.missing = Crop(problem.mask, window);
  return data;
}

ImageProblem ProblemOf(const ImageTask& task, const ImageData& data, const ImageSettings& settings) {
  ImageProblem problem = UnscaledProblem(task, data, settings);
  if (settings.weights_times_size) problem.cliques = TimesSize(problem.cliques);
  return problem;
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

}  // namespace structlab::parsimonious_labeling
