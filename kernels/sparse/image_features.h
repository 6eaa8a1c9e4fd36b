// What an image is made into before it is compared with others: hashed measurements, or weighted sums of
// pixels.
#ifndef STRUCTLAB_KERNELS_SPARSE_IMAGE_FEATURES_H_
#define STRUCTLAB_KERNELS_SPARSE_IMAGE_FEATURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <variant>

#include "kernels/sparse/byte_images.h"
#include "kernels/sparse/hashed_measurements.h"
#include "kernels/sparse/linear_features.h"

namespace structlab::kernels {

using ImageFeatures = std::variant<HashedMeasurements, FloatFeatures>;

// Features of images, an image a column; one as well as many.
Eigen::MatrixXd FeaturesOf(const ImageFeatures& features, const ByteImagesRef& images);

// The features that hashing is compared with (Shi 2011, section 3.4).
enum class FeatureKind {
  kHashed,  // see HashedMeasurements
  kRandom,  // normal numbers: RandomFeatures
  kEigen,   // EigenFaces
  kFisher,  // FisherFaces within as many eigenfaces as `dimension` says: min(dimension, classes - 1) features
};

struct FeatureRequest {
  FeatureKind kind = FeatureKind::kHashed;
  int dimension = 50;
  int hash_percent = 100;  // kHashed: HashFunctionCount(hash_percent, dimension) hash functions
  uint64_t seed = 1;       // kHashed (its lower 32 bits) and kRandom
};

// Features that fit training images with these labels. Deterministic. Throws common::Error (usage) for a
// dimension above `MaxDimension`, and as the functions named above.
ImageFeatures MakeFeatures(const FeatureRequest& request, const ByteImagesRef& images,
                           std::span<const int> labels);

// The largest dimension for so many training images: of kEigen images - 1, as centered images have no more
// directions; of kFisher images - classes, as images must vary within their classes in each; of others none
// (2^30). Images of fewer pixels may allow less.
int MaxDimension(FeatureKind kind, int images, int classes);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_IMAGE_FEATURES_H_
