#include "registration/volumes/itk_transform.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "common/check.h"
#include "common/error.h"
#include "common/input_scope.h"
#include "common/processes/isolated_call.h"
#include "registration/volumes/itk_steps.h"

namespace structlab::registration {
namespace {

namespace fs = std::filesystem;
using Kind = ItkStepHeader::Kind;

TransformStep StepOf(const ItkStepHeader& header, const std::vector<double>& numbers,
                     const std::string& path) {
  const auto n = static_cast<size_t>(header.dimension);
  for (const double number : numbers) {
    if (!std::isfinite(number)) common::ThrowDataError(path, "finite parameters", fmt::format("{}", number));
  }
  const auto vector_at = [&](size_t i) {
    Eigen::Vector3d vector = Eigen::Vector3d::Zero();
    for (size_t c = 0; c < n; ++c) vector[static_cast<Eigen::Index>(c)] = numbers[i * n + c];
    return vector;
  };
  if (header.kind == Kind::kAffine) {
    AffineTransform affine;
    for (int row = 0; row < header.dimension; ++row) {
      for (int column = 0; column < header.dimension; ++column) {
        affine.linear(row, column) = numbers[row * header.dimension + column];
      }
    }
    affine.offset = vector_at(n);
    return affine;
  }
  CheckGeometry(header.grid, path);
  const auto count = static_cast<size_t>(header.grid.num_voxels());
  STRUCTLAB_CHECK(numbers.size() == count * n);
  if (header.kind == Kind::kBSpline) {
    BSplineTransform spline = {Volume<Eigen::Vector3d>(header.grid)};
    for (size_t i = 0; i < count; ++i) spline.coefficients.values[i] = vector_at(i);
    return spline;
  }
  DisplacementField field(header.grid);
  for (size_t i = 0; i < count; ++i) field.values[i] = vector_at(i).cast<float>();
  return field;
}

}  // namespace

SpatialTransform ReadItkTransform(const std::string& path) {
  std::error_code error;
  const uint64_t size = fs::file_size(path, error);
  if (error) common::ThrowEnvironmentError(path, "no such file");
  common::InputScope::NoteRead(path);
  const common::SharedBytes bytes =
      common::CallIsolated(path, {.memory = 2200 * size + (uint64_t{1} << 30)},
                           [&](common::SharedBytes& out) { ReadItkSteps(path, out); });
  SpatialTransform transform;
  for (size_t at = 0;;) {
    ItkStepHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + at, sizeof(header));
    at += sizeof(header);
    transform.dimension = header.dimension;
    if (header.kind == Kind::kEnd) return transform;
    std::vector<double> numbers(header.num_numbers);
    std::memcpy(numbers.data(), bytes.data() + at, numbers.size() * sizeof(double));
    at += numbers.size() * sizeof(double);
    transform.steps.push_back(StepOf(header, numbers, path));
  }
}

}  // namespace structlab::registration
