#include "experiments/parsimonious_labeling/protocol.h"

#include <algorithm>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "experiments/old_experiment/setting_check.h"
#include "graphical_models/images/image_methods.h"
#include "graphical_models/images/image_problem.h"

namespace structlab::parsimonious_labeling {

using graphical_models::FindRestorationPreset;
using graphical_models::FindStereoPreset;
using harness::Setting;

namespace {

using harness::IntegerWithin;
using harness::ListOf;
using harness::NumberAbove;
using harness::NumberWithin;
using harness::OldSetting;

void AddLatticeSettings(std::vector<OldSetting>& settings) {
  settings.push_back({.name = "lattice_side",
                      .documentation = "width and height of the synthetic lattices",
                      .paper = "100",
                      .quick = "20",
                      .smoke = "8",
                      .check = IntegerWithin(2, 1000)});
  settings.push_back({.name = "window",
                      .documentation = "side of the windows that are their cliques, one at every place",
                      .paper = "10",
                      .quick = "6",
                      .smoke = "3",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "lattice_labels",
                      .documentation = "labels of the lattices",
                      .paper = "20",
                      .smoke = "6",
                      .check = IntegerWithin(2, 1000)});
  settings.push_back(
      {.name = "lattices",
       .documentation = "lattices at each weight, the same for all methods; the source has 100",
       .paper = "10",
       .quick = "5",
       .smoke = "1",
       .check = IntegerWithin(1, 100000)});
  settings.push_back({.name = "w_c",
                      .documentation = "weights of the cliques",
                      .paper = "0,1,2,3,4,5,100",
                      .smoke = "0,2,100",
                      .check = ListOf(NumberWithin(0, 1e6))});
  settings.push_back({.name = "truncations",
                      .documentation = "M of the truncated linear metrics",
                      .paper = "1,5,10,20",
                      .smoke = "1,5",
                      .check = ListOf(NumberAbove(0))});
  settings.push_back({.name = "trees",
                      .documentation =
                          "numbers k of random trees; each has the trees of the smaller ones, and the "
                          "largest is that of the source's rows, which do not say k",
                      .paper = "1,5,10",
                      .smoke = "1,2",
                      .check = ListOf(IntegerWithin(1, 10000))});
}

void AddImageSettings(std::vector<OldSetting>& settings) {
  settings.push_back({.name = "image_width",
                      .documentation = "width of the middle of the images that is used; 0 is all",
                      .paper = "0",
                      .quick = "72",
                      .smoke = "61",
                      .check = IntegerWithin(0, 100000)});
  settings.push_back({.name = "image_height",
                      .documentation = "height of the middle of the images that is used; 0 is all",
                      .paper = "0",
                      .quick = "48",
                      .smoke = "8",
                      .check = IntegerWithin(0, 100000)});
  settings.push_back({.name = "image_trees",
                      .documentation = "random trees on images",
                      .paper = "10",
                      .quick = "2",
                      .smoke = "1",
                      .check = IntegerWithin(1, 10000)});
  settings.push_back({.name = "more_trees",
                      .documentation =
                          "random trees of the cases more-trees/, which ask whether more would decide the "
                          "claims about energies on images otherwise",
                      .paper = "100",
                      .quick = "8",
                      .smoke = "2",
                      .check = IntegerWithin(1, 10000)});
  settings.push_back({.name = "image_seeds",
                      .documentation = "seeds of the random trees on images, over which claims are decided",
                      .paper = "6",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "trws_iterations",
                      .documentation = "most iterations of TRW-S",
                      .paper = "100",
                      .quick = "30",
                      .smoke = "3",
                      .check = IntegerWithin(1, 1000000)});
  settings.push_back({.name = "spatial_radius",
                      .documentation = "of the mean-shift superpixels, in pixels; not given in the source",
                      .paper = "7",
                      .check = NumberWithin(1, 100)});
  settings.push_back(
      {.name = "color_radius",
       .documentation =
           "of the mean-shift superpixels, distance in R, G, B of 0 to 255; not given in the source",
       .paper = "6.5",
       .check = NumberWithin(0, 442)});
  settings.push_back({.name = "min_size",
                      .documentation = "pixels that a superpixel has at least; not given in the source",
                      .paper = "50",
                      .check = IntegerWithin(1, 1000000)});
  settings.push_back({.name = "smoothing_sigma",
                      .documentation = "the sigma of Figure 3.8, whose values are not given",
                      .paper = "5,10,30,100,1000",
                      .quick = "5,30,1000",
                      .smoke = "5,1000",
                      .check = ListOf(NumberAbove(0))});
  settings.push_back({.name = "smoothing_min_size",
                      .documentation = "the sizes of superpixels of Figure 3.9, whose values are not given",
                      .paper = "50,200,1000,5000",
                      .quick = "20,100,500",
                      .smoke = "20,500",
                      .check = ListOf(IntegerWithin(1, 1000000))});
}

void AddTheorySettings(std::vector<OldSetting>& settings) {
  settings.push_back({.name = "problems",
                      .documentation = "small random problems for each bound, solved exactly",
                      .paper = "10000",
                      .quick = "2000",
                      .smoke = "50",
                      .check = IntegerWithin(1, 10000000)});
  settings.push_back({.name = "moves_side",
                      .documentation = "width and height of the lattices on which moves are timed",
                      .paper = "50",
                      .quick = "20",
                      .smoke = "8",
                      .check = IntegerWithin(2, 1000)});
  settings.push_back({.name = "moves_windows",
                      .documentation = "sides of the cliques for which moves are timed",
                      .paper = "2,4,8,16,24,40",
                      .quick = "2,4,8,16",
                      .smoke = "2,4",
                      .check = ListOf(IntegerWithin(1, 1000))});
  settings.push_back(
      {.name = "moves_sides",
       .documentation = "sides of the lattices for which moves are timed by the sum of the cliques' sizes",
       .paper = "20,30,50,70,100",
       .quick = "12,16,24,32",
       .smoke = "5,8",
       .check = ListOf(IntegerWithin(2, 1000))});
  settings.push_back({.name = "moves_sum_windows",
                      .documentation = "sides of the cliques on the lattices of `moves_sides`",
                      .paper = "4,10",
                      .smoke = "2,3",
                      .check = ListOf(IntegerWithin(1, 1000))});
  settings.push_back({.name = "moves_labels",
                      .documentation = "numbers of labels for which moves are timed",
                      .paper = "5,10,20,40",
                      .quick = "5,10,20",
                      .smoke = "3,6",
                      .check = ListOf(IntegerWithin(2, 1000))});
  settings.push_back({.name = "moves_lattices",
                      .documentation = "lattices on which moves are timed",
                      .paper = "10",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 10000)});
}

}  // namespace

