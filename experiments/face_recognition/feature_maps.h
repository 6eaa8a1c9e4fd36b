// What a face is made into before it is recognised.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FEATURE_MAPS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FEATURE_MAPS_H_

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <variant>

#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/protocol.h"
#include "kernels/sparse/hashed_measurements.h"
#include "kernels/sparse/linear_features.h"

namespace structlab::face_recognition {

using FeatureMap = std::variant<kernels::HashedMeasurements, kernels::LinearFeatures>;

// An image a column, of what comes and of what goes.
Eigen::MatrixXd Apply(const FeatureMap& map, const Eigen::Ref<const Eigen::MatrixXd>& images);

// Makes the maps of one split; the eigenfaces, of which others are made, are found once and when first
// needed. Not thread-safe.
class FeatureMaps {
 public:
  FeatureMaps(const ImageSet& training, uint64_t seed) : training_(training), seed_(seed) {}

  // `percent` is 100 u: ceil(u * dimension) hash functions.
  FeatureMap Hashed(int dimension, int percent) const;
  // Random features of normal numbers, eigenfaces, fisherfaces, those within as many eigenfaces. Throws as
  // the libraries do for a dimension that there is not.
  FeatureMap Linear(Features features, int dimension);

 private:
  const kernels::PrincipalComponents& Components();
  kernels::LinearFeatures Fisher(const kernels::PrincipalComponents& components, int dimension) const;

  const ImageSet& training_;
  uint64_t seed_;
  std::optional<kernels::PrincipalComponents> components_;
};

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_FEATURE_MAPS_H_
