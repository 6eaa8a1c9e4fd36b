#include "tools/programs/register/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "common/file.h"
#include "common/html.h"
#include "common/png/png_file.h"
#include "registration/volumes/resample.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr int kTileWidth = 260;  // pixels, at least
constexpr int kGap = 6;
constexpr int kSquares = 8;  // of a chequered tile along its width

struct Tile {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

// The middle slice across an axis, in square pixels; the second axis of the slice points up, as radiologists
// have it.
Tile SliceOf(const reg::Image& image, int axis) {
  const reg::VoxelIndex& size = image.geometry.size;
  const reg::Point& spacing = image.geometry.spacing;
  const int across = axis == 0 ? 1 : 0, down = axis == 2 ? 1 : 2;
  const double width = static_cast<double>(size[across]) * spacing[across];
  const double height = static_cast<double>(size[down]) * spacing[down];
  Tile tile;
  tile.width = std::max<int>(kTileWidth, static_cast<int>(std::min<int64_t>(size[across], 2 * kTileWidth)));
  tile.height = std::clamp(static_cast<int>(std::lround(tile.width * height / width)), 1, 4 * tile.width);
  tile.pixels.resize(static_cast<size_t>(tile.width) * static_cast<size_t>(tile.height));
  const bool is_flat = image.geometry.dimension == 2;
  for (int y = 0; y < tile.height; ++y) {
    for (int x = 0; x < tile.width; ++x) {
      reg::VoxelIndex at;
      at[axis] = size[axis] / 2;
      at[across] = int64_t{x} * size[across] / tile.width;
      const int64_t row = int64_t{y} * size[down] / tile.height;
      at[down] = is_flat ? row : size[down] - 1 - row;
      const float value = std::clamp(image.at(at[0], at[1], at[2]), 0.0F, 1.0F);
      tile.pixels[static_cast<size_t>(y * tile.width + x)] = static_cast<uint8_t>(std::lround(255 * value));
    }
  }
  return tile;
}

Tile Combine(const Tile& a, const Tile& b, uint8_t (*combine)(uint8_t, uint8_t, bool)) {
  Tile tile = a;
  const int square = std::max(1, a.width / kSquares);
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      const auto i = static_cast<size_t>(y * a.width + x);
      tile.pixels[i] = combine(a.pixels[i], b.pixels[i], (x / square + y / square) % 2 == 0);
    }
  }
  return tile;
}

Tile Chequered(const Tile& a, const Tile& b) {
  return Combine(a, b, [](uint8_t of_a, uint8_t of_b, bool is_even) { return is_even ? of_a : of_b; });
}

Tile Difference(const Tile& a, const Tile& b) {
  return Combine(a, b, [](uint8_t of_a, uint8_t of_b, bool) {
    return static_cast<uint8_t>(255 - std::abs(int{of_a} - int{of_b}));
  });
}

// Rows of tiles of one size, with white between them.
std::string PngOf(const std::vector<std::vector<Tile>>& rows) {
  const Tile& first = rows[0][0];
  size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  const int width = static_cast<int>(columns) * (first.width + kGap) - kGap;
  const int height = static_cast<int>(rows.size()) * (first.height + kGap) - kGap;
  std::vector<uint8_t> pixels(static_cast<size_t>(width) * static_cast<size_t>(height), 255);
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t c = 0; c < rows[r].size(); ++c) {
      for (int y = 0; y < first.height; ++y) {
        const auto to = static_cast<size_t>((static_cast<int>(r) * (first.height + kGap) + y) * width +
                                            static_cast<int>(c) * (first.width + kGap));
        std::copy_n(rows[r][c].pixels.begin() + y * first.width, first.width,
                    pixels.begin() + static_cast<int64_t>(to));
      }
    }
  }
  return common::EncodePng(width, height, 1, 8, pixels);
}

void WriteTable(common::HtmlWriter& html, const common::Table& table) {
  html.Open("table").Open("tr");
  for (const std::string& column : table.columns) html.Element("th", column);
  html.Close("tr");
  for (const auto& row : table.rows) {
    html.Open("tr");
    for (const std::string& cell : row) html.Element("td", cell);
    html.Close("tr");
  }
  html.Close("table");
}

constexpr char kStyle[] =
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:1100px;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;border-bottom:1px solid "
    "#ddd;text-align:right}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}pre{background:#f4f4f4;padding:.8em;"
    "overflow-x:auto}";

}  // namespace

void WriteRegistrationReport(const RegistrationReport& report, const std::string& folder) {
  common::HtmlWriter html;
  html.Open("html", {{"lang", "en"}}).Open("head").Void("meta", {{"charset", "utf-8"}});
  html.Element("title", "Registration").Element("style", kStyle).Close("head").Open("body");
  html.Element("h1", "Registration");
  html.Open("table");
  for (const auto& [name, value] : report.facts) {
    html.Open("tr").Element("td", name).Element("td", value).Close("tr");
  }
  html.Close("table");
  html.Element(
      "p",
      "Middle slices. Above: the fixed image, the moving image before and after. Below: chequered before and "
      "after, fixed and moving image in turn; differences before and after, white where there is none.");
  const auto scaled = [](const reg::Image& image) { return reg::ScaleToPercentiles(image, 0.5, 99.5); };
  const reg::Image fixed = scaled(report.fixed), start = scaled(report.start), warped = scaled(report.warped);
  const int first_axis = fixed.geometry.dimension == 2 ? 2 : 0;
  for (int axis = first_axis; axis < 3; ++axis) {
    const Tile f = SliceOf(fixed, axis), s = SliceOf(start, axis), w = SliceOf(warped, axis);
    const std::string name = fmt::format("slice-{}.png", axis + 1);
    common::WriteFileAtomically(
        fmt::format("{}/{}", folder, name),
        PngOf({{f, s, w}, {Chequered(f, s), Chequered(f, w)}, {Difference(f, s), Difference(f, w)}}),
        common::Durability::kNothing);
    html.Element("h2", fixed.geometry.dimension == 2 ? std::string("The image")
                                                     : fmt::format("Across axis {}", axis + 1));
    html.Void("img", {{"src", name}, {"alt", "middle slices before and after"}});
  }
  for (const common::Table& table : report.tables) WriteTable(html, table);
  html.Element("h2", "To apply the field").Element("pre", report.command);
  html.Close("body").Close("html");
  common::WriteFileAtomically(folder + "/index.html", "<!DOCTYPE html>\n" + html.TakeText(),
                              common::Durability::kNothing);
}

}  // namespace structlab::tools
