#include "kernels/sparse/image_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "common/error.h"
#include "kernels/sparse/class_labels.h"

namespace structlab::kernels {

Eigen::MatrixXd FeaturesOf(const ImageFeatures& features, const ByteImagesRef& images) {
  if (const auto* hash = std::get_if<HashedMeasurements>(&features)) return hash->ApplyToBytes(images);
  return ApplyFeaturesToBytes(std::get<FloatFeatures>(features), images);
}

int MaxDimension(FeatureKind kind, int images, int classes) {
  switch (kind) {
    case FeatureKind::kHashed:
    case FeatureKind::kRandom:
      break;
    case FeatureKind::kEigen:
      return images - 1;
    case FeatureKind::kFisher:
      return images - classes;
  }
  return 1 << 30;
}

ImageFeatures MakeFeatures(const FeatureRequest& request, const ByteImagesRef& images,
                           std::span<const int> labels) {
  const int pixels = static_cast<int>(images.rows()), dimension = request.dimension;
  const int classes = static_cast<int>(ClassesOf(labels).size());
  const int most = MaxDimension(request.kind, static_cast<int>(images.cols()), classes);
  if (dimension > most) {
    common::ThrowUsageError("FeatureRequest::dimension", fmt::format("at most {}", most),
                            std::to_string(dimension));
  }
  switch (request.kind) {
    case FeatureKind::kHashed:
      return HashedMeasurements(pixels, dimension, HashFunctionCount(request.hash_percent, dimension),
                                static_cast<uint32_t>(request.seed));
    case FeatureKind::kRandom:
      return FloatFeatures(RandomFeatures(pixels, dimension, ProjectionKind::kGaussian, request.seed));
    case FeatureKind::kEigen:
    case FeatureKind::kFisher:
      break;
  }
  const PrincipalComponents components = FindPrincipalComponentsOfBytes(images, dimension);
  const FloatFeatures eigen(EigenFaces(components, dimension));
  if (request.kind == FeatureKind::kEigen) return eigen;
  return FloatFeatures(FisherFacesOfCoordinates(components, ApplyFeaturesToBytes(eigen, images), labels,
                                                std::min(dimension, classes - 1), FisherPadding::kRefuse));
}

}  // namespace structlab::kernels
