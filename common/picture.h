// Images of 8 bits a channel, as plain values.
#ifndef STRUCTLAB_COMMON_PICTURE_H_
#define STRUCTLAB_COMMON_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace structlab::common {

// Grey (1 channel) or sRGB (3), row by row from the upper left: values[(y * width + x) * channels + channel].
struct Picture {
  int width = 0, height = 0, channels = 1;
  std::vector<uint8_t> values = {};

  friend bool operator==(const Picture&, const Picture&) = default;
};

inline constexpr int kMaxPictureSide = 16384;                // browsers show no more
inline constexpr size_t kMaxPictureBytes = size_t{1} << 24;  // 4096 x 4096 grey, 2364 x 2364 RGB

// Throws Error(kUsage) at `where` unless the picture has 1 or 3 channels, sides and bytes within the limits,
// and width * height * channels values.
void CheckPicture(const Picture& picture, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PICTURE_H_
