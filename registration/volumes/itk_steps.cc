#include "registration/volumes/itk_steps.h"

#include <fmt/format.h>
#include <itkAffineTransform.h>
#include <itkBSplineTransform.h>
#include <itkCompositeTransform.h>
#include <itkDisplacementFieldTransform.h>
#include <itkHDF5TransformIOFactory.h>
#include <itkIdentityTransform.h>
#include <itkMatlabTransformIOFactory.h>
#include <itkMatrixOffsetTransformBase.h>
#include <itkTransformFactory.h>
#include <itkTransformFileReader.h>
#include <itkTranslationTransform.h>
#include <itkTxtTransformIOFactory.h>

#include <cstring>

#include "common/error.h"
#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

using Kind = ItkStepHeader::Kind;
using Base = itk::TransformBaseTemplate<double>;

constexpr char kRemedy[] = "check that the file is complete, and write it anew with the program that made it";

void RegisterFormats() {
  itk::Object::SetGlobalWarningDisplay(false);
  itk::HDF5TransformIOFactory::RegisterOneFactory();
  itk::MatlabTransformIOFactory::RegisterOneFactory();
  itk::TxtTransformIOFactory::RegisterOneFactory();
  // The base class, which old ANTs, c3d and nipype name.
  itk::TransformFactory<itk::MatrixOffsetTransformBase<double, 3, 3>>::RegisterTransform();
  itk::TransformFactory<itk::MatrixOffsetTransformBase<double, 2, 2>>::RegisterTransform();
}

struct Writer {
  std::vector<char> bytes;

  void Add(const ItkStepHeader& header, const std::vector<double>& numbers) {
    const auto* const front = reinterpret_cast<const char*>(&header);
    const auto* const data = reinterpret_cast<const char*>(numbers.data());
    bytes.insert(bytes.end(), front, front + sizeof(header));
    bytes.insert(bytes.end(), data, data + numbers.size() * sizeof(double));
  }
};

template <unsigned kDimension>
Geometry GeometryOfItk(const itk::ImageBase<kDimension>& image) {
  Geometry grid;
  grid.dimension = kDimension;
  grid.size = VoxelIndex::Ones();
  for (unsigned a = 0; a < kDimension; ++a) {
    grid.size[a] = static_cast<int64_t>(image.GetLargestPossibleRegion().GetSize()[a]);
    grid.spacing[a] = image.GetSpacing()[a];
    grid.origin[a] = image.GetOrigin()[a];
    for (unsigned b = 0; b < kDimension; ++b) grid.direction(a, b) = image.GetDirection()[a][b];
  }
  return grid;
}

template <unsigned kDimension>
void AddAffine(const itk::Matrix<double, kDimension, kDimension>& linear,
               const itk::Vector<double, kDimension>& offset, Writer& writer) {
  std::vector<double> numbers;
  for (unsigned a = 0; a < kDimension; ++a) {
    for (unsigned b = 0; b < kDimension; ++b) numbers.push_back(linear[a][b]);
  }
  for (unsigned a = 0; a < kDimension; ++a) numbers.push_back(offset[a]);
  writer.Add({Kind::kAffine, kDimension, {}, static_cast<int64_t>(numbers.size())}, numbers);
}

template <unsigned kDimension>
void AddField(const itk::DisplacementFieldTransform<double, kDimension>& transform, Writer& writer) {
  const auto* const image = transform.GetDisplacementField();
  const Geometry grid = GeometryOfItk<kDimension>(*image);
  std::vector<double> numbers;
  numbers.reserve(static_cast<size_t>(grid.num_voxels()) * kDimension);
  for (int64_t i = 0; i < grid.num_voxels(); ++i) {
    for (unsigned c = 0; c < kDimension; ++c) numbers.push_back(image->GetBufferPointer()[i][c]);
  }
  writer.Add({Kind::kField, kDimension, grid, static_cast<int64_t>(numbers.size())}, numbers);
}

