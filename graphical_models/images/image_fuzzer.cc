// For any bytes, reading must give an image with all its values, or an Error that names the place. libpng and
// libjpeg do not report to the fuzzer what they compare, and random bytes never have the checksums of a PNG
// or the tables of a JPEG. Therefore the first byte decides whether the rest is a file or the parts from
// which a valid file is built.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// After <cstdio>, which jpeglib.h needs.
#include <jpeglib.h>
#include <zlib.h>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image.h"
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

// Removes a number of this many bytes from the front; missing bytes are 0.
std::string Take(std::string_view& bytes, size_t count) {
  std::string taken(bytes.substr(0, count));
  bytes.remove_prefix(taken.size());
  taken.resize(count, '\0');
  return taken;
}

// A PNG built from these bytes, with correct checksums: sides below 64, the other five fields of the header,
// a palette, transparent colours, and the uncompressed data of its pixels.
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
  unsigned long size = 0;  // the library's type
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

std::string LittleEndian(uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>((value >> 8 * i) & 0xff));
  return bytes;
}

// A TIFF of 4 x 4 RGB pixels, in one strip after the directory.
std::string EncodedTiff() {
  std::string tags;
  int count = 0;
  const auto add = [&](uint64_t tag, uint64_t value) {
    tags += LittleEndian(tag, 2) + LittleEndian(4, 2) + LittleEndian(1, 4) + LittleEndian(value, 4);
    ++count;
  };
  constexpr uint64_t kPixelsAt = 8 + 2 + 12 * 12 + 4;
  add(256, 4), add(257, 4), add(258, 8), add(259, 1), add(262, 2), add(273, kPixelsAt), add(274, 6);
  add(277, 3), add(278, 4), add(279, 48), add(284, 1), add(338, 2);
  return "II" + LittleEndian(42, 2) + LittleEndian(8, 4) + LittleEndian(static_cast<uint64_t>(count), 2) +
         tags + LittleEndian(0, 4) + std::string(48, 'p');
}

std::string EncodedBmp() {
  return "BM" + LittleEndian(0, 8) + LittleEndian(54, 4) + LittleEndian(40, 4) + LittleEndian(4, 4) +
         LittleEndian(4, 4) + LittleEndian(1, 2) + LittleEndian(24, 2) + std::string(24, '\0') +
         std::string(48, 'p');
}

// The file with changes. Each change is three bytes: two for the place and one for the new value.
std::string Changed(std::string file, std::string_view bytes) {
  while (bytes.size() >= 3) {
    const std::string change = Take(bytes, 3);
    const size_t place = static_cast<uint8_t>(change[0]) * size_t{256} + static_cast<uint8_t>(change[1]);
    file[place % file.size()] = change[2];
  }
  return file;
}

std::string FileOf(std::string_view bytes) {
  if (bytes.empty()) return "";
  static const std::string jpeg = EncodedJpeg(), tiff = EncodedTiff(), bmp = EncodedBmp();
  const auto kind = static_cast<uint8_t>(bytes[0]) % 5;
  bytes.remove_prefix(1);
  switch (kind) {
    case 0:
      return MakePng(bytes);
    case 1:
      return Changed(jpeg, bytes);
    case 2:
      return Changed(tiff, bytes);
    case 3:
      return Changed(bmp, bytes);
    default:
      return std::string(bytes);
  }
}

}  // namespace
}  // namespace structlab::graphical_models

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  const std::string file = graphical_models::FileOf({reinterpret_cast<const char*>(data), size});
  const std::string path = common::FuzzFile(file);
  const auto check = [&](const auto& read) {
    try {
      const graphical_models::Image image = read();
      graphical_models::CheckImage(image, "image");
      STRUCTLAB_CHECK(image.num_pixels() > 0);
      STRUCTLAB_CHECK(image.values.size() <= 3 * std::max(size_t{1} << 24, 8192 * file.size()));
      return image;
    } catch (const common::Error& error) {
      STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
      STRUCTLAB_CHECK(error.parts().where == path);
      return graphical_models::Image();
    }
  };
  const graphical_models::Image plain = check([&] { return graphical_models::ReadImage(path); });
  STRUCTLAB_CHECK(plain.values.size() <= 1536 * file.size());
  std::vector<std::string> notes;
  const graphical_models::Image any =
      check([&] { return graphical_models::ReadAnyImage(path, graphical_models::Colors::kAsStored, notes); });
  // ReadImage, which does not convert, must return the same image.
  if (plain.num_pixels() > 0 && notes.empty()) STRUCTLAB_CHECK(any == plain);
  return 0;
}
