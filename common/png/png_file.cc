#include "common/png/png_file.h"

#include <png.h>

#include <array>
#include <csetjmp>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "common/error.h"

namespace structlab::common {
namespace {

// Upper bound on the bytes that one byte of deflate data expands to.
constexpr uint64_t kMostExpansion = 1032;

// On an error, libpng leaves its functions by longjmp, which skips destructors. So its callbacks, and the
// functions that call setjmp, own nothing that needs a destructor. libpng's error pointer is `this`.
struct Codec {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::jmp_buf failed;
  std::array<char, 200> message = {};
};

struct Decoder : Codec {
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
  std::string_view rest;  // the unread rest of the file
  int passes = 1;
};

struct Encoder : Codec {
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() { png_destroy_write_struct(&png, &info); }
  std::string bytes;
  bool out_of_memory = false;
};

void Fail(png_structp png, png_const_charp message) {
  Codec& codec = *static_cast<Codec*>(png_get_error_ptr(png));
  std::strncpy(codec.message.data(), message, codec.message.size() - 1);
  std::longjmp(codec.failed, 1);
}

void IgnoreWarning(png_structp, png_const_charp) {}

void ReadBytes(png_structp png, png_bytep to, size_t count) {
  Decoder& decoder = *static_cast<Decoder*>(png_get_io_ptr(png));
  if (count > decoder.rest.size()) png_error(png, "the file ends early");
  std::memcpy(to, decoder.rest.data(), count);
  decoder.rest.remove_prefix(count);
}

void WriteBytes(png_structp png, png_bytep from, size_t count) {
  Encoder& encoder = *static_cast<Encoder*>(png_get_io_ptr(png));
  try {
    encoder.bytes.append(reinterpret_cast<const char*>(from), count);
  } catch (const std::bad_alloc&) {
    encoder.out_of_memory = true;
  }
  if (encoder.out_of_memory) png_error(png, "not enough memory");
}

bool ReadHeader(Decoder& decoder) {
  if (setjmp(decoder.failed) != 0) return false;
  // Check the checksums of all chunks, not only those of the pixels.
  png_set_crc_action(decoder.png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_read_fn(decoder.png, &decoder, ReadBytes);
  png_read_info(decoder.png, decoder.info);
  return true;
}

// Asks libpng to convert palettes and samples below 8 bits to 8 bits, and transparent colours to alpha.
bool Expand(Decoder& decoder) {
  if (setjmp(decoder.failed) != 0) return false;
  png_set_expand(decoder.png);
  decoder.passes = png_set_interlace_handling(decoder.png);
  png_read_update_info(decoder.png, decoder.info);
  return true;
}

void ReadRows(Decoder& decoder, uint8_t* samples, size_t row_size, png_uint_32 height) {
  for (int pass = 0; pass < decoder.passes; ++pass) {
    for (png_uint_32 y = 0; y < height; ++y) png_read_row(decoder.png, samples + y * row_size, nullptr);
  }
  png_read_end(decoder.png, nullptr);
}

bool ReadPixels(Decoder& decoder, uint8_t* samples, size_t row_size, png_uint_32 height) {
  if (setjmp(decoder.failed) != 0) return false;
  ReadRows(decoder, samples, row_size, height);
  return true;
}

[[noreturn]] void ThrowDamaged(const Decoder& decoder, const std::string& path) {
  throw Error(ErrorKind::kData, {.where = path, .what = "damaged PNG file", .found = decoder.message.data()});
}

// Reads everything before the samples.
PngForm Open(std::string_view bytes, const std::string& path, Decoder& decoder) {
  decoder.rest = bytes;
  decoder.png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(&decoder), Fail, IgnoreWarning);
  if (decoder.png != nullptr) decoder.info = png_create_info_struct(decoder.png);
  if (decoder.info == nullptr) throw std::bad_alloc();
  if (!ReadHeader(decoder)) ThrowDamaged(decoder, path);
  const png_uint_32 width = png_get_image_width(decoder.png, decoder.info);
  const png_uint_32 height = png_get_image_height(decoder.png, decoder.info);
  const uint64_t pixels = static_cast<uint64_t>(width) * height;
  if (pixels > std::numeric_limits<int>::max()) {
    ThrowDataError(path, "at most 2^31 - 1 pixels", std::to_string(pixels));
  }
  const int type = png_get_color_type(decoder.png, decoder.info);
  return {.width = static_cast<int>(width),
          .height = static_cast<int>(height),
          .bits = png_get_bit_depth(decoder.png, decoder.info),
          .has_color = (type & PNG_COLOR_MASK_COLOR) != 0,
          .has_palette = type == PNG_COLOR_TYPE_PALETTE,
          .has_alpha_channel = (type & PNG_COLOR_MASK_ALPHA) != 0,
          .has_transparent_color = png_get_valid(decoder.png, decoder.info, PNG_INFO_tRNS) != 0};
}

// Called before memory for the pixels is allocated.
void CheckHolds(size_t file_size, const PngForm& form, const Decoder& decoder, const std::string& path) {
  const uint64_t stored_row = png_get_rowbytes(decoder.png, decoder.info);
  if (stored_row * static_cast<uint64_t>(form.height) <= kMostExpansion * file_size) return;
  ThrowDataError(path, "the pixels of the size that its header says", "a file that is too short for them");
}

bool WriteAll(Encoder& encoder, int width, int height, int channels, int bits, bool is_srgb,
              const uint8_t* samples) {
  if (setjmp(encoder.failed) != 0) return false;
  png_set_write_fn(encoder.png, &encoder, WriteBytes, nullptr);
  png_set_IHDR(encoder.png, encoder.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
               bits, channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (is_srgb) png_set_sRGB(encoder.png, encoder.info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(encoder.png, encoder.info);
  const size_t row_size = static_cast<size_t>(width) * static_cast<size_t>(channels * bits / 8);
  for (size_t y = 0; y < static_cast<size_t>(height); ++y) {
    png_write_row(encoder.png, samples + y * row_size);
  }
  png_write_end(encoder.png, nullptr);
  return true;
}

std::string Encode(int width, int height, int channels, int bits, bool is_srgb, const uint8_t* samples) {
  Encoder encoder;
  encoder.png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(&encoder), Fail, IgnoreWarning);
  if (encoder.png != nullptr) encoder.info = png_create_info_struct(encoder.png);
  if (encoder.info == nullptr) throw std::bad_alloc();
  if (!WriteAll(encoder, width, height, channels, bits, is_srgb, samples)) {
    if (encoder.out_of_memory) throw std::bad_alloc();
    ThrowUsageError("PNG file", "an image that the format can hold", encoder.message.data());
  }
  return std::move(encoder.bytes);
}

}  // namespace

PngForm PngFormOf(std::string_view bytes, const std::string& path) {
  Decoder decoder;
  return Open(bytes, path, decoder);
}

PngSamples DecodePng(std::string_view bytes, const std::string& path) {
  Decoder decoder;
  const PngForm form = Open(bytes, path, decoder);
  CheckHolds(bytes.size(), form, decoder, path);
  if (!Expand(decoder)) ThrowDamaged(decoder, path);
  PngSamples image = {.width = form.width, .height = form.height};
  image.channels = png_get_channels(decoder.png, decoder.info);
  image.bits = png_get_bit_depth(decoder.png, decoder.info);
  const size_t row_size = png_get_rowbytes(decoder.png, decoder.info);
  image.samples.resize(row_size * static_cast<size_t>(form.height));
  if (!ReadPixels(decoder, image.samples.data(), row_size, static_cast<png_uint_32>(form.height))) {
    ThrowDamaged(decoder, path);
  }
  return image;
}

std::string EncodePng(int width, int height, int channels, int bits, std::span<const uint8_t> samples) {
  return Encode(width, height, channels, bits, /*is_srgb=*/false, samples.data());
}

std::string EncodePng(const Picture& picture, const std::string& where) {
  CheckPicture(picture, where);
  return Encode(picture.width, picture.height, picture.channels, 8, /*is_srgb=*/true, picture.values.data());
}

}  // namespace structlab::common
