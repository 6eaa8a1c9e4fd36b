// TIFF, BMP and WebP files.
#include <gtest/gtest.h>
#include <webp/encode.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/file.h"
#include "common/peak_memory.h"
#include "common/random_stream.h"
#include "common/sanitizers.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using Notes = std::vector<std::string>;
using Samples = std::vector<uint16_t>;

class OtherFormats : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path()); }

  static std::string path() { return std::string(testing::TempDir()) + "/other_format"; }

  static Image Read(std::string_view bytes, Notes& notes) {
    common::WriteFileAtomically(path(), bytes, common::Durability::kNothing);
    Image image = ReadAnyImage(path(), Colors::kAsStored, notes);
    for (std::string& note : notes) note = note.substr(path().size() + 2);
    return image;
  }

  static void Expect(std::string_view bytes, const Image& image, const Notes& notes) {
    Notes found;
    EXPECT_EQ(Read(bytes, found), image);
    EXPECT_EQ(found, notes);
  }

  static std::string ErrorOf(std::string_view bytes) {
    Notes notes;
    const std::string message = common::MessageOf(common::ErrorKind::kData, [&] { Read(bytes, notes); });
    return message.starts_with(path() + ": ") ? message.substr(path().size() + 2) : "no place: " + message;
  }

  static void ExpectEveryBeginningIsRefused(const std::string& bytes) {
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_NE(ErrorOf(bytes.substr(0, size)), "no place: no error") << "first " << size << " bytes";
    }
  }
};

TEST_F(OtherFormats, TiffsOfEightBits) {
  const Samples six = {1, 2, 3, 100, 200, 255};
  const Image gray = {3, 2, 1, {1, 2, 3, 100, 200, 255}}, color = {2, 1, 3, {1, 2, 3, 100, 200, 255}};
  for (const int compression : {1, 5, 8}) {
    Expect(TiffBytes({.width = 3, .height = 2, .compression = compression}, six), gray, {});
    Expect(TiffBytes({.width = 2, .channels = 3, .photometric = 2, .compression = compression}, six), color,
           {});
  }
  Expect(TiffBytes({.width = 2, .channels = 3, .photometric = 2, .is_planar = true}, six), color, {});
  Expect(TiffBytes({.width = 3, .height = 2, .is_big = true}, six), gray, {});
  Expect(TiffBytes({.width = 3, .height = 2, .photometric = 0}, six), {3, 2, 1, {254, 253, 252, 155, 55, 0}},
         {});
  Expect(TiffBytes({.width = 3, .height = 2, .pages = 2}, six), gray,
         {"only the first of its pages is read"});
  Expect(TiffBytes({.width = 2, .photometric = 3}, {0, 200}), {2, 1, 3, {0, 255, 7, 200, 55, 7}},
         {"the palette's colours are read as RGB"});
  Expect(TiffBytes({.width = 1, .channels = 4, .photometric = 5}, {0, 255, 51, 0}), {1, 1, 3, {255, 0, 204}},
         {"CMYK is converted to RGB"});
  for (const int channels : {1, 3}) {
    for (const int compression : {1, 5}) {
      // Tiles of 16 x 16, also at the edges.
      Image tiled = UniformImage(39, 21, channels);
      for (size_t i = 0; i < tiled.values.size(); ++i) tiled.values[i] = static_cast<uint8_t>(i * 7 % 251);
      const TiffSpec spec = {.width = 39,
                             .height = 21,
                             .channels = channels,
                             .photometric = channels == 1 ? 1 : 2,
                             .compression = compression,
                             .is_tiled = true};
      Expect(TiffBytes(spec, Samples(tiled.values.begin(), tiled.values.end())), tiled, {});
    }
  }
  EXPECT_NE(
      ErrorOf(TiffBytes({.width = 2, .channels = 2, .extra_samples = 2, .is_planar = true}, {1, 2, 3, 4}))
          .find("alpha in a separate plane"),
      std::string::npos);
  const Image uniform = UniformImage(16, 16, 1, 120);
  Expect(TiffBytes({.width = 16, .height = 16, .compression = 7}, Samples(256, 120)), uniform, {});
}

