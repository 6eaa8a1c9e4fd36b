// PNG files as bytes: the one place that reads and writes them, by libpng.
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

// How a file stores its pixels.
struct PngForm {
  int width = 0, height = 0;
  int bits = 8;  // 1, 2, 4, 8 or 16 a sample; those of the index if there is a palette
  bool has_color = false;
  bool has_palette = false;
  bool has_alpha_channel = false;
  bool has_transparent_color = false;  // tRNS
};

// The samples of the pixels, row by row from the upper left.
struct PngSamples {
  int width = 0, height = 0;
  int channels = 1;                   // 1: grey; 2: grey, alpha; 3: RGB; 4: RGB, alpha
  int bits = 8;                       // or 16
  std::vector<uint8_t> samples = {};  // [pixel][channel]; those of 16 bits take two, the higher byte first
};

// Throw common::Error(kData) naming the path for what is no PNG file or damaged, also where only checksums
// tell, and for more than 2^31 - 1 pixels. PngFormOf reads the header and what comes before the pixels.
PngForm PngFormOf(std::string_view bytes, const std::string& path);

// The pixels: palettes become RGB, transparent colours an alpha channel, and samples of 1, 2 and 4 bits are
// scaled to 8 (0 to 0, the largest to 255). Gamma and colour profiles are not applied. Errors as above, and
// for a header that announces more pixels than the file can hold, before memory is taken: that is at most
// about 1100 times the size of the file, and 32 times more for fewer than 8 bits and palettes.
PngSamples DecodePng(std::string_view bytes, const std::string& path);

// The file of an image: channels 1 or 3, bits 8 or 16. Neither side is 0.
std::string EncodePng(int width, int height, int channels, int bits, std::span<const uint8_t> samples);

// The file of a picture: 8 bits a value, grey or RGB, marked as sRGB. Throws Error(kUsage) naming `where` if
// the picture is invalid (CheckPicture).
//
// In both cases the same values give the same bytes with the same libpng and zlib.
std::string EncodePng(const Picture& picture, const std::string& where);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PNG_PNG_FILE_H_
