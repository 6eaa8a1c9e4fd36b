#include "graphical_models/images/superpixel_cliques.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

// Exact sums: values are whole numbers.
double SumOfVariances(const Image& image, const std::vector<int>& pixels) {
  const int64_t n = static_cast<int64_t>(pixels.size());
  if (n < 2) return 0;
  double variance = 0;
  for (size_t channel = 0; channel < 3; ++channel) {
    int64_t sum = 0, squares = 0;
    for (const int pixel : pixels) {
      const int64_t value = ColorOf(image, static_cast<size_t>(pixel))[channel];
      sum += value;
      squares += value * value;
    }
    const double mean = static_cast<double>(sum) / static_cast<double>(n);
    variance += std::max(0.0, static_cast<double>(squares) - mean * static_cast<double>(sum)) /
                static_cast<double>(n - 1);
  }
  return variance;
}

// Computed with three times the intensity, so that sums are whole numbers.
double VarianceOfIntensities(const Image& image, const std::vector<int>& pixels) {
  int64_t sum = 0, squares = 0;
  for (const int pixel : pixels) {
    const std::array<int, 3> color = ColorOf(image, static_cast<size_t>(pixel));
    const int64_t thrice = color[0] + color[1] + color[2];
    sum += thrice;
    squares += thrice * thrice;
  }
  const double n = static_cast<double>(pixels.size());
  const double mean = static_cast<double>(sum) / n;
  return std::max(0.0, static_cast<double>(squares) / n - mean * mean) / 9;
}

}  // namespace

CliqueEnergy SuperpixelCliques(const Image& image, const Segmentation& segmentation,
                               const PairwisePotential& distance, int labels, double sigma,
                               RegionVariance variance) {
  CheckImage(image, "image");
  CheckSegmentation(segmentation, image.num_pixels(), "segmentation");
  if (!(sigma > 0)) common::ThrowUsageError("sigma of cliques", "above 0", common::FormatDouble(sigma));
  CliqueEnergy cliques(image.num_pixels(), labels);
  const int diameter = cliques.AddPotential(DiameterDiversity{distance});
  for (const std::vector<int>& pixels : segmentation.Members()) {
    const double varies = variance == RegionVariance::kSumOfChannels ? SumOfVariances(image, pixels)
                                                                     : VarianceOfIntensities(image, pixels);
    // Divides twice, because the square of a tiny sigma would be 0.
    cliques.AddClique(pixels, diameter, std::exp(-varies / sigma / sigma));
  }
  return cliques;
}

}  // namespace structlab::graphical_models
