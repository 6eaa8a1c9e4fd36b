// The cost of each displacement at each control point, for several metrics at once.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_UNARY_COSTS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_UNARY_COSTS_H_

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "common/parallel.h"
#include "registration/deformable/control_grid.h"
#include "registration/deformable/displacement_labels.h"
#include "registration/deformable/patch_metric.h"

namespace structlab::registration {

// Metrics of one fixed image on one control grid. The image, the weights and the grid must outlive it.
class UnaryCosts {
 public:
  // fixed_weights: how much each voxel of the fixed image counts, from 0 to 1; null: all count 1. The weights
  // of metrics are not applied. Throws common::Error(kUsage) for a metric or option that is not known.
  UnaryCosts(const Image& fixed, const Image* fixed_weights, const ControlGrid& grid,
             const std::vector<WeightedMetric>& metrics);
  // The same for a metric of the fixed image that has no name.
  UnaryCosts(const Image& fixed, const Image* fixed_weights, const ControlGrid& grid,
             std::unique_ptr<PatchMetric> metric);

  // A matrix for each metric, labels x points: the cost of the patch around each point p of the fixed image
  // and that of `moved` around p + label * step, where `moved` is the moving image on the fixed grid, warped
  // so far. Between voxels it is linear; beyond its border it goes on with the value there, or, with
  // `moved_weights`, counts nothing. NaN where less than a fifth of a patch counts.
  //
  // `step` in mm along the axes. O(voxels * labels): what patches share is computed once, except where the
  // work is cut into tasks (at most 40 and the number of rows of labels). Deterministic.
  std::vector<Eigen::MatrixXf> Compute(const Image& moved, const Image* moved_weights,
                                       const DisplacementLabels& labels, double step,
                                       common::ThreadPool& pool) const;

  size_t num_metrics() const { return metrics_.size(); }

 private:
  const Image& fixed_;
  const Image* fixed_weights_;
  const ControlGrid& grid_;
  std::vector<std::unique_ptr<PatchMetric>> metrics_;
};

// Gives each NaN the highest cost of its point under another label, so that no label gains by what is not
// known, and 0 where all are NaN.
void FillUnknown(Eigen::MatrixXf& costs);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_UNARY_COSTS_H_