TEST_F(OtherFormats, TiffsOfFewBitsAreScaled) {
  const Samples bits = {0, 1, 1, 0, 1, 0, 0, 0, 1};
  const Image image = {9, 1, 1, {0, 255, 255, 0, 255, 0, 0, 0, 255}};
  Expect(TiffBytes({.width = 9, .bits = 1}, bits), image, {"1 bit a value is scaled to 8"});
  Image inverted = image;
  for (uint8_t& value : inverted.values) value = static_cast<uint8_t>(255 - value);
  Expect(TiffBytes({.width = 9, .bits = 1, .photometric = 0, .compression = 4}, bits), inverted,
         {"1 bit a value is scaled to 8"});
  Expect(TiffBytes({.width = 3, .bits = 4}, {0, 7, 15}), {3, 1, 1, {0, 119, 255}},
         {"4 bits a value are scaled to 8"});
}

TEST_F(OtherFormats, TiffsOfSixteenBits) {
  const Notes kept = {"more than 8 bits a value, but none is above 255: the values are kept"};
  const Notes rounded = {"16 bits a value are rounded to 8"};
  Expect(TiffBytes({.width = 2, .bits = 16}, {7, 255}), {2, 1, 1, {7, 255}}, kept);
  Expect(TiffBytes({.width = 2, .bits = 16}, {257, 65535}), {2, 1, 1, {1, 255}}, rounded);
  Expect(TiffBytes({.width = 2, .bits = 16, .photometric = 0}, {0, 65535}), {2, 1, 1, {255, 0}}, rounded);
  const Samples colors = {257, 514, 771, 25700, 51400, 65535};
  const Image image = {2, 1, 3, {1, 2, 3, 100, 200, 255}};
  for (const bool is_planar : {false, true}) {
    Expect(
        TiffBytes({.width = 2, .bits = 16, .channels = 3, .photometric = 2, .is_planar = is_planar}, colors),
        image, rounded);
  }
}

TEST_F(OtherFormats, TransparentTiffsAreCompositedOnBlack) {
  const std::string note = "transparency is composited on black";
  const std::string rounded = "16 bits a value are rounded to 8";
  const auto color = [](int bits, int kind, const Samples& samples) {
    return TiffBytes({.width = 1, .bits = bits, .channels = 4, .photometric = 2, .extra_samples = kind},
                     samples);
  };
  Expect(color(8, 2, {200, 100, 50, 51}), {1, 1, 3, {40, 20, 10}}, {note});
  Expect(color(8, 1, {40, 20, 10, 51}), {1, 1, 3, {40, 20, 10}}, {note});
  Expect(color(16, 2, {51400, 25700, 12850, 13107}), {1, 1, 3, {40, 20, 10}}, {note, rounded});
  Expect(color(16, 1, {10280, 5140, 2570, 13107}), {1, 1, 3, {40, 20, 10}}, {note, rounded});
  const auto gray = [](int bits, const Samples& samples) {
    return TiffBytes({.width = 1, .bits = bits, .channels = 2, .extra_samples = 2}, samples);
  };
  Expect(gray(8, {200, 51}), {1, 1, 1, {40}}, {note});
  Expect(gray(16, {51400, 13107}), {1, 1, 1, {40}}, {note, rounded});
  Expect(gray(8, {200, 255}), {1, 1, 1, {200}}, {"the alpha channel is left out: all pixels are opaque"});
}

TEST_F(OtherFormats, TiffsAreTurnedUpright) {
  const std::vector<std::vector<uint8_t>> turned = {
      {1, 2, 3, 4, 5, 6}, {2, 1, 4, 3, 6, 5}, {6, 5, 4, 3, 2, 1}, {5, 6, 3, 4, 1, 2},
      {1, 3, 5, 2, 4, 6}, {5, 3, 1, 6, 4, 2}, {6, 4, 2, 5, 3, 1}, {2, 4, 6, 1, 3, 5}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const int bits : {8, 16}) {
      Notes notes;
      const Image image = Read(
          TiffBytes({.width = 2, .height = 3, .bits = bits, .orientation = orientation}, {1, 2, 3, 4, 5, 6}),
          notes);
      EXPECT_EQ(image.width, orientation <= 4 ? 2 : 3);
      EXPECT_EQ(image.values, turned[orientation - 1]) << orientation;
      EXPECT_EQ(notes.size(), (orientation == 1 ? 0u : 1u) + (bits == 16 ? 1u : 0u));
    }
  }
}

TEST_F(OtherFormats, OtherTiffsAreRefusedInOneLine) {
  const Samples words(32 * 2, 1);
  EXPECT_EQ(
      ErrorOf(TiffBytes({.width = 2, .bits = 16, .sample_format = 2}, words)),
      "expected 1, 2, 4, 8 or 16 bits a value, without sign, found 16 bits with a sign; save it with 8 or "
      "16 bits");
  EXPECT_TRUE(
      ErrorOf(TiffBytes({.width = 2, .bits = 16, .sample_format = 3}, words))
          .starts_with("expected 1, 2, 4, 8 or 16 bits a value, without sign, found 16 bits of floating"));
  EXPECT_TRUE(ErrorOf(TiffBytes({.width = 16, .height = 16, .bits = 16, .is_tiled = true}, {}))
                  .starts_with("expected 16 bits as grey or RGB values in strips, found another form"));
}

