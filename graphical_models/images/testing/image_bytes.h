// Image files in many formats, as bytes, for tests.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_IMAGE_BYTES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_IMAGE_BYTES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace structlab::graphical_models {

// A PNG. Samples are given row by row with `bits` bits each; type: 0 grey, 2 RGB, 3 palette, 4 grey and
// alpha, 6 RGB and alpha. `palette` and `transparency` are the contents of the chunks PLTE and tRNS.
struct PngSpec {
  int width = 1, height = 1, bits = 8, type = 0;
  std::string palette = "", transparency = "";
  bool is_interlaced = false;
};
std::string PngBytes(const PngSpec& spec, const std::vector<uint16_t>& samples);

// A JPEG of four channels, with the values of cyan, magenta, yellow and black as they are stored.
// has_adobe_mark: with the marker that Adobe's programs write.
std::string CmykJpegBytes(int width, int height, const std::vector<uint8_t>& values, bool is_ycck,
                          bool has_adobe_mark);

// A grey or RGB JPEG of quality 100, with an APP1 segment of this content unless it is empty.
std::string JpegBytes(int width, int height, int channels, const std::vector<uint8_t>& values,
                      const std::string& exif = "");

// The content of an APP1 segment with this orientation.
std::string ExifBytes(int orientation, bool is_little_endian);

// A TIFF; the numbers are those of the format's tags. Samples of fewer than 8 bits are packed.
struct TiffSpec {
  int width = 1, height = 1, bits = 8, channels = 1;
  int photometric = 1;  // 0: white is 0; 1: black is 0; 2: RGB; 3: palette; 5: CMYK
  int orientation = 1;
  int compression = 1;    // 4: fax; 5: LZW; 7: JPEG; 8: deflate
  int extra_samples = 0;  // of one more channel, 1: alpha, premultiplied; 2: alpha
  int sample_format = 1;  // 2: with a sign; 3: floating point
  int pages = 1;
  bool is_planar = false, is_big = false, is_tiled = false;
};
std::string TiffBytes(const TiffSpec& spec, const std::vector<uint16_t>& samples);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_TESTING_IMAGE_BYTES_H_
