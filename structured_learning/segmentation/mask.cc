#include "structured_learning/segmentation/mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "common/error.h"
#include "common/file.h"
#include "common/key_values.h"
#include "graphical_models/images/any_image_file.h"
#include "graphical_models/images/image_file.h"

namespace structlab::structured_learning {
namespace {

using graphical_models::Image;

constexpr MaskValue kBlack = {{0, 0, 0}}, kWhite = {{255, 255, 255}};
constexpr uint8_t kThreshold = 128;
constexpr size_t kMaxValues = 16;  // of a mask without soft edges

std::optional<int> ParseDigits(std::string_view text, int base) {
  int value = 0;
  for (const char c : text) {
    const size_t digit = std::string_view("0123456789abcdef").find(static_cast<char>(c >= 'A' ? c | 32 : c));
    if (digit >= static_cast<size_t>(base)) return std::nullopt;
    value = value * base + static_cast<int>(digit);
    if (value > 255) return std::nullopt;
  }
  return text.empty() ? std::nullopt : std::optional(value);
}

MaskValue ValueAt(const Image& image, size_t pixel) {
  const std::array<int, 3> color = graphical_models::ColorOf(image, pixel);
  return {{static_cast<uint8_t>(color[0]), static_cast<uint8_t>(color[1]), static_cast<uint8_t>(color[2])}};
}

int GrayOf(const MaskValue& value) { return (value.rgb[0] + value.rgb[1] + value.rgb[2] + 1) / 3; }

// The different values, ascending; only the first kMaxValues + 1 that occur.
std::vector<MaskValue> ValuesOf(const Image& image) {
  std::vector<MaskValue> values;
  MaskValue last = {};
  for (size_t pixel = 0; pixel < static_cast<size_t>(image.num_pixels()); ++pixel) {
    const MaskValue value = ValueAt(image, pixel);
    if (!values.empty() && value == last) continue;
    last = value;
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    if (values.size() > kMaxValues) break;
  }
  std::ranges::sort(values);
  return values;
}

std::string ListOf(const std::vector<MaskValue>& values) {
  std::string list;
  for (size_t i = 0; i < values.size() && i < kMaxValues; ++i) {
    list += (i == 0 ? "" : i + 1 == values.size() ? " and " : ", ") + FormatMaskValue(values[i]);
  }
  return values.size() > kMaxValues ? list + " and more" : list;
}

// The share of pixels whose grey value is from `low` to `high`.
double ShareOf(const Image& image, int low, int high) {
  size_t count = 0;
  const auto pixels = static_cast<size_t>(image.num_pixels());
  for (size_t pixel = 0; pixel < pixels; ++pixel) {
    const int gray = GrayOf(ValueAt(image, pixel));
    count += gray >= low && gray <= high ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(std::max<size_t>(pixels, 1));
}

// Whether the format of the file changes values.
bool IsLossy(const std::string& path) {
  const std::string bytes = common::ReadFile(path);
  const auto has = [&bytes](size_t at, std::string_view what) {
    return bytes.size() >= at + what.size() && std::string_view(bytes).substr(at, what.size()) == what;
  };
  if (has(0, "\xff\xd8")) return true;
  return has(0, "RIFF") && has(8, "WEBP") && bytes.find("VP8L") == std::string::npos;
}

// What to do about a mask whose values say nothing.
const char* RemedyFor(const MaskOptions& options) {
  return options.takes_one_value ? "write predicted masks with 0 for background and 255 for foreground"
                                 : "give --foreground=VALUE, and --void=VALUE if a value means unknown";
}

}  // namespace

MaskValue ParseMaskValue(const std::string& text, const std::string& where) {
  std::vector<std::optional<int>> numbers;
  if (text.size() == 7 && text[0] == '#') {
    for (const size_t at : {1, 3, 5})
      numbers.push_back(ParseDigits(std::string_view(text).substr(at, 2), 16));
  } else {
    for (const std::string_view part : common::SplitList(text, ',')) numbers.push_back(ParseDigits(part, 10));
  }
  const bool is_whole = (numbers.size() == 1 || numbers.size() == 3) &&
                        std::ranges::all_of(numbers, [](const auto& number) { return number.has_value(); });
  if (!is_whole) {
    common::ThrowUsageError(where, "a grey value from 0 to 255, or a colour such as 192,128,128 or #c08080",
                            common::Quote(text));
  }
  MaskValue value;
  for (size_t channel = 0; channel < 3; ++channel) {
    value.rgb[channel] = static_cast<uint8_t>(*numbers[numbers.size() == 1 ? 0 : channel]);
  }
  return value;
}

std::string FormatMaskValue(const MaskValue& value) {
  const auto& [red, green, blue] = value.rgb;
  if (red == green && green == blue) return std::to_string(red);
  return fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
}

Mask MaskReader::Read(const std::string& path, std::vector<std::string>& notes) {
  const Image image = graphical_models::ReadAnyImage(path, graphical_models::Colors::kGrayIfEqual, notes);
  return FromImage(image, IsLossy(path), path, notes);
}

Mask MaskReader::FromImage(const Image& image, bool is_lossy, const std::string& where,
                           std::vector<std::string>& notes) {
  graphical_models::CheckImage(image, where);
  std::vector<MaskValue> found = ValuesOf(image);
  const bool is_thresholded =
      !options_.foreground || *options_.foreground == kBlack || *options_.foreground == kWhite;
  if (is_lossy) {
    if (!is_thresholded || options_.ignored) {
      common::ThrowDataError(
          where, "a PNG or another lossless mask, for --void or a foreground other than 0 or 255",
          "a format that blurs values", "convert the masks by a program that knows their labels");
    }
    if (ShareOf(image, 65, 190) > 0.05) {
      common::ThrowDataError(where, "a mask: nearly all values close to 0 or 255",
                             "more than 5 % of the pixels between 65 and 190", "is this the mask?");
    }
    notes.push_back(where + ": a lossy format: values from 128 on are read as 255, others as 0");
    return FromSoftValues(image, where);
  }
  const bool is_soft = found.size() > kMaxValues && !options_.ignored && is_thresholded &&
                       ShareOf(image, 0, 0) + ShareOf(image, 255, 255) >= 0.95;
  if (is_soft) {
    notes.push_back(where + ": soft edges: values from 128 on are read as 255, others as 0");
    return FromSoftValues(image, where);
  }
  if (options_.ignored) std::erase(found, *options_.ignored);
  return FromTwoValues(image, std::move(found), where);
}

Mask MaskReader::FromSoftValues(const Image& image, const std::string& where) {
  Image clean = graphical_models::UniformImage(image.width, image.height, 1);
  for (size_t pixel = 0; pixel < clean.values.size(); ++pixel) {
    clean.values[pixel] = GrayOf(ValueAt(image, pixel)) >= kThreshold ? 255 : 0;
  }
  return FromTwoValues(clean, ValuesOf(clean), where);
}

Mask MaskReader::FromTwoValues(const Image& image, std::vector<MaskValue> found, const std::string& where) {
  const auto darkness = [](const MaskValue& value) { return value.rgb[0] + value.rgb[1] + value.rgb[2]; };
  MaskValue foreground = options_.foreground.value_or(kWhite);
  if (!options_.foreground) {
    if (found.size() > 2) {
      common::ThrowDataError(where, "two values", ListOf(found), RemedyFor(options_));
    }
    if (found.size() < 2 && !options_.takes_one_value) {
      common::ThrowDataError(
          where, "two values, background and foreground",
          found.empty() ? "no pixel but ignored ones" : "only " + FormatMaskValue(found[0]),
          "give --foreground=VALUE if all pixels have one label, or leave the image out");
    }
    if (found.size() == 2) {
      if (darkness(found[0]) == darkness(found[1])) {
        common::ThrowDataError(where, "two values of which one is darker", ListOf(found),
                               options_.takes_one_value ? RemedyFor(options_) : "give --foreground=VALUE");
      }
      if (darkness(found[0]) > darkness(found[1])) std::swap(found[0], found[1]);
      NoteValues(found[0], found[1], where);
      foreground = found[1];
    } else if (!found.empty()) {
      foreground = found[0] == kBlack ? kWhite : found[0];
    }
  }
  Mask mask = {.width = image.width, .height = image.height, .labels = {}};
  mask.labels.reserve(static_cast<size_t>(image.num_pixels()));
  for (size_t pixel = 0; pixel < static_cast<size_t>(image.num_pixels()); ++pixel) {
    const MaskValue value = ValueAt(image, pixel);
    mask.labels.push_back(options_.ignored && value == *options_.ignored ? kVoid
                          : value == foreground                          ? kForeground
                                                                         : kBackground);
  }
  return mask;
}

void MaskReader::NoteValues(const MaskValue& background, const MaskValue& foreground,
                            const std::string& where) {
  const std::array<MaskValue, 2> found = {background, foreground};
  if (!values_) {
    values_ = found;
    first_ = where;
  }
  if (*values_ == found) return;
  common::ThrowDataError(
      where, fmt::format("the values {}, as in {}", ListOf({values_->begin(), values_->end()}), first_),
      ListOf({found.begin(), found.end()}), RemedyFor(options_));
}

void CheckMaskSize(const Mask& mask, int width, int height, const std::string& where) {
  if (mask.width == width && mask.height == height) return;
  common::ThrowDataError(where, fmt::format("{} x {} pixels, as the image has", width, height),
                         fmt::format("{} x {}", mask.width, mask.height));
}

void WriteMask(const std::string& path, const Mask& mask) {
  Image image = graphical_models::UniformImage(mask.width, mask.height, 1);
  for (size_t pixel = 0; pixel < image.values.size(); ++pixel) {
    const uint8_t label = mask.labels[pixel];
    image.values[pixel] = label == kForeground ? 255 : label == kVoid ? 128 : 0;
  }
  graphical_models::WritePng(path, image);
}

}  // namespace structlab::structured_learning
