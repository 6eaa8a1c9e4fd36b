// Formats of transforms against the programs that they belong to: ITK reads what is written for it and writes
// what is read; transformix of elastix moves points; FSL by shifts whose coordinates follow from its
// documentation.
#include "registration/volumes/transform_formats.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <itkAffineTransform.h>
#include <itkBSplineTransform.h>
#include <itkCompositeTransform.h>
#include <itkDisplacementFieldTransform.h>
#include <itkEuler2DTransform.h>
#include <itkEuler3DTransform.h>
#include <itkHDF5TransformIOFactory.h>
#include <itkMatlabTransformIOFactory.h>
#include <itkScaleTransform.h>
#include <itkSimilarity2DTransform.h>
#include <itkSimilarity3DTransform.h>
#include <itkTransformFileReader.h>
#include <itkTransformFileWriter.h>
#include <itkTranslationTransform.h>
#include <itkTxtTransformIOFactory.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::HasSubstr;

constexpr double kTolerance = 1e-4;  // mm

class TransformFormatsTest : public testing::Test {
 protected:
  TransformFormatsTest() {
    itk::HDF5TransformIOFactory::RegisterOneFactory();
    itk::MatlabTransformIOFactory::RegisterOneFactory();
    itk::TxtTransformIOFactory::RegisterOneFactory();
  }
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string Put(const std::string& name, const std::string& text) const {
    std::ofstream(At(name), std::ios::binary) << text;
    return At(name);
  }
  // Reads it back and compares with what it was, at points inside of the grid.
  void ExpectSame(const SpatialTransform& a, const SpatialTransform& b, const Geometry& grid,
                  double margin = 0) const {
    EXPECT_EQ(a.dimension, b.dimension);
    common::RandomStream random(7, "points");
    for (int i = 0; i < 100; ++i) {
      const Point point = RandomPoint(grid, random, margin);
      EXPECT_LT((a(point) - b(point)).norm(), kTolerance);
    }
  }

  const common::ScratchFolder folder_{"transforms"};
  common::ThreadPool pool_{2};
};

// An affine transform, a field, and both, in two or three dimensions, on grids that are turned.
struct Example {
  SpatialTransform transform;
  Geometry grid, moving;
};

std::vector<Example> Examples() {
  std::vector<Example> examples;
  for (const uint64_t seed : {1, 2}) {
    const Geometry grid = ObliqueGeometry({9, 8, 7}, seed), flat = ObliqueGeometry2D(9, 8, seed);
    for (const Geometry& g : {grid, flat}) {
      const int n = g.dimension;
      const Geometry moving =
          n == 3 ? ObliqueGeometry({6, 9, 8}, seed + 5) : ObliqueGeometry2D(8, 7, seed + 5);
      const AffineTransform affine = RandomAffine(n, seed);
      const DisplacementField field = SmoothField(g, 2, 6, seed);
      examples.push_back({{n, {affine}}, g, moving});
      examples.push_back({{n, {field}}, g, moving});
      examples.push_back({{n, {field, affine}}, g, moving});
    }
  }
  return examples;
}

template <unsigned kDimension>
std::vector<Point> MovedByItk(const std::string& path, const std::vector<Point>& points) {
  const auto reader = itk::TransformFileReaderTemplate<double>::New();
  reader->SetFileName(path);
  reader->Update();
  const auto* transform = dynamic_cast<const itk::Transform<double, kDimension, kDimension>*>(
      reader->GetTransformList()->front().GetPointer());
  EXPECT_NE(transform, nullptr);
  std::vector<Point> moved;
  for (const Point& point : points) {
    itk::Point<double, kDimension> in;
    for (unsigned a = 0; a < kDimension; ++a) in[a] = point[a];
    const auto out = transform->TransformPoint(in);
    moved.push_back(Point::Zero());
    for (unsigned a = 0; a < kDimension; ++a) moved.back()[a] = out[a];
  }
  return moved;
}

