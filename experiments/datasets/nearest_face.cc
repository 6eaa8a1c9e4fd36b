#include "experiments/datasets/nearest_face.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::datasets {
namespace {

int64_t SquaredDistance(std::span<const uint8_t> a, std::span<const uint8_t> b) {
  int64_t distance = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const int difference = int{a[i]} - int{b[i]};
    distance += difference * difference;
  }
  return distance;
}

}  // namespace

double NearestFaceError(const Faces& faces) {
  if (faces.size() < 2) {
    common::ThrowUsageError("NearestFaceError", "at least two images", std::to_string(faces.size()));
  }
  const std::vector<int> order = common::RandomStream(1, "faces/halves").Permutation(faces.size());
  const size_t half = order.size() / 2;
  size_t wrong = 0;
  for (size_t i = half; i < order.size(); ++i) {
    int nearest = -1;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (size_t j = 0; j < half; ++j) {
      const int64_t distance = SquaredDistance(faces.Pixels(order[i]), faces.Pixels(order[j]));
      if (distance >= least) continue;
      least = distance;
      nearest = order[j];
    }
    const auto subject = [&](int image) { return faces.subjects[image]; };
    wrong += subject(nearest) != subject(order[i]) ? 1 : 0;
  }
  return static_cast<double>(wrong) / static_cast<double>(order.size() - half);
}

}  // namespace structlab::datasets