TEST_F(OtherFormats, DamagedTiffsAreRefused) {
  common::RandomStream random(1, "tiff");
  Samples samples;
  for (int i = 0; i < 40 * 30 * 3; ++i) samples.push_back(static_cast<uint16_t>(random.UniformIndex(20)));
  for (const int bits : {8, 16}) {
    for (const int compression : {1, 5, 8}) {
      SCOPED_TRACE(compression);
      const std::string bytes = TiffBytes({.width = 40,
                                           .height = 30,
                                           .bits = bits,
                                           .channels = 3,
                                           .photometric = 2,
                                           .compression = compression},
                                          samples);
      for (size_t size = 0; size < bytes.size(); size += 1 + size / 40) {
        EXPECT_NE(ErrorOf(bytes.substr(0, size)), "no place: no error") << size;
      }
      if (compression == 1) continue;  // uncompressed: any bytes are valid pixels
      std::string damaged = bytes;
      for (size_t at = 30; at < 90; ++at) damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      EXPECT_TRUE(ErrorOf(damaged).starts_with("damaged TIFF file, or one of a kind")) << ErrorOf(damaged);
    }
  }
}

// Little-endian.
std::string Number(uint64_t number, int size) {
  std::string bytes;
  for (; size > 0; --size, number >>= 8) bytes.push_back(static_cast<char>(number & 255));
  return bytes;
}

struct BmpSpec {
  int width = 1, height = 1, bits = 24, compression = 0;
  std::string more = "";  // masks or palette
  std::string pixels = "";
};

std::string BmpBytes(const BmpSpec& spec) {
  const auto start = static_cast<uint32_t>(54 + spec.more.size());
  return "BM" + Number(start + static_cast<uint32_t>(spec.pixels.size()), 4) + Number(0, 4) +
         Number(start, 4) + Number(40, 4) + Number(static_cast<uint32_t>(spec.width), 4) +
         Number(static_cast<uint32_t>(spec.height), 4) + Number(1, 2) +
         Number(static_cast<uint32_t>(spec.bits), 2) + Number(static_cast<uint32_t>(spec.compression), 4) +
         Number(0, 20) + spec.more + spec.pixels;
}

TEST_F(OtherFormats, BmpsWithoutCompression) {
  const Image image = {1, 2, 3, {4, 5, 6, 1, 2, 3}};
  Expect(BmpBytes({.height = 2, .pixels = std::string("\3\2\1\0\6\5\4\0", 8)}), image, {});
  Expect(BmpBytes({.height = -2, .pixels = std::string("\6\5\4\0\3\2\1\0", 8)}), image, {});
  Expect(BmpBytes({.bits = 32, .pixels = "\3\2\1\x33"}), {1, 1, 3, {1, 2, 3}}, {});
  const std::string masks = Number(0xff, 4) + Number(0xff00, 4) + Number(0xff0000, 4);
  Expect(BmpBytes({.bits = 32, .compression = 3, .more = masks, .pixels = "\3\2\1\x33"}),
         {1, 1, 3, {3, 2, 1}}, {});
  const std::string with_alpha = masks + Number(0xff000000, 4);
  Expect(BmpBytes({.bits = 32, .compression = 6, .more = with_alpha, .pixels = "\xfa\x64\5\x33"}),
         {1, 1, 3, {50, 20, 1}}, {"transparency is composited on black"});
  const std::string high = Number(0xf800, 4) + Number(0x7e0, 4) + Number(0x1f, 4);
  Expect(BmpBytes({.bits = 16, .compression = 3, .more = high, .pixels = Number(0xf800 | 31, 4)}),
         {1, 1, 3, {255, 0, 255}}, {"16 bits a pixel are scaled to 8 a channel"});
  const std::string two_colors = "aaa" + Number(0, 1) + "bbb" + Number(0, 1);
  Expect(BmpBytes({.width = 3, .bits = 1, .more = two_colors, .pixels = Number(0xa0, 4)}),
         {3, 1, 1, {'b', 'a', 'b'}}, {"the palette's colours are read as grey values"});
  const std::string palette = "cba" + Number(0, 1) + "fed" + Number(0, 1) + std::string(14 * 4, '\0');
  Expect(BmpBytes({.width = 2, .bits = 4, .more = palette, .pixels = Number(0x10, 4)}),
         {2, 1, 3, {'d', 'e', 'f', 'a', 'b', 'c'}}, {"the palette's colours are read as RGB"});
}

