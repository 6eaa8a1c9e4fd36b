#include "graphical_models/images/tiff_file.h"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

// Applies above 2^24 pixels; compressed pixels of scans and photographs stay far below it.
constexpr uint64_t kMaxPixelsPerByte = 8192;

// The bytes that libtiff reads, and its first message about damage.
struct Input {
  std::string_view bytes;
  size_t position = 0;
  std::string message;
};

tmsize_t ReadBytes(thandle_t handle, void* to, tmsize_t count) {
  Input& input = *static_cast<Input*>(handle);
  const size_t left = input.bytes.size() - std::min(input.position, input.bytes.size());
  const size_t size = std::min(left, static_cast<size_t>(count));
  if (size > 0) std::memcpy(to, input.bytes.data() + input.position, size);
  input.position += size;
  return static_cast<tmsize_t>(size);
}

tmsize_t WriteNothing(thandle_t, void*, tmsize_t) { return 0; }

toff_t Seek(thandle_t handle, toff_t offset, int from) {
  Input& input = *static_cast<Input*>(handle);
  const toff_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? input.position : input.bytes.size();
  input.position = base + offset;
  return input.position;
}

int CloseNothing(thandle_t) { return 0; }

toff_t SizeOf(thandle_t handle) { return static_cast<Input*>(handle)->bytes.size(); }

// libtiff only reads from the mapped bytes of a file that is opened for reading.
int MapBytes(thandle_t handle, void** begin, toff_t* size) {
  const Input& input = *static_cast<Input*>(handle);
  *begin = const_cast<char*>(input.bytes.data());
  *size = input.bytes.size();
  return 1;
}

void UnmapNothing(thandle_t, void*, toff_t) {}

// Keeps the first message, which is the most specific. Returning 1 keeps libtiff from printing it.
int TakeError(TIFF*, void* data, const char*, const char* format, va_list arguments) {
  std::string& message = static_cast<Input*>(data)->message;
  std::array<char, 200> text = {};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  if (message.empty()) message = text.data();
  return 1;
}

int IgnoreWarning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct Closer {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using Tiff = std::unique_ptr<TIFF, Closer>;

Tiff Open(Input& input) {
  TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
  if (options == nullptr) throw std::bad_alloc();
  // No memory for sizes that only the header announces; what the file can contain is below this limit.
  const size_t most = std::max(size_t{1} << 27, 8 * kMaxPixelsPerByte * input.bytes.size());
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, static_cast<tmsize_t>(most));
  TIFFOpenOptionsSetErrorHandlerExtR(options, TakeError, &input);
  TIFFOpenOptionsSetWarningHandlerExtR(options, IgnoreWarning, nullptr);
  // Mapped, because libtiff cannot read some tiles otherwise.
  Tiff tiff(TIFFClientOpenExt("image", "r", &input, ReadBytes, WriteNothing, Seek, CloseNothing, SizeOf,
                              MapBytes, UnmapNothing, options));
  TIFFOpenOptionsFree(options);
  return tiff;
}

template <class Value>
Value Field(TIFF* tiff, uint32_t tag, Value missing) {
  Value value = missing;
  return TIFFGetFieldDefaulted(tiff, tag, &value) == 1 ? value : missing;
}

// The storage form of the first page.
struct Form {
  uint32_t width, height;
  uint16_t bits, samples, photometric, sample_format, orientation;
  bool is_planar, has_alpha, is_premultiplied;

  bool is_gray() const {
    return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  }
  int color_channels() const { return is_gray() ? 1 : 3; }
  // libtiff drops the alpha channel of palette and CMYK images.
  bool reads_alpha() const {
    return has_alpha && photometric != PHOTOMETRIC_PALETTE && photometric != PHOTOMETRIC_SEPARATED;
  }
};

Form FormOf(TIFF* tiff) {
  uint16_t num_extra = 0;
  uint16_t* extra = nullptr;
  const bool has_extra =
      TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &num_extra, &extra) == 1 && num_extra > 0;
  return {
      .width = Field<uint32_t>(tiff, TIFFTAG_IMAGEWIDTH, 0),
      .height = Field<uint32_t>(tiff, TIFFTAG_IMAGELENGTH, 0),
      .bits = Field<uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1),
      .samples = Field<uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1),
      .photometric = Field<uint16_t>(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK),
      .sample_format = Field<uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT),
      .orientation = Field<uint16_t>(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT),
      .is_planar = Field<uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE,
      .has_alpha = has_extra && extra[0] != EXTRASAMPLE_UNSPECIFIED,
      .is_premultiplied = has_extra && extra[0] == EXTRASAMPLE_ASSOCALPHA};
}

