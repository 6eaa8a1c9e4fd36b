// Reads image files of many formats and converts them to 8 bits a channel, grey or RGB, with notes on each
// conversion.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_

#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

enum class Colors {
  kAsStored,
  kGrayIfEqual,  // an RGB image becomes grey if red, green and blue are equal in all pixels
};

// Reads PNG, JPEG, PBM, PGM, PPM, TIFF (the first page), BMP and WebP files, recognised by their first bytes.
// Images that are not 8 bits a channel, grey or RGB, are converted; each conversion adds "PATH: description"
// to `notes`:
//
//   palette                        grey if all its colours in use are grey, otherwise RGB
//   1, 2 or 4 bits a value         scaled to 0 to 255
//   16 bits a value                kept if no value in all files of the call is above 255 (as in masks and
//                                  label maps); otherwise scaled by 255 / 65535 and rounded
//   PGM or PPM maximum of M        scaled by 255 / M and rounded; for M above 255 kept under the same rule
//   alpha, transparent colours     composited on black
//   CMYK, CIE L*a*b*               converted to RGB
//   orientation in EXIF (JPEG) or TIFF    applied
//   several pages (TIFF)           only the first one is read
//
// When to take it: for images of unknown origin. ReadImage (image_file.h) refuses what it would have to
// convert. For files that ReadImage accepts, the values are the same, except for the EXIF orientation, which
// ReadImage ignores.
//
//   std::vector<std::string> notes;
//   const Image image = ReadAnyImage("photo.tiff", Colors::kAsStored, notes);
//
// Gamma and colour profiles are not applied. Throws common::Error(kData) for other formats and forms
// (floating point, compressed BMP, animations) and for truncated or damaged files, kEnvironment for a file
// that cannot be read. Memory for a file that announces more pixels than it contains: at most that of 2^24
// pixels, or of what compression can reach (8192 pixels a byte).
std::vector<Image> ReadAnyImages(std::span<const std::string> paths, Colors colors,
                                 std::vector<std::string>& notes);
Image ReadAnyImage(const std::string& path, Colors colors, std::vector<std::string>& notes);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_ANY_IMAGE_FILE_H_
