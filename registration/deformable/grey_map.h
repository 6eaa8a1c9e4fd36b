// Grey values of the moving image as those of the fixed one.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_GREY_MAP_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_GREY_MAP_H_

#include <vector>

#include "registration/volumes/volume.h"

namespace structlab::registration {

// A function of grey values from 0 to 1 that is linear between 17 equally spaced knots.
class GreyMap {
 public:
  GreyMap() = default;  // the identity

  // At each knot, the mean of the fixed image's grey values where the moving image is near it: a voxel whose
  // moving value is t knots away (t < 1) has the weight 1 - t. Knots without voxels lie on the line between
  // their neighbours, or have the value of the only one. This estimates the regression curve of the
  // correlation ratio (Roche, Malandain, Pennec, Ayache 1998), so contrast may be inverted or differ. Both
  // images have the same grid; voxels where a weight is below 1/2 do not count (null: all count). The
  // identity if none counts. O(voxels).
  static GreyMap Fitted(const Image& fixed, const Image& moving, const Image* fixed_weights = nullptr,
                        const Image* moving_weights = nullptr);

  float operator()(float value) const;

 private:
  std::vector<float> knots_;
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_GREY_MAP_H_
