#include <gtest/gtest.h>
#include <jpeglib.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

TEST(Jpeg, ReadsAGreyImageThatItWrote) {
  constexpr int kSize = 16;
  std::vector<JSAMPLE> pixels(kSize * kSize, 77);
  jpeg_error_mgr errors;
  unsigned char* file = nullptr;
  unsigned long file_size = 0;  // NOLINT: the type of the library
  jpeg_compress_struct writer;
  writer.err = jpeg_std_error(&errors);
  jpeg_create_compress(&writer);
  jpeg_mem_dest(&writer, &file, &file_size);
  writer.image_width = writer.image_height = kSize;
  writer.input_components = 1;
  writer.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&writer);
  jpeg_start_compress(&writer, TRUE);
  while (writer.next_scanline < kSize) {
    JSAMPROW row = pixels.data() + kSize * writer.next_scanline;
    jpeg_write_scanlines(&writer, &row, 1);
  }
  jpeg_finish_compress(&writer);
  jpeg_destroy_compress(&writer);

  jpeg_decompress_struct reader;
  reader.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&reader);
  jpeg_mem_src(&reader, file, file_size);
  ASSERT_EQ(jpeg_read_header(&reader, TRUE), JPEG_HEADER_OK);
  jpeg_start_decompress(&reader);
  ASSERT_EQ(reader.output_width, JDIMENSION{kSize});
  ASSERT_EQ(reader.output_height, JDIMENSION{kSize});
  std::vector<JSAMPLE> read(kSize * kSize, 0);
  while (reader.output_scanline < kSize) {
    JSAMPROW row = read.data() + kSize * reader.output_scanline;
    jpeg_read_scanlines(&reader, &row, 1);
  }
  jpeg_finish_decompress(&reader);
  jpeg_destroy_decompress(&reader);
  std::free(file);
  EXPECT_EQ(read, pixels);  // without contrast nothing is lost
  EXPECT_EQ(errors.num_warnings, 0);
}

}  // namespace
