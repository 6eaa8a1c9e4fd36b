// Which class of structure a patch shows.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_DOMINANT_CLASSES_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_DOMINANT_CLASSES_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "registration/deformable/control_grid.h"
#include "registration/deformable/displacement_labels.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// labels x points: the index in `classes` of the label with the most voxels in the patch of `moved` around p
// + label * step, displacements rounded to whole voxels; the first of several, -1 if the patch has none of
// them. `moved` is the moving label map on the grid's image, warped so far; beyond its border there is no
// class. At most 127 classes. O(voxels * classes + points * labels * classes).
Eigen::Matrix<int8_t, Eigen::Dynamic, Eigen::Dynamic> DominantClasses(const LabelMap& moved,
                                                                      const ControlGrid& grid,
                                                                      const DisplacementLabels& labels,
                                                                      double step,
                                                                      const std::vector<int32_t>& classes);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_DOMINANT_CLASSES_H_