TEST_F(TransformFormatsTest, ItkMovesPointsByOurFilesAsWeDo) {
  for (const Example& example : Examples()) {
    const bool affine = AsAffine(example.transform).has_value();
    for (const std::string extension : {".h5", ".mat", ".tfm"}) {
      if (!affine && extension != ".h5") continue;
      const std::string path = At("x" + extension);
      WriteTransform(example.transform, TransformFormat::kItk, path, {}, pool_);
      common::RandomStream random(3, "points");
      std::vector<Point> points;
      for (int i = 0; i < 50; ++i) points.push_back(RandomPoint(example.grid, random));
      const std::vector<Point> moved =
          example.grid.dimension == 2 ? MovedByItk<2>(path, points) : MovedByItk<3>(path, points);
      for (size_t i = 0; i < points.size(); ++i)
        EXPECT_LT((moved[i] - example.transform(points[i])).norm(), kTolerance);
      ExpectSame(ReadTransform(path, {}), example.transform, example.grid);
    }
  }
}

// A shift to the left, as fixed point to moving point, is +x in ITK.
TEST_F(TransformFormatsTest, ItkHasAKnownShift) {
  WriteTransform({3, {AffineTransform{Eigen::Matrix3d::Identity(), Point(3, 0, 0)}}}, TransformFormat::kItk,
                 At("x.tfm"), {}, pool_);
  EXPECT_THAT(common::ReadFile(At("x.tfm")), HasSubstr("Parameters: 1 0 0 0 1 0 0 0 1 3 0 0"));
  const std::string text =
      "#Insight Transform File V1.0\n#Transform 0\nTransform: TranslationTransform_double_3_3\nParameters: 3 "
      "0 0\nFixedParameters:\n";
  EXPECT_EQ(ReadTransform(Put("y.txt", text), {})(Point(1, 2, 3)), Point(4, 2, 3));
}

template <class Transform>
void SetParameters(Transform& transform, uint64_t seed, double scale) {
  common::RandomStream random(seed, "parameters");
  auto parameters = transform.GetParameters();
  for (unsigned i = 0; i < parameters.Size(); ++i) parameters[i] += random.Uniform(-scale, scale);
  transform.SetParameters(parameters);
}

template <unsigned kDimension>
itk::SmartPointer<itk::BSplineTransform<double, kDimension, 3>> SplineOver(const Geometry& grid) {
  const auto spline = itk::BSplineTransform<double, kDimension, 3>::New();
  typename itk::BSplineTransform<double, kDimension, 3>::DirectionType direction;
  typename itk::BSplineTransform<double, kDimension, 3>::MeshSizeType mesh;
  typename itk::BSplineTransform<double, kDimension, 3>::PhysicalDimensionsType extent;
  typename itk::BSplineTransform<double, kDimension, 3>::OriginType origin;
  for (unsigned a = 0; a < kDimension; ++a) {
    mesh[a] = 2 + a;
    extent[a] = grid.spacing[a] * static_cast<double>(grid.size[a] - 1);
    origin[a] = grid.origin[a];
    for (unsigned b = 0; b < kDimension; ++b) direction[a][b] = grid.direction(a, b);
  }
  spline->SetTransformDomainOrigin(origin);
  spline->SetTransformDomainDirection(direction);
  spline->SetTransformDomainPhysicalDimensions(extent);
  spline->SetTransformDomainMeshSize(mesh);
  SetParameters(*spline, 5, 3);
  return spline;
}

template <unsigned kDimension>
void ExpectAsItk(const itk::Transform<double, kDimension, kDimension>& transform, const std::string& path,
                 const Geometry& grid) {
  SCOPED_TRACE(transform.GetTransformTypeAsString());
  const auto writer = itk::TransformFileWriterTemplate<double>::New();
  writer->SetInput(&transform);
  writer->SetFileName(path);
  writer->Update();
  const SpatialTransform found = ReadTransform(path, {});
  common::RandomStream random(3, "points");
  for (int i = 0; i < 100; ++i) {
    // Some lie outside of what a spline moves.
    const Point point = grid.PointOf(1.1 * grid.IndexOf(RandomPoint(grid, random)));
    itk::Point<double, kDimension> in;
    for (unsigned a = 0; a < kDimension; ++a) in[a] = point[a];
    const auto out = transform.TransformPoint(in);
    for (unsigned a = 0; a < kDimension; ++a) EXPECT_NEAR(found(point)[a], out[a], kTolerance);
  }
}

