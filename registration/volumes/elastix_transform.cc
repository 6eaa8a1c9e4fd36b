#include "registration/volumes/elastix_transform.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "common/error.h"
#include "common/file.h"
#include "common/input_scope.h"
#include "common/number.h"
#include "common/text_input.h"
#include "registration/volumes/field_file.h"

namespace structlab::registration {
namespace {

namespace fs = std::filesystem;
using common::ThrowDataError;

// "(Key value value ...)" lines; texts in quotation marks, comments behind "//".
class Parameters {
 public:
  explicit Parameters(const std::string& path) : path_(path) {
    common::TextInput input(path, size_t{1} << 30);
    for (std::string_view line; input.Next(&line);) {
      const size_t begin = line.find_first_not_of(" \t");
      if (begin == std::string_view::npos || line[begin] != '(') continue;
      const size_t end = line.rfind(')');
      if (end == std::string_view::npos) ThrowDataError(input.Where(), "a closing bracket", "none");
      std::vector<std::string> words = Words(line.substr(begin + 1, end - begin - 1));
      if (words.empty()) continue;
      const std::string key = words[0];
      words.erase(words.begin());
      values_[key] = std::move(words);
    }
  }

  bool Has(const std::string& key) const { return values_.contains(key); }
  std::string Text(const std::string& key, const std::string& otherwise = "") const {
    const auto found = values_.find(key);
    return found == values_.end() || found->second.empty() ? otherwise : found->second[0];
  }
  std::vector<double> Numbers(const std::string& key, size_t count) const {
    const auto found = values_.find(key);
    if (found == values_.end()) ThrowDataError(path_, fmt::format("the parameter ({} ...)", key), "none");
    if (found->second.size() != count) {
      ThrowDataError(fmt::format("{}: {}", path_, key), fmt::format("{} numbers", count),
                     fmt::format("{}", found->second.size()));
    }
    std::vector<double> numbers;
    numbers.reserve(count);
    for (const std::string& word : found->second) {
      const std::optional<double> number = common::ParseFiniteNumber(word);
      if (!number) ThrowDataError(fmt::format("{}: {}", path_, key), "finite numbers", common::Quote(word));
      numbers.push_back(*number);
    }
    return numbers;
  }

 private:
  static std::vector<std::string> Words(std::string_view text) {
    std::vector<std::string> words;
    for (size_t at = 0;;) {
      at = text.find_first_not_of(" \t", at);
      if (at == std::string_view::npos) return words;
      const bool quoted = text[at] == '"';
      const size_t begin = at + (quoted ? 1 : 0);
      const size_t end =
          std::min(quoted ? text.find('"', begin) : text.find_first_of(" \t", begin), text.size());
      words.emplace_back(text.substr(begin, end - begin));
      at = std::min(end + (quoted ? 1 : 0), text.size());
    }
  }

