#include <gtest/gtest.h>
#include <png.h>

#include <cstdint>
#include <vector>

namespace {

png_image ImageOf(png_uint_32 width, png_uint_32 height) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  return image;
}

TEST(Png, ReadsThePixelsThatItWrote) {
  std::vector<uint8_t> pixels;
  for (int i = 0; i < 3 * 20 * 10; ++i) pixels.push_back(static_cast<uint8_t>(7 * i));
  png_image image = ImageOf(20, 10);
  std::vector<uint8_t> file(PNG_IMAGE_PNG_SIZE_MAX(image));
  png_alloc_size_t size = file.size();
  ASSERT_NE(png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr), 0);

  png_image found = ImageOf(0, 0);
  ASSERT_NE(png_image_begin_read_from_memory(&found, file.data(), size), 0);
  EXPECT_EQ(found.width, 20u);
  EXPECT_EQ(found.height, 10u);
  std::vector<uint8_t> read(PNG_IMAGE_SIZE(found));
  ASSERT_NE(png_image_finish_read(&found, nullptr, read.data(), 0, nullptr), 0);
  EXPECT_EQ(read, pixels);

  file[size / 2] ^= 0x10;
  found = ImageOf(0, 0);
  ASSERT_NE(png_image_begin_read_from_memory(&found, file.data(), size), 0);
  EXPECT_EQ(png_image_finish_read(&found, nullptr, read.data(), 0, nullptr), 0);
}

}  // namespace
