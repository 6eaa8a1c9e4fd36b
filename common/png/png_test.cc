#include <gtest/gtest.h>
#include <png.h>

#include <string>
#include <vector>

#include "common/png/png_file.h"
#include "common/png/png_texts.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

Picture RandomPicture(int channels, uint64_t seed) {
  RandomStream random(seed, "picture");
  Picture picture = {.channels = channels};
  picture.width = 1 + static_cast<int>(random.UniformIndex(40));
  picture.height = 1 + static_cast<int>(random.UniformIndex(40));
  for (int i = 0; i < picture.width * picture.height * channels; ++i) {
    picture.values.push_back(static_cast<uint8_t>(random.Bits()));
  }
  return picture;
}

// libpng reads back what was written, with its checksums: they are wrong if ours are.
TEST(EncodePng, KeepsEveryValueBesideTexts) {
  for (const int channels : {1, 3}) {
    Picture picture = {.width = 5, .height = 3, .channels = channels};
    for (int i = 0; i < 15 * channels; ++i) picture.values.push_back(static_cast<uint8_t>(17 * i));
    const std::string png = WithPngTexts(EncodePng(picture, "p"), {{"Command", "<Ã©>"}, {"Data", "0"}});
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0) << image.message;
    EXPECT_EQ(image.format, channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB);
    std::vector<uint8_t> values(picture.values.size());
    ASSERT_NE(png_image_finish_read(&image, nullptr, values.data(), 0, nullptr), 0) << image.message;
    EXPECT_EQ(image.warning_or_error, 0u) << image.message;
    EXPECT_EQ(values, picture.values);
  }
}

// Reports that were written before keep their bytes.
TEST(EncodePng, WritesPicturesAsTheSimplifiedInterfaceOfLibpngDoes) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Picture picture = RandomPicture(seed % 2 == 0 ? 1 : 3, seed);
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = picture.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
    png_alloc_size_t size = bytes.size();
    ASSERT_NE(png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.values.data(), 0, nullptr),
              0);
    bytes.resize(size);
    EXPECT_EQ(EncodePng(picture, "picture"), bytes);
  }
}

TEST(DecodePng, ReadsWhatWasWritten) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Picture picture = RandomPicture(seed % 2 == 0 ? 1 : 3, seed);
    const PngSamples read = DecodePng(EncodePng(picture, "picture"), "file");
    EXPECT_EQ(read.channels, picture.channels);
    EXPECT_EQ(read.bits, 8);
    EXPECT_EQ(read.samples, picture.values);
    const PngForm form = PngFormOf(EncodePng(picture, "picture"), "file");
    EXPECT_EQ(form.has_color, picture.channels == 3);
    EXPECT_EQ(form.width, picture.width);
    EXPECT_EQ(form.height, picture.height);
    EXPECT_FALSE(form.has_palette || form.has_alpha_channel || form.has_transparent_color);
  }
  const std::vector<uint8_t> deep = {1, 2, 255, 254};
  const PngSamples read = DecodePng(EncodePng(2, 1, 1, 16, deep), "file");
  EXPECT_EQ(read.bits, 16);
  EXPECT_EQ(read.samples, deep);
}

TEST(DecodePng, NamesTheFileThatIsDamaged) {
  const std::string png = EncodePng(RandomPicture(3, 1), "picture");
  for (const size_t size : {size_t{0}, size_t{20}, png.size() / 2, png.size() - 1}) {
    EXPECT_TRUE(MessageOf([&] {
                  DecodePng(png.substr(0, size), "a.png");
                }).starts_with("a.png: damaged PNG file: found "))
        << size;
  }
}

}  // namespace
}  // namespace structlab::common