  std::string path_;
  std::map<std::string, std::vector<std::string>> values_;
};

Point PointIn(const std::vector<double>& numbers, size_t begin, int dimension) {
  Point point = Point::Zero();
  for (int i = 0; i < dimension; ++i) point[i] = numbers[begin + static_cast<size_t>(i)];
  return point;
}

// x -> linear (x - centre) + centre + translation.
AffineTransform AroundCentre(const Eigen::Matrix3d& linear, const Point& translation,
                             const Parameters& parameters, int dimension) {
  const Point centre =
      PointIn(parameters.Numbers("CenterOfRotationPoint", static_cast<size_t>(dimension)), 0, dimension);
  return {linear, translation + centre - linear * centre};
}

AffineTransform ReadAffine(const Parameters& parameters, int dimension) {
  const auto n = static_cast<size_t>(dimension);
  const std::vector<double> numbers = parameters.Numbers("TransformParameters", n * n + n);
  Eigen::Matrix3d linear = Eigen::Matrix3d::Identity();
  for (int row = 0; row < dimension; ++row) {
    for (int column = 0; column < dimension; ++column)
      linear(row, column) = numbers[row * dimension + column];
  }
  return AroundCentre(linear, PointIn(numbers, n * n, dimension), parameters, dimension);
}

Eigen::Matrix3d Turn(double angle, int axis) {
  return Eigen::AngleAxisd(angle, Point::Unit(axis)).toRotationMatrix();
}

AffineTransform ReadEuler(const Parameters& parameters, int dimension) {
  if (dimension == 2) {
    const std::vector<double> numbers = parameters.Numbers("TransformParameters", 3);
    return AroundCentre(Turn(numbers[0], 2), PointIn(numbers, 1, 2), parameters, 2);
  }
  const std::vector<double> numbers = parameters.Numbers("TransformParameters", 6);
  const Eigen::Matrix3d x = Turn(numbers[0], 0), y = Turn(numbers[1], 1), z = Turn(numbers[2], 2);
  const bool zyx = parameters.Text("ComputeZYX", "false") == "true";
  return AroundCentre(zyx ? z * y * x : z * x * y, PointIn(numbers, 3, 3), parameters, 3);
}

AffineTransform ReadSimilarity(const Parameters& parameters, int dimension) {
  if (dimension == 2) {
    const std::vector<double> numbers = parameters.Numbers("TransformParameters", 4);
    Eigen::Matrix3d linear = numbers[0] * Turn(numbers[1], 2);
    linear(2, 2) = 1;
    return AroundCentre(linear, PointIn(numbers, 2, 2), parameters, 2);
  }
  const std::vector<double> numbers = parameters.Numbers("TransformParameters", 7);
  const Eigen::Vector3d versor(numbers[0], numbers[1], numbers[2]);
  const Eigen::Quaterniond turn(std::sqrt(std::max(0.0, 1 - versor.squaredNorm())), versor[0], versor[1],
                                versor[2]);
  return AroundCentre(numbers[6] * turn.toRotationMatrix(), PointIn(numbers, 3, 3), parameters, 3);
}

Geometry GridOf(const Parameters& parameters, const std::string& prefix, int dimension,
                const std::string& path) {
  const auto n = static_cast<size_t>(dimension);
  Geometry grid;
  grid.dimension = dimension;
  grid.size = VoxelIndex::Ones();
  const auto size = parameters.Numbers(prefix + "Size", n),
             spacing = parameters.Numbers(prefix + "Spacing", n);
  const auto direction = parameters.Numbers(prefix + "Direction", n * n);
  const Point index = PointIn(parameters.Numbers(prefix + "Index", n), 0, dimension);
  for (int axis = 0; axis < dimension; ++axis) {
    const double count = size[axis];
    if (!(count >= 1 && count <= 1e6)) {
      ThrowDataError(fmt::format("{}: {}Size", path, prefix), "numbers from 1 to 1000000",
                     common::FormatShort(count));
    }
    grid.size[axis] = static_cast<int64_t>(count);
    grid.spacing[axis] = spacing[axis];
    // Column by column.
    for (int row = 0; row < dimension; ++row) grid.direction(row, axis) = direction[axis * dimension + row];
  }
  grid.origin = PointIn(parameters.Numbers(prefix + "Origin", n), 0, dimension);
  grid.origin = grid.PointOf(index);
  CheckGeometry(grid, path);
  return grid;
}

BSplineTransform ReadBSpline(const Parameters& parameters, int dimension, const std::string& path) {
  if (parameters.Text("BSplineTransformSplineOrder", "3") != "3" ||
      parameters.Text("UseCyclicTransform", "false") == "true") {
    ThrowDataError(path, "a B-spline of order 3 that is not cyclic", "another one");
  }
  const Geometry grid = GridOf(parameters, "Grid", dimension, path);
  const auto count = static_cast<size_t>(grid.num_voxels());
  // Counted before memory is taken for as many as the file announces.
  const std::vector<double> numbers =
      parameters.Numbers("TransformParameters", count * static_cast<size_t>(dimension));
  BSplineTransform spline = {Volume<Eigen::Vector3d>(grid)};
  // All of the first component, then all of the second, ...
  for (size_t i = 0; i < numbers.size(); ++i) {
    spline.coefficients.values[i % count][static_cast<Eigen::Index>(i / count)] = numbers[i];
  }
  return spline;
}

// As the file says it, or beside the file.
std::string FileNamed(const std::string& name, const std::string& path) {
  const fs::path beside = fs::path(path).parent_path() / fs::path(name).filename();
  std::error_code error;
  if (fs::exists(beside, error)) return beside.string();
  if (fs::exists(name, error)) return name;
  common::ThrowEnvironmentError(name, fmt::format("no such file, which {} names", path),
                                "put both into one folder");
}

TransformStep StepOf(const Parameters& parameters, int dimension, const std::string& path) {
  const std::string name = parameters.Text("Transform");
  if (name == "AffineTransform") return ReadAffine(parameters, dimension);
  if (name == "EulerTransform") return ReadEuler(parameters, dimension);
  if (name == "SimilarityTransform") return ReadSimilarity(parameters, dimension);
  if (name == "TranslationTransform") {
    const std::vector<double> numbers =
        parameters.Numbers("TransformParameters", static_cast<size_t>(dimension));
    return AffineTransform{Eigen::Matrix3d::Identity(), PointIn(numbers, 0, dimension)};
  }
  if (name == "BSplineTransform" || name == "RecursiveBSplineTransform")
    return ReadBSpline(parameters, dimension, path);
  if (name == "DeformationFieldTransform") {
    const std::string field = parameters.Text("DeformationFieldFileName");
    if (field.empty()) ThrowDataError(path, "the parameter (DeformationFieldFileName ...)", "none");
    return ReadField(FileNamed(field, path));
  }
  ThrowDataError(
      path,
      "a transform that is supported: AffineTransform, EulerTransform, SimilarityTransform, "
      "TranslationTransform, BSplineTransform, RecursiveBSplineTransform, DeformationFieldTransform",
      common::Quote(name), "convert it by: transformix -def all -tp FILE -out FOLDER, which writes a field");
}

// Whether elastix looked at the directions of the images, which is its default.
bool UsesDirections(const Parameters& parameters) {
  return parameters.Text("UseDirectionCosines", "true") != "false";
}

// From the points of an image to those that it would have if its axes were those of space, with its origin.
AffineTransform WithoutDirection(const Geometry& grid) {
  const Eigen::Matrix3d turn = grid.direction.transpose();
  return {turn, grid.origin - turn * grid.origin};
}

// The steps of a file and of those that it builds upon.
void AppendSteps(const std::string& path, int depth, SpatialTransform& transform) {
  if (depth > 50) ThrowDataError(path, "initial transforms that come to an end", "a circle");
  const Parameters parameters(path);
  const std::string dimension = parameters.Text("FixedImageDimension");
  if ((dimension != "2" && dimension != "3") ||
      parameters.Text("MovingImageDimension", dimension) != dimension) {
    ThrowDataError(path, "(FixedImageDimension 2) or 3, and the same for the moving image",
                   common::Quote(dimension));
  }
  transform.dimension = dimension == "2" ? 2 : 3;
  // elastix 5.1 drops an s.
  const std::string initial =
      parameters.Text("InitialTransformParametersFileName",
                      parameters.Text("InitialTransformParameterFileName", "NoInitialTransform"));
  if (initial != "NoInitialTransform" && !initial.empty()) {
    if (parameters.Text("HowToCombineTransforms", "Compose") != "Compose") {
      ThrowDataError(path, "(HowToCombineTransforms \"Compose\")",
                     common::Quote(parameters.Text("HowToCombineTransforms")));
    }
    const std::string file = FileNamed(initial, path);
    if (UsesDirections(Parameters(file)) != UsesDirections(parameters)) {
      ThrowDataError(path, "the same UseDirectionCosines as in " + file, "another");
    }
    AppendSteps(file, depth + 1, transform);
  }
  transform.steps.push_back(StepOf(parameters, dimension == "2" ? 2 : 3, path));
}

std::string Joined(int count, const auto& value) {
  std::string text;
  for (int i = 0; i < count; ++i) text.append(i > 0 ? " " : "").append(value(i));
  return text;
}

// What both kinds of files have: the grid that transformix resamples to.
std::string CommonParameters(const Geometry& fixed) {
  const int n = fixed.dimension;
  const auto of = [](const Point& point) {
    return [&point](int i) { return common::FormatDouble(point[i]); };
  };
  std::string text;
  const auto line = [&](const std::string& key, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "({} {})\n", key, value);
  };
  line("InitialTransformParametersFileName", "\"NoInitialTransform\"");
  line("HowToCombineTransforms", "\"Compose\"");
  line("FixedImageDimension", fmt::format("{}", n));
  line("MovingImageDimension", fmt::format("{}", n));
  line("FixedInternalImagePixelType", "\"float\"");
  line("MovingInternalImagePixelType", "\"float\"");
  line("Size", Joined(n, [&](int i) { return fmt::format("{}", fixed.size[i]); }));
  line("Index", Joined(n, [](int) { return std::string("0"); }));
  line("Spacing", Joined(n, of(fixed.spacing)));
  line("Origin", Joined(n, of(fixed.origin)));
  line("Direction",
       Joined(n * n, [&](int i) { return common::FormatDouble(fixed.direction(i % n, i / n)); }));
  line("UseDirectionCosines", "\"true\"");
  line("ResampleInterpolator", "\"FinalBSplineInterpolator\"");
  line("FinalBSplineInterpolationOrder", "1");
  line("Resampler", "\"DefaultResampler\"");
  line("DefaultPixelValue", "0");
  line("ResultImageFormat", "\"nii.gz\"");
  line("ResultImagePixelType", "\"float\"");
  line("CompressResultImage", "\"false\"");
  return text;
}

}  // namespace

