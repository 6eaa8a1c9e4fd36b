#include "experiments/face_recognition/feature_maps.h"

#include <algorithm>
#include <set>
#include <string>

#include "common/check.h"
#include "common/error.h"

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
  if (features == Features::kFisher) return Fisher(Components(), dimension);
  const kernels::PrincipalComponents& all = Components();
  if (dimension < 1 || dimension > all.directions.cols()) {
    common::ThrowUsageError("FeatureMaps::dimension",
                            "1 to " + std::to_string(all.directions.cols()) + ", the rank of the images",
                            std::to_string(dimension));
  }
  const int subjects =
      static_cast<int>(std::set<int>(training_.labels.begin(), training_.labels.end()).size());
  return Fisher({all.mean, all.directions.leftCols(dimension), all.variances.head(dimension)},
                std::min(dimension, subjects - 1));
}

kernels::LinearFeatures FeatureMaps::Fisher(const kernels::PrincipalComponents& components,
                                            int dimension) const {
  return kernels::FisherFaces(components, training_.images, training_.labels, dimension,
                              kernels::FisherPadding::kRefuse);
}

const kernels::PrincipalComponents& FeatureMaps::Components() {
  if (!components_) components_ = kernels::FindPrincipalComponents(training_.images);
  return *components_;
}

}  // namespace structlab::face_recognition
