#include "graphical_models/images/webp_file.h"

#include <webp/decode.h>

#include <cstdint>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {

bool IsWebp(std::string_view bytes) {
  return bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP";
}

SourceImage DecodeWebp(std::string_view bytes, const std::string& path) {
  // Applies above 2^24 pixels; photographs stay far below it.
  constexpr uint64_t kMaxPixelsPerByte = 8192;
  const auto* const data = reinterpret_cast<const uint8_t*>(bytes.data());
  const auto throw_damaged = [&path] {
    throw common::Error(common::ErrorKind::kData, {.where = path, .what = "damaged WebP file"});
  };
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK) throw_damaged();
  if (features.has_animation != 0) {
    common::ThrowDataError(path, "one image", "an animation", "save one of its images");
  }
  CheckPixelCount(static_cast<uint64_t>(features.width), static_cast<uint64_t>(features.height),
                  kMaxPixelsPerByte, bytes.size(), path);
  SourceImage source;
  const int channels = features.has_alpha != 0 ? 4 : 3;
  source.image = {.width = features.width, .height = features.height, .channels = 3, .values = {}};
  std::vector<uint8_t>& values = source.image.values;
  const int row_size = features.width * channels;
  values.resize(static_cast<size_t>(row_size) * static_cast<size_t>(features.height));
  const auto decode = channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
  if (decode(data, bytes.size(), values.data(), values.size(), row_size) == nullptr) throw_damaged();
  if (channels == 4) source.notes.push_back(AlphaNote(CompositeOnBlack(values, channels, 255)));
  return source;
}

}  // namespace structlab::graphical_models
