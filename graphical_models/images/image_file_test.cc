#include "graphical_models/images/image_file.h"

#include <gtest/gtest.h>
#include <jpeglib.h>
#include <png.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/restoration.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

std::string BigEndian(uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(value >> shift & 0xff));
  return bytes;
}

std::string Chunk(const std::string& type, const std::string& data) {
  const std::string checked = type + data;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  return BigEndian(static_cast<uint32_t>(data.size()))
      .append(checked)
      .append(BigEndian(static_cast<uint32_t>(sum)));
}

// A PNG file without its pixels.
std::string PngHeader(uint32_t width, uint32_t height, char bits, char type, const std::string& more = "") {
  const std::string rest = {bits, type, 0, 0, 0};
  const std::string header = BigEndian(width).append(BigEndian(height)).append(rest);
  return std::string("\x89PNG\r\n\x1a\n")
      .append(Chunk("IHDR", header))
      .append(more)
      .append(Chunk("IDAT", ""));
}

struct JpegForm {
  J_COLOR_SPACE space = JCS_RGB;
  bool progressive = false;
  int quality = 95;
};

std::string Jpeg(int width, int height, const std::vector<uint8_t>& values, const JpegForm& form) {
  jpeg_error_mgr errors;
  jpeg_compress_struct jpeg;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* file = nullptr;
  unsigned long size = 0;  // NOLINT: the type of the library
  jpeg_mem_dest(&jpeg, &file, &size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = form.space == JCS_GRAYSCALE ? 1 : form.space == JCS_RGB ? 3 : 4;
  jpeg.in_color_space = form.space;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, form.quality, TRUE);
  if (form.progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  std::vector<uint8_t> row(width * jpeg.input_components);
  while (jpeg.next_scanline < jpeg.image_height) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(jpeg.next_scanline * row.size());
    std::copy(first, first + static_cast<std::ptrdiff_t>(row.size()), row.begin());
    JSAMPROW pointer = row.data();
    jpeg_write_scanlines(&jpeg, &pointer, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string bytes(reinterpret_cast<const char*>(file), size);
  std::free(file);
  return bytes;
}

void AppendBytes(png_structp png, png_bytep from, size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(from), count);
}

std::string InterlacedPng(Image image) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  std::string bytes;
  png_set_write_fn(png, &bytes, AppendBytes, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               image.channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_ADAM7,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  std::vector<png_bytep> rows;
  for (int y = 0; y < image.height; ++y) rows.push_back(&image(0, y));
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

// A small photograph: values change only a little from pixel to pixel.
Image Smooth(int width, int height, int channels) {
  Image image = UniformImage(width, height, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) image(x, y, c) = static_cast<uint8_t>(40 + 3 * x + 2 * y + 20 * c);
    }
  }
  return image;
}

class ImageFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(testing::TempDir()) + "/images";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  std::string path() const { return folder_ + "/image"; }

  Image Read(std::string_view bytes) const {
    common::WriteFileAtomically(path(), bytes, common::Durability::kNothing);
    return ReadImage(path());
  }

  // The message without "path: ".
  std::string ErrorOf(std::string_view bytes) const {
    const std::string message = MessageOf([&] { Read(bytes); });
    return message.starts_with(path() + ": ") ? message.substr(path().size() + 2) : "no place: " + message;
  }

  // For any number of bytes missing at the end.
  void ExpectEveryBeginningIsRefused(const std::string& bytes) const {
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_NE(MessageOf([&] { Read(bytes.substr(0, size)); }), "no error") << "first " << size << " bytes";
    }
  }

  std::string folder_;
};

TEST_F(ImageFile, PngsAreReadAsTheyWereWritten) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "png");
    const Image image = RandomImage(40, random);
    WritePng(path(), image);
    EXPECT_EQ(ReadImage(path()), image);
    EXPECT_EQ(Read(InterlacedPng(image)), image);
  }
}

TEST_F(ImageFile, PngsWithAnyDamageAreRefused) {
  WritePng(path(), Smooth(7, 5, 3));
  const std::string bytes = common::ReadFile(path());
  ExpectEveryBeginningIsRefused(bytes);
  for (size_t byte = 0; byte < bytes.size(); ++byte) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << bit));
      EXPECT_NE(MessageOf([&] { Read(damaged); }), "no error") << byte << " " << bit;
    }
  }
  std::string damaged = bytes;
  damaged[bytes.size() - 20] = static_cast<char>(damaged[bytes.size() - 20] ^ 1);
  EXPECT_EQ(ErrorOf(damaged).substr(0, 24), "damaged PNG file: found ") << ErrorOf(damaged);
}