TEST_F(TransformFormatsTest, ReadsWhatItkWrites) {
  const Geometry grid = ObliqueGeometry({9, 8, 7}, 2), flat = ObliqueGeometry2D(9, 8, 1);
  const auto euler = itk::Euler3DTransform<double>::New();
  itk::Euler3DTransform<double>::CenterType centre;
  for (unsigned a = 0; a < 3; ++a) centre[a] = grid.origin[a] + 4;
  euler->SetCenter(centre);
  SetParameters(*euler, 1, 0.5);
  const auto shift = itk::TranslationTransform<double, 3>::New();
  SetParameters(*shift, 2, 5);
  const auto scale = itk::ScaleTransform<double, 3>::New();
  SetParameters(*scale, 2, 0.1);
  for (const std::string name : {"x.h5", "x.mat", "x.tfm", "x.txt"}) {
    ExpectAsItk<3>(*euler, At(name), grid);
    ExpectAsItk<3>(*shift, At(name), grid);
    ExpectAsItk<3>(*scale, At(name), grid);
  }
  const auto spline = SplineOver<3>(grid);
  ExpectAsItk<3>(*spline, At("x.h5"), grid);
  ExpectAsItk<3>(*spline, At("x.tfm"), grid);
  ExpectAsItk<2>(*SplineOver<2>(flat), At("x.h5"), flat);
  const auto all = itk::CompositeTransform<double, 3>::New();
  all->AddTransform(euler);
  all->AddTransform(spline);
  all->AddTransform(shift);
  ExpectAsItk<3>(*all, At("x.h5"), grid);
  const auto flat_euler = itk::Euler2DTransform<double>::New();
  SetParameters(*flat_euler, 3, 0.5);
  ExpectAsItk<2>(*flat_euler, At("x.tfm"), flat);
}

TEST_F(TransformFormatsTest, ItkFilesOfOtherKindsAndDamagedOnesAreErrors) {
  const auto message = [&](const std::string& path) {
    return MessageOf(ErrorKind::kData, [&] { ReadTransform(path, {}); });
  };
  const std::string head = "#Insight Transform File V1.0\n#Transform 0\n";
  EXPECT_THAT(
      message(Put("a.tfm", head + "Transform: Unheard_double_3_3\nParameters: 1\nFixedParameters:\n")),
      HasSubstr("a.tfm: "));
  EXPECT_THAT(message(Put("b.tfm", "nothing")), HasSubstr("b.tfm: "));
  EXPECT_THAT(message(Put("c.h5", std::string(2000, 'x'))), HasSubstr("c.h5: "));
  EXPECT_THAT(message(Put("d.mat", std::string(200, 'x'))), HasSubstr("d.mat: "));
  WriteTransform(Examples()[1].transform, TransformFormat::kItk, At("whole.h5"), {}, pool_);
  const std::string bytes = common::ReadFile(At("whole.h5"));
  for (const size_t size : {bytes.size() / 4, bytes.size() / 2, bytes.size() - 100}) {
    EXPECT_THAT(message(Put("cut.h5", bytes.substr(0, size))), HasSubstr("cut.h5: "));
  }
  const std::string affine =
      "Transform: TranslationTransform_double_3_3\nParameters: nan 0 0\nFixedParameters:\n";
  EXPECT_THAT(message(Put("nan.tfm", head + affine)), HasSubstr("nan.tfm: "));
  EXPECT_THAT(message(Put("e.png", "x")), HasSubstr("e.png: expected a transform: .nii"));
  EXPECT_THAT(MessageOf(ErrorKind::kEnvironment, [&] { ReadTransform(At("absent.h5"), {}); }),
              HasSubstr("absent.h5: no such file"));
}

