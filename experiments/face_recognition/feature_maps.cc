#include "experiments/face_recognition/feature_maps.h"

#include "common/check.h"

namespace structlab::face_recognition {

Eigen::MatrixXd Apply(const FeatureMap& map, const Eigen::Ref<const Eigen::MatrixXd>& images) {
  if (const auto* hash = std::get_if<kernels::HashedMeasurements>(&map)) return hash->Apply(images);
  return kernels::ApplyFeatures(std::get<kernels::LinearFeatures>(map), images);
}

FeatureMap FeatureMaps::Hashed(int dimension, int percent) const {
  return kernels::HashedMeasurements(static_cast<int>(training_.images.rows()), dimension,
                                     kernels::HashFunctionCount(percent, dimension),
                                     static_cast<uint32_t>(seed_));
}

FeatureMap FeatureMaps::Linear(Features features, int dimension) {
  STRUCTLAB_CHECK(features != Features::kHash);
  if (features == Features::kRandom) {
    return kernels::RandomFeatures(static_cast<int>(training_.images.rows()), dimension,
                                   kernels::ProjectionKind::kGaussian, seed_);
  }
  if (features == Features::kEigen) return kernels::EigenFaces(Components(), dimension);
  return kernels::FisherFaces(
      Components(), training_.images, training_.labels, dimension,
      features == Features::kFisher ? kernels::FisherPadding::kRefuse : kernels::FisherPadding::kPrincipal);
}

const kernels::PrincipalComponents& FeatureMaps::Components() {
  if (!components_) components_ = kernels::FindPrincipalComponents(training_.images);
  return *components_;
}

}  // namespace structlab::face_recognition
