// Decodes PBM, PGM and PPM files (the formats of Netpbm).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_

#include <string>
#include <string_view>

#include "graphical_models/images/source_image.h"

namespace structlab::graphical_models {

// IsPnm: the bytes of a PBM, PGM or PPM file, P1 to P6 and white space. IsBitmap: those of a PBM file, P1 or
// P4.
bool IsPnm(std::string_view bytes);
bool IsBitmap(std::string_view bytes);

// Decodes the bytes of a file, as described in image_file.h and any_image_file.h; error messages name the
// path.
SourceImage DecodePnm(std::string_view bytes, const std::string& path, Conversions conversions);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_PNM_FILE_H_
