// An image as its file stores it, and its conversion to 8 bits, grey or RGB.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// What a decoder does if an Image cannot represent the stored pixels.
enum class Conversions {
  kRefuse,  // throws common::Error(kData), which names what was found
  kApply,   // converts them and adds a note
};

struct SourceImage {
  Image image;                          // the values; if `deep` is not empty, only size and channels
  std::vector<uint16_t> deep = {};      // [pixel][channel] values, if `maximum` is above 255
  int maximum = 255;                    // the value of white, 1 to 65535
  std::vector<std::string> notes = {};  // what was converted, such as "CMYK is converted to RGB"
};

// Throws common::Error(kData) at `path`, before memory is allocated, for an image without pixels, one of more
// than 2^31 - 1, and one that has more than 2^24 pixels and more than `pixels_per_byte` for each byte of its
// file.
void CheckPixelCount(uint64_t width, uint64_t height, uint64_t pixels_per_byte, size_t file_size,
                     const std::string& path);

// Composites the pixels on black: multiplies the other channels of each pixel by its last one, alpha, from 0
// to `maximum`, rounds, and removes the alpha. Returns true if all pixels were opaque.
template <class Value>
bool CompositeOnBlack(std::vector<Value>& values, int channels_with_alpha, uint32_t maximum) {
  const auto channels = static_cast<size_t>(channels_with_alpha);
  bool is_opaque = true;
  size_t to = 0;
  for (size_t from = 0; from + channels <= values.size(); from += channels) {
    const uint32_t alpha = values[from + channels - 1];
    is_opaque = is_opaque && alpha == maximum;
    for (size_t c = 0; c + 1 < channels; ++c) {
      const uint64_t product = uint64_t{values[from + c]} * alpha;
      values[to++] = static_cast<Value>((product + maximum / 2) / maximum);
    }
  }
  values.resize(to);
  return is_opaque;
}

// The note on the alpha channel.
std::string AlphaNote(bool is_opaque);

// Turns or mirrors the image according to an orientation from 1 to 8 of EXIF and TIFF (exif_orientation.h).
void Orient(SourceImage& source, int orientation);

// Makes the image grey if red, green and blue are equal in all pixels; returns whether they are.
bool MakeGrayIfEqual(SourceImage& source);

// The images with 8 bits. Values with a maximum other than 255 are scaled to 0 to 255 and rounded. Exception:
// values of more than 8 bits are kept if none of them in all these images is above 255. Adds a note on each
// conversion.
std::vector<Image> ToEightBits(std::span<SourceImage> sources);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_
