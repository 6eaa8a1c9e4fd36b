#include "experiments/face_recognition/code_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "common/error.h"

namespace structlab::face_recognition {

using harness::Picture;

namespace {

Picture Blank(int width, int height, Color color) {
  Picture picture = {.width = width, .height = height, .channels = 3};
  for (int64_t i = 0; i < int64_t{width} * height; ++i) {
    picture.values.insert(picture.values.end(), {color.red, color.green, color.blue});
  }
  return picture;
}

void Paint(Picture& picture, int x, int y, Color color) {
  const size_t at =
      (static_cast<size_t>(y) * static_cast<size_t>(picture.width) + static_cast<size_t>(x)) * 3;
  picture.values[at] = color.red;
  picture.values[at + 1] = color.green;
  picture.values[at + 2] = color.blue;
}

Color Darker(Color color) {
  const auto half = [](uint8_t value) { return static_cast<uint8_t>(value / 2); };
  return {half(color.red), half(color.green), half(color.blue)};
}

Color ColorOf(double entry) {
  if (entry == 0) return kGreen;
  const Color color = entry < 0 ? kBrown : kBlue;
  return std::abs(entry) > 1 ? Darker(color) : color;
}

// What is drawn at the lower and at the upper edge of a row.
struct Scale {
  double low, high;
};

// One row of bars, from the picture's row `top` on.
void PaintBars(std::span<const double> values, std::span<const Color> colors, const BarLook& look,
               const Scale& scale, int top, Picture& picture) {
  const int painted = look.width > 2 ? look.width - 1 : look.width;
  const double range = scale.high > scale.low ? scale.high - scale.low : 1;
  // Rows from the upper one: the line of 0 leaves room below it as the least value needs.
  const int zero = static_cast<int>(std::lround((look.height - 1) * scale.high / range));
  for (int x = 0; x < static_cast<int>(values.size()) * look.width; ++x) Paint(picture, x, top + zero, kAxis);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    int end = zero - static_cast<int>(std::lround((look.height - 1) * values[i] / range));
    if (end == zero) end += values[i] > 0 ? -1 : 1;
    end = std::clamp(end, 0, look.height - 1);
    for (int y = std::min(zero, end); y <= std::max(zero, end); ++y) {
      for (int x = 0; x < painted; ++x) {
        Paint(picture, static_cast<int>(i) * look.width + x, top + y, colors[i]);
      }
    }
  }
}

}  // namespace

Picture FacePicture(std::span<const uint8_t> pixels, int rows, int columns, int zoom) {
  Picture picture = {.width = columns * zoom, .height = rows * zoom, .channels = 1};
  for (int y = 0; y < rows * zoom; ++y) {
    for (int x = 0; x < columns * zoom; ++x) {
      picture.values.push_back(pixels[static_cast<size_t>(y / zoom) * static_cast<size_t>(columns) +
                                      static_cast<size_t>(x / zoom)]);
    }
  }
  return picture;
}

Picture BarPicture(std::span<const double> values, std::span<const Color> colors, const BarLook& look) {
  if (values.empty() || values.size() != colors.size()) {
    common::ThrowUsageError("BarPicture::values", "at least one, and a color for each",
                            std::to_string(values.size()) + " and " + std::to_string(colors.size()));
  }
  constexpr int kBetweenRows = 4;
  const auto count = static_cast<int>(values.size());
  const int rows = look.most_in_a_row > 0 ? (count + look.most_in_a_row - 1) / look.most_in_a_row : 1;
  const int in_a_row = (count + rows - 1) / rows;
  Picture picture = Blank(look.width * in_a_row, rows * look.height + (rows - 1) * kBetweenRows, kWhite);
  const auto [least, most] = std::ranges::minmax(values);
  for (int row = 0; row < rows; ++row) {
    const auto first = static_cast<size_t>(row) * static_cast<size_t>(in_a_row);
    const size_t bars = std::min(static_cast<size_t>(in_a_row), values.size() - first);
    PaintBars(values.subspan(first, bars), colors.subspan(first, bars), look,
              {std::min(least, 0.0), std::max(most, 0.0)}, row * (look.height + kBetweenRows), picture);
  }
  return picture;
}

Picture HashPicture(const Eigen::Ref<const Eigen::MatrixXd>& hash, int zoom) {
  Picture picture = Blank(static_cast<int>(hash.cols()) * zoom, static_cast<int>(hash.rows()) * zoom, kGreen);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) Paint(picture, x, y, ColorOf(hash(y / zoom, x / zoom)));
  }
  return picture;
}

}  // namespace structlab::face_recognition
