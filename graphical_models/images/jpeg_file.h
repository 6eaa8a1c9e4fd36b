// Decodes JPEG files, by libjpeg.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

inline constexpr std::string_view kJpegSignature = "\xff\xd8\xff";

// Decodes the bytes of a file, as described in image_file.h and any_image_file.h; error messages name the
// path.
SourceImage DecodeJpeg(std::string_view bytes, const std::string& path, Conversions conversions);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_
