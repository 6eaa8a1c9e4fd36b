#include "experiments/datasets/mrf_denoising.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "experiments/datasets/image_of_size.h"

namespace structlab::datasets {

using graphical_models::Image;

namespace {

std::string PixelOf(const Image& image, size_t pixel) {
  const size_t width = image.width;
  return fmt::format(", column {}, row {}", pixel % width, pixel / width);
}

void CheckMask(const Image& mask, const std::string& path) {
  for (size_t pixel = 0; pixel < mask.values.size(); ++pixel) {
    if (mask.values[pixel] == 0 || mask.values[pixel] == 255) continue;
    common::ThrowDataError(path + PixelOf(mask, pixel), "0 or 255", std::to_string(mask.values[pixel]));
  }
}

void CheckMissing(const DenoisingProblem& problem, const std::string& path) {
  for (size_t pixel = 0; pixel < problem.mask.values.size(); ++pixel) {
    if (problem.mask.values[pixel] == 0 || problem.noisy.values[pixel] == 0) continue;
    common::ThrowDataError(path + PixelOf(problem.noisy, pixel), "0, since the mask says that it is missing",
                           std::to_string(problem.noisy.values[pixel]));
  }
}

}  // namespace

DenoisingProblem ReadHouse(const std::string& folder) {
  const auto read = [&](const char* name) {
    return ReadImageOfSize(folder + "/" + name, kHouseSide, kHouseSide, 1);
  };
  DenoisingProblem problem = {
      .clean = read("house-clean.png"), .noisy = read("houseM-input.png"), .mask = read("house-mask.png")};
  CheckMask(problem.mask, folder + "/house-mask.png");
  CheckMissing(problem, folder + "/houseM-input.png");
  return problem;
}

DenoisingProblem ReadPenguin(const std::string& folder) {
  const auto read = [&](const char* name) {
    return ReadImageOfSize(folder + "/" + name, kPenguinWidth, kPenguinHeight, 1);
  };
  DenoisingProblem problem = {.clean = read("penguin-clean.png"),
                              .noisy = read("penguin-input.png"),
                              .mask = read("penguin-mask.png")};
  for (uint8_t& value : problem.mask.values) value = value == 0 ? 255 : 0;
  return problem;
}

DenoisingProblem Spoil(const Image& clean, const Spoiling& spoiling) {
  CheckGray(clean, "clean image");
  if (!(spoiling.noise >= 0) || !std::isfinite(spoiling.noise)) {
    common::ThrowUsageError("noise", "a finite standard deviation of at least 0",
                            common::FormatDouble(spoiling.noise));
  }
  const bool has_bar = spoiling.rows != 0;
  if (spoiling.rows < 0 ||
      (has_bar && (spoiling.first_row < 0 || spoiling.rows > clean.height - spoiling.first_row))) {
    common::ThrowUsageError("bar", fmt::format("rows within the {} of the image", clean.height),
                            fmt::format("{} from row {} on", spoiling.rows, spoiling.first_row),
                            "set --first-row and --rows");
  }
  DenoisingProblem problem = {
      .clean = clean, .noisy = clean, .mask = graphical_models::UniformImage(clean.width, clean.height, 1)};
  common::RandomStream random(spoiling.seed, "mrf-denoising/noise");
  for (uint8_t& value : problem.noisy.values) {
    const double noisy = value + spoiling.noise * random.Normal();
    value = static_cast<uint8_t>(std::clamp(std::floor(noisy + 0.5), 0.0, 255.0));
  }
  const auto width = static_cast<ptrdiff_t>(clean.width);
  const ptrdiff_t begin = has_bar ? spoiling.first_row * width : 0, end = begin + spoiling.rows * width;
  std::fill(problem.noisy.values.begin() + begin, problem.noisy.values.begin() + end, uint8_t{0});
  std::fill(problem.mask.values.begin() + begin, problem.mask.values.begin() + end, uint8_t{255});
  return problem;
}

}  // namespace structlab::datasets
