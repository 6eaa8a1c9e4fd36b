// Values on a grid in space.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_H_

#include <cstdint>
#include <vector>

#include "registration/volumes/geometry.h"

namespace structlab::registration {

// 0, or the vector of zeros.
template <class Value>
Value ZeroOf() {
  if constexpr (requires { Value::Zero(); }) {
    return Value::Zero();
  } else {
    return Value();
  }
}

template <class Value>
struct Volume {
  Geometry geometry;
  std::vector<Value> values;  // num_voxels(), the first axis varies fastest

  Volume() = default;
  explicit Volume(const Geometry& grid, const Value& value = ZeroOf<Value>())
      : geometry(grid), values(static_cast<size_t>(grid.num_voxels()), value) {}

  Value& at(int64_t i, int64_t j, int64_t k = 0) {
    return values[static_cast<size_t>(geometry.Offset({i, j, k}))];
  }
  const Value& at(int64_t i, int64_t j, int64_t k = 0) const {
    return values[static_cast<size_t>(geometry.Offset({i, j, k}))];
  }
};

using Image = Volume<float>;
using LabelMap = Volume<int32_t>;  // 0 is background
using Mask = Volume<uint8_t>;      // 0 or 1
// Displacements in mm along the LPS axes, from a point of the fixed image to its point of the moving image:
// moving(x + u(x)) lies on fixed(x). In two dimensions the third component is 0.
using DisplacementField = Volume<Eigen::Vector3f>;

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_VOLUME_H_