// The coordinates of both grids in millimetres, as FSL counts them.
TEST_F(TransformFormatsTest, FslHasAKnownShift) {
  // LAS is stored radiologically: FSL's x is i times the spacing, and runs to the left. In RAS, FSL turns x
  // round.
  Geometry las, ras;
  las.size = ras.size = VoxelIndex(10, 12, 14);
  las.spacing = ras.spacing = Point(2, 1.5, 1);
  las.direction.diagonal() << 1, -1, 1;
  ras.direction.diagonal() << -1, -1, 1;
  las.origin = Point(-9, 8, 1);
  ras.origin = las.PointOf(Point(9, 0, 0));
  EXPECT_LT((PointToFsl(las)(las.PointOf(Point(1, 2, 3))) - Point(2, 3, 3)).norm(), 1e-12);
  EXPECT_LT((PointToFsl(ras)(ras.PointOf(Point(1, 2, 3))) - Point(16, 3, 3)).norm(), 1e-12);
  // From a fixed point 3 mm to the left, 4 to the back, 5 up, to its moving point. FSL's x runs to the left
  // here, y to the front, z up; FLIRT's matrix takes the moving point back.
  const SpatialTransform shift = {3, {AffineTransform{Eigen::Matrix3d::Identity(), Point(3, 4, 5)}}};
  for (const Geometry& fixed : {las, ras}) {
    for (const Geometry& moving : {las, ras}) {
      const TransformImages images = {fixed, moving};
      WriteTransform(shift, TransformFormat::kFsl, At("x.mat"), images, pool_);
      std::ifstream file(At("x.mat"));
      std::vector<double> numbers(16);
      for (double& number : numbers) file >> number;
      const std::vector<double> expected = {1, 0, 0, -3, 0, 1, 0, 4, 0, 0, 1, -5, 0, 0, 0, 1};
      for (size_t i = 0; i < 16; ++i) EXPECT_NEAR(numbers[i], expected[i], 1e-9) << i;
      EXPECT_LT((ReadTransform(At("x.mat"), images)(Point(1, 2, 3)) - Point(4, 6, 8)).norm(), 1e-9);

      WriteTransform({3, {FieldOf(shift, fixed, pool_)}}, TransformFormat::kFsl, At("x.nii.gz"), images,
                     pool_);
      const RawVolume raw = ReadRawVolume(At("x.nii.gz"));
      EXPECT_EQ(raw.num_frames, 3);
      EXPECT_EQ(raw.intent, 2006);
      const float* const values = reinterpret_cast<const float*>(raw.voxels);
      const auto count = static_cast<size_t>(fixed.num_voxels());
      for (size_t i = 0; i < count; i += 101) {
        EXPECT_NEAR(values[i], 3, 1e-4);
        EXPECT_NEAR(values[count + i], -4, 1e-4);
        EXPECT_NEAR(values[2 * count + i], 5, 1e-4);
      }
    }
  }
}

