// How images are registered.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_OPTIONS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "registration/deformable/control_grid.h"
#include "registration/deformable/displacement_labels.h"
#include "registration/deformable/label_field.h"
#include "registration/deformable/patch_metric.h"

namespace structlab::registration {

// Weights of the metrics, in their order, for patches in which a class of structure dominates. A weight below
// 0 is possible, as learned ones may be.
struct ClassWeights {
  std::string name;
  int32_t label = 1;  // in the moving image's label map
  std::vector<double> weights;
};

// The ranges of numbers stand in registration_parameters.h. A value that is not set is that of the recorded
// experiments and of learn_metrics; TunedOptions below finds more.
struct RegistrationOptions {
  std::vector<WeightedMetric> metrics = {{"ncc", 1}};
  // The class with the most voxels of the moving patch decides, the first of several (Dokania 2016, (A.2)); a
  // patch without any takes the weights above.
  std::vector<ClassWeights> classes = {};
  // Divide each metric by its mean over points and labels in the first refinement of a level.
  bool divides_by_mean = false;

  // Compare with grey values of the moving image that are mapped to those of the fixed one (grey_map.h), by
  // the curve that the voxels show before each label field.
  bool maps_grey_values = false;

  double spacing = 0;  // of control points at the finest level, mm; 0: by the next two
  // Spacings along the longest side of a fixed image of two or three dimensions, each of at least a voxel.
  double spacings_2d = 12, spacings_3d = 12;
  // The most levels that are used. Each coarser one has twice the spacing, on an image of half the
  // resolution. A level with less than four control points along the longest axis, or 12 voxels along
  // another, is left out.
  int levels = 3;
  int refinements = 5;    // label fields of a level
  double patch_size = 2;  // sides of patches, in spacings
  LabelSet label_set = LabelSet::kDense;
  int label_steps = 2;  // to each side
  double range = 0.4;   // longest displacement of a label field along an axis, in spacings
  double shrink = 0.7;  // of the range after a refinement
  // Shrink only after a refinement that did not lower the cost (what the method's first author did later, by
  // 0.66).
  bool shrinks_when_stuck = false;
  // Weight of |difference of neighbours' displacements|_1 / spacing, beside the costs of patches.
  double smoothness = 0.03;
  // Factor of the smoothness at the finest level, where patches are small and details remain.
  double finest_smoothness = 1;
  FieldInterpolation interpolation = FieldInterpolation::kCubicBSpline;
  FieldMinimizer minimizer = FieldMinimizer::kFastPd;
  bool proves_bounds = false;  // of label fields' energies; takes as long as the label fields
  // Voxels whose place is outside of the moving image count nothing; otherwise the image goes on there.
  bool leaves_out_outside = true;
  double low_percent = 1, high_percent = 99;  // grey values that become 0 and 1; percentiles
};

// What the program register takes by default: mapped grey values, of which sad and squared_ncc are compared
// on small patches. README.md says what it was chosen on and what it reaches.
RegistrationOptions TunedOptions();

// Throws common::Error(kUsage) for a value out of range, naming it, and for metrics and options of metrics
// that are not known.
void CheckOptions(const RegistrationOptions& options);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_OPTIONS_H_
