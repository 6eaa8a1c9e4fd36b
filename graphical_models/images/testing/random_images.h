// Random images for tests.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_RANDOM_IMAGES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_RANDOM_IMAGES_H_

#include "common/random_stream.h"
#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// Values are independent and any of 0, step, 2 step, ... up to 255.
inline Image RandomImage(int width, int height, int channels, common::RandomStream& random, int step = 1) {
  Image image = UniformImage(width, height, channels);
  const auto levels = static_cast<uint64_t>(255 / step + 1);
  for (uint8_t& value : image.values) {
    value = static_cast<uint8_t>(static_cast<int>(random.UniformIndex(levels)) * step);
  }
  return image;
}

// Width and height are from 1 to `max_side`; grey or RGB.
inline Image RandomImage(int max_side, common::RandomStream& random, int step = 1) {
  const auto side = [&] {
    return 1 + static_cast<int>(random.UniformIndex(static_cast<uint64_t>(max_side)));
  };
  const int width = side(), height = side();
  return RandomImage(width, height, random.Bits() % 2 == 0 ? 1 : 3, random, step);
}

// The grey image as an RGB image.
inline Image InColors(const Image& gray) {
  Image image = UniformImage(gray.width, gray.height, 3);
  for (size_t i = 0; i < image.values.size(); ++i) image.values[i] = gray.values[i / 3];
  return image;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_RANDOM_IMAGES_H_