template <unsigned kDimension>
void AddSpline(const itk::BSplineTransform<double, kDimension, 3>& transform, Writer& writer) {
  const auto images = transform.GetCoefficientImages();
  const Geometry grid = GeometryOfItk<kDimension>(*images[0]);
  std::vector<double> numbers;
  for (int64_t i = 0; i < grid.num_voxels(); ++i) {
    for (unsigned c = 0; c < kDimension; ++c) numbers.push_back(images[c]->GetBufferPointer()[i]);
  }
  writer.Add({Kind::kBSpline, kDimension, grid, static_cast<int64_t>(numbers.size())}, numbers);
}

// False if it is a transform of another dimension, or of a kind that is not supported.
template <unsigned kDimension>
bool Add(const Base& transform, Writer& writer) {
  if (const auto* all = dynamic_cast<const itk::CompositeTransform<double, kDimension>*>(&transform)) {
    // The one that was added last comes first.
    for (auto i = static_cast<long>(all->GetNumberOfTransforms()) - 1; i >= 0; --i) {
      if (!Add<kDimension>(*all->GetNthTransformConstPointer(static_cast<itk::SizeValueType>(i)), writer))
        return false;
    }
    return true;
  }
  if (const auto* affine =
          dynamic_cast<const itk::MatrixOffsetTransformBase<double, kDimension, kDimension>*>(&transform)) {
    AddAffine<kDimension>(affine->GetMatrix(), affine->GetOffset(), writer);
    return true;
  }
  if (const auto* shift = dynamic_cast<const itk::TranslationTransform<double, kDimension>*>(&transform)) {
    itk::Matrix<double, kDimension, kDimension> identity;
    identity.SetIdentity();
    AddAffine<kDimension>(identity, shift->GetOffset(), writer);
    return true;
  }
  if (const auto* field =
          dynamic_cast<const itk::DisplacementFieldTransform<double, kDimension>*>(&transform)) {
    AddField<kDimension>(*field, writer);
    return true;
  }
  if (const auto* spline = dynamic_cast<const itk::BSplineTransform<double, kDimension, 3>*>(&transform)) {
    AddSpline<kDimension>(*spline, writer);
    return true;
  }
  return dynamic_cast<const itk::IdentityTransform<double, kDimension>*>(&transform) != nullptr;
}

}  // namespace

void ReadItkSteps(const std::string& path, common::SharedBytes& bytes) {
  RegisterFormats();
  const auto reader = itk::TransformFileReaderTemplate<double>::New();
  reader->SetFileName(path);
  try {
    reader->Update();
  } catch (const itk::ExceptionObject& error) {
    throw common::Error(common::ErrorKind::kData,
                        {.where = path,
                         .what = fmt::format("cannot be read as a transform of ITK ({})",
                                             WithoutAddresses(error.GetDescription())),
                         .remedy = kRemedy});
  }
  const auto& transforms = *reader->GetTransformList();
  if (transforms.size() != 1) {
    common::ThrowDataError(path, "one transform (or a composite)", fmt::format("{}", transforms.size()),
                           "write each into a file of its own");
  }
  Writer writer;
  const Base& transform = *transforms.front();
  const unsigned dimension = transform.GetInputSpaceDimension();
  if (!(dimension == 2 ? Add<2>(transform, writer) : dimension == 3 && Add<3>(transform, writer))) {
    common::ThrowDataError(
        path,
        "an affine or rigid transform, a translation, a B-spline of order 3, a displacement field, or "
        "a composite of these, in 2 or 3 dimensions",
        transform.GetTransformTypeAsString(), "write it as a displacement field");
  }
  writer.Add({Kind::kEnd, static_cast<int32_t>(dimension), {}, 0}, {});
  std::memcpy(bytes.Resize(writer.bytes.size()), writer.bytes.data(), writer.bytes.size());
}

}  // namespace structlab::registration
