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

// In thirds: the sums of red, green and blue are whole numbers.
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
                               const PairwisePotential& distance, int labels, double sigma) {
  CheckImage(image, "image");
  CheckSegmentation(segmentation, image.num_pixels(), "segmentation");
  if (!(sigma > 0)) common::ThrowUsageError("sigma of cliques", "above 0", common::FormatDouble(sigma));
  CliqueEnergy cliques(image.num_pixels(), labels);
  const int diameter = cliques.AddPotential(DiameterDiversity{distance});
  for (const std::vector<int>& pixels : segmentation.Members()) {
    // Dividing twice keeps the square of a tiny sigma from becoming 0.
    cliques.AddClique(pixels, diameter, std::exp(-VarianceOfIntensities(image, pixels) / sigma / sigma));
  }
  return cliques;
}

}  // namespace structlab::graphical_models
