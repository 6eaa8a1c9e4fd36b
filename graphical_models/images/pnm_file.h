// PGM and PPM as bytes (the formats of Netpbm).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// Whether they are those of a PGM or PPM file: P2, P3, P5 or P6 and white space.
bool IsPnm(std::string_view bytes);

// The image of a file with these bytes, as ReadImage (image_file.h) says; errors name the path.
Image DecodePnm(std::string_view bytes, const std::string& path);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
