#include "tools/programs/image_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "common/error.h"
#include "common/program.h"

namespace structlab::tools {

using graphical_models::Image;

std::string HelpOnImages() {
  return R"(
Images: PNG, JPEG, PBM, PGM, PPM, TIFF (its first page), BMP and WebP. All are converted to 8 bits a value, grey or RGB,
and a line reports each conversion:
  * palettes, CMYK, and values of 1, 2 or 4 bits are converted;
  * values of 16 bits are kept if none is above 255 in the images that belong together (not the mask), else divided
    by 257 and rounded;
  * alpha is composited on black;
  * the orientation in JPEG (EXIF) and TIFF files is applied.
Colour profiles and gamma are not applied.
)";
}

std::vector<Image> ReadImages(const std::string& program, const std::vector<std::string>& paths,
                              graphical_models::Colors colors, std::FILE* messages) {
  std::vector<std::string> callers_paths, notes;
  for (const std::string& path : paths) callers_paths.push_back(common::CallersPath(path));
  try {
    std::vector<Image> images = graphical_models::ReadAnyImages(callers_paths, colors, notes);
    for (const std::string& note : notes) std::fprintf(messages, "%s: %s\n", program.c_str(), note.c_str());
    std::fflush(messages);
    return images;
  } catch (const std::bad_alloc&) {
    common::ThrowEnvironmentError(paths.front(), "not enough memory to read this image",
                                  "take a smaller image");
  }
}

Image ReadMask(const std::string& program, const std::string& path, const Image& image, std::FILE* messages) {
  Image mask = std::move(ReadImages(program, {path}, graphical_models::Colors::kGrayIfEqual, messages)[0]);
  if (mask.width != image.width || mask.height != image.height) {
    common::ThrowDataError(path, fmt::format("{} x {} pixels, as the image has", image.width, image.height),
                           fmt::format("{} x {}", mask.width, mask.height));
  }
  const bool has_ones = std::ranges::find(mask.values, uint8_t{1}) != mask.values.end();
  const bool is_binary = std::ranges::all_of(mask.values, [](uint8_t value) { return value <= 1; });
  const auto between =
      std::ranges::count_if(mask.values, [](uint8_t value) { return value != 0 && value != 255; });
  // A mask has few soft edges and traces of compression. An image with many intermediate values is not a
  // mask.
  constexpr auto kMaxShare = 20;
  if (!is_binary && kMaxShare * between > static_cast<std::ptrdiff_t>(mask.values.size())) {
    common::ThrowDataError(path, "a mask: 255 for missing pixels, otherwise 0",
                           fmt::format("{} of {} pixels between", between, mask.values.size()),
                           "is this the mask?");
  }
  for (uint8_t& value : mask.values) value = value >= (is_binary ? 1 : 128) ? 255 : 0;
  if (is_binary && has_ones) {
    std::fprintf(messages, "%s: %s: 0 and 1 are read as 0 and 255\n", program.c_str(), path.c_str());
  } else if (between > 0) {
    std::fprintf(messages, "%s: %s: %lld pixels between 0 and 255 are read as the nearer of both\n",
                 program.c_str(), path.c_str(), static_cast<long long>(between));
  }
  return mask;
}

void ReportMask(const std::string& program, const Image& mask, const Image& image, std::FILE* messages) {
  const auto missing = std::ranges::count(mask.values, uint8_t{255});
  const auto observed = std::ranges::count(mask.values, uint8_t{0});
  const auto size = static_cast<std::ptrdiff_t>(mask.values.size());
  if (mask.width != image.width || mask.height != image.height || mask.channels != 1 || size == 0 ||
      missing + observed != size) {
    return;
  }
  std::string line;
  if (missing == 0) {
    line = "warning: mask: no pixel is missing (all are 0; 255 means missing)";
  } else if (observed == 0) {
    line = "warning: mask: all pixels are missing (all are 255; 0 means observed): the image has no effect";
  } else {
    const double percent = 100.0 * static_cast<double>(missing) / static_cast<double>(size);
    line = fmt::format("mask: {:.3g}% of the pixels are missing", percent);
  }
  std::fprintf(messages, "%s: %s\n", program.c_str(), line.c_str());
  std::fflush(messages);
}

}  // namespace structlab::tools