void CheckForm(const Form& form, bool is_tiled, const std::string& path) {
  const bool has_few_bits = form.bits == 1 || form.bits == 2 || form.bits == 4 || form.bits == 8;
  const bool is_whole = form.sample_format == SAMPLEFORMAT_UINT || form.sample_format == SAMPLEFORMAT_VOID;
  if ((!has_few_bits && form.bits != 16) || !is_whole) {
    const char* const kind = is_whole                                    ? ""
                             : form.sample_format == SAMPLEFORMAT_IEEEFP ? " of floating point"
                                                                         : " with a sign";
    common::ThrowDataError(path, "1, 2, 4, 8 or 16 bits a value, without sign",
                           fmt::format("{} bits{}", form.bits, kind), "save it with 8 or 16 bits");
  }
  if (form.is_planar && form.is_gray() && form.has_alpha && form.bits != 16) {
    common::ThrowDataError(path, "grey values with alpha next to each value", "alpha in a separate plane",
                           "save it as PNG");
  }
  if (form.bits != 16) return;
  const bool is_plain = form.is_gray() || form.photometric == PHOTOMETRIC_RGB;
  const int needed = form.color_channels() + (form.has_alpha ? 1 : 0);
  if (!is_plain || is_tiled || form.samples < needed) {
    common::ThrowDataError(path, "16 bits as grey or RGB values in strips", "another form of 16 bits",
                           "save it as PNG");
  }
}

[[noreturn]] void ThrowDamaged(const Input& input, const std::string& path) {
  throw common::Error(common::ErrorKind::kData,
                      {.where = path,
                       .what = "damaged TIFF file, or one of a kind that libtiff does not read",
                       .found = input.message});
}

// Reads grey or RGB of up to 8 bits, not yet turned upright. libtiff multiplies colours by their alpha.
bool ReadSmall(TIFF* tiff, const Form& form, Input& input, SourceImage& source) {
  std::array<char, 1024> message = {};
  TIFFRGBAImage reader;
  if (TIFFRGBAImageBegin(&reader, tiff, /*stop=*/1, message.data()) == 0) {
    if (input.message.empty()) input.message = message.data();
    return false;
  }
  reader.orientation = reader.req_orientation = ORIENTATION_TOPLEFT;
  std::vector<uint32_t> raster(static_cast<size_t>(form.width) * form.height);
  const bool is_read = TIFFRGBAImageGet(&reader, raster.data(), form.width, form.height) != 0;
  TIFFRGBAImageEnd(&reader);
  if (!is_read || !input.message.empty()) return false;
  const bool multiplies = form.is_gray() && form.has_alpha && !form.is_premultiplied;
  bool is_opaque = true;
  for (const uint32_t pixel : raster) {
    const uint32_t values[] = {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)};
    const uint32_t alpha = TIFFGetA(pixel);
    is_opaque = is_opaque && alpha == 255;
    for (size_t c = 0; c < static_cast<size_t>(form.color_channels()); ++c) {
      source.image.values.push_back(
          static_cast<uint8_t>(multiplies ? (values[c] * alpha + 127) / 255 : values[c]));
    }
  }
  if (form.reads_alpha()) source.notes.push_back(AlphaNote(is_opaque));
  if (form.bits < 8 && form.photometric != PHOTOMETRIC_PALETTE) {
    source.notes.push_back(fmt::format("{} bit{} a value {} scaled to 8", form.bits,
                                       form.bits == 1 ? "" : "s", form.bits == 1 ? "is" : "are"));
  }
  return true;
}

