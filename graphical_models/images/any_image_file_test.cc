#include "graphical_models/images/any_image_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/exif_orientation.h"
#include "graphical_models/images/image_file.h"
#include "graphical_models/images/testing/image_bytes.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;
using Values = std::vector<uint8_t>;
using Notes = std::vector<std::string>;

constexpr char kKept[] = "more than 8 bits a value, but none is above 255: the values are kept";
constexpr char kRounded[] = "16 bits a value are rounded to 8";
constexpr char kOnBlack[] = "transparency is composited on black";

struct Read {
  Image image;
  Notes notes;  // without the path
};

class AnyImageFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(testing::TempDir()) + "/any_images";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  std::string path() const { return folder_ + "/image"; }

  Read ReadBytes(std::string_view bytes, Colors colors = Colors::kAsStored) const {
    common::WriteFileAtomically(path(), bytes, common::Durability::kNothing);
    Read read;
    read.image = ReadAnyImage(path(), colors, read.notes);
    for (std::string& note : read.notes) {
      EXPECT_TRUE(note.starts_with(path() + ": ")) << note;
      note = note.substr(path().size() + 2);
    }
    return read;
  }

  void Expect(std::string_view bytes, const Image& image, const Notes& notes) const {
    const Read read = ReadBytes(bytes);
    EXPECT_EQ(read.image, image);
    EXPECT_EQ(read.notes, notes);
  }

  // The message without "path: ".
  std::string ErrorOf(std::string_view bytes) const {
    const std::string message = MessageOf(common::ErrorKind::kData, [&] { ReadBytes(bytes); });
    return message.starts_with(path() + ": ") ? message.substr(path().size() + 2) : "no place: " + message;
  }

  std::string folder_;
};

TEST_F(AnyImageFile, WhatNeedsNoConversionIsReadAsReadImageDoesWithoutNotes) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "any");
    const Image image = RandomImage(30, random);
    WritePng(path(), image);
    Expect(common::ReadFile(path()), image, {});
    const std::string jpeg = JpegBytes(image.width, image.height, image.channels, image.values);
    const Read read = ReadBytes(jpeg);
    EXPECT_EQ(read.image, ReadImage(path()));
    EXPECT_EQ(read.notes, Notes());
  }
  Expect("P5 2 1 255 ab", {2, 1, 1, {'a', 'b'}}, {});
}

TEST_F(AnyImageFile, FewBitsAreScaled) {
  for (const bool is_interlaced : {false, true}) {
    const PngSpec one = {.width = 5, .height = 1, .bits = 1, .is_interlaced = is_interlaced};
    Expect(PngBytes(one, {0, 1, 1, 0, 1}), {5, 1, 1, {0, 255, 255, 0, 255}},
           {"1 bit a value is scaled to 8"});
    const PngSpec two = {.width = 2, .height = 2, .bits = 2, .is_interlaced = is_interlaced};
    Expect(PngBytes(two, {0, 1, 2, 3}), {2, 2, 1, {0, 85, 170, 255}}, {"2 bits a value are scaled to 8"});
    const PngSpec four = {.width = 3, .height = 1, .bits = 4, .is_interlaced = is_interlaced};
    Expect(PngBytes(four, {0, 7, 15}), {3, 1, 1, {0, 119, 255}}, {"4 bits a value are scaled to 8"});
  }
}

TEST_F(AnyImageFile, PalettesAreGreyOrColours) {
  const PngSpec colors = {.width = 3, .height = 1, .bits = 2, .type = 3, .palette = "abcdefghi"};
  Expect(PngBytes(colors, {2, 0, 1}), {3, 1, 3, {'g', 'h', 'i', 'a', 'b', 'c', 'd', 'e', 'f'}},
         {"the palette's colours are read as RGB"});
  const PngSpec gray = {.width = 2, .height = 1, .bits = 8, .type = 3, .palette = "aaabbbxyz"};
  Expect(PngBytes(gray, {1, 0}), {2, 1, 1, {'b', 'a'}}, {"the palette's colours are read as grey values"});
  // The second colour is half transparent.
  const PngSpec clear = {.width = 2, .height = 1, .type = 3, .palette = "dddfff", .transparency = "\xff\x80"};
  Expect(PngBytes(clear, {0, 1}), {2, 1, 1, {100, 51}},
         {kOnBlack, "the palette's colours are read as grey values"});
}

