#include "graphical_models/images/any_image_file.h"

#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/png/png_file.h"
#include "graphical_models/images/bmp_file.h"
#include "graphical_models/images/jpeg_file.h"
#include "graphical_models/images/png_image.h"
#include "graphical_models/images/pnm_file.h"
#include "graphical_models/images/source_image.h"
#include "graphical_models/images/tiff_file.h"
#include "graphical_models/images/webp_file.h"

namespace structlab::graphical_models {
namespace {

SourceImage Decode(const std::string& path) {
  constexpr Conversions kApply = Conversions::kApply;
  const std::string bytes = common::ReadFile(path);
  if (bytes.starts_with(common::kPngSignature)) return DecodePngImage(bytes, path, kApply);
  if (bytes.starts_with(kJpegSignature)) return DecodeJpeg(bytes, path, kApply);
  if (IsPnm(bytes)) return DecodePnm(bytes, path, kApply);
  if (IsTiff(bytes)) return DecodeTiff(bytes, path);
  if (bytes.starts_with(kBmpSignature)) return DecodeBmp(bytes, path);
  if (IsWebp(bytes)) return DecodeWebp(bytes, path);
  common::ThrowDataError(path, "a PNG, JPEG, PBM, PGM, PPM, TIFF, BMP or WebP image",
                         bytes.empty() ? "an empty file" : "another format", "save it as PNG");
}

}  // namespace

std::vector<Image> ReadAnyImages(std::span<const std::string> paths, Colors colors,
                                 std::vector<std::string>& notes) {
  std::vector<SourceImage> sources;
  for (const std::string& path : paths) {
    SourceImage source = Decode(path);
    if (colors == Colors::kGrayIfEqual && MakeGrayIfEqual(source)) {
      source.notes.push_back("red, green and blue are equal: read as grey");
    }
    sources.push_back(std::move(source));
  }
  std::vector<Image> images = ToEightBits(sources);
  for (size_t i = 0; i < sources.size(); ++i) {
    for (const std::string& note : sources[i].notes) {
      notes.push_back(std::string(paths[i]).append(": ").append(note));
    }
  }
  return images;
}

Image ReadAnyImage(const std::string& path, Colors colors, std::vector<std::string>& notes) {
  return std::move(ReadAnyImages({&path, 1}, colors, notes)[0]);
}

}  // namespace structlab::graphical_models