TEST_F(OtherFormats, OtherBmpsAreRefusedInOneLine) {
  ExpectEveryBeginningIsRefused(BmpBytes({.width = 3, .height = 2, .pixels = std::string(24, 'x')}));
  EXPECT_EQ(
      ErrorOf(BmpBytes({.bits = 8, .compression = 1, .pixels = "abcd"})),
      "expected a BMP file without compression, found compression 1; save it without compression, or as PNG");
  EXPECT_TRUE(ErrorOf(BmpBytes({.bits = 7, .pixels = "abcd"})).starts_with("expected 1, 4, 8, 16, 24 or 32"));
  EXPECT_TRUE(
      ErrorOf(BmpBytes({.width = -1, .pixels = "abcd"})).starts_with("expected a width of at least 1"));
  EXPECT_TRUE(
      ErrorOf(BmpBytes({.height = 0, .pixels = "abcd"})).starts_with("expected 1 to 2^31 - 1 pixels"));
  const uint32_t lowest = uint32_t{1} << 31;
  EXPECT_TRUE(ErrorOf(BmpBytes({.height = static_cast<int>(lowest), .pixels = "abcd"}))
                  .starts_with("expected 1 to 2^31 - 1 pixels"));
  EXPECT_TRUE(
      ErrorOf(BmpBytes({.bits = 32, .compression = 3, .more = std::string(12, '\0'), .pixels = "abcd"}))
          .starts_with("expected a mask for each colour"));
}

std::string WebpBytes(int width, int height, int channels, const std::vector<uint8_t>& values) {
  uint8_t* file = nullptr;
  const size_t size = channels == 3 ? WebPEncodeLosslessRGB(values.data(), width, height, 3 * width, &file)
                                    : WebPEncodeLosslessRGBA(values.data(), width, height, 4 * width, &file);
  std::string bytes(reinterpret_cast<const char*>(file), size);
  WebPFree(file);
  return bytes;
}

TEST_F(OtherFormats, Webps) {
  common::RandomStream random(1, "webp");
  const Image image = RandomImage(20, 10, 3, random);
  const std::string bytes = WebpBytes(20, 10, 3, image.values);
  Expect(bytes, image, {});
  ExpectEveryBeginningIsRefused(bytes);
  EXPECT_EQ(ErrorOf(bytes.substr(0, bytes.size() / 2)), "damaged WebP file");
  Expect(WebpBytes(2, 1, 4, {200, 100, 50, 51, 1, 2, 3, 255}), {2, 1, 3, {40, 20, 10, 1, 2, 3}},
         {"transparency is composited on black"});
}

// The file with another value of a tag that has one number.
std::string WithTag(std::string tiff, uint32_t tag, uint32_t value) {
  size_t at = std::string::npos;
  for (const uint32_t type : {3, 4}) {  // SHORT or LONG
    at = std::min(at, tiff.find(Number(tag, 2).append(Number(type, 2)).append(Number(1, 4))));
  }
  EXPECT_NE(at, std::string::npos);
  return tiff.replace(at + 2, 10, Number(4, 2).append(Number(1, 4)).append(Number(value, 4)));
}

TEST_F(OtherFormats, SizesThatTheFileCannotHoldTakeLittleMemory) {
  constexpr uint32_t kWidth = 256, kHeight = 257, kSamples = 277;
  const std::string tiff = TiffBytes({.width = 2, .height = 2, .compression = 5}, {1, 2, 3, 4});
  const std::string bmp = BmpBytes({.width = 40'000, .height = 40'000, .bits = 1, .more = "aaaabbbb"});
  for (const std::string& bytes : {WithTag(WithTag(tiff, kWidth, 40'000), kHeight, 40'000),
                                   WithTag(WithTag(tiff, kWidth, 500'000), kSamples, 2'000), bmp}) {
    EXPECT_NE(ErrorOf(bytes).find("too short for them"), std::string::npos) << ErrorOf(bytes);
    if (common::kAddressSanitizer || common::kThreadSanitizer) continue;
    const common::PeakMemory memory = common::MeasurePeakMemory([&] { return [&] { ErrorOf(bytes); }; });
    EXPECT_LT(memory.peak - memory.before, 16);
  }
}

}  // namespace
}  // namespace structlab::graphical_models