TEST_F(TransformFormatsTest, FslFilesReadBack) {
  for (const Example& example : Examples()) {
    const TransformImages images = {example.grid, example.moving};
    if (example.grid.dimension == 2) {
      EXPECT_THAT(
          MessageOf(
              ErrorKind::kUsage,
              [&] { WriteTransform(example.transform, TransformFormat::kFsl, At("x.nii"), images, pool_); }),
          HasSubstr("three dimensions, as FSL has"));
      continue;
    }
    const bool affine = AsAffine(example.transform).has_value();
    const std::string path = At(affine ? "x.mat" : "x.nii.gz");
    WriteTransform(example.transform, TransformFormat::kFsl, path, images, pool_);
    const SpatialTransform dense = {3, {FieldOf(example.transform, example.grid, pool_)}};
    ExpectSame(ReadTransform(path, images), affine ? example.transform : dense, example.grid);
    for (const TransformImages& missing : {TransformImages{}, TransformImages{example.grid, {}}}) {
      EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { ReadTransform(path, missing); }),
                  HasSubstr("the fixed and the moving image"));
    }
  }
  const TransformImages images = {Examples()[0].grid, Examples()[0].moving};
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] { ReadTransform(Put("a.mat", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 1 1\n"), images); }),
              HasSubstr("a.mat: expected a matrix of 4 rows of 4 numbers"));
  EXPECT_THAT(MessageOf(ErrorKind::kData,
                        [&] { ReadTransform(Put("b.mat", "1 0 0 0\n0 1 0 0\n0 0 0 0\n0 0 0 1\n"), images); }),
              HasSubstr("b.mat: expected an affine transform that has an inverse"));
}

TEST_F(TransformFormatsTest, FieldsReadBack) {
  for (const Example& example : Examples()) {
    for (const std::string name : {"x.nii.gz", "x.nrrd", "x.mha"}) {
      WriteTransform(example.transform, TransformFormat::kField, At(name),
                     {.fixed = example.grid, .moving = {}}, pool_);
      const SpatialTransform dense = {example.grid.dimension,
                                      {FieldOf(example.transform, example.grid, pool_)}};
      ExpectSame(ReadTransform(At(name), {}), dense, example.grid);
    }
  }
  EXPECT_THAT(
      MessageOf(
          ErrorKind::kUsage,
          [&] { WriteTransform(Examples()[0].transform, TransformFormat::kField, At("x.nii"), {}, pool_); }),
      HasSubstr("x.nii: expected the fixed image, whose grid the field gets"));
}

bool HasTransformix() { return std::system("transformix --version >/dev/null 2>&1") == 0; }

// Where transformix moves points.
std::vector<Point> MovedByElastix(const std::string& parameters, const std::vector<Point>& points,
                                  int dimension, const std::string& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream file(folder + "/points.txt");
  file << "point\n" << points.size() << "\n";
  for (const Point& point : points) {
    file << (dimension == 3 ? fmt::format("{:.9f} {:.9f} {:.9f}\n", point[0], point[1], point[2])
                            : fmt::format("{:.9f} {:.9f}\n", point[0], point[1]));
  }
  file.close();
  const std::string command = fmt::format(
      "cd '{0}' && transformix -def points.txt -tp '{1}' -out '{0}' >log 2>&1", folder, parameters);
  EXPECT_EQ(std::system(command.c_str()), 0) << common::ReadFile(folder + "/log");
  std::vector<Point> moved;
  std::ifstream found(folder + "/outputpoints.txt");
  for (std::string line; std::getline(found, line);) {
    const std::string key = "OutputPoint = [ ";
    std::istringstream numbers(line.substr(line.find(key) + key.size()));
    Point point = Point::Zero();
    for (int a = 0; a < dimension; ++a) numbers >> point[a];
    moved.push_back(point);
  }
  EXPECT_EQ(moved.size(), points.size());
  return moved;
}

void ExpectAsElastix(const SpatialTransform& transform, const std::string& parameters, const Geometry& grid,
                     const std::string& folder) {
  common::RandomStream random(3, "points");
  std::vector<Point> points;
  for (int i = 0; i < 40; ++i) points.push_back(RandomPoint(grid, random));
  const std::vector<Point> moved = MovedByElastix(parameters, points, grid.dimension, folder);
  for (size_t i = 0; i < moved.size(); ++i)
    EXPECT_LT((moved[i] - transform(points[i])).norm(), kTolerance) << i;
}

TEST_F(TransformFormatsTest, ElastixFilesReadBackAndTransformixMovesPointsByThem) {
  int number = 0;
  for (const Example& example : Examples()) {
    const std::string path = At(fmt::format("TransformParameters.{}.txt", number));
    WriteTransform(example.transform, TransformFormat::kElastix, path, {.fixed = example.grid, .moving = {}},
                   pool_);
    const SpatialTransform dense = {example.grid.dimension,
                                    {FieldOf(example.transform, example.grid, pool_)}};
    ExpectSame(ReadTransform(path, {}), AsAffine(example.transform) ? example.transform : dense,
               example.grid);
    if (HasTransformix()) ExpectAsElastix(dense, path, example.grid, At(fmt::format("out{}", number)));
    ++number;
  }
}

// The grid that our files describe: transformix resamples to it.
TEST_F(TransformFormatsTest, TransformixResamplesToTheFixedGrid) {
  if (!HasTransformix()) GTEST_SKIP() << "transformix is not installed (Debian package elastix)";
  const Geometry grid = ObliqueGeometry({9, 8, 7}, 2);
  Geometry moving = grid;  // around it, so that nothing lies outside
  moving.size = VoxelIndex(19, 18, 17);
  moving.origin = grid.PointOf(Point(-5, -5, -5));
  const Image image = RandomImage(moving, 1);
  WriteImage(image, At("moving.mha"));
  const DisplacementField field = SmoothField(grid, 1, 6, 1);
  WriteTransform({3, {field}}, TransformFormat::kElastix, At("T.txt"), {}, pool_);
  std::filesystem::create_directories(At("out"));
  const std::string command = fmt::format(
      "transformix -in '{0}/moving.mha' -tp '{0}/T.txt' -out '{0}/out' >'{0}/log' 2>&1", folder_.path());
  ASSERT_EQ(std::system(command.c_str()), 0) << common::ReadFile(At("log"));
  const Image found = ReadImage(At("out/result.nii.gz")), expected = WarpImage(image, field, pool_);
  EXPECT_TRUE(AreSame(found.geometry, grid, 1e-4)) << Describe(found.geometry);
  for (size_t i = 0; i < found.values.size(); ++i) EXPECT_NEAR(found.values[i], expected.values[i], 1e-2);
}

// The lines of a file of elastix that describe the fixed image.
std::string ElastixGrid(const Geometry& grid) {
  const int n = grid.dimension;
  std::string size, spacing, origin, direction, index;
  for (int a = 0; a < n; ++a) {
    size += fmt::format(" {}", grid.size[a]);
    spacing += fmt::format(" {:.12f}", grid.spacing[a]);
    origin += fmt::format(" {:.12f}", grid.origin[a]);
    index += " 0";
    for (int b = 0; b < n; ++b) direction += fmt::format(" {:.12f}", grid.direction(b, a));
  }
  return fmt::format(
      "(FixedImageDimension {0})\n(MovingImageDimension {0})\n(FixedInternalImagePixelType \"float\")\n"
      "(MovingInternalImagePixelType "
      "\"float\")\n(Size{1})\n(Index{5})\n(Spacing{2})\n(Origin{3})\n(Direction{4})\n"
      "(UseDirectionCosines \"true\")\n(ResampleInterpolator \"FinalBSplineInterpolator\")\n"
      "(Resampler \"DefaultResampler\")\n(DefaultPixelValue 0)\n(ResultImageFormat "
      "\"mhd\")\n(ResultImagePixelType \"float\")\n",
      n, size, spacing, origin, direction, index);
}

std::string Centre(const Geometry& grid) {
  const Point centre = grid.PointOf(Point(3, 4, grid.dimension == 3 ? 2 : 0));
  return grid.dimension == 3 ? fmt::format("(CenterOfRotationPoint {:.12f} {:.12f} {:.12f})\n", centre[0],
                                           centre[1], centre[2])
                             : fmt::format("(CenterOfRotationPoint {:.12f} {:.12f})\n", centre[0], centre[1]);
}

std::string SplineText(const Geometry& grid, const std::string& name) {
  const int n = grid.dimension;
  Geometry control = grid;
  control.size = VoxelIndex(6, 7, n == 3 ? 8 : 1);
  control.spacing = 3 * grid.spacing;
  control.origin = grid.PointOf(Point(-4, -4, n == 3 ? -4 : 0));
  std::string text = ElastixGrid(control), numbers;
  // The same lines for the grid of control points.
  std::string lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    for (const std::string key : {"Size", "Index", "Spacing", "Origin", "Direction"}) {
      if (line.starts_with("(" + key + " ")) lines += "(Grid" + line.substr(1) + "\n";
    }
  }
  common::RandomStream random(9, "coefficients");
  const int64_t count = control.num_voxels() * n;
  for (int64_t i = 0; i < count; ++i) numbers += fmt::format(" {:.9f}", random.Uniform(-2, 2));
  return fmt::format(
      "(Transform \"{}\")\n(NumberOfParameters {})\n(TransformParameters{})\n{}(BSplineTransformSplineOrder "
      "3)\n"
      "(UseCyclicTransform \"false\")\n",
      name, count, numbers, lines);
}

