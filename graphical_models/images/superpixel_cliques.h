// Cliques of the pixels of a region, whose labels should be few and near each other.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"
#include "graphical_models/model/cliques/clique_energy.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// A clique for each region, in their order, with DiameterDiversity{distance} and the weight
// exp(-rho / sigma^2), where rho is the variance of the region's intensities, the means of red, green and
// blue (Dokania 2016, section 3.6.2, which calls this proportional to the variance, though it falls with it).
// Throws common::Error(kUsage) for a segmentation that is none of the image, a distance that is no metric of
// the labels, and unless sigma is > 0. O(pixels). Deterministic.
CliqueEnergy SuperpixelCliques(const Image& image, const Segmentation& segmentation,
                               const PairwisePotential& distance, int labels, double sigma);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXEL_CLIQUES_H_
