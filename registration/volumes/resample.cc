#include "registration/volumes/resample.h"

#include "common/check.h"
#include "registration/volumes/bspline.h"
#include "registration/volumes/sampling.h"

namespace structlab::registration {
namespace {

template <class Value, class Sampler>
Volume<Value> Sampled(const Geometry& source, const Sampler& sampler, Value outside, const Geometry& target,
                      const AffineTransform& transform, const DisplacementField* field,
                      common::ThreadPool& pool) {
  Volume<Value> found(target);
  Value* const values = found.values.data();
  ForEachSample(target, source, transform, field, pool, [&](int64_t offset, const Point& index) {
    values[offset] = IsInside(index, source.size) ? sampler(index) : outside;
  });
  return found;
}

Image SampledImage(const Image& image, const Geometry& target, const AffineTransform& transform,
                   const DisplacementField* field, const ResampleOptions& options, common::ThreadPool& pool) {
  const Geometry& source = image.geometry;
  const float* const values = image.values.data();
  switch (options.interpolation) {
    case Interpolation::kNearest:
      return Sampled(source, NearestSampler<float>{values, source.size}, options.outside, target, transform,
                     field, pool);
    case Interpolation::kLinear:
      return Sampled(source, LinearSampler<float>{values, source.size}, options.outside, target, transform,
                     field, pool);
    case Interpolation::kCubicBSpline:
      break;
  }
  const Image coefficients = BSplineCoefficients(image, pool);
  const auto sampler = [&](const Point& index) { return BSplineValue(coefficients, index); };
  return Sampled(source, sampler, options.outside, target, transform, field, pool);
}

LabelMap SampledLabels(const LabelMap& labels, const Geometry& target, const AffineTransform& transform,
                       const DisplacementField* field, common::ThreadPool& pool) {
  const NearestSampler<int32_t> sampler = {labels.values.data(), labels.geometry.size};
  return Sampled(labels.geometry, sampler, int32_t{0}, target, transform, field, pool);
}

}  // namespace

Image Resample(const Image& image, const Geometry& target, common::ThreadPool& pool,
               const ResampleOptions& options, const AffineTransform& transform) {
  return SampledImage(image, target, transform, nullptr, options, pool);
}

LabelMap ResampleLabels(const LabelMap& labels, const Geometry& target, common::ThreadPool& pool,
                        const AffineTransform& transform) {
  return SampledLabels(labels, target, transform, nullptr, pool);
}

Image WarpImage(const Image& moving, const DisplacementField& field, common::ThreadPool& pool,
                const ResampleOptions& options) {
  return SampledImage(moving, field.geometry, {}, &field, options, pool);
}

LabelMap WarpLabels(const LabelMap& moving, const DisplacementField& field, common::ThreadPool& pool) {
  return SampledLabels(moving, field.geometry, {}, &field, pool);
}

}  // namespace structlab::registration