TEST_F(TransformFormatsTest, ReadsWhatElastixWrites) {
  if (!HasTransformix()) GTEST_SKIP() << "transformix is not installed (Debian package elastix)";
  int number = 0;
  for (const Geometry& grid :
       {ObliqueGeometry({9, 8, 7}, 2), ObliqueGeometry({9, 8, 7}, 3), ObliqueGeometry2D(9, 8, 1)}) {
    const bool flat = grid.dimension == 2;
    std::vector<std::string> texts = {
        "(Transform \"AffineTransform\")\n" +
            (flat ? std::string("(NumberOfParameters 6)\n(TransformParameters 1.1 0.1 -0.2 0.9 3 4)\n")
                  : "(NumberOfParameters 12)\n(TransformParameters 1.1 0.1 0.05 -0.2 0.9 0 0.1 0.2 1 3 4 "
                    "5)\n") +
            Centre(grid),
        "(Transform \"EulerTransform\")\n" +
            (flat ? std::string("(NumberOfParameters 3)\n(TransformParameters 0.3 3 4)\n")
                  : "(NumberOfParameters 6)\n(TransformParameters 0.3 -0.2 0.1 3 4 5)\n(ComputeZYX "
                    "\"false\")\n") +
            Centre(grid),
        std::string("(Transform \"TranslationTransform\")\n") +
            (flat ? "(NumberOfParameters 2)\n(TransformParameters 3 -4)\n"
                  : "(NumberOfParameters 3)\n(TransformParameters 3 -4 5)\n"),
        SplineText(grid, "BSplineTransform"), SplineText(grid, "RecursiveBSplineTransform")};
    if (!flat) {
      texts.push_back(
          "(Transform \"EulerTransform\")\n(NumberOfParameters 6)\n(TransformParameters 0.3 -0.2 0.1 3 4 "
          "5)\n(ComputeZYX \"true\")\n" +
          Centre(grid));
    }
    for (const std::string& text : texts) {
      SCOPED_TRACE(text.substr(0, 60));
      const std::string path = At(fmt::format("TransformParameters.{}.txt", number));
      Put(fmt::format("TransformParameters.{}.txt", number),
          text + ElastixGrid(grid) +
              "(HowToCombineTransforms \"Compose\")\n(InitialTransformParametersFileName "
              "\"NoInitialTransform\")\n");
      ExpectAsElastix(ReadTransform(path, {}), path, grid, At(fmt::format("out{}", number)));
      ++number;
    }
    // A spline behind an affine transform.
    const std::string first =
        At(fmt::format("TransformParameters.{}.txt", number - static_cast<int>(texts.size())));
    const std::string path = Put(
        fmt::format("both{}.txt", number),
        texts[3] + ElastixGrid(grid) +
            fmt::format("(HowToCombineTransforms \"Compose\")\n(InitialTransformParametersFileName \"{}\")\n",
                        first));
    const SpatialTransform both = ReadTransform(path, {});
    EXPECT_EQ(both.steps.size(), 2u);
    ExpectAsElastix(both, path, grid, At(fmt::format("both{}", number)));
  }
}

