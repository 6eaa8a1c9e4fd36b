// The layouts of itkHDF5TransformIO, itkMatlabTransformIO and itkTxtTransformIO, written without ITK, which
// crashes or goes on where a disk is full.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <vector>

#include "common/check.h"
#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/number.h"
#include "registration/volumes/itk_transform.h"

namespace structlab::registration {
namespace {

// What the formats store of a transform.
struct ItkParameters {
  std::string type;
  std::vector<double> fixed, parameters;
};

std::string TypeName(const char* kind, int dimension) {
  return fmt::format("{}_double_{}_{}", kind, dimension, dimension);
}

// Matrix row by row, then the offset; the centre is 0.
ItkParameters ParametersOf(const AffineTransform& affine, int dimension) {
  ItkParameters written = {TypeName("AffineTransform", dimension), std::vector<double>(dimension, 0.0), {}};
  for (int row = 0; row < dimension; ++row) {
    for (int column = 0; column < dimension; ++column)
      written.parameters.push_back(affine.linear(row, column));
  }
  for (int row = 0; row < dimension; ++row) written.parameters.push_back(affine.offset[row]);
  return written;
}

// Size, origin, spacing, direction row by row; the components of each voxel side by side.
ItkParameters ParametersOf(const DisplacementField& field, int dimension) {
  ItkParameters written = {TypeName("DisplacementFieldTransform", dimension), {}, {}};
  const Geometry& grid = field.geometry;
  for (int a = 0; a < dimension; ++a) written.fixed.push_back(static_cast<double>(grid.size[a]));
  for (int a = 0; a < dimension; ++a) written.fixed.push_back(grid.origin[a]);
  for (int a = 0; a < dimension; ++a) written.fixed.push_back(grid.spacing[a]);
  for (int row = 0; row < dimension; ++row) {
    for (int column = 0; column < dimension; ++column) written.fixed.push_back(grid.direction(row, column));
  }
  written.parameters.reserve(field.values.size() * static_cast<size_t>(dimension));
  for (const Eigen::Vector3f& value : field.values) {
    for (int c = 0; c < dimension; ++c) written.parameters.push_back(value[c]);
  }
  return written;
}

std::string Hdf5Bytes(const std::vector<ItkParameters>& steps, int dimension) {
  common::Hdf5File file;
  file.WriteText("ITKVersion", "5.2.1");  // whose layout this is
  size_t group = 0;
  const auto name = [&](const char* what) { return fmt::format("TransformGroup/{}/{}", group, what); };
  if (steps.size() > 1) {
    file.WriteText(name("TransformType"), TypeName("CompositeTransform", dimension));
    ++group;
  }
  // A composite applies the last one first.
  for (auto step = steps.rbegin(); step != steps.rend(); ++step, ++group) {
    file.WriteText(name("TransformType"), step->type);
    file.WriteArray(name("TransformFixedParameters"), step->fixed.data(), {step->fixed.size()});
    file.WriteArray(name("TransformParameters"), step->parameters.data(), {step->parameters.size()});
  }
  return file.Bytes();
}

// A matrix of one column in a MATLAB 4 file of this machine's byte order.
void AppendMatlab(const std::string& name, const std::vector<double>& numbers, std::string& bytes) {
  static_assert(std::endian::native == std::endian::little, "the first number says so");
  const int32_t header[] = {0, static_cast<int32_t>(numbers.size()), 1, 0,
                            static_cast<int32_t>(name.size() + 1)};
  bytes.append(reinterpret_cast<const char*>(header), sizeof(header));
  bytes.append(name.c_str(), name.size() + 1);
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
}

std::string TextOf(const ItkParameters& written) {
  const auto line = [](const char* key, const std::vector<double>& numbers) {
    std::string text = key;
    for (const double number : numbers) text.append(" ").append(common::FormatDouble(number));
    return text.append("\n");
  };
  return fmt::format("#Insight Transform File V1.0\n#Transform 0\nTransform: {}\n{}{}", written.type,
                     line("Parameters:", written.parameters), line("FixedParameters:", written.fixed));
}

}  // namespace

void WriteItkTransform(const SpatialTransform& transform, const std::string& path) {
  std::vector<ItkParameters> steps;
  for (const TransformStep& step : transform.steps) {
    const auto* const affine = std::get_if<AffineTransform>(&step);
    steps.push_back(affine != nullptr ? ParametersOf(*affine, transform.dimension)
                                      : ParametersOf(std::get<DisplacementField>(step), transform.dimension));
  }
  if (steps.empty()) steps.push_back(ParametersOf(AffineTransform(), transform.dimension));
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".h5") return common::WriteFileAtomically(path, Hdf5Bytes(steps, transform.dimension));
  STRUCTLAB_CHECK(steps.size() == 1);
  if (ending == ".tfm") return common::WriteFileAtomically(path, TextOf(steps[0]));
  std::string bytes;
  AppendMatlab(steps[0].type, steps[0].parameters, bytes);
  AppendMatlab("fixed", steps[0].fixed, bytes);
  common::WriteFileAtomically(path, bytes);
}

}  // namespace structlab::registration
