// Any bytes give an image whose values are all there, or an Error with the place. libpng and libjpeg do not
// tell the fuzzer what they compare, and random bytes never have the checksums of a PNG or the tables of a
// JPEG: so the first byte says whether the rest is a file, or what a file is made of.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// After <cstdio>, which it needs.
#include <jpeglib.h>
#include <zlib.h>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "graphical_models/images/image_file.h"

namespace structlab::graphical_models {
namespace {

std::string BigEndian(uint64_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>((value >> shift) & 0xff));
  return bytes;
}

std::string Chunk(const std::string& name, const std::string& content) {
  const std::string checked = name + content;
  const uLong checksum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  return BigEndian(content.size()) + checked + BigEndian(checksum);
}

std::string Deflated(std::string_view content) {
  uLongf size = compressBound(content.size());
  std::string deflated(size, '\0');
  STRUCTLAB_CHECK(compress(reinterpret_cast<Bytef*>(deflated.data()), &size,
                           reinterpret_cast<const Bytef*>(content.data()), content.size()) == Z_OK);
  deflated.resize(size);
  return deflated;
}

// Takes so many bytes off the front; 0 where there are none.
std::string Take(std::string_view& bytes, size_t count) {
  std::string taken(bytes.substr(0, count));
  bytes.remove_prefix(taken.size());
  taken.resize(count, '\0');
  return taken;
}

// A PNG of these bytes, whose checksums hold: sides below 64, the other five fields of the header, a palette,
// transparent colours, and what its pixels inflate to.
std::string MakePng(std::string_view bytes) {
  const std::string sides = Take(bytes, 2);
  const std::string header = BigEndian(static_cast<uint64_t>(sides[0]) & 63) +
                             BigEndian(static_cast<uint64_t>(sides[1]) & 63) + Take(bytes, 5);
  std::string file = "\x89PNG\r\n\x1a\n" + Chunk("IHDR", header);
  const auto add = [&](const char* name, size_t unit) {
    const size_t count = static_cast<size_t>(Take(bytes, 1)[0]) & 7;
    if (count > 0) file += Chunk(name, Take(bytes, count * unit));
  };
  add("PLTE", 3);
  add("tRNS", 1);
  return file + Chunk("IDAT", Deflated(bytes)) + Chunk("IEND", "");
}

std::string EncodedJpeg() {
  jpeg_compress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;  // the type of the library
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = jpeg.image_height = 16;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  std::array<JSAMPLE, 48> row;
  for (size_t y = 0; y < 16; ++y) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = static_cast<JSAMPLE>(5 * i + 11 * y);
    JSAMPROW rows[] = {row.data()};
    jpeg_write_scanlines(&jpeg, rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string encoded(reinterpret_cast<const char*>(bytes), size);
  std::free(bytes);  // libjpeg allocates by malloc
  return encoded;
}

// A JPEG in which three bytes after three tell a place and what stands there.
std::string MakeJpeg(std::string_view bytes) {
  static const std::string encoded = EncodedJpeg();
  std::string file = encoded;
  while (bytes.size() >= 3) {
    const std::string change = Take(bytes, 3);
    const size_t place = static_cast<uint8_t>(change[0]) * size_t{256} + static_cast<uint8_t>(change[1]);
    file[place % file.size()] = change[2];
  }
  return file;
}

std::string FileOf(std::string_view bytes) {
  if (bytes.empty()) return "";
  const auto kind = static_cast<uint8_t>(bytes[0]) % 3;
  bytes.remove_prefix(1);
  return kind == 0 ? MakePng(bytes) : kind == 1 ? MakeJpeg(bytes) : std::string(bytes);
}

}  // namespace
}  // namespace structlab::graphical_models

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  const std::string file = graphical_models::FileOf({reinterpret_cast<const char*>(data), size});
  const std::string path = common::FuzzFile(file);
  try {
    const graphical_models::Image image = graphical_models::ReadImage(path);
    graphical_models::CheckImage(image, "image");
    STRUCTLAB_CHECK(image.num_pixels() > 0);
    STRUCTLAB_CHECK(image.values.size() <= 1536 * file.size());
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where == path);
  }
  return 0;
}
