#include <gtest/gtest.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <cstdint>
#include <vector>

namespace {

TEST(Webp, ReadsAnImageThatItWrote) {
  const std::vector<uint8_t> pixels = {1, 2, 3, 200, 100, 50};
  uint8_t* file = nullptr;
  const size_t size = WebPEncodeLosslessRGB(pixels.data(), 2, 1, 6, &file);
  ASSERT_GT(size, 0u);
  std::vector<uint8_t> found(6);
  EXPECT_NE(WebPDecodeRGBInto(file, size, found.data(), found.size(), 6), nullptr);
  WebPFree(file);
  EXPECT_EQ(found, pixels);
}

}  // namespace
