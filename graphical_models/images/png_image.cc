#include "graphical_models/images/png_image.h"

#include <fmt/format.h>

#include <utility>

#include "common/error.h"
#include "common/png/png_file.h"

namespace structlab::graphical_models {
namespace {

using common::PngForm;
using common::PngSamples;

void CheckForm(const PngForm& form, int expected_bits, const std::string& path) {
  const char* const found = form.has_palette             ? "a palette"
                            : form.has_alpha_channel     ? "an alpha channel"
                            : form.has_transparent_color ? "a transparent colour"
                                                         : nullptr;
  if (found != nullptr)
    common::ThrowDataError(path, "grey or red, green, blue", found, "save it as plain grey or RGB");
  if (form.bits != expected_bits) {
    const std::string expected = fmt::format("{} bits", expected_bits);
    common::ThrowDataError(path, expected + " a channel", std::to_string(form.bits),
                           "save it with " + expected);
  }
  if (form.bits == 16 && form.has_color) common::ThrowDataError(path, "grey", "colours");
}

std::vector<uint16_t> DeepValues(const std::vector<uint8_t>& samples) {
  std::vector<uint16_t> values(samples.size() / 2);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<uint16_t>(samples[2 * i] << 8 | samples[2 * i + 1]);
  }
  return values;
}

}  // namespace

SourceImage DecodePngImage(std::string_view bytes, const std::string& path, Conversions conversions) {
  const PngForm form = common::PngFormOf(bytes, path);
  if (conversions == Conversions::kRefuse) CheckForm(form, 8, path);
  PngSamples png = common::DecodePng(bytes, path);
  const bool has_alpha = png.channels % 2 == 0;
  SourceImage source;
  source.image = {.width = png.width,
                  .height = png.height,
                  .channels = has_alpha ? png.channels - 1 : png.channels,
                  .values = {}};
  if (png.bits == 16) {
    source.maximum = 65535;
    source.deep = DeepValues(png.samples);
  } else {
    source.image.values = std::move(png.samples);
  }
  if (has_alpha) {
    const bool is_opaque = png.bits == 16 ? CompositeOnBlack(source.deep, png.channels, 65535)
                                          : CompositeOnBlack(source.image.values, png.channels, 255);
    source.notes.push_back(AlphaNote(is_opaque));
  }
  if (form.has_palette) {
    source.notes.push_back(MakeGrayIfEqual(source) ? "the palette's colours are read as grey values"
                                                   : "the palette's colours are read as RGB");
  } else if (form.bits < 8) {
    source.notes.push_back(fmt::format("{} bit{} a value {} scaled to 8", form.bits,
                                       form.bits == 1 ? "" : "s", form.bits == 1 ? "is" : "are"));
  }
  return source;
}

std::vector<uint16_t> DecodePng16(std::string_view bytes, const std::string& path, int& width, int& height) {
  CheckForm(common::PngFormOf(bytes, path), 16, path);
  const PngSamples png = common::DecodePng(bytes, path);
  width = png.width, height = png.height;
  return DeepValues(png.samples);
}

}  // namespace structlab::graphical_models