// Reads grey or RGB of 16 bits, not yet turned upright.
bool ReadDeep(TIFF* tiff, const Form& form, const Input& input, SourceImage& source) {
  source.maximum = 65535;
  const size_t width = form.width, color = form.color_channels();
  const size_t kept = color + (form.has_alpha ? 1 : 0), stored = form.is_planar ? 1 : form.samples;
  std::vector<uint16_t> line((static_cast<size_t>(TIFFScanlineSize64(tiff)) + 1) / 2);
  if (line.size() < width * stored) return false;
  source.deep.resize(width * form.height * kept);
  const uint16_t planes = form.is_planar ? static_cast<uint16_t>(kept) : uint16_t{1};
  for (uint16_t plane = 0; plane < planes; ++plane) {
    for (uint32_t y = 0; y < form.height; ++y) {
      if (TIFFReadScanline(tiff, line.data(), y, plane) != 1) return false;
      uint16_t* const row = source.deep.data() + y * width * kept;
      for (size_t x = 0; x < width; ++x) {
        for (size_t c = 0; c < (form.is_planar ? 1 : kept); ++c) {
          const uint16_t value = line[x * stored + c];
          const bool is_inverted = form.photometric == PHOTOMETRIC_MINISWHITE && plane + c < color;
          row[x * kept + plane + c] = is_inverted ? static_cast<uint16_t>(65535 - value) : value;
        }
      }
    }
  }
  if (form.has_alpha) {
    std::vector<uint16_t> values = source.deep;
    const bool is_opaque = CompositeOnBlack(values, static_cast<int>(kept), 65535);
    if (form.is_premultiplied) {
      for (size_t pixel = 0; pixel < width * form.height; ++pixel) {
        for (size_t c = 0; c < color; ++c) values[pixel * color + c] = source.deep[pixel * kept + c];
      }
    }
    source.deep = std::move(values);
    source.notes.push_back(AlphaNote(is_opaque));
  }
  return input.message.empty();
}

void TurnUpright(const Form& form, SourceImage& source) {
  if (form.orientation <= 1 || form.orientation > 8) return;
  Orient(source, form.orientation);
  source.notes.push_back(fmt::format("turned as its orientation {} says", form.orientation));
}

void NoteColors(const Form& form, SourceImage& source) {
  if (form.photometric == PHOTOMETRIC_PALETTE) {
    source.notes.push_back(MakeGrayIfEqual(source) ? "the palette's colours are read as grey values"
                                                   : "the palette's colours are read as RGB");
  } else if (form.photometric == PHOTOMETRIC_SEPARATED) {
    source.notes.push_back("CMYK is converted to RGB");
  } else if (!form.is_gray() && form.photometric != PHOTOMETRIC_RGB &&
             form.photometric != PHOTOMETRIC_YCBCR) {
    source.notes.push_back("colours are converted to RGB");
  }
  const int colors = form.photometric == PHOTOMETRIC_PALETTE     ? 1
                     : form.photometric == PHOTOMETRIC_SEPARATED ? 4
                                                                 : form.color_channels();
  if (form.samples > colors + (form.reads_alpha() ? 1 : 0)) {
    source.notes.push_back("channels other than colour and alpha are ignored");
  }
}

}  // namespace

bool IsTiff(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) || bytes.starts_with("II+\0"sv) ||
         bytes.starts_with("MM\0+"sv);
}

SourceImage DecodeTiff(std::string_view bytes, const std::string& path) {
  Input input = {.bytes = bytes, .message = ""};
  const Tiff tiff = Open(input);
  if (tiff == nullptr) ThrowDamaged(input, path);
  const Form form = FormOf(tiff.get());
  CheckForm(form, TIFFIsTiled(tiff.get()) != 0, path);
  const uint64_t row = uint64_t{form.width} * std::max<uint64_t>(1, form.samples);
  CheckPixelCount(row, form.height, kMaxPixelsPerByte, bytes.size(), path);
  SourceImage source;
  source.image = {.width = static_cast<int>(form.width),
                  .height = static_cast<int>(form.height),
                  .channels = form.color_channels(),
                  .values = {}};
  const bool is_read = form.bits == 16 ? ReadDeep(tiff.get(), form, input, source)
                                       : ReadSmall(tiff.get(), form, input, source);
  if (!is_read) ThrowDamaged(input, path);
  NoteColors(form, source);
  TurnUpright(form, source);
  if (TIFFLastDirectory(tiff.get()) == 0) source.notes.push_back("only the first of its pages is read");
  return source;
}

}  // namespace structlab::graphical_models