TEST_F(ImageFile, PngsOfOtherFormsAreRefused) {
  EXPECT_TRUE(ErrorOf(PngHeader(4, 4, 8, 3, Chunk("PLTE", std::string(6, 'x'))))
                  .starts_with("expected grey or red, green, blue, found a palette"));
  EXPECT_TRUE(
      ErrorOf(PngHeader(4, 4, 8, 4)).starts_with("expected grey or red, green, blue, found an alpha"));
  EXPECT_TRUE(
      ErrorOf(PngHeader(4, 4, 8, 6)).starts_with("expected grey or red, green, blue, found an alpha"));
  EXPECT_TRUE(ErrorOf(PngHeader(4, 4, 8, 2, Chunk("tRNS", std::string(6, '\0'))))
                  .starts_with("expected grey or red, green, blue, found a transparent colour"));
  EXPECT_TRUE(ErrorOf(PngHeader(4, 4, 16, 2)).starts_with("expected 8 bits a channel, found 16"));
  EXPECT_TRUE(ErrorOf(PngHeader(4, 4, 1, 0)).starts_with("expected 8 bits a channel, found 1"));
  WritePng16(path(), 1, 1, std::vector<uint16_t>{300});
  EXPECT_TRUE(ErrorOf(common::ReadFile(path())).starts_with("expected 8 bits a channel, found 16"));
}

TEST_F(ImageFile, SixteenBitsAreReadAsTheyWereWritten) {
  const std::vector<uint16_t> values = {0, 1, 255, 256, 40000, 65535};
  WritePng16(path(), 3, 2, values);
  const Values16 read = ReadPng16(path());
  EXPECT_EQ(read.width, 3);
  EXPECT_EQ(read.height, 2);
  EXPECT_EQ(read.values, values);
  const auto error = [&](const std::string& bytes) {
    common::WriteFileAtomically(path(), bytes);
    return common::MessageOf([&] { ReadPng16(path()); });
  };
  EXPECT_NE(error(PngHeader(4, 4, 8, 0)).find("expected 16 bits a channel, found 8"), std::string::npos);
  EXPECT_NE(error(PngHeader(4, 4, 16, 2)).find("expected grey, found colours"), std::string::npos);
  EXPECT_NE(error(PngHeader(30000, 30000, 16, 0)).find("too short"), std::string::npos);
  EXPECT_NE(error("P5 1 1 255\nx").find("expected a grey PNG image of 16 bits"), std::string::npos);
}

TEST_F(ImageFile, SizesThatTheFileCannotHoldTakeNoMemory) {
  EXPECT_TRUE(ErrorOf(PngHeader(40000, 40000, 8, 2)).find("too short") != std::string::npos);
  EXPECT_TRUE(ErrorOf(PngHeader(60000, 60000, 8, 2)).find("2^31 - 1") != std::string::npos);
  std::string jpeg = Jpeg(8, 8, Smooth(8, 8, 3).values, {});
  const size_t frame = jpeg.find("\xff\xc0");  // then two bytes of length, one of bits, the size
  jpeg.replace(frame + 5, 4, "\xf0\xf0\x70\x70");
  EXPECT_NE(ErrorOf(jpeg).find("too short"), std::string::npos) << ErrorOf(jpeg);
  EXPECT_NE(ErrorOf("P5 40000 40000 255\nxxxx").find("too short"), std::string::npos);
  EXPECT_NE(ErrorOf("P3 40000 40000 255\n1 2 3").find("too short"), std::string::npos);
  EXPECT_NE(ErrorOf("P6 2147483647 2147483647 255\n").find("2^31 - 1"), std::string::npos);
}

TEST_F(ImageFile, JpegsAreReadUpToWhatTheyLose) {
  for (const bool progressive : {false, true}) {
    for (const int channels : {1, 3}) {
      const Image image = Smooth(37, 21, channels);
      const JpegForm form = {channels == 1 ? JCS_GRAYSCALE : JCS_RGB, progressive, 95};
      const Image found = Read(Jpeg(37, 21, image.values, form));
      EXPECT_GT(Psnr(found, image), 35);
      const Image uniform = UniformImage(20, 10, channels, 120);
      EXPECT_EQ(Read(Jpeg(20, 10, uniform.values, form)), uniform);  // the mean of a block is kept
    }
  }
}

TEST_F(ImageFile, JpegsWithoutTheirEndOrWithDamageAreRefused) {
  for (const bool progressive : {false, true}) {
    const std::string bytes = Jpeg(40, 30, Smooth(40, 30, 3).values, {JCS_RGB, progressive, 95});
    ExpectEveryBeginningIsRefused(bytes);
    // The end marker in the middle of the coded pixels: the rest is missing.
    std::string damaged = bytes;
    damaged.replace(bytes.size() - 30, 2, "\xff\xd9");
    EXPECT_TRUE(ErrorOf(damaged).starts_with("damaged JPEG file: found ")) << ErrorOf(damaged);
  }
}