std::vector<OldSetting> Settings() {
  std::vector<OldSetting> settings;
  AddLatticeSettings(settings);
  AddImageSettings(settings);
  AddTheorySettings(settings);
  return settings;
}

std::string Text(double number) { return common::FormatDouble(number); }

std::string Short(double number) { return common::FormatShort(number); }

const std::vector<double>& PrintedWeights() {
  static const std::vector<double> weights = {0, 1, 2, 3, 4, 5, kLargestWeight};
  return weights;
}

Setting LatticeKey(LatticeCase lattice_case, double weight) {
  Setting key = {{"cliques", "10x10 sliding window"},
                 {"unaries", "U[0,100]"},
                 {"n_lattices", std::to_string(kSourceLattices)},
                 {"w_c", Text(weight)}};
  if (lattice_case == LatticeCase::kHierarchical) {
    key.Set("case", "hierarchical Pn Potts model given");
  } else {
    key.Set("case", "diameter diversity over truncated linear metric");
    key.Set("M", "1,5,10,20");
  }
  return key;
}

Setting LatticeKeyOfOurs(LatticeCase lattice_case, double weight) {
  const bool hierarchical = lattice_case == LatticeCase::kHierarchical;
  return {{"case", hierarchical ? "hierarchical" : "truncated linear"}, {"w_c", Text(weight)}};
}

