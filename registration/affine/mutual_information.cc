#include "registration/affine/mutual_information.h"

#include <fmt/format.h>
#include <itkAffineTransform.h>
#include <itkCompositeTransform.h>
#include <itkEuler2DTransform.h>
#include <itkEuler3DTransform.h>
#include <itkImage.h>
#include <itkImageMaskSpatialObject.h>
#include <itkMattesMutualInformationImageToImageMetricv4.h>
#include <itkMultiThreaderBase.h>

#include <algorithm>

#include "common/error.h"

namespace structlab::registration {
namespace {

constexpr int kBins = 32;

template <class Value, unsigned dimension>
typename itk::Image<Value, dimension>::Pointer ItkImage(const Volume<Value>& volume) {
  using Result = itk::Image<Value, dimension>;
  const auto image = Result::New();
  typename Result::SizeType size;
  typename Result::DirectionType direction;
  for (unsigned a = 0; a < dimension; ++a) {
    size[a] = static_cast<itk::SizeValueType>(volume.geometry.size[a]);
    for (unsigned b = 0; b < dimension; ++b) direction[a][b] = volume.geometry.direction(a, b);
  }
  image->SetRegions(size);
  image->SetSpacing(volume.geometry.spacing.data());
  image->SetOrigin(volume.geometry.origin.data());
  image->SetDirection(direction);
  image->Allocate();
  std::ranges::copy(volume.values, image->GetBufferPointer());
  return image;
}

template <unsigned dimension>
typename itk::AffineTransform<double, dimension>::Pointer ItkAffine(const AffineTransform& affine) {
  const auto transform = itk::AffineTransform<double, dimension>::New();
  itk::Matrix<double, dimension, dimension> linear;
  itk::Vector<double, dimension> offset;
  for (unsigned a = 0; a < dimension; ++a) {
    offset[a] = affine.offset[a];
    for (unsigned b = 0; b < dimension; ++b) linear[a][b] = affine.linear(a, b);
  }
  transform->SetMatrix(linear);
  transform->SetOffset(offset);
  return transform;
}

}  // namespace

class ItkMetric {
 public:
  virtual ~ItkMetric() = default;
  virtual InformationValue At(const Eigen::VectorXd& parameters) = 0;
  virtual AffineTransform MotionAt(const Eigen::VectorXd& parameters) = 0;
};

namespace {

template <class Transform, unsigned dimension>
class MetricOfMotion : public ItkMetric {
 public:
  MetricOfMotion(const Image& fixed, const Image& moving, const Mask* moving_mask,
                 const AffineTransform& start, const MotionSpace& space, const std::vector<Point>& samples)
      : num_samples_(static_cast<double>(samples.size())) {
    typename Transform::InputPointType centre;
    for (unsigned a = 0; a < dimension; ++a) centre[a] = space.centre[a];
    motion_->SetIdentity();
    motion_->SetCenter(centre);
    identity_ = motion_->GetParameters();
    scales_.assign(identity_.Size(), 1 / space.radius);
    std::fill(scales_.end() - dimension, scales_.end(), 1);

    const auto both = itk::CompositeTransform<double, dimension>::New();
    both->AddTransform(ItkAffine<dimension>(start));
    both->AddTransform(motion_);  // applied first
    both->SetOnlyMostRecentTransformToOptimizeOn();
    const auto fixed_image = ItkImage<float, dimension>(fixed);
    metric_->SetFixedImage(fixed_image);
    metric_->SetMovingImage(ItkImage<float, dimension>(moving));
    if (moving_mask != nullptr) {
      const auto mask = itk::ImageMaskSpatialObject<dimension>::New();
      mask->SetImage(ItkImage<uint8_t, dimension>(*moving_mask));
      mask->Update();
      metric_->SetMovingImageMask(mask);
    }
    metric_->SetMovingTransform(both);
    metric_->SetVirtualDomainFromImage(fixed_image);
    const auto points = Metric::FixedSampledPointSetType::New();
    for (size_t i = 0; i < samples.size(); ++i) {
      typename Metric::FixedSampledPointSetType::PointType point;
      for (unsigned a = 0; a < dimension; ++a)
        point[a] = static_cast<typename Metric::FixedSampledPointSetType::CoordRepType>(samples[i][a]);
      points->SetPoint(i, point);
    }
    metric_->SetVirtualSampledPointSet(points);
    metric_->UseSampledPointSetOn();
    metric_->UseVirtualSampledPointSetOn();
    metric_->SetNumberOfHistogramBins(kBins);
    metric_->SetUseFixedImageGradientFilter(false);
    metric_->SetUseMovingImageGradientFilter(false);
    metric_->SetMaximumNumberOfWorkUnits(1);
    metric_->Initialize();
  }

