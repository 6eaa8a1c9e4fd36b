// Cliques over the pixels of a region, whose labels should be few and near each other.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// A measure of how much the colours of a region vary.
enum class RegionVariance {
  kSumOfChannels,   // sum of the variances of red, green and blue, each divided by n - 1 for n pixels
  kMeanOfChannels,  // variance of (red + green + blue) / 3, divided by n
};

// A clique for each region, in their order, with DiameterDiversity{distance} and the weight exp(-rho /
// sigma^2), where rho is the variance of the region's colours (Dokania 2016, section 3.6.2). The source calls
// the weight proportional to "the variance of the intensities", but it falls with the variance; the sum over
// channels is from its author's released program. Throws common::Error(kUsage) for a segmentation that does
// not fit the image, a distance that is not a metric of the labels, and unless sigma is > 0. O(pixels).
// Deterministic.
CliqueEnergy SuperpixelCliques(const Image& image, const Segmentation& segmentation,
                               const PairwisePotential& distance, int labels, double sigma,
                               RegionVariance variance = RegionVariance::kSumOfChannels);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_
