#include "structured_learning/segmentation/image_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {
namespace {

using graphical_models::Image;

// The part of a line of pixels that becomes one pixel: pixels from `begin` on with their weights, sum 1.
struct Span {
  int begin;
  std::vector<double> weights;
};

std::vector<Span> SpansOf(int from, int to) {
  const double scale = static_cast<double>(from) / to;
  std::vector<Span> spans;
  for (int i = 0; i < to; ++i) {
    const double low = i * scale, high = std::min<double>((i + 1) * scale, from);
    Span span = {.begin = static_cast<int>(low), .weights = {}};
    for (int k = span.begin; k < from && k < high; ++k) {
      span.weights.push_back((std::min<double>(k + 1, high) - std::max<double>(k, low)) / (high - low));
    }
    spans.push_back(std::move(span));
  }
  return spans;
}

// For each of `from` pixels, the reduced one that its centre falls into.
std::vector<int> ReducedPlaces(int from, int to) {
  std::vector<int> places;
  for (int64_t i = 0; i < from; ++i)
    places.push_back(static_cast<int>((2 * i + 1) * to / (2 * int64_t{from})));
  return places;
}

ImageUnits Grid(const Image& image, int max_side, int block_size, int neighbours) {
  ImageUnits units = {.width = image.width, .height = image.height, .image = ReduceImage(image, max_side)};
  const int width = units.image.width, height = units.image.height;
  const int columns = (width - 1) / block_size + 1, rows = (height - 1) / block_size + 1;
  units.count = columns * rows;
  units.of_pixel.reserve(static_cast<size_t>(units.image.num_pixels()));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) units.of_pixel.push_back(y / block_size * columns + x / block_size);
  }
  units.edges = GridEdges(columns, rows, neighbours);
  if (neighbours == 4) units.grid_width = columns, units.grid_height = rows;
  return units;
}

}  // namespace

Image ReduceImage(const Image& image, int max_side) {
  graphical_models::CheckImage(image, "image");
  if (image.num_pixels() == 0) common::ThrowUsageError("image", "at least one pixel", "none");
  if (max_side < 0) {
    common::ThrowUsageError("longer side", "at least 0 pixels", fmt::format("{}", max_side));
  }
  const int longer = std::max(image.width, image.height);
  if (max_side == 0 || longer <= max_side) return image;
  const auto reduced = [&](int side) {
    return std::max(1, static_cast<int>(std::lround(static_cast<double>(side) * max_side / longer)));
  };
  Image small = graphical_models::UniformImage(reduced(image.width), reduced(image.height), image.channels);
  const std::vector<Span> columns = SpansOf(image.width, small.width),
                          rows = SpansOf(image.height, small.height);
  const auto channels = static_cast<size_t>(image.channels);
  std::vector<double> sum(static_cast<size_t>(small.width) * channels);
  for (int y = 0; y < small.height; ++y) {
    std::ranges::fill(sum, 0.0);
    const Span& row = rows[static_cast<size_t>(y)];
    for (size_t dy = 0; dy < row.weights.size(); ++dy) {
      for (int x = 0; x < small.width; ++x) {
        const Span& column = columns[static_cast<size_t>(x)];
        for (size_t dx = 0; dx < column.weights.size(); ++dx) {
          const double weight = row.weights[dy] * column.weights[dx];
          for (size_t c = 0; c < channels; ++c) {
            sum[static_cast<size_t>(x) * channels + c] +=
                weight * image(column.begin + static_cast<int>(dx), row.begin + static_cast<int>(dy),
                               static_cast<int>(c));
          }
        }
      }
    }
    const auto begin =
        small.values.begin() + static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(sum.size());
    std::ranges::transform(sum, begin, [](double value) { return static_cast<uint8_t>(std::lround(value)); });
  }
  return small;
}

