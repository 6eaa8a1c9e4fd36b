#include "tools/programs/stereo_order.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

namespace structlab::tools {
namespace {

using graphical_models::Image;

constexpr int kMaxSize = 160, kBlock = 4;

struct GreyImage {
  int width = 0, height = 0;
  std::vector<int> values;  // [y * width + x]
};

// Means of factor x factor pixels, over all channels.
GreyImage Reduce(const Image& image, int factor) {
  GreyImage small = {image.width / factor, image.height / factor, {}};
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) {
      int64_t sum = 0;
      for (int row = y * factor; row < (y + 1) * factor; ++row) {
        for (int column = x * factor; column < (x + 1) * factor; ++column) {
          for (int c = 0; c < image.channels; ++c) sum += image(column, row, c);
        }
      }
      // Two further digits, so that dark images keep their differences.
      small.values.push_back(static_cast<int>(100 * sum / (int64_t{factor} * factor * image.channels)));
    }
  }
  return small;
}

int64_t BlockCost(const GreyImage& left, const GreyImage& right, int first_x, int first_y, int disparity) {
  int64_t cost = 0;
  for (int y = first_y; y < first_y + kBlock; ++y) {
    for (int x = first_x; x < first_x + kBlock; ++x) {
      cost += std::abs(left.values[y * left.width + x] - right.values[y * right.width + x - disparity]);
    }
  }
  return cost;
}

// The sum over all blocks of the smallest cost.
int64_t DataCost(const GreyImage& left, const GreyImage& right, int disparities) {
  int64_t sum = 0;
  for (int y = 0; y + kBlock <= left.height; y += kBlock) {
    for (int x = 0; x + kBlock <= left.width; x += kBlock) {
      int64_t best = std::numeric_limits<int64_t>::max();
      for (int d = 0; d < std::min(disparities, x + 1); ++d) {
        best = std::min(best, BlockCost(left, right, x, y, d));
      }
      sum += best;
    }
  }
  return sum;
}

}  // namespace

bool LooksExchanged(const Image& left, const Image& right, int labels) {
  if (left.width != right.width || left.height != right.height || left.num_pixels() == 0) return false;
  const int factor = std::max(1, (std::max(left.width, left.height) + kMaxSize - 1) / kMaxSize);
  const GreyImage a = Reduce(left, factor), b = Reduce(right, factor);
  const int disparities = (std::clamp(labels, 1, left.width) - 1 + factor - 1) / factor + 1;
  return 4 * DataCost(a, b, disparities) > 5 * DataCost(b, a, disparities);
}

}  // namespace structlab::tools
