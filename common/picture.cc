#include "common/picture.h"

#include "common/error.h"

namespace structlab::common {

void CheckPicture(const Picture& picture, const std::string& where) {
  if (picture.channels != 1 && picture.channels != 3) {
    ThrowUsageError(where, "1 channel (grey) or 3 (RGB)", std::to_string(picture.channels));
  }
  for (const int side : {picture.width, picture.height}) {
    if (side < 1 || side > kMaxPictureSide) {
      ThrowUsageError(where, "sides from 1 to " + std::to_string(kMaxPictureSide),
                      std::to_string(picture.width) + " x " + std::to_string(picture.height));
    }
  }
  const size_t expected = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) *
                          static_cast<size_t>(picture.channels);
  if (expected > kMaxPictureBytes) {
    ThrowUsageError(where, "at most " + std::to_string(kMaxPictureBytes) + " values",
                    std::to_string(expected), "take a smaller picture");
  }
  if (picture.values.size() != expected) {
    ThrowUsageError(where, std::to_string(expected) + " values", std::to_string(picture.values.size()));
  }
}

}  // namespace structlab::common
