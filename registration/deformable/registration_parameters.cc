#include "registration/deformable/registration_parameters.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace structlab::registration {
namespace {

using common::OptionValue;
using Options = RegistrationOptions;

constexpr double kMaxWeight = 1e30;

RegistrationParameter Number(const char* name, double Options::*member, common::OptionRange<double> range,
                             const char* help) {
  return {
      common::NumberOption(name, Options().*member, range, help),
      [member](const Options& options) -> OptionValue { return options.*member; },
      [member](const OptionValue& value, Options& options) { options.*member = std::get<double>(value); }};
}

RegistrationParameter Integer(const char* name, int Options::*member, common::OptionRange<int64_t> range,
                              const char* help) {
  return {common::IntegerOption(name, Options().*member, range, help),
          [member](const Options& options) -> OptionValue { return int64_t{options.*member}; },
          [member](const OptionValue& value, Options& options) {
            options.*member = static_cast<int>(std::get<int64_t>(value));
          }};
}

RegistrationParameter Flag(const char* name, bool Options::*member, const char* help) {
  return {common::FlagOption(name, Options().*member, help),
          [member](const Options& options) -> OptionValue { return options.*member; },
          [member](const OptionValue& value, Options& options) { options.*member = std::get<bool>(value); }};
}

template <class Enum>
RegistrationParameter Choice(const char* name, Enum Options::*member,
                             std::vector<std::pair<std::string, Enum>> choices, const char* help) {
  std::vector<std::string> names;
  for (const auto& [choice, value] : choices) names.push_back(choice);
  const auto get = [member, choices](const Options& options) -> OptionValue {
    for (const auto& [choice, value] : choices) {
      if (options.*member == value) return choice;
    }
    return std::string("an unknown number");
  };
  const auto set = [member, choices](const OptionValue& chosen, Options& options) {
    for (const auto& [choice, value] : choices) {
      if (std::get<std::string>(chosen) == choice) options.*member = value;
    }
  };
  return {common::ChoiceOption(name, std::get<std::string>(get(Options())), std::move(names), help), get,
          set};
}

}  // namespace

const std::vector<RegistrationParameter>& RegistrationParameters() {
  static const std::vector<RegistrationParameter> parameters = {
      Flag("divides_by_mean", &Options::divides_by_mean,
           "divide each metric by its mean over points and labels, at each level"),
      Flag(
          "maps_grey_values", &Options::maps_grey_values,
          "compare with moving grey values that are mapped to fixed ones, by the curve that the voxels show"),
      Number("spacing", &Options::spacing, {.min = 0},
             "of control points at the finest level, in mm; 0: by spacings_2d and spacings_3d"),
      Number("spacings_2d", &Options::spacings_2d, {.min = 1, .max = 10000},
             "along the longest side of a fixed image of two dimensions, each of at least a voxel, if "
             "spacing is 0"),
      Number("spacings_3d", &Options::spacings_3d, {.min = 1, .max = 10000},
             "along the longest side of a fixed image of three dimensions, each of at least a voxel, if "
             "spacing is 0"),
      Integer("levels", &Options::levels, {.min = 1, .max = 10},
              "of the pyramid, at most; each coarser one has twice the spacing and voxels"),
      Integer("refinements", &Options::refinements, {.min = 0, .max = 1000}, "label fields of a level"),
      Number("patch_size", &Options::patch_size, {.min = 0, .max = 10, .excludes_min = true},
             "sides of patches, in spacings"),
      Choice<LabelSet>("label_set", &Options::label_set,
                       {{"dense", LabelSet::kDense}, {"sparse", LabelSet::kSparse}},
                       "displacements: all of a box, or along the axes"),
      Integer("label_steps", &Options::label_steps, {.min = 1, .max = 50}, "displacements to each side"),
      Number("range", &Options::range, {.min = 0, .max = 10, .excludes_min = true},
             "longest displacement of a label field along an axis, in spacings; above 0.4 it may fold"),
      Number("shrink", &Options::shrink, {.min = 0, .max = 1, .excludes_min = true},
             "of the range after a refinement"),
      Flag("shrinks_when_stuck", &Options::shrinks_when_stuck,
           "shrink only after a refinement that did not lower the cost"),
      Number("smoothness", &Options::smoothness, {.min = 0},
             "weight of differences of neighbours' displacements, in spacings"),
      Number("finest_smoothness", &Options::finest_smoothness, {.min = 0},
             "factor of the smoothness at the finest level"),
      Choice<FieldInterpolation>(
          "interpolation", &Options::interpolation,
          {{"bspline", FieldInterpolation::kCubicBSpline}, {"linear", FieldInterpolation::kLinear}},
          "of displacements between control points"),
      Choice<FieldMinimizer>("minimizer", &Options::minimizer,
                             {{"fastpd", FieldMinimizer::kFastPd},
                              {"expansion", FieldMinimizer::kAlphaExpansion},
                              {"trws", FieldMinimizer::kTrws}},
                             "of label fields"),
      Flag("leaves_out_outside", &Options::leaves_out_outside,
           "voxels whose place is outside of the moving image count nothing; else it goes on there"),
      Number("low_percent", &Options::low_percent, {.min = 0, .max = 100, .excludes_max = true},
             "percentile of grey values that becomes 0; below high_percent"),
      Number("high_percent", &Options::high_percent, {.min = 0, .max = 100, .excludes_min = true},
             "percentile of grey values that becomes 1"),
  };
  return parameters;
}

const common::OptionDeclaration& MetricWeight() {
  static const common::OptionDeclaration declaration =
      common::NumberOption("weight", WeightedMetric().weight, {.min = 0, .max = kMaxWeight},
                           "weight of the metric where no class is");
  return declaration;
}

const common::OptionDeclaration& ClassWeight() {
  static const common::OptionDeclaration declaration = common::NumberOption(
      "weight", 1, {.min = -kMaxWeight, .max = kMaxWeight}, "weight of a metric where the class dominates");
  return declaration;
}

const common::OptionDeclaration& ClassLabel() {
  static const common::OptionDeclaration declaration = common::IntegerOption(
      "label", ClassWeights().label, {.min = 0, .max = std::numeric_limits<int32_t>::max()},
      "of the class in the moving image's label map");
  return declaration;
}

}  // namespace structlab::registration
