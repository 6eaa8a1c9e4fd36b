// TIFF files as images, by libtiff.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

// Whether they are those of a TIFF or BigTIFF file.
bool IsTiff(std::string_view bytes);

// The image of a file with these bytes, as any_image_file.h says; errors name the path.
SourceImage DecodeTiff(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TIFF_FILE_H_