TEST_F(AnyImageFile, TransparencyIsCompositedOnBlack) {
  Expect(PngBytes({.width = 3, .type = 4}, {200, 255, 200, 128, 200, 0}), {3, 1, 1, {200, 100, 0}},
         {kOnBlack});
  Expect(PngBytes({.width = 1, .type = 6}, {255, 100, 3, 51}), {1, 1, 3, {51, 20, 1}}, {kOnBlack});
  Expect(PngBytes({.width = 1, .type = 6}, {255, 100, 3, 255}), {1, 1, 3, {255, 100, 3}},
         {"the alpha channel is left out: all pixels are opaque"});
  const std::string gray_seven("\0\7", 2), color("\0\1\0\2\0\3", 6);
  Expect(PngBytes({.width = 2, .transparency = gray_seven}, {7, 8}), {2, 1, 1, {0, 8}}, {kOnBlack});
  Expect(PngBytes({.width = 2, .type = 2, .transparency = color}, {1, 2, 3, 1, 2, 4}),
         {2, 1, 3, {0, 0, 0, 1, 2, 4}}, {kOnBlack});
  Expect(PngBytes({.width = 1, .bits = 16, .type = 4}, {60000, 32768}), {1, 1, 1, {117}},
         {kOnBlack, kRounded});
}

TEST_F(AnyImageFile, SixteenBitsKeepSmallValuesAndAreRoundedElse) {
  Expect(PngBytes({.width = 4, .bits = 16}, {0, 1, 60, 255}), {4, 1, 1, {0, 1, 60, 255}}, {kKept});
  Expect(PngBytes({.width = 5, .bits = 16}, {0, 128, 129, 256, 65535}), {5, 1, 1, {0, 0, 1, 1, 255}},
         {kRounded});
  Expect(PngBytes({.width = 1, .bits = 16, .type = 2}, {257, 514, 65535}), {1, 1, 3, {1, 2, 255}},
         {kRounded});
}

TEST_F(AnyImageFile, FilesOfOneCallAreScaledAlike) {
  const std::string dark = folder_ + "/dark.png", bright = folder_ + "/bright.png";
  const std::string small = folder_ + "/small.png";
  common::WriteFileAtomically(dark, PngBytes({.width = 1, .bits = 16}, {200}));
  common::WriteFileAtomically(bright, PngBytes({.width = 1, .bits = 16}, {51400}));
  WritePng(small, {1, 1, 1, {200}});
  const auto values = [&](const std::vector<std::string>& paths) {
    Notes notes;
    Values found;
    for (const Image& image : ReadAnyImages(paths, Colors::kAsStored, notes))
      found.push_back(image.values[0]);
    return found;
  };
  EXPECT_EQ(values({dark, bright}), (Values{1, 200}));
  EXPECT_EQ(values({bright, dark}), (Values{200, 1}));
  EXPECT_EQ(values({dark, dark}), (Values{200, 200}));
  EXPECT_EQ(values({dark, small}), (Values{200, 200}));
  EXPECT_EQ(values({small, bright}), (Values{200, 200}));
}

TEST_F(AnyImageFile, EqualChannelsAreGreyIfAskedFor) {
  const std::string bytes = PngBytes({.width = 1, .type = 2}, {9, 9, 9});
  EXPECT_EQ(ReadBytes(bytes).image.channels, 3);
  const Read read = ReadBytes(bytes, Colors::kGrayIfEqual);
  EXPECT_EQ(read.image, (Image{1, 1, 1, {9}}));
  EXPECT_EQ(read.notes, Notes{"red, green and blue are equal: read as grey"});
  EXPECT_EQ(ReadBytes(PngBytes({.width = 1, .type = 2}, {9, 9, 8}), Colors::kGrayIfEqual).image.channels, 3);
}

TEST_F(AnyImageFile, CmykBecomesRgb) {
  // Ink of 20%, 40%, 60% and 25%: light of 0.8, 0.6 and 0.4, reduced to 0.75 of it.
  const Values ink = {51, 102, 153, 64};
  for (const bool is_ycck : {false, true}) {
    for (const bool is_inverted : {false, true}) {
      Values values;
      for (int pixel = 0; pixel < 64; ++pixel) {
        for (const uint8_t value : ink) {
          values.push_back(static_cast<uint8_t>(is_inverted ? 255 - value : value));
        }
      }
      // Only the marker distinguishes YCCK from CMYK.
      if (is_ycck && !is_inverted) continue;
      const Read read = ReadBytes(CmykJpegBytes(8, 8, values, is_ycck, is_inverted));
      EXPECT_EQ(read.notes, Notes{"CMYK is converted to RGB"});
      ASSERT_EQ(read.image.channels, 3);
      const int expected[] = {153, 115, 76};
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(read.image(3, 4, c), expected[c], 2) << is_ycck << is_inverted;
    }
  }
}

