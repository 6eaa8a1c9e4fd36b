#include "graphical_models/images/testing/image_bytes.h"

#include <cstdio>
#include <cstdlib>

// After <cstdio>, which jpeglib.h needs.
#include <jpeglib.h>
#include <png.h>
#include <tiffio.h>

#include <algorithm>

#include "common/check.h"
#include "common/file.h"
#include "common/testing/scratch_folder.h"

namespace structlab::graphical_models {
namespace {

// The samples of a row, packed from the highest bit. Samples of 16 bits have the higher byte first, or the
// byte order of the machine.
std::string Packed(const uint16_t* samples, size_t count, int bits, bool is_big_endian) {
  std::string row((count * static_cast<size_t>(bits) + 7) / 8, '\0');
  for (size_t i = 0; i < count; ++i) {
    const auto sample = samples[i];
    if (bits == 16) {
      row[2 * i + (is_big_endian ? 0 : 1)] = static_cast<char>(sample >> 8);
      row[2 * i + (is_big_endian ? 1 : 0)] = static_cast<char>(sample & 255);
      continue;
    }
    const size_t bit = i * static_cast<size_t>(bits);
    const size_t shift = 8 - static_cast<size_t>(bits) - bit % 8;
    row[bit / 8] = static_cast<char>(row[bit / 8] | sample << shift);
  }
  return row;
}

void AppendBytes(png_structp png, png_bytep from, size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(from), count);
}

size_t ChannelsOf(int png_type) { return png_type == 2 ? 3 : png_type == 4 ? 2 : png_type == 6 ? 4 : 1; }

void SetTransparency(png_structp png, png_infop info, const PngSpec& spec) {
  if (spec.transparency.empty()) return;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(spec.transparency.data());
  const auto number = [&](size_t i) {
    return static_cast<png_uint_16>(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  };
  png_color_16 color = {};
  if (spec.type == 0) color.gray = number(0);
  if (spec.type == 2) color.red = number(0), color.green = number(1), color.blue = number(2);
  png_set_tRNS(png, info, spec.type == 3 ? bytes : nullptr, static_cast<int>(spec.transparency.size()),
               spec.type == 3 ? nullptr : &color);
}

std::string EncodeJpeg(jpeg_compress_struct& jpeg, const std::vector<uint8_t>& values,
                       const std::string& exif) {
  unsigned char* file = nullptr;
  unsigned long size = 0;  // NOLINT: the type of the library
  jpeg_mem_dest(&jpeg, &file, &size);
  jpeg_start_compress(&jpeg, TRUE);
  if (!exif.empty()) {
    jpeg_write_marker(&jpeg, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(exif.data()),
                      static_cast<unsigned>(exif.size()));
  }
  std::vector<uint8_t> rows = values;
  const size_t row_size = size_t{jpeg.image_width} * static_cast<size_t>(jpeg.input_components);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = rows.data() + jpeg.next_scanline * row_size;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  std::string bytes(reinterpret_cast<const char*>(file), size);
  std::free(file);
  return bytes;
}

struct JpegWriter {
  JpegWriter(int width, int height, int channels, J_COLOR_SPACE space) {
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg.image_width = static_cast<JDIMENSION>(width);
    jpeg.image_height = static_cast<JDIMENSION>(height);
    jpeg.input_components = channels;
    jpeg.in_color_space = space;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
  ~JpegWriter() { jpeg_destroy_compress(&jpeg); }

  jpeg_error_mgr errors;
  jpeg_compress_struct jpeg;
};

constexpr size_t kTile = 16;  // width and height of a tile in pixels

void SetTags(TIFF* tiff, const TiffSpec& spec) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, spec.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, spec.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, spec.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, spec.channels);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, spec.photometric);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, spec.orientation);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, spec.compression);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, spec.sample_format);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, spec.is_planar ? 2 : 1);
  if (spec.is_tiled) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, static_cast<uint32_t>(kTile));
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, static_cast<uint32_t>(kTile));
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, spec.compression == 7 ? 16 : 3);
  }
  if (spec.extra_samples != 0) {
    const auto kind = static_cast<uint16_t>(spec.extra_samples);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  if (spec.photometric != 3) return;
  const size_t colors = size_t{1} << spec.bits;
  std::vector<uint16_t> red, green, blue;
  for (size_t i = 0; i < colors; ++i) {
    red.push_back(static_cast<uint16_t>(257 * i));
    green.push_back(static_cast<uint16_t>(257 * (255 - i)));
    blue.push_back(257 * 7);
  }
  TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
}

// Writes tiles of 8 bits a value; missing samples are 0.
void WriteTiles(TIFF* tiff, const TiffSpec& spec, const std::vector<uint16_t>& samples, size_t width,
                size_t channels) {
  const auto height = static_cast<size_t>(spec.height);
  uint32_t index = 0;
  for (size_t top = 0; top < height; top += kTile) {
    for (size_t left = 0; left < width; left += kTile) {
      std::string tile(kTile * kTile * channels * static_cast<size_t>(spec.bits) / 8, '\0');
      for (size_t y = top; y < std::min(top + kTile, height) && !samples.empty(); ++y) {
        for (size_t x = left; x < std::min(left + kTile, width); ++x) {
          for (size_t c = 0; c < channels; ++c) {
            tile[((y - top) * kTile + x - left) * channels + c] =
                static_cast<char>(samples[(y * width + x) * channels + c]);
          }
        }
      }
      TIFFWriteEncodedTile(tiff, index++, tile.data(), static_cast<tmsize_t>(tile.size()));
    }
  }
}