std::vector<int> ImageUnits::OfInputPixels() const {
  const std::vector<int> columns = ReducedPlaces(width, image.width),
                         rows = ReducedPlaces(height, image.height);
  std::vector<int> units;
  units.reserve(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (const int row : rows) {
    const auto begin = static_cast<size_t>(row) * static_cast<size_t>(image.width);
    for (const int column : columns) units.push_back(of_pixel[begin + static_cast<size_t>(column)]);
  }
  return units;
}

ImageUnits PixelUnits(const Image& image, int max_side, int neighbours) {
  ImageUnits units = Grid(image, max_side, 1, neighbours);
  units.are_pixels = true;
  return units;
}

ImageUnits BlockUnits(const Image& image, int max_side, int block_size, int neighbours) {
  if (block_size < 1) {
    common::ThrowUsageError("block size", "at least 1 pixel", fmt::format("{}", block_size));
  }
  return Grid(image, max_side, block_size, neighbours);
}

ImageUnits RegionUnits(int width, int height, Image reduced, const graphical_models::Segmentation& regions) {
  graphical_models::CheckImage(reduced, "regions");
  graphical_models::CheckSegmentation(regions, reduced.num_pixels(), "regions");
  if (std::ranges::find(regions.of_pixel, -1) != regions.of_pixel.end() || regions.count == 0) {
    common::ThrowUsageError("regions", "a region for each pixel", "a pixel in no region");
  }
  ImageUnits units = {.width = width, .height = height, .image = std::move(reduced)};
  units.count = regions.count;
  units.of_pixel = regions.of_pixel;
  const auto add = [&](size_t pixel, size_t other) {
    const auto [low, high] = std::minmax(units.of_pixel[pixel], units.of_pixel[other]);
    if (low != high) units.edges.push_back({low, high});
  };
  const auto columns = static_cast<size_t>(units.image.width), rows = static_cast<size_t>(units.image.height);
  for (size_t y = 0; y < rows; ++y) {
    for (size_t x = 0; x < columns; ++x) {
      const size_t pixel = y * columns + x;
      if (x + 1 < columns) add(pixel, pixel + 1);
      if (y + 1 < rows) add(pixel, pixel + columns);
    }
  }
  std::ranges::sort(units.edges);
  units.edges.erase(std::unique(units.edges.begin(), units.edges.end()), units.edges.end());
  return units;
}

UnitLabels LabelUnits(const ImageUnits& units, const Mask& mask) {
  if (mask.width != units.width || mask.height != units.height) {
    common::ThrowUsageError("mask", fmt::format("{} x {} pixels", units.width, units.height),
                            fmt::format("{} x {}", mask.width, mask.height));
  }
  const std::vector<int> unit_of = units.OfInputPixels();
  UnitLabels result;
  result.background.assign(static_cast<size_t>(units.count), 0);
  result.foreground = result.background;
  for (size_t pixel = 0; pixel < unit_of.size(); ++pixel) {
    const auto unit = static_cast<size_t>(unit_of[pixel]);
    if (mask.labels[pixel] == kForeground) ++result.foreground[unit];
    if (mask.labels[pixel] == kBackground) ++result.background[unit];
  }
  const double mean_size = static_cast<double>(unit_of.size()) / units.count;
  for (size_t unit = 0; unit < result.foreground.size(); ++unit) {
    const int64_t excess = result.foreground[unit] - result.background[unit];
    result.labels.push_back(excess > 0 ? kForeground : kBackground);
    result.loss_weights.push_back(static_cast<double>(std::abs(excess)) / mean_size);
  }
  return result;
}

MaskAgreement AgreementOfUnits(const UnitLabels& truth, const BinaryLabels& predicted) {
  PixelCounts counts;
  for (size_t unit = 0; unit < predicted.size(); ++unit) {
    const bool is_foreground = predicted[unit] == kForeground;
    counts.known += truth.foreground[unit] + truth.background[unit];
    counts.both += is_foreground ? truth.foreground[unit] : 0;
    counts.only_true += is_foreground ? 0 : truth.foreground[unit];
    counts.only_predicted += is_foreground ? truth.background[unit] : 0;
  }
  return AgreementOf(counts);
}

Mask ExpandLabels(const ImageUnits& units, const BinaryLabels& labels) {
  const bool is_whole = std::ssize(labels) == units.count;
  STRUCTLAB_CHECK(is_whole);
  Mask mask = {.width = units.width, .height = units.height, .labels = {}};
  for (const int unit : units.OfInputPixels()) mask.labels.push_back(labels[static_cast<size_t>(unit)]);
  return mask;
}

}  // namespace structlab::structured_learning