bool IsElastixFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(1 << 16, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(file.gcount());
  // Behind TransformParameters, which may be long, nothing is needed to know it.
  return start.starts_with("(Transform ") || start.find("\n(Transform ") != std::string::npos;
}

SpatialTransform ReadElastix(const std::string& path, const TransformImages& images) {
  SpatialTransform transform;
  AppendSteps(path, 0, transform);
  if (UsesDirections(Parameters(path))) return transform;
  if (!images.fixed || !images.moving) {
    common::ThrowUsageError(path,
                            "the fixed and the moving image, as it says (UseDirectionCosines \"false\")",
                            images.fixed ? "no moving image" : "no fixed image");
  }
  transform.steps.insert(transform.steps.begin(), WithoutDirection(*images.fixed));
  transform.steps.emplace_back(Inverse(WithoutDirection(*images.moving)));
  return transform;
}

// Throws common::Error(kUsage) if the file of the field is there and belongs to something else.
void CheckFieldFile(const std::string& field, const std::string& path) {
  const common::InputScope aside;  // an old file of this name is no input of the program
  std::error_code error;
  if (!fs::exists(field, error)) return;
  if (fs::exists(path, error) && IsElastixFile(path)) {
    const std::string named = Parameters(path).Text("DeformationFieldFileName");
    if (!named.empty() && fs::equivalent(FileNamed(named, path), field, error)) return;
  }
  common::ThrowUsageError(path, fmt::format("no file {}, where the field goes", field),
                          "one that does not belong to it", "give another name");
}