TEST_F(ImageFile, JpegsOfOtherFormsAreRefused) {
  const std::vector<uint8_t> values(8 * 8 * 4, 100);
  EXPECT_TRUE(
      ErrorOf(Jpeg(8, 8, values, {JCS_CMYK})).starts_with("expected grey or red, green, blue, found 4"));
}

TEST_F(ImageFile, TextAndBinaryGraymapsAndPixmapsAreRead) {
  const Image gray = {.width = 3, .height = 2, .channels = 1, .values = {0, 1, 2, 253, 254, 255}};
  EXPECT_EQ(Read("P2\n# made by hand\n3 2 # wide, high\n255\n0 1 2\n253 254 255\n"), gray);
  EXPECT_EQ(Read("P2 3 2 255 0 1 2 253 254 255"), gray);
  EXPECT_EQ(Read(std::string("P5\n3 2\n255\n").append(gray.values.begin(), gray.values.end())), gray);
  const Image colors = {.width = 1, .height = 2, .channels = 3, .values = {10, 20, 32, 35, 50, 9}};
  EXPECT_EQ(Read("P3 1 2 255\n10 20 32 35 50 9"), colors);
  // The first value is the code of a space, the third that of '#'.
  const std::vector<uint8_t> codes = {32, 20, 35, 35, 50, 9};
  EXPECT_EQ(Read(std::string("P6 1 2 255 ").append(codes.begin(), codes.end())).values, codes);
}

TEST_F(ImageFile, MistakesInGraymapsAreTold) {
  ExpectEveryBeginningIsRefused("P5 3 2 255 abcdef");
  ExpectEveryBeginningIsRefused("P3 1 1 255 1 2 3");
  EXPECT_TRUE(
      ErrorOf("P5 3 1 255 abcd").starts_with("expected nothing after the last value, found 1 more bytes"));
  EXPECT_TRUE(ErrorOf("P2 1 1 255 7 8").starts_with("expected nothing after the last value"));
  EXPECT_TRUE(ErrorOf("P5 1 1 65535 ab").starts_with("expected 255 as the largest value, found 65535"));
  EXPECT_TRUE(ErrorOf("P5 1 1 1 a").starts_with("expected 255 as the largest value, found 1"));
  EXPECT_TRUE(ErrorOf("P2 1 1 255 256").starts_with("expected a value from 0 to 255, found '256'"));
  EXPECT_TRUE(ErrorOf("P2 1 1 255 1x").starts_with("expected a value from 0 to 255, found '1x'"));
  EXPECT_TRUE(ErrorOf("P2 -1 1 255 1").starts_with("expected a width from 0 to "));
  EXPECT_TRUE(ErrorOf("P2 99999999999 1 255 1").starts_with("expected a width from 0 to "));
  EXPECT_TRUE(ErrorOf("P5 0 4 255 ").starts_with("expected 1 to 2^31 - 1 pixels, found 0"));
  EXPECT_TRUE(ErrorOf("P5 1 1 255#x\na").starts_with("expected white space before the values"));
}

TEST_F(ImageFile, OtherFilesAreRefused) {
  const std::string what = "expected a PNG, JPEG, PGM or PPM image, found ";
  EXPECT_EQ(ErrorOf("").substr(0, what.size() + 13), what + "an empty file");
  EXPECT_EQ(ErrorOf("GIF89a...").substr(0, what.size() + 14), what + "another format");
  EXPECT_EQ(ErrorOf("P7 1 1 255 a").substr(0, what.size() + 14), what + "another format");
  EXPECT_EQ(ErrorOf("P5").substr(0, what.size() + 14), what + "another format");
  const std::string none = folder_ + "/none.png";
  EXPECT_TRUE(MessageOf([&] { ReadImage(none); }).starts_with(none + ": cannot be read"));
}

TEST_F(ImageFile, WritesOnlyWhatCanBeRead) {
  EXPECT_TRUE(MessageOf([&] { WritePng(path(), Image()); }).starts_with("image to write: expected at least"));
  EXPECT_TRUE(MessageOf([&] {
                WritePng(path(), {2, 2, 1, {1, 2, 3}});
              }).starts_with("image to write: expected 4 values, found 3"));
  EXPECT_TRUE(MessageOf([&] {
                WritePng16(path(), 2, 2, std::vector<uint16_t>(3));
              }).starts_with("image to write: expected a value for each pixel"));
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_TRUE(MessageOf([&] {
                WritePng(folder_ + "/none/a.png", UniformImage(1, 1, 1));
              }).starts_with(folder_ + "/none/a.png: "));
}

}  // namespace
}  // namespace structlab::graphical_models