void WriteRows(TIFF* tiff, const TiffSpec& spec, const std::vector<uint16_t>& samples) {
  const size_t channels = spec.channels, width = spec.width;
  if (spec.is_tiled) {
    WriteTiles(tiff, spec, samples, width, channels);
    return;
  }
  for (size_t plane = 0; plane < (spec.is_planar ? channels : 1); ++plane) {
    for (size_t y = 0; y < static_cast<size_t>(spec.height); ++y) {
      std::vector<uint16_t> row(samples.begin() + static_cast<std::ptrdiff_t>(y * width * channels),
                                samples.begin() + static_cast<std::ptrdiff_t>((y + 1) * width * channels));
      if (spec.is_planar) {
        for (size_t x = 0; x < width; ++x) row[x] = row[x * channels + plane];
        row.resize(width);
      }
      std::string packed = Packed(row.data(), row.size(), spec.bits, /*is_big_endian=*/false);
      TIFFWriteScanline(tiff, packed.data(), static_cast<uint32_t>(y), static_cast<uint16_t>(plane));
    }
  }
}

}  // namespace

std::string PngBytes(const PngSpec& spec, const std::vector<uint16_t>& samples) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  std::string bytes;
  png_set_write_fn(png, &bytes, AppendBytes, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(spec.width), static_cast<png_uint_32>(spec.height),
               spec.bits, spec.type, spec.is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette;
  for (size_t i = 0; i + 2 < spec.palette.size(); i += 3) {
    const auto value = [&](size_t c) { return static_cast<png_byte>(spec.palette[i + c]); };
    palette.push_back({value(0), value(1), value(2)});
  }
  if (!palette.empty()) png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  SetTransparency(png, info, spec);
  png_write_info(png, info);
  const size_t row_size = static_cast<size_t>(spec.width) * ChannelsOf(spec.type);
  STRUCTLAB_CHECK(samples.size() == row_size * static_cast<size_t>(spec.height));
  std::vector<std::string> rows;
  for (size_t y = 0; y < static_cast<size_t>(spec.height); ++y) {
    rows.push_back(Packed(samples.data() + y * row_size, row_size, spec.bits, /*is_big_endian=*/true));
  }
  std::vector<png_bytep> pointers;
  for (std::string& row : rows) pointers.push_back(reinterpret_cast<png_bytep>(row.data()));
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string CmykJpegBytes(int width, int height, const std::vector<uint8_t>& values, bool is_ycck,
                          bool has_adobe_mark) {
  JpegWriter writer(width, height, 4, JCS_CMYK);
  jpeg_set_colorspace(&writer.jpeg, is_ycck ? JCS_YCCK : JCS_CMYK);
  writer.jpeg.write_Adobe_marker = has_adobe_mark ? TRUE : FALSE;
  return EncodeJpeg(writer.jpeg, values, "");
}

std::string JpegBytes(int width, int height, int channels, const std::vector<uint8_t>& values,
                      const std::string& exif) {
  JpegWriter writer(width, height, channels, channels == 1 ? JCS_GRAYSCALE : JCS_RGB);
  return EncodeJpeg(writer.jpeg, values, exif);
}

std::string ExifBytes(int orientation, bool is_little_endian) {
  std::string bytes("Exif\0\0", 6);
  const auto add = [&](uint32_t number, int size) {
    for (int i = 0; i < size; ++i) {
      bytes.push_back(static_cast<char>(number >> 8 * (is_little_endian ? i : size - 1 - i) & 255));
    }
  };
  bytes += is_little_endian ? "II" : "MM";
  add(42, 2), add(8, 4), add(2, 2);
  add(0x010f, 2), add(2, 2), add(4, 4), bytes += std::string("abc\0", 4);  // the tag Make
  add(0x0112, 2), add(3, 2), add(1, 4), add(static_cast<uint32_t>(orientation), 2), add(0, 2);
  add(0, 4);
  return bytes;
}

std::string TiffBytes(const TiffSpec& spec, const std::vector<uint16_t>& samples) {
  const common::ScratchFolder folder("tiff");
  const std::string path = folder.path() + "/image.tif";
  TIFF* const tiff = TIFFOpen(path.c_str(), spec.is_big ? "w8" : "w");
  STRUCTLAB_CHECK(tiff != nullptr);
  for (int page = 0; page < spec.pages; ++page) {
    SetTags(tiff, spec);
    WriteRows(tiff, spec, samples);
    TIFFWriteDirectory(tiff);
  }
  TIFFClose(tiff);
  return common::ReadFile(path);
}

}  // namespace structlab::graphical_models
