#include "experiments/datasets/mrf_denoising_generator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

using graphical_models::Image;

constexpr int kShapes = 25;
constexpr double kTexture = 8;  // standard deviation; tuned by hand until the mean step was that of the real

struct Rectangle {
  int x, y, width, height;
};
// 107 * 107 + 106 * 72 + 62 = 19143 pixels, the last 62 a row below the second.
constexpr Rectangle kMissing[] = {{24, 30, 107, 107}, {128, 160, 106, 72}, {128, 232, 62, 1}};

Image Draw(int width, int height, uint64_t seed, const std::string& name) {
  common::RandomStream random(seed, "mrf-denoising/" + name);
  std::vector<double> grey(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (size_t pixel = 0; pixel < grey.size(); ++pixel) {
    grey[pixel] = 60 + 80 * static_cast<double>(pixel) / static_cast<double>(grey.size());
  }
  for (int shape = 0; shape < kShapes; ++shape) {
    const double x = random.Uniform(0, width), y = random.Uniform(0, height);
    const double half_width = random.Uniform(0.03, 0.2) * width;
    const double half_height = random.Uniform(0.03, 0.2) * height;
    const double value = random.Uniform(20, 235);
    const bool is_round = random.Uniform() < 0.5;
    for (size_t pixel = 0; pixel < grey.size(); ++pixel) {
      const size_t column = pixel % static_cast<size_t>(width), row = pixel / static_cast<size_t>(width);
      const double dx = (static_cast<double>(column) - x) / half_width;
      const double dy = (static_cast<double>(row) - y) / half_height;
      if (is_round ? dx * dx + dy * dy <= 1 : std::max(std::abs(dx), std::abs(dy)) <= 1) grey[pixel] = value;
    }
  }
  const std::vector<double> texture = SmoothField(height, width, random);
  Image image = graphical_models::UniformImage(width, height, 1);
  for (size_t pixel = 0; pixel < grey.size(); ++pixel) {
    const double value = std::floor(grey[pixel] + kTexture * texture[pixel] + 0.5);
    image.values[pixel] = static_cast<uint8_t>(std::clamp(value, 0.0, 255.0));
  }
  return image;
}

}  // namespace

DenoisingProblem GenerateHouse(uint64_t seed) {
  DenoisingProblem problem =
      Spoil(Draw(kHouseSide, kHouseSide, seed, "house"), {.first_row = 0, .rows = 0, .seed = seed});
  for (const Rectangle& hole : kMissing) {
    for (int y = hole.y; y < hole.y + hole.height; ++y) {
      for (int x = hole.x; x < hole.x + hole.width; ++x) {
        problem.noisy(x, y) = 0;
        problem.mask(x, y) = 255;
      }
    }
  }
  return problem;
}

Image GeneratePenguin(uint64_t seed) { return Draw(kPenguinWidth, kPenguinHeight, seed, "penguin"); }

}  // namespace structlab::datasets
