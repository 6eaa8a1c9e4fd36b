// Image files of 8 bits a channel, and grey ones of 16, read as they are or not at all. What converts those
// of other forms is in any_image_file.h.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// Reads a PNG, JPEG (baseline or progressive), PGM or PPM file (binary or text), told apart by its first
// bytes: grey or red, green, blue, 8 bits each. Values are the stored ones: gamma, colour profiles and the
// orientation that a camera notes are not applied.
//
// What these values could not show is refused by common::Error(kData) that says what was found: 16 bits or
// fewer than 8, palettes, alpha or a transparent colour, CMYK, a PGM or PPM maximum other than 255. So is
// what is truncated or damaged, as far as the format tells: by checksums in PNG, by the coder in JPEG (any
// warning of the decoder is an error), by the size in PGM and PPM. Throws Error(kEnvironment) if the file
// cannot be read. Memory: at most about 1100 times the size of the file for PNG, what its compression
// reaches, and 5000 times for JPEG.
Image ReadImage(const std::string& path);

// Reads a grey PNG of 16 bits, values[y * width + x]. Errors as above, where 8 bits are another form.
struct Values16 {
  int width = 0, height = 0;
  std::vector<uint16_t> values;
};
Values16 ReadPng16(const std::string& path);

// Replace a file by a PNG, 8 bits grey or RGB, or 16 bits grey with values[y * width + x]. The bytes depend
// on the image only. Throw common::Error: kUsage for an image without pixels or another number of values,
// kEnvironment if it cannot be written (common/file.h).
void WritePng(const std::string& path, const Image& image);
void WritePng16(const std::string& path, int width, int height, std::span<const uint16_t> values);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_
