// Reads and writes image files of 8 bits a channel, and grey ones of 16 bits, without any conversion. For
// files that need conversion see any_image_file.h.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

// Reads a PNG, JPEG (baseline or progressive), PGM or PPM file (binary or text), recognised by its first
// bytes: grey or red, green, blue, 8 bits each. Values are the stored ones: gamma, colour profiles and the
// camera's orientation are not applied.
//
// When to take it: if the values must be exactly those of the file, as for experiments. ReadAnyImage
// converts.
//
//   const Image left = ReadImage("left.png");
//
// Throws common::Error(kData), which names what was found, for
// - forms that 8 bits of grey or RGB cannot represent: 16 bits or fewer than 8, palettes, alpha or a
//   transparent colour, CMYK, a PGM or PPM maximum other than 255
// - truncated or damaged files, as far as the format shows it: checksums in PNG, any warning of the decoder
//   in JPEG, the size in PGM and PPM
//
// Throws Error(kEnvironment) if the file cannot be read. Memory: at most about 1100 times the size of the
// file for PNG, the limit of its compression, and 5000 times for JPEG.
Image ReadImage(const std::string& path);

// Reads a grey PNG of 16 bits, values[y * width + x]. Errors as above; here 8 bits are refused.
struct Values16 {
  int width = 0, height = 0;
  std::vector<uint16_t> values;
};
Values16 ReadPng16(const std::string& path);

// Replace a file by a PNG: 8 bits grey or RGB, or 16 bits grey with values[y * width + x]. The bytes depend
// only on the image. Throw common::Error: kUsage for an image without pixels or with a wrong number of
// values, kEnvironment if the file cannot be written (common/file.h).
void WritePng(const std::string& path, const Image& image);
void WritePng16(const std::string& path, int width, int height, std::span<const uint16_t> values);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_IMAGE_FILE_H_