// Blocks of 8 x 8 pixels: 10 200 / 60 120 / 240 90.
TEST_F(AnyImageFile, TheOrientationOfExifIsApplied) {
  const int blocks[3][2] = {{10, 200}, {60, 120}, {240, 90}};
  Image image = UniformImage(16, 24, 1);
  for (int y = 0; y < 24; ++y) {
    for (int x = 0; x < 16; ++x) image(x, y) = static_cast<uint8_t>(blocks[y / 8][x / 8]);
  }
  const std::vector<std::vector<int>> turned = {{10, 200, 60, 120, 240, 90}, {200, 10, 120, 60, 90, 240},
                                                {90, 240, 120, 60, 200, 10}, {240, 90, 60, 120, 10, 200},
                                                {10, 60, 240, 200, 120, 90}, {240, 60, 10, 90, 120, 200},
                                                {90, 120, 200, 240, 60, 10}, {200, 120, 90, 10, 60, 240}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const bool is_little : {false, true}) {
      const std::string exif = ExifBytes(orientation, is_little);
      EXPECT_EQ(ExifOrientation(exif), orientation);
      const Read read = ReadBytes(JpegBytes(16, 24, 1, image.values, exif));
      EXPECT_EQ(read.notes.size(), orientation == 1 ? 0u : 1u);
      const int width = orientation <= 4 ? 2 : 3;
      ASSERT_EQ(read.image.width, 8 * width);
      for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(read.image(i % width * 8 + 3, i / width * 8 + 3), turned[orientation - 1][i], 1)
            << orientation;
      }
      EXPECT_EQ(ReadImage(path()).width, 16);  // takes it as it is stored
    }
  }
  EXPECT_EQ(ReadBytes(JpegBytes(16, 24, 1, image.values, ExifBytes(6, true))).notes,
            Notes{"turned as its EXIF orientation 6 says"});
}

TEST(ExifOrientation, TakesWhatIsDamagedForNone) {
  for (const bool is_little : {false, true}) {
    const std::string whole = ExifBytes(8, is_little);
    for (size_t size = 0; size < whole.size(); ++size) {
      const int found = ExifOrientation(std::string_view(whole).substr(0, size));
      EXPECT_TRUE(found == 1 || found == 8);
    }
    for (size_t byte = 0; byte < whole.size(); ++byte) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string damaged = whole;
        damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << bit));
        const int found = ExifOrientation(damaged);
        EXPECT_TRUE(found >= 1 && found <= 8);
      }
    }
    EXPECT_EQ(ExifOrientation(ExifBytes(0, is_little)), 1);
    EXPECT_EQ(ExifOrientation(ExifBytes(9, is_little)), 1);
  }
}

TEST_F(AnyImageFile, GraymapsOfAnyMaximumAreScaled) {
  Expect("P2 3 1 15 0 7 15", {3, 1, 1, {0, 119, 255}}, {"values from 0 to 15 are scaled to 0 to 255"});
  Expect(std::string("P5 2 1 1 \0\1", 11), {2, 1, 1, {0, 255}},
         {"values from 0 to 1 are scaled to 0 to 255"});
  Expect("P3 1 1 100 0 50 100", {1, 1, 3, {0, 128, 255}}, {"values from 0 to 100 are scaled to 0 to 255"});
  Expect(std::string("P5 2 1 65535 \0\7\1\1", 17), {2, 1, 1, {0, 1}}, {kRounded});
  Expect(std::string("P5 2 1 65535 \0\7\0\xff", 17), {2, 1, 1, {7, 255}}, {kKept});
  Expect("P2 2 1 1023 0 1023", {2, 1, 1, {0, 255}}, {"values from 0 to 1023 are scaled to 0 to 255"});
  EXPECT_TRUE(ErrorOf("P2 1 1 15 16").starts_with("expected a value from 0 to 15, found '16'"));
  EXPECT_TRUE(ErrorOf("P5 1 1 15 \x10").starts_with("expected a value from 0 to 15, found 16"));
  EXPECT_TRUE(ErrorOf(std::string("P5 1 1 0 \0", 10)).starts_with("expected 1 to 65535 as the largest"));
  EXPECT_NE(ErrorOf("P5 2 1 65535 abc").find("too short"), std::string::npos);
}

TEST_F(AnyImageFile, BitmapsAreBlackWhereTheyAreOne) {
  Expect("P1\n# by hand\n3 2\n010\n1 1 0\n", {3, 2, 1, {255, 0, 255, 0, 0, 255}},
         {"1 bit a value is scaled to 8"});
  Expect("P4 10 1\n\xaa\x40", {10, 1, 1, {0, 255, 0, 255, 0, 255, 0, 255, 255, 0}},
         {"1 bit a value is scaled to 8"});
  EXPECT_TRUE(ErrorOf("P1 2 1 02").starts_with("expected 0 or 1, found '2'"));
  EXPECT_NE(ErrorOf("P4 10 1\n\xaa").find("too short"), std::string::npos);
  EXPECT_NE(ErrorOf("P1 40000 40000 0 1").find("too short"), std::string::npos);
  common::WriteFileAtomically(path(), "P1 1 1 0");
  EXPECT_NE(MessageOf([&] { ReadImage(path()); }).find("another format"), std::string::npos);
}

TEST_F(AnyImageFile, OtherFormatsAreRefused) {
  const std::string what = "expected a PNG, JPEG, PBM, PGM, PPM, TIFF, BMP or WebP image, found ";
  EXPECT_EQ(ErrorOf(""), what + "an empty file; save it as PNG");
  EXPECT_EQ(ErrorOf("GIF89a..."), what + "another format; save it as PNG");
}

}  // namespace
}  // namespace structlab::graphical_models
