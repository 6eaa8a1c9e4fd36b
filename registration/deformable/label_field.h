// A displacement for each control point: a Markov random field over labels.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_LABEL_FIELD_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_LABEL_FIELD_H_

#include <Eigen/Core>
#include <vector>

#include "registration/deformable/control_grid.h"
#include "registration/deformable/displacement_labels.h"

namespace structlab::registration {

enum class FieldMinimizer { kFastPd, kAlphaExpansion, kTrws };

struct LabelField {
  std::vector<int> labels;  // one a control point
  double energy = 0;
  // Of the least energy. TRW-S always has one, FastPD if it is asked for, alpha-expansion never: -infinity.
  double lower_bound = 0;
};

// Minimises sum_p costs(l_p, p) + smoothness * sum_(p, q) |d_p - d_q|_1 over labels of control points, where
// (p, q) are neighbours along the axes and d is the displacement in spacings of the points: label * step /
// spacing (Dokania 2016, (A.3)). FastPD and expansion: within a factor of the least energy (their headers say
// which); TRW-S: most often the highest bound. Costs are rounded, to 1/1024 of the weight of an edge or 2^-24
// of their range, whichever is more; energy and bound are of the rounded ones. The bound of FastPD
// takes as long as the labels. Deterministic.
LabelField MinimizeLabelField(const Eigen::MatrixXf& costs, const ControlGrid& grid,
                              const DisplacementLabels& labels, double step, double smoothness,
                              FieldMinimizer minimizer, bool proves_bound = false);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_LABEL_FIELD_H_