Setting LatticeKeyOfOurs(LatticeCase lattice_case, double weight, double truncation) {
  Setting key = LatticeKeyOfOurs(lattice_case, weight);
  key.Set("M", Text(truncation));
  return key;
}

std::string MethodWithTrees(int64_t trees, int64_t most) {
  if (trees == most) return kParsimonious;
  return std::string(kParsimonious) + " with " + std::to_string(trees) + (trees == 1 ? " tree" : " trees");
}

const std::vector<ImageTask>& ImageTasks() {
  static const char* const stereo = "Parsimonious labeling (our) vs alpha-expansion, TRWS, Co-occurrence";
  static const char* const inpainting = "Parsimonious labeling (our) vs other methods";
  static const std::vector<ImageTask> tasks = {
      {"tsukuba", "Figure 3.5(b,c), Figure 3.7", "figure_3_7", stereo, true, "tsukuba", 16},
      {"teddy", "Figure 3.5(e,f), Figure 3.6", "figure_3_6", stereo, true, "teddy", 60},
      {"venus", kOurStereo, "venus", "", true, "tsukuba", 20},
      {"penguin", "Figure 3.10(b,c), Figure 3.11", "figure_3_11", inpainting, false, "penguin", 256},
      {"house", "Figure 3.10(e,f), Figure 3.12", "figure_3_12", inpainting, false, "house", 256},
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
  Setting key = {{"labels", std::to_string(task.labels)}};
  if (!task.is_stereo) {
    const graphical_models::RestorationPreset& preset = FindRestorationPreset(task.preset);
    key.Set("nu", std::to_string(preset.energy.slope));
    key.Set("M", std::to_string(preset.energy.truncation));
    key.Set("sigma", Text(preset.cliques.sigma));
    return key;
  }
  const graphical_models::StereoPreset& preset = FindStereoPreset(task.preset);
  key.Set("nu", std::to_string(preset.energy.slope));
  key.Set("M", std::to_string(preset.energy.truncation));
  key.Set("sigma", Text(preset.cliques.sigma));
  if (preset.energy.unary_truncation != graphical_models::StereoOptions().unary_truncation) {
    key.Set("unary_truncation", std::to_string(preset.energy.unary_truncation));
  }
  return key;
}

std::string StereoReading::name() const {
  if (!channel_truncation) return "mean-gradient";
  return mean_gradient ? "mean-gradient-and-channel-truncation" : "channel-truncation";
}

Setting StereoReading::key() const {
  return {{"gradient", mean_gradient ? "mean of the channels" : "sum of the channels"},
          {"unary_truncation", channel_truncation ? "of each channel" : "of the sum"}};
}

const std::vector<StereoReading>& StereoReadings() {
  static const std::vector<StereoReading> readings = {
      {"tsukuba", true, false}, {"teddy", true, false}, {"teddy", false, true}, {"teddy", true, true}};
  return readings;
}

std::vector<ImageMethodName> ImageMethodNames() {
  std::vector<ImageMethodName> names = {{kAlphaExpansion, "alpha-expansion", "alpha-expansion"},
                                        {kTrws, "trws", "trws"},
                                        {kCoOccurrence, "co-occurrence", "co-occurrence"},
                                        {kParsimonious, "parsimonious", ""},
                                        {kRefined, "refined", "parsimonious"},
                                        {kCoOccurrencePairs, "co-occurrence-pairs", ""}};
  for (const graphical_models::ImageMethod& method : graphical_models::ImageMethods()) {
    const bool is_new = std::ranges::none_of(
        names, [&](const ImageMethodName& known) { return known.library == method.name; });
    if (is_new) names.push_back({method.name, method.name, method.name});
  }
  return names;
}

const std::vector<std::string>& ComparedMethods() {
  static const std::vector<std::string> methods = {kAlphaExpansion, kTrws, kCoOccurrence, kParsimonious};
  return methods;
}

}  // namespace structlab::parsimonious_labeling
