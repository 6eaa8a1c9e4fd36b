#include "structured_learning/segmentation/features/lab_color.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace structlab::structured_learning {
namespace {

// The linear intensity of an sRGB value (IEC 61966-2-1).
std::array<double, 256> LinearIntensities() {
  std::array<double, 256> table = {};
  for (size_t i = 0; i < table.size(); ++i) {
    const double value = static_cast<double>(i) / 255;
    table[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return table;
}

// f of CIE 15: the cube root, continued by a line near 0.
double Root(double t) {
  constexpr double kDelta = 6.0 / 29;
  return t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3 * kDelta * kDelta) + 4.0 / 29;
}

}  // namespace

DenseRows LabColors(const graphical_models::Image& image) {
  const std::array<double, 256> linear = LinearIntensities();
  DenseRows colors(image.num_pixels(), 3);
  for (Eigen::Index i = 0; i < colors.rows(); ++i) {
    const std::array<int, 3> rgb = graphical_models::ColorOf(image, static_cast<size_t>(i));
    const double r = linear[static_cast<size_t>(rgb[0])], g = linear[static_cast<size_t>(rgb[1])],
                 b = linear[static_cast<size_t>(rgb[2])];
    // X, Y and Z, divided by those of white.
    const double x = Root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = Root(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = Root((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    colors.row(i) << 116 * y - 16, 500 * (x - y), 200 * (y - z);
  }
  return colors;
}

}  // namespace structlab::structured_learning
