// The orientation that a camera stores in a photograph.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_

#include <string_view>

namespace structlab::graphical_models {

// Reads the tag Orientation (0x0112) of the first image in the content of a JPEG's APP1 segment: "Exif", two
// zero bytes and a TIFF header. Returns 1 (as stored) if the tag is missing, or the content is not Exif or
// damaged, as programs that show photographs do.
//
//   1 as stored   2 mirrored           3 turned by 180 degrees       4 upside down
//   5 transposed  6 turned clockwise   7 transposed at the other     8 turned counterclockwise
//                                        diagonal
int ExifOrientation(std::string_view segment);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_
