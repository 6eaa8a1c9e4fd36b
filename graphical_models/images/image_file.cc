#include "graphical_models/images/image_file.h"

#include <fmt/format.h>

#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/png/png_file.h"
#include "graphical_models/images/jpeg_file.h"
#include "graphical_models/images/png_image.h"
#include "graphical_models/images/pnm_file.h"

namespace structlab::graphical_models {

Image ReadImage(const std::string& path) {
  const std::string bytes = common::ReadFile(path);
  constexpr Conversions kRefuse = Conversions::kRefuse;
  if (bytes.starts_with(common::kPngSignature)) return DecodePngImage(bytes, path, kRefuse).image;
  if (bytes.starts_with(kJpegSignature)) return DecodeJpeg(bytes, path, kRefuse).image;
  if (IsPnm(bytes) && !IsBitmap(bytes)) return DecodePnm(bytes, path, kRefuse).image;
  common::ThrowDataError(path, "a PNG, JPEG, PGM or PPM image",
                         bytes.empty() ? "an empty file" : "another format");
}

Values16 ReadPng16(const std::string& path) {
  const std::string bytes = common::ReadFile(path);
  if (!bytes.starts_with(common::kPngSignature)) {
    common::ThrowDataError(path, "a grey PNG image of 16 bits",
                           bytes.empty() ? "an empty file" : "another format");
  }
  Values16 image;
  image.values = DecodePng16(bytes, path, image.width, image.height);
  return image;
}

void WritePng(const std::string& path, const Image& image) {
  CheckImage(image, "image to write");
  if (image.num_pixels() == 0) common::ThrowUsageError("image to write", "at least one pixel", "none");
  common::WriteFileAtomically(path,
                              common::EncodePng(image.width, image.height, image.channels, 8, image.values));
}

void WritePng16(const std::string& path, int width, int height, std::span<const uint16_t> values) {
  if (width < 1 || height < 1 || values.size() != static_cast<size_t>(width) * static_cast<size_t>(height)) {
    common::ThrowUsageError("image to write", "a value for each pixel, and at least one",
                            fmt::format("{} values for {} x {} pixels", values.size(), width, height));
  }
  std::vector<uint8_t> samples;
  for (const uint16_t value : values) {
    samples.push_back(static_cast<uint8_t>(value >> 8));
    samples.push_back(static_cast<uint8_t>(value & 0xff));
  }
  common::WriteFileAtomically(path, common::EncodePng(width, height, 1, 16, samples));
}

}  // namespace structlab::graphical_models