void WriteElastix(const SpatialTransform& transform, const std::string& path, const TransformImages& images,
                  common::ThreadPool& pool) {
  if (!images.fixed) common::ThrowUsageError(path, "the fixed image, whose grid elastix' files hold", "none");
  const int n = transform.dimension;
  std::string text;
  if (const auto affine = AsAffine(transform)) {
    text = fmt::format(
        "(Transform \"AffineTransform\")\n(NumberOfParameters {})\n(TransformParameters {} {})\n", n * n + n,
        Joined(n * n, [&](int i) { return common::FormatDouble(affine->linear(i / n, i % n)); }),
        Joined(n, [&](int i) { return common::FormatDouble(affine->offset[i]); }));
    fmt::format_to(std::back_inserter(text), "(CenterOfRotationPoint {})\n",
                   Joined(n, [](int) { return std::string("0"); }));
  } else {
    const std::string field = fs::absolute(fs::path(path).replace_extension(".field.mha")).string();
    CheckFieldFile(field, path);
    WriteField(FieldOf(transform, *images.fixed, pool), field);
    text = fmt::format(
        "(Transform \"DeformationFieldTransform\")\n(NumberOfParameters 0)\n"
        "(DeformationFieldFileName \"{}\")\n(DeformationFieldInterpolationOrder 1)\n",
        field);
  }
  common::WriteFileAtomically(path, text.append(CommonParameters(*images.fixed)));
}

}  // namespace structlab::registration
