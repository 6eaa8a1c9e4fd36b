// Decodes PNG files as images.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_IMAGE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_IMAGE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

// Decodes the bytes of a file, as described in image_file.h and any_image_file.h; error messages name the
// path.
SourceImage DecodePngImage(std::string_view bytes, const std::string& path, Conversions conversions);

// The values of a grey file of 16 bits; error messages name the path.
std::vector<uint16_t> DecodePng16(std::string_view bytes, const std::string& path, int& width, int& height);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNG_IMAGE_H_
