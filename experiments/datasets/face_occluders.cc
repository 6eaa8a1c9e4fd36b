#include "experiments/datasets/face_occluders.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "common/error.h"

namespace structlab::datasets {
namespace {

// Coordinates run from 0 to 1 over the image.
bool IsBehindGlasses(double y, double x) {
  const double from_eye = (std::abs(x - 0.5) - 0.24) / 0.21, below = (y - 0.3) / 0.14;
  const bool in_lens = from_eye * from_eye + below * below < 1;
  const bool in_frame = std::abs(y - 0.25) < 0.03;
  return in_lens || in_frame;
}

}  // namespace

void DrawOccluder(Occluder occluder, int rows, int columns, common::RandomStream& stream,
                  std::span<uint8_t> pixels) {
  if (rows < 8 || columns < 8 || pixels.size() != static_cast<size_t>(rows) * static_cast<size_t>(columns)) {
    common::ThrowUsageError("DrawOccluder", "at least 8 rows and columns, and a pixel for each place",
                            fmt::format("{} pixels of {} x {}", pixels.size(), rows, columns));
  }
  const double down = stream.Uniform(-1.0 / 16, 1.0 / 16), right = stream.Uniform(-1.0 / 16, 1.0 / 16);
  const double dark = stream.Uniform(5, 40), light = stream.Uniform(90, 220);
  const double stripe = stream.Uniform(0.08, 0.2), lean = stream.Uniform(-0.5, 0.5);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double y = (row + 0.5) / rows - down, x = (column + 0.5) / columns - right;
      uint8_t& pixel =
          pixels[static_cast<size_t>(row) * static_cast<size_t>(columns) + static_cast<size_t>(column)];
      if (occluder == Occluder::kSunglasses) {
        if (IsBehindGlasses(y, x)) pixel = static_cast<uint8_t>(dark);
      } else if (y > 0.6 + 0.1 * std::abs(x - 0.5)) {
        const bool is_dark = std::fmod((y + lean * x) / stripe + 100, 2.0) < 1;
        pixel = static_cast<uint8_t>(is_dark ? 0.5 * light : light);
      }
    }
  }
}

}  // namespace structlab::datasets