  InformationValue At(const Eigen::VectorXd& parameters) override {
    Set(parameters);
    InformationValue at = {.gradient = Eigen::VectorXd::Zero(parameters.size())};
    typename Metric::MeasureType value = 0;
    typename Metric::DerivativeType derivative;
    try {
      metric_->GetValueAndDerivative(value, derivative);
    } catch (const itk::ExceptionObject&) {  // no sample falls into the moving image
      return at;
    }
    at.information = -value;
    for (Eigen::Index i = 0; i < parameters.size(); ++i) {
      const auto p = static_cast<size_t>(i);
      at.gradient[i] =
          derivative[static_cast<unsigned>(p)] * scales_[p];  // of the information, as ITK has it
    }
    at.share = static_cast<double>(metric_->GetNumberOfValidPoints()) / num_samples_;
    return at;
  }

  AffineTransform MotionAt(const Eigen::VectorXd& parameters) override {
    Set(parameters);
    AffineTransform motion;
    for (unsigned a = 0; a < dimension; ++a) {
      motion.offset[a] = motion_->GetOffset()[a];
      for (unsigned b = 0; b < dimension; ++b) motion.linear(a, b) = motion_->GetMatrix()[a][b];
    }
    return motion;
  }

 private:
  using Volume = itk::Image<float, dimension>;
  using Metric = itk::MattesMutualInformationImageToImageMetricv4<Volume, Volume>;

  void Set(const Eigen::VectorXd& parameters) {
    typename Transform::ParametersType own = identity_;
    for (unsigned i = 0; i < own.Size(); ++i) own[i] += parameters[i] * scales_[i];
    motion_->SetParameters(own);
  }

  double num_samples_;
  typename Transform::Pointer motion_ = Transform::New();
  typename Transform::ParametersType identity_;
  std::vector<double> scales_;
  typename Metric::Pointer metric_ = Metric::New();
};

}  // namespace

int MotionSpace::num_parameters() const {
  if (kind == AffineKind::kAffine) return dimension * dimension + dimension;
  return dimension == 2 ? 3 : 6;
}

MutualInformation::MutualInformation(const Image& fixed, const Image& moving, const Mask* moving_mask,
                                     const AffineTransform& start, const MotionSpace& space,
                                     const std::vector<Point>& samples) {
  itk::Object::SetGlobalWarningDisplay(false);
  itk::MultiThreaderBase::SetGlobalMaximumNumberOfThreads(1);  // sums then have one order
  const auto make = [&]<class Transform, unsigned dimension>() -> std::unique_ptr<ItkMetric> {
    return std::make_unique<MetricOfMotion<Transform, dimension>>(fixed, moving, moving_mask, start, space,
                                                                  samples);
  };
  const bool is_rigid = space.kind == AffineKind::kRigid;
  try {
    if (space.dimension == 2) {
      itk_ = is_rigid ? make.template operator()<itk::Euler2DTransform<double>, 2>()
                      : make.template operator()<itk::AffineTransform<double, 2>, 2>();
    } else {
      itk_ = is_rigid ? make.template operator()<itk::Euler3DTransform<double>, 3>()
                      : make.template operator()<itk::AffineTransform<double, 3>, 3>();
    }
  } catch (const itk::ExceptionObject& error) {
    throw common::Error(common::ErrorKind::kData,
                        {.where = "affine registration",
                         .what = fmt::format("cannot compare the images ({})", error.GetDescription()),
                         .remedy = "check the masks, or register without it"});
  }
}

MutualInformation::~MutualInformation() = default;

InformationValue MutualInformation::At(const Eigen::VectorXd& parameters) { return itk_->At(parameters); }

AffineTransform MutualInformation::MotionAt(const Eigen::VectorXd& parameters) {
  return itk_->MotionAt(parameters);
}

}  // namespace structlab::registration
