#include "experiments/harness/picture_check.h"

#include "common/error.h"

namespace structlab::harness {

void CheckPicture(const Picture& picture, const std::string& where) {
  if (picture.channels != 1 && picture.channels != 3) {
    common::ThrowUsageError(where, "1 channel (grey) or 3 (RGB)", std::to_string(picture.channels));
  }
  for (const int side : {picture.width, picture.height}) {
    if (side < 1 || side > kLargestSide) {
      common::ThrowUsageError(where, "sides from 1 to " + std::to_string(kLargestSide),
                              std::to_string(picture.width) + " x " + std::to_string(picture.height));
    }
  }
  const size_t expected = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) *
                          static_cast<size_t>(picture.channels);
  if (expected > kLargestPicture) {
    common::ThrowUsageError(where, "at most " + std::to_string(kLargestPicture) + " values",
                            std::to_string(expected), "record it smaller");
  }
  if (picture.values.size() != expected) {
    common::ThrowUsageError(where, std::to_string(expected) + " values",
                            std::to_string(picture.values.size()));
  }
}

}  // namespace structlab::harness
