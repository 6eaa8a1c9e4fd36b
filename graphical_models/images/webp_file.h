// Decodes WebP files as images, by libwebp.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_WEBP_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_WEBP_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

bool IsWebp(std::string_view bytes);

// Decodes the bytes of a file, as described in any_image_file.h; error messages name the path.
SourceImage DecodeWebp(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_WEBP_FILE_H_
