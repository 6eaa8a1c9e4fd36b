// Features of images for recognition: hashed measurements, or weighted sums of pixels.
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

// Features of images; one image per column, also in the result.
Eigen::MatrixXd FeaturesOf(const ImageFeatures& features, const ByteImagesRef& images);

// The kinds of features that Shi 2011, section 3.4, compares.
enum class FeatureKind {
  kHashed,  // HashedMeasurements: no training; 4 bytes a pixel and function
  kRandom,  // RandomFeatures: random normal weights, no training
  kEigen,   // EigenFaces: the directions of largest variance
  kFisher,  // FisherFaces after EigenFaces of `dimension`: min(dimension, classes - 1) features; uses labels
};

struct FeatureRequest {
  FeatureKind kind = FeatureKind::kHashed;
  int dimension = 50;      // more keep more of the image and take longer; at most MaxDimension
  int hash_percent = 100;  // kHashed only: HashFunctionCount(hash_percent, dimension) hash functions
  uint64_t seed = 1;       // kHashed (its lower 32 bits) and kRandom only
};

// Makes features from training images and their labels.
//
//     const ImageFeatures features = MakeFeatures({.kind = FeatureKind::kEigen}, images, labels);
//     const Eigen::MatrixXd training = FeaturesOf(features, images);
//
// Throws common::Error(kUsage) for a dimension above MaxDimension, and as the functions named above.
// Deterministic.
ImageFeatures MakeFeatures(const FeatureRequest& request, const ByteImagesRef& images,
                           std::span<const int> labels);

// The largest dimension for this number of training images:
// - kEigen: images - 1, because centred images have no more directions.
// - kFisher: images - classes, because the images must vary within their classes in each direction.
// - others: no limit (2^30).
// If images have few pixels, the actual limit may be lower.
int MaxDimension(FeatureKind kind, int images, int classes);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_IMAGE_FEATURES_H_
