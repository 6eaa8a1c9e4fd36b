#include "registration/deformable/prepared_images.h"

#include <algorithm>

#include "common/error.h"
#include "registration/volumes/displacement_field.h"
#include "registration/volumes/resample.h"

namespace structlab::registration {
namespace {

using common::ThreadPool;

Image AsWeights(const Mask& mask) {
  Image weights;
  weights.geometry = mask.geometry;
  weights.values.assign(mask.values.begin(), mask.values.end());
  return weights;
}

template <class Value>
void CheckGrid(const char* what, const Volume<Value>* volume, const Image& image) {
  if (volume == nullptr || AreSame(volume->geometry, image.geometry)) return;
  common::ThrowUsageError(what, std::string("the grid of its image, ").append(Describe(image.geometry)),
                          Describe(volume->geometry), "resample it first");
}

void CheckPair(const RegistrationPair& pair, const RegistrationOptions& options) {
  if (pair.fixed.geometry.dimension != pair.moving.geometry.dimension) {
    common::ThrowUsageError("moving image",
                            std::to_string(pair.fixed.geometry.dimension).append(" dimensions"),
                            std::to_string(pair.moving.geometry.dimension));
  }
  CheckGrid("fixed mask", pair.fixed_mask, pair.fixed);
  CheckGrid("moving mask", pair.moving_mask, pair.moving);
  CheckGrid("moving labels", pair.moving_labels, pair.moving);
  if (!options.classes.empty() && pair.moving_labels == nullptr) {
    common::ThrowUsageError("moving labels", "a label map, since weights depend on classes", "none");
  }
}

}  // namespace

PreparedImages PrepareImages(const RegistrationPair& pair, const RegistrationOptions& options) {
  CheckPair(pair, options);
  const double low = options.low_percent, high = options.high_percent;
  PreparedImages images = {ScaleToPercentiles(pair.fixed, low, high, pair.fixed_mask),
                           ScaleToPercentiles(pair.moving, low, high, pair.moving_mask),
                           {},
                           {},
                           {}};
  if (pair.fixed_mask != nullptr) images.fixed_weights = AsWeights(*pair.fixed_mask);
  if (pair.moving_mask != nullptr) {
    images.moving_weights = AsWeights(*pair.moving_mask);
  } else if (options.leaves_out_outside) {
    images.moving_weights = Image(pair.moving.geometry, 1);
  }
  if (!options.classes.empty()) images.moving_labels = *pair.moving_labels;
  return images;
}

PreparedImages ReduceImages(const PreparedImages& images, int64_t factor, ThreadPool& pool) {
  const auto reduce = [&](const Image& image) {
    return image.values.empty() ? Image() : Reduce(image, ReductionOf(image.geometry, factor), pool);
  };
  PreparedImages reduced = {reduce(images.fixed),
                            reduce(images.moving),
                            reduce(images.fixed_weights),
                            reduce(images.moving_weights),
                            {}};
  if (!images.moving_labels.values.empty()) {
    reduced.moving_labels =
        ReduceLabels(images.moving_labels, ReductionOf(images.moving_labels.geometry, factor), pool);
  }
  return reduced;
}

VoxelIndex ReductionOf(const Geometry& geometry, int64_t factor) {
  VoxelIndex factors = VoxelIndex::Ones();
  const Point& spacing = geometry.spacing;
  const double finest = geometry.dimension == 3 ? spacing.minCoeff() : spacing.head<2>().minCoeff();
  for (int a = 0; a < geometry.dimension; ++a) {
    while (factors[a] < factor &&
           spacing[a] * static_cast<double>(2 * factors[a]) <= 1.5 * finest * static_cast<double>(factor) &&
           geometry.size[a] >= 8 * factors[a]) {
      factors[a] *= 2;
    }
  }
  return factors;
}

void CheckGreyValues(const char* what, const Image& image) {
  const auto [least, most] = std::ranges::minmax(image.values);
  if (!(least < most)) common::ThrowDataError(what, "grey values that differ", "a constant image");
}

double OverlapOf(const PreparedImages& images, const DisplacementField& start, ThreadPool& pool) {
  const Geometry &fixed = images.fixed.geometry, &moving = images.moving.geometry;
  const Image inside = WarpImage(Image(moving, 1), start, pool, {Interpolation::kNearest});
  const auto voxels =
      static_cast<double>(std::ranges::count_if(inside.values, [](float v) { return v > 0; }));
  if (voxels == 0) {
    common::ThrowDataError("moving image",
                           std::string("an overlap with the fixed image, ").append(Describe(fixed)),
                           Describe(moving), "give an initial transform");
  }
  const auto volume = [](const Geometry& grid) {
    return static_cast<double>(grid.num_voxels()) * grid.spacing.prod();
  };
  return std::min(1.0, voxels * fixed.spacing.prod() / std::min(volume(fixed), volume(moving)));
}

const Image* Present(const Image& image) { return image.values.empty() ? nullptr : &image; }

double LongestSide(const Geometry& geometry) {
  return geometry.size.cast<double>().cwiseProduct(geometry.spacing).head(geometry.dimension).maxCoeff();
}

double SpacingOf(const Geometry& fixed, const RegistrationOptions& options) {
  if (options.spacing > 0) return options.spacing;
  const double part = LongestSide(fixed) / (fixed.dimension == 3 ? options.spacings_3d : options.spacings_2d);
  return std::max(part, fixed.spacing.head(fixed.dimension).minCoeff());
}

void ThrowNothingToCompare() {
  common::ThrowDataError(
      "images and masks", "a patch of which at least a fifth counts at the start", "none",
      "enlarge the masks, make spacing or patch_size smaller, or give an initial transform");
}

DisplacementField OnGrid(const DisplacementField& field, const Geometry& geometry, ThreadPool& pool) {
  if (field.values.empty()) return DisplacementField(geometry, Eigen::Vector3f::Zero());
  return AreSame(field.geometry, geometry) ? field : ResampleField(field, geometry, pool);
}

}  // namespace structlab::registration