// Debian's elastix lacks it; its parameters are those of ITK's class.
TEST_F(TransformFormatsTest, ReadsSimilaritiesOfElastixAsItk) {
  const Geometry grid = ObliqueGeometry({9, 8, 7}, 2), flat = ObliqueGeometry2D(9, 8, 1);
  const auto compare = [&](auto& transform, const Geometry& g, const std::string& numbers) {
    const Point centre = g.PointOf(Point(3, 4, g.dimension == 3 ? 2 : 0));
    auto parameters = transform.GetParameters();
    auto fixed = transform.GetFixedParameters();
    std::istringstream words(numbers);
    for (unsigned i = 0; i < parameters.Size(); ++i) words >> parameters[i];
    for (int i = 0; i < g.dimension; ++i) fixed[static_cast<unsigned>(i)] = centre[i];
    transform.SetFixedParameters(fixed);
    transform.SetParameters(parameters);
    const SpatialTransform found =
        ReadTransform(Put("x.txt", "(Transform \"SimilarityTransform\")\n(TransformParameters " + numbers +
                                       ")\n" + Centre(g) + ElastixGrid(g)),
                      {});
    typename std::decay_t<decltype(transform)>::InputPointType in;
    for (int a = 0; a < g.dimension; ++a) in[static_cast<unsigned>(a)] = 7 * a - 5;
    const auto out = transform.TransformPoint(in);
    const Point moved = found(Point(-5, 2, g.dimension == 3 ? 9 : 0));
    for (int a = 0; a < g.dimension; ++a) EXPECT_NEAR(moved[a], out[static_cast<unsigned>(a)], 1e-9);
  };
  compare(*itk::Similarity3DTransform<double>::New(), grid, "0.1 -0.2 0.15 3 4 5 0.9");
  compare(*itk::Similarity2DTransform<double>::New(), flat, "1.1 0.3 3 4");
}

