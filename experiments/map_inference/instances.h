// The instances that are compared.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_INSTANCES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_INSTANCES_H_

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::map_inference {

// Data sets.
inline constexpr char kMrfBenchmarks[] = "mrf-benchmarks";
inline constexpr char kStereo[] = "middlebury-stereo";
inline constexpr char kDenoising[] = "mrf-denoising";  // the house

// Instances of one form, for which one method may be the first choice.
enum class Group { kBinaryGrids, kImages, kPairs, kLargerFactors };
inline constexpr Group kGroups[] = {Group::kBinaryGrids, Group::kImages, Group::kPairs,
                                    Group::kLargerFactors};
// For readers: "grids of two labels".
std::string NameOf(Group group);
// In names of cases and figures: "grids".
std::string ShortNameOf(Group group);

struct Instance {
  std::string name;
  Group group = Group::kPairs;
  std::string data;  // its data set
};

// Group by group, but that images come last.
std::span<const Instance> Instances();

// Throws common::Error(kUsage) that lists the nearest names.
const Instance& FindInstance(const std::string& name);

// Images stay without tables: their methods are others.
using Model = std::variant<graphical_models::FactorGraph, graphical_models::GridEnergy<int32_t>>;

// From the folder of its data set, or generated if that is empty. Images are the pairwise energies of Dokania
// 2016, section 3.6.2, by the presets of graphical_models/images; venus, which the source lacks, has those of
// tsukuba with 20 labels.
Model LoadModel(const Instance& instance, const std::string& path);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_INSTANCES_H_
