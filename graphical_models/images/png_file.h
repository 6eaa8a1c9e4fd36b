// PNG as bytes, by libpng.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

inline constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

// The image of a file with these bytes, as ReadImage (image_file.h) says; errors name the path.
Image DecodePng(std::string_view bytes, const std::string& path);

// The values of a grey file of 16 bits; errors as above.
std::vector<uint16_t> DecodePng16(std::string_view bytes, const std::string& path, int& width, int& height);

// The file of an image: channels 1 or 3, bits 8 or 16, and its samples row by row, those of 16 bits with the
// higher byte first. Neither side is 0.
std::string EncodePng(int width, int height, int channels, int bits, std::span<const uint8_t> samples);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_FILE_H_
