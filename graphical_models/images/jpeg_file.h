// JPEG as bytes, by libjpeg.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

inline constexpr std::string_view kJpegSignature = "\xff\xd8\xff";

// The image of a file with these bytes, as ReadImage (image_file.h) says; errors name the path.
Image DecodeJpeg(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_JPEG_FILE_H_
