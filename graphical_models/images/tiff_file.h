// Decodes TIFF files as images, by libtiff.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

// True for the bytes of a TIFF or BigTIFF file.
bool IsTiff(std::string_view bytes);

// Decodes the bytes of a file, as described in any_image_file.h; error messages name the path.
SourceImage DecodeTiff(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_
