// PBM, PGM and PPM as bytes (the formats of Netpbm).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

// Whether they are those of a PBM, PGM or PPM file: P1 to P6 and white space; of a PBM file: P1 or P4.
bool IsPnm(std::string_view bytes);
bool IsBitmap(std::string_view bytes);

// The image of a file with these bytes, as image_file.h and any_image_file.h say; errors name the path.
SourceImage DecodePnm(std::string_view bytes, const std::string& path, Conversions conversions);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