TEST_F(TransformFormatsTest, ElastixFilesThatAreNotSupportedAreErrors) {
  const Geometry grid = ObliqueGeometry({9, 8, 7}, 2);
  const auto message = [&](const std::string& text) {
    return MessageOf(ErrorKind::kData, [&] { ReadTransform(Put("x.txt", text + ElastixGrid(grid)), {}); });
  };
  EXPECT_THAT(message("(Transform \"SplineKernelTransform\")\n"),
              HasSubstr("found 'SplineKernelTransform'; convert it by: transformix"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\")\n(TransformParameters 1 2)\n"),
              HasSubstr("x.txt: TransformParameters: expected 3 numbers, found 2"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\")\n(TransformParameters 1 2 x)\n"),
              HasSubstr("expected finite numbers, found 'x'"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\")\n"),
              HasSubstr("expected the parameter (TransformParameters ...)"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\")\n(InitialTransformParametersFileName "
                      "\"x.txt\")\n(TransformParameters 1 2 3)\n"),
              HasSubstr("initial transforms that come to an end"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\")\n(InitialTransformParametersFileName "
                      "\"x.txt\")\n(HowToCombineTransforms \"Add\")\n"),
              HasSubstr("(HowToCombineTransforms \"Compose\")"));
  // No memory for the 24 GB of a grid that the file announces.
  EXPECT_THAT(message("(Transform \"BSplineTransform\")\n(TransformParameters 1 2 3)\n"
                      "(GridSize 1000 1000 1000)\n(GridIndex 0 0 0)\n(GridSpacing 1 1 1)\n"
                      "(GridOrigin 0 0 0)\n(GridDirection 1 0 0 0 1 0 0 0 1)\n"),
              HasSubstr("TransformParameters: expected 3000000000 numbers, found 3"));
  EXPECT_THAT(message("(Transform \"DeformationFieldTransform\")\n"),
              HasSubstr("x.txt: expected the parameter (DeformationFieldFileName ...), found none"));
  EXPECT_THAT(message("(Transform \"TranslationTransform\"\n"),
              HasSubstr("x.txt:1: expected a closing bracket"));
  EXPECT_THAT(
      MessageOf(
          ErrorKind::kEnvironment,
          [&] {
            ReadTransform(
                Put("y.txt",
                    "(Transform \"DeformationFieldTransform\")\n(DeformationFieldFileName \"absent.mha\")\n" +
                        ElastixGrid(grid)),
                {});
          }),
      HasSubstr("absent.mha: no such file, which "));
}

TEST_F(TransformFormatsTest, NamesOfFilesDecideWhatIsWritten) {
  const Example affine = Examples()[0], field = Examples()[1];
  const auto message = [&](const SpatialTransform& transform, TransformFormat format,
                           const std::string& name) {
    return MessageOf(ErrorKind::kUsage, [&] {
      WriteTransform(transform, format, At(name), {affine.grid, affine.moving}, pool_);
    });
  };
  EXPECT_THAT(message(affine.transform, TransformFormat::kItk, "x.nii"),
              HasSubstr("ends in .h5, .mat or .tfm"));
  EXPECT_THAT(message(field.transform, TransformFormat::kItk, "x.mat"),
              HasSubstr("ends in .h5, the only one"));
  EXPECT_THAT(message(affine.transform, TransformFormat::kElastix, "x.nii"), HasSubstr("ends in .txt"));
  EXPECT_THAT(message(field.transform, TransformFormat::kFsl, "x.mat"),
              HasSubstr("as the transform is not affine"));
  EXPECT_THAT(
      MessageOf(ErrorKind::kEnvironment,
                [&] { WriteTransform(field.transform, TransformFormat::kItk, At("no/x.h5"), {}, pool_); }),
      HasSubstr("no/x.h5: cannot be written"));
}

TEST_F(TransformFormatsTest, InverseTakesPointsBack) {
  std::vector<Example> examples = Examples();
  const auto spline = SplineOver<3>(examples[0].grid);
  const auto writer = itk::TransformFileWriterTemplate<double>::New();
  writer->SetInput(spline);
  writer->SetFileName(At("spline.h5"));
  writer->Update();
  SpatialTransform weak = ReadTransform(At("spline.h5"), {});
  for (Eigen::Vector3d& value : std::get<BSplineTransform>(weak.steps[0]).coefficients.values) value *= 0.2;
  examples.push_back({weak, examples[0].grid, examples[0].moving});
  for (const Example& example : examples) {
    common::RandomStream random(5, "points");
    for (int i = 0; i < 20; ++i) {
      const Point x = RandomPoint(example.grid, random, 2), y = example.transform(x);
      const PointInverse back = InverseAt(example.transform, y, {.tolerance = 1e-6});
      EXPECT_LT((example.transform(back.point) - y).norm(), 1e-5);
      EXPECT_LT((back.point - x).norm(), 1e-4);
    }
    const FieldInverse inverse = InverseFieldOf(example.transform, example.grid, pool_, {.tolerance = 1e-5});
    EXPECT_EQ(inverse.num_not_converged, 0);
    for (int64_t i = 0; i < example.grid.num_voxels(); i += 29) {
      const Point y = example.grid.PointOf(example.grid.IndexAt(i).cast<double>());
      const Point x = y + inverse.field.values[i].cast<double>();
      EXPECT_LT((example.transform(x) - y).norm(), 1e-4);
    }
  }
}

}  // namespace
}  // namespace structlab::registration
