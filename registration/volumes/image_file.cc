#include "registration/volumes/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/raw_volume.h"
#include "registration/volumes/volume_writer.h"

namespace structlab::registration {
namespace {

RawVolume ReadScalars(const std::string& path, FileFacts* facts) {
  RawVolume raw = ReadRawVolume(path);
  if (raw.is_color || raw.components > 1) {
    common::ThrowDataError(
        path, "one number a voxel",
        raw.is_color ? "colours" : fmt::format("vectors of {} numbers", raw.components),
        raw.is_color ? "convert it to grey" : "write each component into a file of its own");
  }
  if (raw.num_frames > 1) {
    common::ThrowDataError(path, "one volume", fmt::format("{} time points", raw.num_frames),
                           "write the one that is meant into a file of its own");
  }
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  return raw;
}

// `convert(value, index)` for all numbers of a component of a frame.
template <class Value, class Convert>
Volume<Value> Converted(const RawVolume& raw, const Convert& convert, int64_t frame = 0, int component = 0) {
  Volume<Value> volume;
  volume.geometry = raw.geometry;
  volume.values.resize(raw.geometry.num_voxels());
  const int64_t first = frame * raw.geometry.num_voxels() * raw.components + component;
  WithPixelType(raw.type, [&](auto number) {
    const char* from = raw.voxels + static_cast<size_t>(first) * sizeof(number);
    const size_t step = sizeof(number) * static_cast<size_t>(raw.components);
    for (size_t i = 0; i < volume.values.size(); ++i, from += step) {
      std::memcpy(&number, from, sizeof(number));
      volume.values[i] = convert(number, i);
    }
  });
  return volume;
}

[[noreturn]] void ThrowVoxel(const std::string& path, const Geometry& geometry, size_t offset,
                             const std::string& expected, double found, const std::string& remedy) {
  const VoxelIndex index = geometry.IndexAt(static_cast<int64_t>(offset));
  // With all digits: 1.0004 must not be shown as 1.
  common::ThrowDataError(fmt::format("{}: voxel ({}, {}, {})", path, index[0], index[1], index[2]), expected,
                         common::FormatDouble(found), remedy);
}

template <class Number>
bool Holds(double value) {
  return value >= static_cast<double>(std::numeric_limits<Number>::lowest()) &&
         value <= static_cast<double>(std::numeric_limits<Number>::max());
}

Image ImageOf(const RawVolume& raw, const std::string& path, const ReadOptions& options, int64_t frame = 0,
              int component = 0) {
  return Converted<float>(
      raw,
      [&](auto number, size_t i) {
        const auto value = static_cast<float>(number);
        if (std::isfinite(value)) return value;
        if (options.nan_as_zero && std::isnan(value)) return 0.0F;
        ThrowVoxel(path, raw.geometry, i, "a finite number of at most 3.4e38", static_cast<double>(number),
                   std::isnan(value) ? "replace it, or ask for NaN to be taken as 0" : "replace it");
      },
      frame, component);
}

// The numbers of an image as those of the type: every `step`-th one from `to` on. Returns how many had to be
// clamped.
int64_t PutValues(const Image& image, PixelType type, size_t step, char* to) {
  int64_t clamped = 0;
  WithPixelType(type, [&](auto number) {
    using Number = decltype(number);
    for (const float value : image.values) {
      if constexpr (std::is_integral_v<Number>) {
        // The largest 64-bit numbers are no doubles: those at the border count as out of range.
        const double rounded = std::round(static_cast<double>(value));
        const bool inside = Holds<Number>(rounded) && (sizeof(Number) < 8 || rounded < 9.2e18);
        clamped += inside ? 0 : 1;
        number = inside        ? static_cast<Number>(rounded)
                 : rounded > 0 ? std::numeric_limits<Number>::max()
                               : std::numeric_limits<Number>::lowest();
      } else {
        number = static_cast<Number>(value);
      }
      std::memcpy(to, &number, sizeof(number));
      to += step * sizeof(number);
    }
  });
  return clamped;
}

}  // namespace

Image ReadImage(const std::string& path, const ReadOptions& options, FileFacts* facts) {
  return ImageOf(ReadScalars(path, facts), path, options);
}

ImageSeries ReadImageSeries(const std::string& path, const ReadOptions& options, FileFacts* facts) {
  const RawVolume raw = ReadRawVolume(path);
  if (raw.voxels == nullptr) {
    common::ThrowDataError(path, "one number a voxel", "colours", "convert it to NIfTI, NRRD or MetaImage");
  }
  if (raw.num_frames > 1 && (raw.components > 1 || raw.geometry.dimension != 3)) {
    common::ThrowDataError(path, "one volume, or several of three dimensions with one number a voxel",
                           fmt::format("{} time points of {} dimensions, {} numbers a voxel", raw.num_frames,
                                       raw.geometry.dimension, raw.components),
                           "write its parts into files of their own");
  }
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  ImageSeries series = {{},
                        {.components = raw.components,
                         .num_frames = raw.num_frames,
                         .frame_step = raw.frame_step,
                         .time_unit = raw.time_unit,
                         .is_color = raw.is_color}};
  for (int64_t frame = 0; frame < raw.num_frames; ++frame) {
    for (int c = 0; c < raw.components; ++c) {
      series.images.push_back(ImageOf(raw, path, options, frame, c));
    }
  }
  return series;
}

LabelMap ReadLabels(const std::string& path, FileFacts* facts) {
  const RawVolume raw = ReadScalars(path, facts);
  constexpr double kNearlyWhole = 1e-3;  // as slope and intercept of a file leave them
  int64_t num_rounded = 0;
  double farthest = 0;
  LabelMap labels = Converted<int32_t>(raw, [&](auto number, size_t i) {
    const auto value = static_cast<double>(number);
    const double rounded = std::round(value), distance = std::abs(value - rounded);
    if (!(distance <= kNearlyWhole && rounded >= 0 && rounded <= 2147483647.0)) {
      ThrowVoxel(path, raw.geometry, i, "a label: a whole number from 0 to 2147483647", value,
                 distance <= kNearlyWhole
                     ? "give the labels numbers in this range"
                     : "is it an image, or a label map that was resampled without nearest neighbours?");
    }
    num_rounded += distance > 0 ? 1 : 0;
    farthest = std::max(farthest, distance);
    return static_cast<int32_t>(rounded);
  });
  if (num_rounded > 0 && facts != nullptr) {
    facts->warnings.push_back(fmt::format("{}: {} voxels lay up to {} beside whole numbers and were rounded",
                                          path, num_rounded, common::FormatShort(farthest)));
  }
  return labels;
}

Mask ReadMask(const std::string& path, FileFacts* facts) {
  const RawVolume raw = ReadScalars(path, facts);
  return Converted<uint8_t>(raw, [&](auto number, size_t i) {
    const auto value = static_cast<double>(number);
    if (!(value >= 0 && std::isfinite(value))) {
      ThrowVoxel(path, raw.geometry, i, "0 outside of the mask and a number above 0 inside", value,
                 "replace it");
    }
    return static_cast<uint8_t>(value > 0 ? 1 : 0);
  });
}

Geometry ReadGeometry(const std::string& path, FileFacts* facts) {
  const RawVolume raw = ReadRawVolume(path);
  if (facts != nullptr) *facts = {raw.type, raw.warnings};
  return raw.geometry;
}

int64_t WriteImage(const Image& image, const std::string& path, PixelType type) {
  CheckImagePath(path, path);
  std::string voxels(image.values.size() * FactsOf(type).bytes, '\0');
  const int64_t clamped = PutValues(image, type, 1, voxels.data());
  WriteVoxels(image.geometry, {}, type, std::move(voxels), path);
  return clamped;
}

int64_t WriteImageSeries(const ImageSeries& series, const std::string& path, PixelType type) {
  CheckImagePath(path, path);
  const VoxelLayout& layout = series.layout;
  const auto components = static_cast<size_t>(layout.components);
  STRUCTLAB_CHECK(series.images.size() == static_cast<size_t>(layout.num_frames) * components);
  if (layout.is_color && type != PixelType::kUint8) {
    common::ThrowUsageError(path, "uint8, the pixel type of colours", std::string(FactsOf(type).name));
  }
  const size_t of_image = series.images[0].values.size(), bytes = FactsOf(type).bytes;
  std::string voxels(of_image * series.images.size() * bytes, '\0');
  int64_t clamped = 0;
  for (size_t i = 0; i < series.images.size(); ++i) {
    const size_t first = i / components * of_image * components + i % components;
    clamped += PutValues(series.images[i], type, components, voxels.data() + first * bytes);
  }
  WriteVoxels(series.images[0].geometry, layout, type, std::move(voxels), path);
  return clamped;
}

void WriteLabels(const LabelMap& labels, const std::string& path, std::optional<PixelType> type) {
  CheckImagePath(path, path);
  const int32_t largest = labels.values.empty() ? 0 : *std::ranges::max_element(labels.values);
  if (!type) {
    type = largest <= 255 ? PixelType::kUint8 : largest <= 65535 ? PixelType::kUint16 : PixelType::kInt32;
  }
  std::string voxels(labels.values.size() * FactsOf(*type).bytes, '\0');
  WithPixelType(*type, [&](auto number) {
    char* to = voxels.data();
    for (const int32_t value : labels.values) {
      number = static_cast<decltype(number)>(value);
      if (static_cast<double>(number) != static_cast<double>(value)) {
        common::ThrowUsageError(path, fmt::format("a pixel type that holds label {}", value),
                                std::string(FactsOf(*type).name), "take int32");
      }
      std::memcpy(to, &number, sizeof(number));
      to += sizeof(number);
    }
  });
  WriteVoxels(labels.geometry, {}, *type, std::move(voxels), path);
}

void WriteMask(const Mask& mask, const std::string& path) {
  WriteVoxels(mask.geometry, {}, PixelType::kUint8, std::string(mask.values.begin(), mask.values.end()),
              path);
}

}  // namespace structlab::registration
