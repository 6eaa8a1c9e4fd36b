#include <gtest/gtest.h>
#include <tiffio.h>

#include <cstdint>
#include <string>

namespace {

TEST(Tiff, ReadsAnImageThatItWrote) {
  const std::string path = std::string(testing::TempDir()) + "/image.tif";
  TIFF* const writer = TIFFOpen(path.c_str(), "w");
  ASSERT_NE(writer, nullptr);
  TIFFSetField(writer, TIFFTAG_IMAGEWIDTH, 3);
  TIFFSetField(writer, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(writer, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(writer, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  uint8_t row[] = {7, 8, 250};
  EXPECT_EQ(TIFFWriteScanline(writer, row, 0, 0), 1);
  TIFFClose(writer);
  TIFF* const reader = TIFFOpen(path.c_str(), "r");
  ASSERT_NE(reader, nullptr);
  uint8_t found[3] = {};
  EXPECT_EQ(TIFFReadScanline(reader, found, 0, 0), 1);
  TIFFClose(reader);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(found[i], row[i]);
}

}  // namespace
