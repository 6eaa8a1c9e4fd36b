// An image as its file stores it, and how it becomes one of 8 bits, grey or RGB.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// What a decoder does where an Image cannot hold the pixels as they are stored.
enum class Conversions {
  kRefuse,  // throws common::Error(kData) that says what was found
  kApply,   // converts them and says so
};

struct SourceImage {
  Image image;                          // the values, or only the size and channels if they are `deep`
  std::vector<uint16_t> deep = {};      // [pixel][channel], values up to `maximum` above 255
  int maximum = 255;                    // the value of white, 1 to 65535
  std::vector<std::string> notes = {};  // what was converted: "CMYK is converted to RGB"
};

// Throws common::Error(kData) at `path` for an image without pixels, one of more than 2^31 - 1, and one of
// more than 2^24 pixels and more than `pixels_per_byte` a byte of its file: before memory is taken.
void CheckPixelCount(uint64_t width, uint64_t height, uint64_t pixels_per_byte, size_t file_size,
                     const std::string& path);

// Multiplies the first channels of each pixel by its last, alpha, from 0 to `maximum`, rounded, and removes
// the alpha: the pixels on a black ground. Returns whether all pixels were opaque.
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

// The note on it.
std::string AlphaNote(bool is_opaque);

// Turns or mirrors the image as the orientation 1 to 8 of EXIF and TIFF asks for (exif_orientation.h).
void Orient(SourceImage& source, int orientation);

// If red, green and blue are equal in all pixels, makes the image grey and returns true.
bool MakeGrayIfEqual(SourceImage& source);

// Images of 8 bits. Values up to a maximum other than 255 are scaled to 0 to 255 and rounded, except that
// those of more than 8 bits are kept if none of all these images' is above 255. Adds a note on each.
std::vector<Image> ToEightBits(std::span<SourceImage> sources);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SOURCE_IMAGE_H_
