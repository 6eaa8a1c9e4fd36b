#include "graphical_models/images/jpeg_file.h"

#include <fmt/format.h>
#include <jpeglib.h>

#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "common/error.h"
#include "graphical_models/images/exif_orientation.h"

namespace structlab::graphical_models {
namespace {

// A block of 8 x 8 pixels takes at least one bit: at most 8 * 64 pixels a byte.
constexpr uint64_t kMaxPixelsPerByte = 512;

// An encoder writes about ten scans. Decoding each takes a pass over the whole image, even if it is a tiny
// part of the file.
constexpr int kMaxScans = 100;

constexpr int kExifMarker = JPEG_APP0 + 1;

// libjpeg leaves a failing function by a longjmp that skips all destructors, so functions that call setjmp
// must not have objects with destructors.
struct Decoder {
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { jpeg_destroy_decompress(&jpeg); }

  jpeg_decompress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg_progress_mgr progress = {};
  std::jmp_buf failed;
  std::array<char, JMSG_LENGTH_MAX> message = {};
};

Decoder& DecoderOf(j_common_ptr jpeg) { return *static_cast<Decoder*>(jpeg->client_data); }

[[noreturn]] void Fail(j_common_ptr jpeg) {
  Decoder& decoder = DecoderOf(jpeg);
  jpeg->err->format_message(jpeg, decoder.message.data());
  std::longjmp(decoder.failed, 1);
}

// Warnings (level -1) are errors here: they report damage that the library would hide.
void TakeMessage(j_common_ptr jpeg, int level) {
  if (level < 0) Fail(jpeg);
}

void CountScans(j_common_ptr jpeg) {
  Decoder& decoder = DecoderOf(jpeg);
  if (decoder.jpeg.input_scan_number <= kMaxScans) return;
  std::snprintf(decoder.message.data(), decoder.message.size(), "more than %d scans", kMaxScans);
  std::longjmp(decoder.failed, 1);
}

bool ReadHeader(Decoder& decoder, std::string_view bytes) {
  decoder.jpeg.err = jpeg_std_error(&decoder.errors);
  decoder.errors.error_exit = Fail;
  decoder.errors.emit_message = TakeMessage;
  decoder.jpeg.client_data = &decoder;
  if (setjmp(decoder.failed) != 0) return false;
  jpeg_create_decompress(&decoder.jpeg);
  decoder.progress.progress_monitor = CountScans;
  decoder.jpeg.progress = &decoder.progress;
  jpeg_mem_src(&decoder.jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_save_markers(&decoder.jpeg, kExifMarker, 0xffff);
  jpeg_read_header(&decoder.jpeg, TRUE);
  return true;
}

void ReadRows(Decoder& decoder, uint8_t* samples) {
  jpeg_decompress_struct& jpeg = decoder.jpeg;
  jpeg_start_decompress(&jpeg);
  const size_t row_size =
      static_cast<size_t>(jpeg.output_width) * static_cast<size_t>(jpeg.output_components);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = samples + jpeg.output_scanline * row_size;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
}

bool ReadPixels(Decoder& decoder, uint8_t* samples) {
  if (setjmp(decoder.failed) != 0) return false;
  ReadRows(decoder, samples);
  return true;
}

[[noreturn]] void ThrowDamaged(const Decoder& decoder, const std::string& path) {
  throw common::Error(common::ErrorKind::kData,
                      {.where = path, .what = "damaged JPEG file", .found = decoder.message.data()});
}

// Converts cyan, magenta, yellow and black to red, green and blue. Files with the marker of Adobe's programs
// store the amounts of missing ink.
Image FromCmyk(const Image& size, const std::vector<uint8_t>& cmyk, bool is_inverted) {
  Image image = size;
  for (size_t pixel = 0; pixel < cmyk.size() / 4; ++pixel) {
    const auto light = [&](size_t ink) {
      const uint8_t value = cmyk[4 * pixel + ink];
      return is_inverted ? int{value} : 255 - value;
    };
    for (size_t c = 0; c < 3; ++c) {
      image.values[3 * pixel + c] = static_cast<uint8_t>((light(c) * light(3) + 127) / 255);
    }
  }
  return image;
}

int OrientationOf(const jpeg_decompress_struct& jpeg) {
  for (jpeg_saved_marker_ptr marker = jpeg.marker_list; marker != nullptr; marker = marker->next) {
    const std::string_view content(reinterpret_cast<const char*>(marker->data), marker->data_length);
    if (marker->marker == kExifMarker && content.starts_with("Exif")) return ExifOrientation(content);
  }
  return 1;
}

}  // namespace

SourceImage DecodeJpeg(std::string_view bytes, const std::string& path, Conversions conversions) {
  Decoder decoder;
  if (!ReadHeader(decoder, bytes)) ThrowDamaged(decoder, path);
  jpeg_decompress_struct& jpeg = decoder.jpeg;
  const bool is_gray = jpeg.jpeg_color_space == JCS_GRAYSCALE;
  const bool is_cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  const bool is_color = jpeg.jpeg_color_space == JCS_YCbCr || jpeg.jpeg_color_space == JCS_RGB;
  if (!is_gray && !is_color && !(is_cmyk && conversions == Conversions::kApply)) {
    common::ThrowDataError(path, "grey or red, green, blue",
                           fmt::format("{} channels in another colour space", jpeg.num_components),
                           is_cmyk ? "save it without CMYK" : "save it as RGB");
  }
  jpeg.out_color_space = is_gray ? JCS_GRAYSCALE : is_cmyk ? JCS_CMYK : JCS_RGB;
  const uint64_t pixels = static_cast<uint64_t>(jpeg.image_width) * jpeg.image_height;
  if (pixels > std::numeric_limits<int>::max()) {
    common::ThrowDataError(path, "at most 2^31 - 1 pixels", std::to_string(pixels));
  }
  if (pixels > kMaxPixelsPerByte * bytes.size()) {
    common::ThrowDataError(path, "as many pixels as its header says", "a file that is too short for them");
  }
  SourceImage source;
  source.image =
      UniformImage(static_cast<int>(jpeg.image_width), static_cast<int>(jpeg.image_height), is_gray ? 1 : 3);
  const int orientation = OrientationOf(jpeg);  // before libjpeg frees its markers with the pixels' tables
  std::vector<uint8_t> cmyk(is_cmyk ? 4 * pixels : 0);
  if (!ReadPixels(decoder, is_cmyk ? cmyk.data() : source.image.values.data())) ThrowDamaged(decoder, path);
  if (conversions == Conversions::kRefuse) return source;
  if (is_cmyk) {
    source.image = FromCmyk(source.image, cmyk, jpeg.saw_Adobe_marker != FALSE);
    source.notes.push_back("CMYK is converted to RGB");
  }
  if (orientation != 1) {
    Orient(source, orientation);
    source.notes.push_back(fmt::format("turned as its EXIF orientation {} says", orientation));
  }
  return source;
}

}  // namespace structlab::graphical_models
