// The displacements among which each control point chooses.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_DISPLACEMENT_LABELS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_DISPLACEMENT_LABELS_H_

#include <Eigen/Core>
#include <vector>

namespace structlab::registration {

enum class LabelSet {
  kDense,   // all of a box: (2 steps + 1)^dimension
  kSparse,  // along the axes alone: 2 steps dimension + 1
};

// In steps along the axes of the image; the first is no displacement, then by length (L1). A step is range /
// steps mm.
class DisplacementLabels {
 public:
  // `steps` to each side, 0 for no displacement alone. Throws common::Error(kUsage) unless 0 <= steps <= 50
  // and there are at most 10,000 labels.
  DisplacementLabels(LabelSet set, int steps, int dimension);

  int size() const { return static_cast<int>(labels_.size()); }
  int steps() const { return steps_; }
  const Eigen::Vector3i& operator[](int label) const { return labels_[label]; }

 private:
  int steps_;
  std::vector<Eigen::Vector3i> labels_;
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_DISPLACEMENT_LABELS_H_
