// Grey and colour images of 8 bits a channel.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// Pixels are numbered row by row from the upper left: pixel = y * width + x.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 1;             // 1: grey; 3: red, green, blue
  std::vector<uint8_t> values;  // [pixel][channel]

  int num_pixels() const { return width * height; }
  uint8_t operator()(int x, int y, int channel = 0) const { return values[Index(x, y, channel)]; }
  uint8_t& operator()(int x, int y, int channel = 0) { return values[Index(x, y, channel)]; }

  friend bool operator==(const Image&, const Image&) = default;

 private:
  size_t Index(int x, int y, int channel) const {
    return (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) *
               static_cast<size_t>(channels) +
           static_cast<size_t>(channel);
  }
};

// An image whose values are all `value`. Throws as CheckImage.
Image UniformImage(int width, int height, int channels, uint8_t value = 0);

// Throw common::Error(kUsage) at `where`
// - CheckImage: for a negative size, more than 2^31 - 1 pixels, channels other than 1 or 3, a wrong number of
//   values
// - CheckGray: also for an image that is not grey
// - CheckSize: also unless the image has this size
void CheckImage(const Image& image, const std::string& where);
void CheckGray(const Image& image, const std::string& where);
void CheckSize(const Image& image, int width, int height, const std::string& where);

// Red, green and blue of a pixel. A grey pixel has three equal channels, so results computed from an image do
// not depend on which of the two forms it is stored in.
inline std::array<int, 3> ColorOf(const Image& image, size_t pixel) {
  if (image.channels == 1) return {image.values[pixel], image.values[pixel], image.values[pixel]};
  return {image.values[3 * pixel], image.values[3 * pixel + 1], image.values[3 * pixel + 2]};
}

// |dR| + |dG| + |dB|, from 0 to 765.
inline int ColorDistance(const std::array<int, 3>& a, const std::array<int, 3>& b) {
  int sum = 0;
  for (size_t channel = 0; channel < 3; ++channel) {
    sum += a[channel] > b[channel] ? a[channel] - b[channel] : b[channel] - a[channel];
  }
  return sum;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_H_
