// Encodes and decodes PNG files in memory. The only library of the project that calls libpng.
#ifndef STRUCTLAB_COMMON_PNG_PNG_FILE_H_
#define STRUCTLAB_COMMON_PNG_PNG_FILE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/picture.h"

namespace structlab::common {

inline constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

// How a PNG file stores its pixels.
struct PngForm {
  int width = 0, height = 0;
  int bits = 8;  // bits a sample: 1, 2, 4, 8 or 16; with a palette, bits of the index
  bool has_color = false;
  bool has_palette = false;
  bool has_alpha_channel = false;
  bool has_transparent_color = false;  // has a tRNS chunk
};

// The samples of the pixels, row by row from the upper left.
struct PngSamples {
  int width = 0, height = 0;
  int channels = 1;                   // 1: grey; 2: grey, alpha; 3: RGB; 4: RGB, alpha
  int bits = 8;                       // or 16
  std::vector<uint8_t> samples = {};  // [pixel][channel]; 16 bits take two bytes, the higher byte first
};

// Reads the header and the other chunks before the pixels. Throws common::Error(kData) that names the path if
// the bytes are not a PNG file, are damaged (also if only a checksum shows it), or announce more than 2^31 -
// 1 pixels.
PngForm PngFormOf(std::string_view bytes, const std::string& path);

// Reads the pixels. Palettes become RGB, and a transparent colour becomes an alpha channel. Samples of 1, 2
// and 4 bits are scaled to 8 bits (0 to 0, the largest value to 255). Gamma and colour profiles are not
// applied. Errors as above; also if the header announces more pixels than the file can hold. That is checked
// before memory is allocated, so memory is at most about 1100 times the size of the file, and 32 times more
// for palettes and fewer than 8 bits.
PngSamples DecodePng(std::string_view bytes, const std::string& path);

// The PNG file of an image: channels 1 or 3, bits 8 or 16, both sides at least 1.
std::string EncodePng(int width, int height, int channels, int bits, std::span<const uint8_t> samples);

// The PNG file of a picture: 8 bits a value, grey or RGB, marked as sRGB. Throws Error(kUsage) naming `where`
// if the picture is invalid (CheckPicture).
//
// Both functions are deterministic: the same values give the same bytes with the same libpng and zlib.
std::string EncodePng(const Picture& picture, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PNG_PNG_FILE_H_
