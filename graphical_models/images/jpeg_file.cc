#include "graphical_models/images/jpeg_file.h"

#include <jpeglib.h>

#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// A block of 8 x 8 pixels takes at least one bit.
constexpr uint64_t kMostPixelsPerByte = 512;

// An encoder writes about ten; each is a pass over the whole image, whatever its share of the file.
constexpr int kMostScans = 100;

// libjpeg leaves a function that fails by a jump out of it, past all destructors: the functions that set the
// jump hold nothing that needs one.
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

// Warnings (level -1) are of damage that the library would paint over.
void TakeMessage(j_common_ptr jpeg, int level) {
  if (level < 0) Fail(jpeg);
}

void CountScans(j_common_ptr jpeg) {
  Decoder& decoder = DecoderOf(jpeg);
  if (decoder.jpeg.input_scan_number <= kMostScans) return;
  std::snprintf(decoder.message.data(), decoder.message.size(), "more than %d scans", kMostScans);
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

}  // namespace

Image DecodeJpeg(std::string_view bytes, const std::string& path) {
  Decoder decoder;
  if (!ReadHeader(decoder, bytes)) ThrowDamaged(decoder, path);
  jpeg_decompress_struct& jpeg = decoder.jpeg;
  const bool is_gray = jpeg.jpeg_color_space == JCS_GRAYSCALE;
  if (!is_gray && jpeg.jpeg_color_space != JCS_YCbCr && jpeg.jpeg_color_space != JCS_RGB) {
    common::ThrowDataError(path, "grey or red, green, blue",
                           std::to_string(jpeg.num_components) + " channels of another kind",
                           "save it without CMYK");
  }
  jpeg.out_color_space = is_gray ? JCS_GRAYSCALE : JCS_RGB;
  const uint64_t pixels = static_cast<uint64_t>(jpeg.image_width) * jpeg.image_height;
  if (pixels > std::numeric_limits<int>::max()) {
    common::ThrowDataError(path, "at most 2^31 - 1 pixels", std::to_string(pixels));
  }
  if (pixels > kMostPixelsPerByte * bytes.size()) {
    common::ThrowDataError(path, "the pixels of the size that its header says",
                           "a file that is too short for them");
  }
  Image image =
      UniformImage(static_cast<int>(jpeg.image_width), static_cast<int>(jpeg.image_height), is_gray ? 1 : 3);
  if (!ReadPixels(decoder, image.values.data())) ThrowDamaged(decoder, path);
  return image;
}

}  // namespace structlab::graphical_models
