// The instances that are compared, and the names of what is recorded on them.
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
inline constexpr char kDenoising[] = "mrf-denoising";

// Metrics that claims and figures read, in tables named after the groups (about.md).
inline constexpr char kValue[] = "value";
inline constexpr char kProved[] = "proved_optimal";  // 0 or 1
inline constexpr char kSeconds[] = "seconds";
inline constexpr char kBoundAboveReference[] = "bound_above_reference";
inline constexpr char kValueBelowMinimum[] = "value_below_minimum";
// Curves, in the same tables.
inline constexpr char kValueOverTime[] = "value_vs_seconds";
inline constexpr char kBoundOverTime[] = "lower_bound_vs_seconds";
// What rounding may add to sums of an instance's costs: a curve of one point, at the number of terms, since
// it is no result. In a table of its own.
inline constexpr char kRounding[] = "largest_rounding_vs_terms";

// The method that the program map takes by itself.
inline constexpr char kAutomatic[] = "auto";

// Instances of one form, for which one method may be the first choice.
enum class Group { kBinaryGrids, kImages, kPairs, kLargerFactors };
inline constexpr Group kGroups[] = {Group::kBinaryGrids, Group::kImages, Group::kPairs,
                                    Group::kLargerFactors};
// For readers, "grids of two labels"; in names of cases and figures, "grids".
std::string NameOf(Group group);
std::string ShortNameOf(Group group);

struct Instance {
  std::string name;
  Group group = Group::kPairs;
  std::string data;  // its data set
};

// Files of models as their data set has them, then images.
std::span<const Instance> Instances();

// Throws common::Error(kUsage) for a name that there is not.
const Instance& FindInstance(const std::string& name);

// Images stay without tables: their methods are others.
using Model = std::variant<graphical_models::FactorGraph, graphical_models::GridEnergy<int32_t>>;

// From the folder of its data set, or generated if that is empty. Images are the pairwise energies of Dokania
// 2016, section 3.6.2, by the presets of graphical_models/images; venus, which the source lacks, has those of
// tsukuba with 20 labels.
Model LoadModel(const Instance& instance, const std::string& path);

// A difference of energies as a share of one of them, or of 1 where that is less.
double Share(double difference, double energy);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_INSTANCES_H_
