// BMP files as images.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_BMP_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_BMP_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

inline constexpr std::string_view kBmpSignature = "BM";

// Decodes the bytes of a BMP file, as described in any_image_file.h; error messages name the path. Reads
// uncompressed images: palettes of 1, 4 and 8 bits, and colours of 16, 24 and 32 bits.
SourceImage DecodeBmp(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_BMP_FILE_H_
