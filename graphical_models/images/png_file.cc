#include "graphical_models/images/png_file.h"

#include <png.h>

#include <array>
#include <csetjmp>
#include <cstring>
#include <limits>
#include <new>

#include "common/check.h"
#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// Deflate makes of one byte at most so many.
constexpr uint64_t kMostExpansion = 1032;

// libpng leaves a function that fails by a jump out of it, past all destructors: what it calls back, and the
// functions that set the jump, hold nothing that needs one. `this` is known to it as its error pointer.
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
  std::string_view rest;  // of the file
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
  // Checksums count everywhere, beside the pixels too.
  png_set_crc_action(decoder.png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_read_fn(decoder.png, &decoder, ReadBytes);
  png_read_info(decoder.png, decoder.info);
  return true;
}

void ReadRows(Decoder& decoder, uint8_t* samples, size_t row_size, png_uint_32 height) {
  const int passes = png_set_interlace_handling(decoder.png);
  png_start_read_image(decoder.png);
  for (int pass = 0; pass < passes; ++pass) {
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
  throw common::Error(common::ErrorKind::kData,
                      {.where = path, .what = "damaged PNG file", .found = decoder.message.data()});
}

std::string TypeText(int type) {
  switch (type) {
    case PNG_COLOR_TYPE_PALETTE:
      return "a palette";
    case PNG_COLOR_TYPE_GRAY_ALPHA:
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return "an alpha channel";
    default:
      return "a transparent colour";
  }
}

void CheckForm(const Decoder& decoder, int expected_bits, const std::string& path) {
  const int type = png_get_color_type(decoder.png, decoder.info);
  const int bits = png_get_bit_depth(decoder.png, decoder.info);
  const bool plain = type == PNG_COLOR_TYPE_GRAY || type == PNG_COLOR_TYPE_RGB;
  if (!plain || png_get_valid(decoder.png, decoder.info, PNG_INFO_tRNS) != 0) {
    common::ThrowDataError(path, "grey or red, green, blue", TypeText(type), "save it without");
  }
  if (bits != expected_bits) {
    const std::string expected = std::to_string(expected_bits) + " bits";
    common::ThrowDataError(path, expected + " a channel", std::to_string(bits), "save it with " + expected);
  }
  if (bits == 16 && type != PNG_COLOR_TYPE_GRAY) common::ThrowDataError(path, "grey", "colours");
}

// What a file has before its samples.
struct Header {
  int width, height, channels;
};

// Leaves the decoder where the samples begin.
Header Open(std::string_view bytes, int bits, const std::string& path, Decoder& decoder) {
  decoder.rest = bytes;
  decoder.png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(&decoder), Fail, IgnoreWarning);
  if (decoder.png != nullptr) decoder.info = png_create_info_struct(decoder.png);
  if (decoder.info == nullptr) throw std::bad_alloc();
  if (!ReadHeader(decoder)) ThrowDamaged(decoder, path);
  CheckForm(decoder, bits, path);
  const png_uint_32 width = png_get_image_width(decoder.png, decoder.info);
  const png_uint_32 height = png_get_image_height(decoder.png, decoder.info);
  const size_t channels = png_get_channels(decoder.png, decoder.info);
  const uint64_t pixels = static_cast<uint64_t>(width) * height;
  if (pixels > std::numeric_limits<int>::max()) {
    common::ThrowDataError(path, "at most 2^31 - 1 pixels", std::to_string(pixels));
  }
  if (pixels * channels * static_cast<uint64_t>(bits / 8) > kMostExpansion * bytes.size()) {
    common::ThrowDataError(path, "the pixels of the size that its header says",
                           "a file that is too short for them");
  }
  return {static_cast<int>(width), static_cast<int>(height), static_cast<int>(channels)};
}

bool WriteAll(Encoder& encoder, int width, int height, int channels, int bits, const uint8_t* samples) {
  if (setjmp(encoder.failed) != 0) return false;
  png_set_write_fn(encoder.png, &encoder, WriteBytes, nullptr);
  png_set_IHDR(encoder.png, encoder.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
               bits, channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(encoder.png, encoder.info);
  const size_t row_size = static_cast<size_t>(width) * static_cast<size_t>(channels * bits / 8);
  for (size_t y = 0; y < static_cast<size_t>(height); ++y) {
    png_write_row(encoder.png, samples + y * row_size);
  }
  png_write_end(encoder.png, nullptr);
  return true;
}

}  // namespace

Image DecodePng(std::string_view bytes, const std::string& path) {
  Decoder decoder;
  const Header header = Open(bytes, 8, path, decoder);
  Image image = UniformImage(header.width, header.height, header.channels);
  const size_t row_size = static_cast<size_t>(header.width) * static_cast<size_t>(header.channels);
  if (!ReadPixels(decoder, image.values.data(), row_size, static_cast<png_uint_32>(header.height))) {
    ThrowDamaged(decoder, path);
  }
  return image;
}

std::vector<uint16_t> DecodePng16(std::string_view bytes, const std::string& path, int& width, int& height) {
  Decoder decoder;
  const Header header = Open(bytes, 16, path, decoder);
  width = header.width, height = header.height;
  const size_t row_size = 2 * static_cast<size_t>(width);
  std::vector<uint8_t> samples(row_size * static_cast<size_t>(height));
  if (!ReadPixels(decoder, samples.data(), row_size, static_cast<png_uint_32>(height))) {
    ThrowDamaged(decoder, path);
  }
  std::vector<uint16_t> values;
  for (size_t i = 0; i < samples.size(); i += 2) {
    values.push_back(static_cast<uint16_t>(samples[i] << 8 | samples[i + 1]));
  }
  return values;
}

std::string EncodePng(int width, int height, int channels, int bits, std::span<const uint8_t> samples) {
  Encoder encoder;
  encoder.png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, static_cast<Codec*>(&encoder), Fail, IgnoreWarning);
  if (encoder.png != nullptr) encoder.info = png_create_info_struct(encoder.png);
  if (encoder.info == nullptr) throw std::bad_alloc();
  if (!WriteAll(encoder, width, height, channels, bits, samples.data())) {
    if (encoder.out_of_memory) throw std::bad_alloc();
    common::ThrowUsageError("PNG file", "an image that the format can hold", encoder.message.data());
  }
  return std::move(encoder.bytes);
}

}  // namespace structlab::graphical_models
