// Image files as people have them, converted to 8 bits a channel, grey or RGB, with notes that say how.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_

#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

enum class Colors {
  kAsStored,
  kGrayIfEqual,  // an RGB image whose red, green and blue are equal in all pixels is grey
};

// Reads PNG, JPEG, PBM, PGM, PPM, TIFF (its first page), BMP and WebP files, told apart by their first bytes.
// What is not 8 bits a channel, grey or RGB, is converted, and each conversion adds "PATH: what was done" to
// `notes`:
//
//   palette                        grey if all its colours in use are, else RGB
//   1, 2 or 4 bits a value         scaled to 0 to 255
//   16 bits a value                kept if no value of all the files of the call is above 255 (masks and
//                                  labels are stored so); else scaled by 255 / 65535 and rounded
//   PGM or PPM maximum of M        scaled by 255 / M and rounded; above 255 kept under the same rule
//   alpha, transparent colours     composited on black
//   CMYK, CIE L*a*b*               converted to RGB
//   orientation in EXIF (JPEG) or TIFF    applied
//   several pages (TIFF)           the first one is read
//
// Gamma and colour profiles are not applied. For a file that ReadImage (image_file.h) takes the values are
// the same, except for the EXIF orientation, which ReadImage ignores.
//
// Throws common::Error(kData) for other formats and forms (floating point, compressed BMP, animations) and
// for truncated or damaged files, kEnvironment for a file that cannot be read. Memory for a file that
// announces more pixels than it holds: at most that of 2^24 pixels, or of what compression reaches (8192
// pixels a byte).
std::vector<Image> ReadAnyImages(std::span<const std::string> paths, Colors colors,
                                 std::vector<std::string>& notes);
Image ReadAnyImage(const std::string& path, Colors colors, std::vector<std::string>& notes);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_
