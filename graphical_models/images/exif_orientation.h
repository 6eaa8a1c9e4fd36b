// The orientation that a camera notes in a photograph.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_

#include <string_view>

namespace structlab::graphical_models {

// The tag Orientation (0x0112) of the first image in the content of a JPEG's APP1 segment: "Exif", two zero
// bytes and a TIFF header. 1 (as stored) if there is none, or what is there is no Exif or damaged: programs
// that show photographs do so, too.
//
//   1 as stored   2 mirrored           3 turned by 180 degrees       4 upside down
//   5 transposed  6 turned clockwise   7 transposed at the other     8 turned counterclockwise
//                                        diagonal
int ExifOrientation(std::string_view segment);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_EXIF_ORIENTATION_H_
