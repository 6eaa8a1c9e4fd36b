#include "tools/programs/localize/draw_boxes.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace structlab::tools {
namespace {

using graphical_models::Image;
using structured_learning::PixelBox;
using Color = std::array<uint8_t, 3>;

constexpr Color kYellow = {255, 210, 0}, kBlue = {0, 160, 255}, kBlack = {0, 0, 0};

// Colours the pixels of the box whose distance to its outside is in (begin, end].
void DrawFrame(const PixelBox& box, int begin, int end, const Color& color, Image& image) {
  for (int y = box.top; y <= box.bottom; ++y) {
    for (int x = box.left; x <= box.right; ++x) {
      const int distance = 1 + std::min({x - box.left, box.right - x, y - box.top, box.bottom - y});
      if (distance <= begin || distance > end) continue;
      for (int channel = 0; channel < 3; ++channel) image(x, y, channel) = color[channel];
    }
  }
}

}  // namespace

Image DrawBoxes(const Image& image, const std::vector<structured_learning::ScoredBox>& boxes) {
  Image drawn{image.width, image.height, 3, {}};
  drawn.values.reserve(size_t{3} * image.num_pixels());
  for (int pixel = 0; pixel < image.num_pixels(); ++pixel) {
    for (const int value : graphical_models::ColorOf(image, pixel)) {
      drawn.values.push_back(static_cast<uint8_t>(value));
    }
  }
  const int width = std::max(1, std::max(image.width, image.height) / 200);
  // The best one comes last and is not covered.
  for (size_t k = boxes.size(); k-- > 0;) {
    DrawFrame(boxes[k].box, 0, width, k == 0 ? kYellow : kBlue, drawn);
    DrawFrame(boxes[k].box, width, width + 1, kBlack, drawn);
  }
  return drawn;
}

}  // namespace structlab::tools
