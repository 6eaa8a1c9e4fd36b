// Tests of the programs warp, evaluate_registration, register and learn_metrics on files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/number.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/landmark_file.h"
#include "registration/volumes/overlap.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/testing/random_volumes.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/evaluate_registration_program.h"
#include "tools/programs/learn_metrics/learn_metrics_program.h"
#include "tools/programs/register/register_program.h"
#include "tools/programs/testing/program_outcome.h"
#include "tools/programs/warp/warp_program.h"

namespace structlab::tools {
namespace {

namespace reg = registration;
using testing::HasSubstr;
using testing::StartsWith;

class RegistrationProgramsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    reg::WriteImage(image_, At("moving.nii.gz"));
    reg::WriteImage(reg::Image(fixed_), At("fixed.nii.gz"));
    reg::WriteLabels(labels_, At("labels.nii.gz"));
    reg::WriteField(field_, At("field.nii.gz"));
    reg::WriteTransform({3, {affine_}}, reg::TransformFormat::kItk, At("affine.mat"), {}, pool_);
  }

  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  std::string Put(const std::string& name, const std::string& text) const {
    std::ofstream(At(name)) << text;
    return At(name);
  }
  // Expects exit status 0 and an empty standard output.
  std::string Warp(const std::vector<std::string>& words) const {
    const Outcome outcome = RunProgram(RunWarp, words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(outcome.out, "");
    return outcome.messages;
  }

  common::ThreadPool pool_{1};
  const reg::Geometry fixed_ = reg::ObliqueGeometry({9, 8, 7}, 1),
                      moving_ = reg::ObliqueGeometry({12, 10, 11}, 1);
  const reg::Image image_ = reg::RandomImage(moving_, 1);
  const reg::LabelMap labels_ = reg::RandomLabels(moving_, 4, 1);
  const reg::DisplacementField field_ = reg::SmoothField(fixed_, 1.5, 6, 1);
  const reg::AffineTransform affine_ = reg::RandomAffine(3, 2);
};

void ExpectNear(const std::vector<float>& a, const std::vector<float>& b, float tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << i;
}

TEST_F(RegistrationProgramsTest, WarpsImagesAndLabelsAsTheLibraryDoes) {
  EXPECT_EQ(
      Warp({"image", At("moving.nii.gz"), "--transform=" + At("field.nii.gz"), "--out=" + At("out.nii.gz")}),
      "");
  const reg::Image warped = reg::ReadImage(At("out.nii.gz"));
  EXPECT_TRUE(reg::AreSame(warped.geometry, fixed_, 1e-4));
  ExpectNear(warped.values, reg::WarpImage(image_, field_, pool_).values, 1e-2F);
  Warp({"labels", At("labels.nii.gz"), "--transform", At("field.nii.gz"), "--out", At("out.nrrd")});
  EXPECT_EQ(reg::ReadLabels(At("out.nrrd")).values, reg::WarpLabels(labels_, field_, pool_).values);

  // Several transforms: the first one is applied to points first.
  Warp({"image", At("moving.nii.gz"), "--transform=" + At("field.nii.gz"), "--transform=" + At("affine.mat"),
        "--out=" + At("both.nii"), "--interpolation=bspline", "--outside=-7", "--threads=2"});
  const reg::Image both = reg::WarpImage(image_, reg::Compose(field_, affine_, pool_), pool_,
                                         {reg::Interpolation::kCubicBSpline, -7});
  ExpectNear(reg::ReadImage(At("both.nii")).values, both.values, 5e-2F);

  Warp({"image", At("moving.nii.gz"), "--transform=" + At("affine.mat"), "--fixed=" + At("fixed.nii.gz"),
        "--out=" + At("affine.nii"), "--interpolation=nearest"});
  ExpectNear(reg::ReadImage(At("affine.nii")).values,
             reg::Resample(image_, fixed_, pool_, {reg::Interpolation::kNearest}, affine_).values, 1e-3F);
}

TEST_F(RegistrationProgramsTest, WarpsByTheInverse) {
  reg::WriteLabels(reg::RandomLabels(fixed_, 4, 3), At("on-fixed.nii.gz"));
  const std::string said =
      Warp({"labels", At("on-fixed.nii.gz"), "--transform=" + At("field.nii.gz"), "--inverse",
            "--moving=" + At("moving.nii.gz"), "--out=" + At("back.nii.gz")});
  EXPECT_THAT(said, testing::MatchesRegex("warp: inverse: forward again, voxels are off by at most .* mm, .* "
                                          "mm on average; 0 of 1320 did not converge\n"));
  const reg::DisplacementField inverse = reg::Invert(field_, moving_, pool_).field;
  const reg::LabelMap back = reg::ReadLabels(At("back.nii.gz"));
  EXPECT_TRUE(reg::AreSame(back.geometry, moving_, 1e-4));
  const reg::LabelMap expected = reg::WarpLabels(reg::ReadLabels(At("on-fixed.nii.gz")), inverse, pool_);
  int different = 0;
  for (size_t i = 0; i < back.values.size(); ++i) different += back.values[i] != expected.values[i] ? 1 : 0;
  EXPECT_LT(different, 5);  // halfway between two voxels the file's floats may decide
  ExpectMistake(RunProgram(RunWarp, {"labels", At("on-fixed.nii.gz"), "--transform=" + At("field.nii.gz"),
                                     "--inverse", "--out=" + At("x.nii")}),
                2, "warp: --moving: expected an image, whose grid the output has with --inverse, found none");
}

TEST_F(RegistrationProgramsTest, KeepsOrChangesTheTypeOfNumbers) {
  reg::WriteImage(image_, At("short.nii"), reg::PixelType::kInt16);
  Warp({"image", At("short.nii"), "--transform=" + At("field.nii.gz"), "--out=" + At("out.nii.gz")});
  reg::FileFacts facts;
  reg::ReadImage(At("out.nii.gz"), {}, &facts);
  EXPECT_EQ(facts.type, reg::PixelType::kInt16);
  const std::string said = Warp({"image", At("short.nii"), "--transform=" + At("field.nii.gz"),
                                 "--out=" + At("out.mha"), "--pixel-type=uint8"});
  EXPECT_THAT(said, testing::MatchesRegex(
                        "warp: note: [0-9]+ voxels were out of the range of uint8 and were clamped\n"));
  const reg::Image bytes = reg::ReadImage(At("out.mha"), {}, &facts);
  EXPECT_EQ(facts.type, reg::PixelType::kUint8);
}

TEST_F(RegistrationProgramsTest, MovesPointsAndBack) {
  common::RandomStream random(1, "points");
  std::vector<reg::Landmark> landmarks;
  for (int i = 0; i < 8; ++i)
    landmarks.push_back({reg::RandomPoint(fixed_, random, 2), fmt::format("p{}", i)});
  reg::WriteLandmarks(landmarks, At("points.csv"));
  Warp({"points", At("points.csv"), "--transform=" + At("field.nii.gz"), "--transform=" + At("affine.mat"),
        "--out=" + At("moved.fcsv")});
  const std::vector<reg::Landmark> moved = reg::ReadLandmarks(At("moved.fcsv"));
  for (size_t i = 0; i < landmarks.size(); ++i) {
    EXPECT_LT((moved[i].point - affine_(reg::Moved(field_, landmarks[i].point))).norm(), 1e-3);
    EXPECT_EQ(moved[i].name, landmarks[i].name);
  }
  const std::string said = Warp({"points", At("moved.fcsv"), "--transform=" + At("field.nii.gz"),
                                 "--transform=" + At("affine.mat"), "--inverse", "--out=" + At("back.csv")});
  EXPECT_THAT(said, HasSubstr("0 of 8 points did not converge"));
  const std::vector<reg::Landmark> back = reg::ReadLandmarks(At("back.csv"));
  for (size_t i = 0; i < landmarks.size(); ++i) EXPECT_LT((back[i].point - landmarks[i].point).norm(), 5e-3);
}

TEST_F(RegistrationProgramsTest, ConvertsBetweenAllFormatsAndBack) {
  const std::vector<std::string> grids = {"--fixed=" + At("fixed.nii.gz"), "--moving=" + At("moving.nii.gz")};
  struct Format {
    std::string name, for_affine, for_field;
  };
  const std::vector<Format> formats = {{"field", "a.nii.gz", "f.nii.gz"},
                                       {"itk", "a.h5", "f.h5"},
                                       {"ants", "a.mat", "f-ants.nii.gz"},
                                       {"elastix", "a.txt", "f.txt"},
                                       {"fsl", "a-fsl.mat", "f-fsl.nii.gz"}};
  common::RandomStream random(1, "points");
  for (const bool affine : {true, false}) {
    const std::string start = affine ? At("affine.mat") : At("field.nii.gz");
    std::string from = start;
    for (const Format& format : formats) {             // one behind the other
      if (affine && format.name == "field") continue;  // it would be affine no more
      const std::string to = At(affine ? format.for_affine : format.for_field);
      Warp({"convert", from, "--to=" + format.name, "--out=" + to, grids[0], grids[1]});
      from = to;
    }
    const reg::TransformImages images = {fixed_, moving_};
    const reg::SpatialTransform first = reg::ReadTransform(start, images),
                                last = reg::ReadTransform(from, images);
    for (int i = 0; i < 50; ++i) {
      const reg::Point point = reg::RandomPoint(fixed_, random);
      EXPECT_LT((first(point) - last(point)).norm(), 1e-4);
    }
  }
}

TEST_F(RegistrationProgramsTest, WritesTheInverseInOtherFormats) {
  const std::vector<std::string> grids = {"--fixed=" + At("fixed.nii.gz"), "--moving=" + At("moving.nii.gz")};
  Warp({"convert", At("affine.mat"), "--inverse", "--to=fsl", "--out=" + At("back.mat"), grids[0], grids[1]});
  // The fixed image of the inverse is the former moving image.
  const reg::SpatialTransform back = reg::ReadTransform(At("back.mat"), {moving_, fixed_});
  const reg::Point point = fixed_.PointOf(reg::Point(3, 4, 5));
  EXPECT_LT((back(affine_(point)) - point).norm(), 1e-4);
  EXPECT_THAT(
      Warp({"convert", At("field.nii.gz"), "--inverse", "--to=itk", "--out=" + At("back.h5"), grids[1]}),
      HasSubstr("did not converge"));
  EXPECT_LT((reg::ReadTransform(At("back.h5"), {})(reg::Moved(field_, point)) - point).norm(), 0.1);
  ExpectMistake(
      RunProgram(RunWarp, {"convert", At("field.nii.gz"), "--inverse", "--to=itk", "--out=" + At("x.h5")}), 2,
      "warp: --moving: expected an image, whose grid the inverse has, found none");
}

TEST_F(RegistrationProgramsTest, SaysWhatIsWrongInOneLine) {
  const std::string field = "--transform=" + At("field.nii.gz"), out = "--out=" + At("x.nii");
  ExpectMistake(RunProgram(RunWarp, {"bend"}), 2,
                "warp: command: expected one of image, labels, points, convert, found 'bend'");
  ExpectMistake(RunProgram(RunWarp, {"image", At("absent.nii"), field, out}), 3,
                "warp: " + At("absent.nii") + ": no such file");
  ExpectMistake(
      RunProgram(RunWarp, {"image", At("moving.nii.gz"), "--transform=" + At("affine.mat"), out}), 2,
      "warp: --fixed: expected an image, whose grid the output has, found none, and no displacement field");
  ExpectMistake(RunProgram(RunWarp, {"image", At("moving.nii.gz"), field, "--out=" + At("x.png")}), 2,
                "warp: --out: expected a file name that ends in .nii, .nii.gz, .nrrd, .mha or .mhd, found ");
  ExpectMistake(RunProgram(RunWarp, {"image", At("moving.nii.gz"), field, "--out=" + At("moving.nii.gz")}), 2,
                "warp: --out");
  ExpectMistake(RunProgram(RunWarp, {"labels", At("moving.nii.gz"), field, out}), 3,
                "warp: " + At("moving.nii.gz") + ": voxel (0, 0, 0): expected a label");
  reg::WriteImage(reg::RandomImage(reg::ObliqueGeometry2D(5, 4, 1), 1), At("flat.nii"));
  ExpectMistake(RunProgram(RunWarp, {"image", At("flat.nii"), field, out}), 3, "warp: ");
  ExpectMistake(RunProgram(RunWarp, {"convert", Put("flirt.mat", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"),
                                     "--to=itk", "--out=" + At("x.h5")}),
                2, "warp: " + At("flirt.mat") + ": expected the fixed and the moving image");
  ExpectMistake(RunProgram(RunEvaluateRegistration, {}), 2,
                "evaluate_registration: arguments: expected two label maps");
  ExpectMistake(RunProgram(RunEvaluateRegistration, {At("labels.nii.gz")}), 2,
                "evaluate_registration: LABELS: expected two label maps");
  ExpectMistake(RunProgram(RunEvaluateRegistration, {At("labels.nii.gz"), At("fixed.nii.gz")}), 3,
                "evaluate_registration: " + At("fixed.nii.gz") + ": expected the grid of ");
  ExpectMistake(RunProgram(RunEvaluateRegistration, {"--fixed-points=" + At("a.csv")}), 2,
                "evaluate_registration: --moving-points: ");
}

TEST_F(RegistrationProgramsTest, StopsWhenInterrupted) {
  const Outcome outcome = RunProgram(
      RunWarp, {"image", At("moving.nii.gz"), "--transform=" + At("field.nii.gz"), "--out=" + At("x.nii")},
      /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.messages, "warp: interrupted: nothing is written\n");
  EXPECT_FALSE(std::filesystem::exists(At("x.nii")));
}

// Every line of the help of every command has at most 120 columns.
TEST_F(RegistrationProgramsTest, HelpFitsIn120Columns) {
  const std::vector<std::pair<ProgramFunction*, std::vector<std::string>>> commands = {
      {RunWarp, {}},          {RunWarp, {"image"}},          {RunWarp, {"labels"}}, {RunWarp, {"points"}},
      {RunWarp, {"convert"}}, {RunEvaluateRegistration, {}}, {RunRegister, {}},     {RunLearnMetrics, {}}};
  for (auto [program, words] : commands) {
    words.push_back("--help");
    const Outcome outcome = RunProgram(program, words);
    EXPECT_EQ(outcome.status, 0);
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
  }
}

TEST_F(RegistrationProgramsTest, MeasuresWhatTheLibraryMeasures) {
  const reg::LabelMap other = reg::RandomLabels(moving_, 5, 2);
  reg::WriteLabels(other, At("other.nii.gz"));
  Put("fixed.csv", "x,y,z,label\n0,0,0,a\n1,2,3,\n");
  Put("moving.csv", "3,4,0\n1,2,3\n");
  const Outcome outcome = RunProgram(
      RunEvaluateRegistration, {At("labels.nii.gz"), At("other.nii.gz"), "--fixed-points=" + At("fixed.csv"),
                                "--moving-points=" + At("moving.csv"), "--out=" + At("all.tsv")});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(outcome.messages, "evaluate_registration: note: 1 labels are in only one map; their Dice is 0\n");
  const reg::Agreement agreement = reg::CompareLabels(labels_, other, pool_);
  EXPECT_THAT(outcome.out,
              StartsWith("label\treference_voxels\tfound_voxels\tdice\tsurface_distance\thausdorff95\n1\t"));
  EXPECT_THAT(outcome.out,
              HasSubstr(fmt::format("\n4\t0\t{}\t0\t\t\nmean\t\t\t{}\t", agreement.labels[3].num_other,
                                    common::FormatShort(agreement.mean_dice))));
  EXPECT_THAT(outcome.out, HasSubstr("\npoint\terror\na\t5\n2\t0\nmean\t2.5\nmedian\t2.5\nmax\t5\n"));
  const common::Table all = common::ReadTsv(At("all.tsv"));
  const auto value = [&](const std::string& part, const std::string& name, const std::string& measure) {
    for (const auto& row : all.rows) {
      if (row[0] == part && row[1] == name && row[2] == measure) return row[3];
    }
    return std::string("absent");
  };
  EXPECT_EQ(value("labels", "2", "hausdorff95"), common::FormatDouble(agreement.labels[1].hausdorff95));
  EXPECT_EQ(value("labels", "mean", "dice"), common::FormatDouble(agreement.mean_dice));
  EXPECT_EQ(value("labels", "4", "surface_distance"), "");
  EXPECT_EQ(value("points", "max", "error"), "5");
}

TEST_F(RegistrationProgramsTest, MeasuresFolding) {
  const Outcome outcome = RunProgram(
      RunEvaluateRegistration, {"--transform=" + At("field.nii.gz"), "--jacobian=" + At("jacobian.nii.gz")});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  const reg::Image determinants = reg::JacobianDeterminant(field_, pool_);
  const reg::Folding folding = reg::MeasureFolding(determinants);
  const reg::Image written = reg::ReadImage(At("jacobian.nii.gz"));
  ExpectNear(written.values, determinants.values, 1e-5F);
  EXPECT_TRUE(reg::AreSame(written.geometry, field_.geometry));
  ExpectMistake(
      RunProgram(RunEvaluateRegistration, {At("labels.nii.gz"), At("labels.nii.gz"), "--jacobian=j.nii"}), 2,
      "evaluate_registration: --jacobian: expected a --transform whose determinant is written, found none");
  EXPECT_EQ(outcome.out,
            fmt::format(
                "voxels\tfolded_voxels\tmin_jacobian\tmean_jacobian\tmax_jacobian\n{}\t{}\t{}\t{}\t{}\n",
                folding.num_voxels, folding.num_folded, common::FormatShort(folding.min_determinant),
                common::FormatShort(folding.mean_determinant), common::FormatShort(folding.max_determinant)));
  reg::Mask mask(fixed_);
  mask.values[5] = mask.values[6] = 1;
  reg::WriteMask(mask, At("mask.nii"));
  EXPECT_THAT(
      RunProgram(RunEvaluateRegistration, {"--transform=" + At("field.nii.gz"), "--mask=" + At("mask.nii")})
          .out,
      HasSubstr("\n2\t0\t"));
  // Points without label maps need no grid.
  Put("a.csv", "0,0,0\n");
  const reg::Point moved = affine_(reg::Point(0, 0, 0));
  Put("b.csv", fmt::format("{},{},{}\n", moved[0], moved[1], moved[2] + 2));
  EXPECT_THAT(
      RunProgram(RunEvaluateRegistration, {"--transform=" + At("affine.mat"), "--fixed-points=" + At("a.csv"),
                                           "--moving-points=" + At("b.csv")})
          .out,
      HasSubstr("point\terror\n1\t2\nmean\t2\n"));
}

TEST_F(RegistrationProgramsTest, ShowWarningsOfFiles) {
  std::string bytes = common::ReadFile((reg::WriteImage(image_, At("plain.nii")), At("plain.nii")));
  float offset = 0;
  std::memcpy(&offset, bytes.data() + 268, 4);
  offset += 9;
  std::memcpy(bytes.data() + 268, &offset, 4);
  Put("two-forms.nii", bytes);
  EXPECT_EQ(Warp({"image", At("two-forms.nii"), "--transform=" + At("field.nii.gz"), "--out=" + At("x.nii")}),
            "warp: warning: " + At("two-forms.nii") +
                ": its qform places voxels up to 9 mm elsewhere than its sform, which is used\n");
}

// Two images with bumps; one is shifted by 2 mm.
class RegisterTest : public RegistrationProgramsTest {
 protected:
  void SetUp() override {
    RegistrationProgramsTest::SetUp();
    reg::Geometry grid;
    grid.size = {30, 28, 26};
    WriteScene(grid, 0, "a");
    WriteScene(grid, 2, "b");
    grid.origin[0] = 500;
    WriteScene(grid, 500, "far");
  }

  void WriteScene(const reg::Geometry& grid, double shift, const std::string& name) {
    reg::Image image(grid);
    reg::LabelMap labels(grid, 0);
    for (int64_t v = 0; v < grid.num_voxels(); ++v) {
      const reg::Point p = grid.PointOf(grid.IndexAt(v).cast<double>()) - reg::Point(shift, 0, 0);
      const double value =
          std::sin(p[0] / 2.5) + std::sin(p[1] / 2 + p[2] / 5) + std::cos(p[2] / 2.2 - p[0] / 6);
      image.values[v] = static_cast<float>(100 * value);
      labels.values[v] = value > 0.5 ? 3 : 0;
    }
    reg::WriteImage(image, At(name + ".nii.gz"), reg::PixelType::kInt16);
    reg::WriteLabels(labels, At(name + "-labels.nii.gz"));
  }

  std::vector<std::string> Words(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"--fixed=" + At("a.nii.gz"), "--moving=" + At("b.nii.gz"),
                                      "--out=" + At("out"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(RegisterTest, WritesWhatItFinds) {
  const Outcome outcome = RunProgram(RunRegister, Words({"--fixed-labels=" + At("a-labels.nii.gz"),
                                                         "--moving-labels=" + At("b-labels.nii.gz")}));
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(outcome.messages, "");
  const reg::DisplacementField field = reg::ReadField(At("out/field.nii.gz"));
  double error = 0;
  int64_t count = 0;
  for (int64_t z = 6; z < 20; ++z) {
    for (int64_t y = 6; y < 22; ++y) {
      for (int64_t x = 6; x < 24; ++x, ++count) {
        error += (field.at(x, y, z).cast<double>() - Eigen::Vector3d(2, 0, 0)).norm();
      }
    }
  }
  EXPECT_LT(error / static_cast<double>(count), 0.4);
  // The written files equal the results of applying the field.
  reg::FileFacts facts;
  const reg::Image warped = reg::ReadImage(At("out/warped.nii.gz"), {}, &facts);
  EXPECT_EQ(facts.type, reg::PixelType::kInt16);
  ExpectNear(warped.values, reg::WarpImage(reg::ReadImage(At("b.nii.gz")), field, pool_).values, 0.51F);
  EXPECT_EQ(reg::ReadLabels(At("out/warped_labels.nii.gz")).values,
            reg::WarpLabels(reg::ReadLabels(At("b-labels.nii.gz")), field, pool_).values);
  for (const char* file :
       {"index.html", "slice-1.png", "slice-3.png", "parameters.json", "refinements.tsv"}) {
    EXPECT_TRUE(std::filesystem::exists(At(std::string("out/") + file))) << file;
  }
  EXPECT_THAT(outcome.out, HasSubstr("label\tdice_before\tdice_at_start\tdice_after\n3\t"));
  EXPECT_THAT(outcome.out, HasSubstr("\nfolding\t0 of 21840 voxels"));
  // The written parameters give the same result again, with any number of threads.
  const Outcome again = RunProgram(
      RunRegister, {"--fixed=" + At("a.nii.gz"), "--moving=" + At("b.nii.gz"), "--out=" + At("again"),
                    "--quiet", "--params=" + At("out/parameters.json"), "--threads=3"});
  EXPECT_EQ(again.status, 0) << again.messages;
  EXPECT_EQ(reg::ReadField(At("again/field.nii.gz")).values, field.values);
}

TEST_F(RegisterTest, StartsWhereItIsTold) {
  const auto run = [&](const std::string& start) {
    return RunProgram(RunRegister, {"--fixed=" + At("a.nii.gz"), "--moving=" + At("far.nii.gz"),
                                    "--out=" + At("out"), "--quiet", "--initial-transform=" + start});
  };
  ExpectMistake(run("none"), 3,
                "register: moving image: expected an overlap with the fixed image, 30x28x26 voxels");
  for (const char* start : {"centres", "moments"}) {
    ASSERT_EQ(run(start).status, 0);
    EXPECT_NEAR(static_cast<double>(reg::ReadField(At("out/field.nii.gz")).at(15, 14, 13)[0]), 500, 1)
        << start;
  }
  reg::WriteTransform({3, {reg::AffineTransform{.offset = {501, 0, 0}}}}, reg::TransformFormat::kItk,
                      At("start.mat"), {}, pool_);
  ASSERT_EQ(run(At("start.mat")).status, 0);
  EXPECT_NEAR(static_cast<double>(reg::ReadField(At("out/field.nii.gz")).at(15, 14, 13)[0]), 500, 0.5);
}

TEST_F(RegisterTest, AlignsAffinelyFirst) {
  // The second scene rotated by 0.3 rad about the centre: too far for displacements without --affine.
  const reg::Image b = reg::ReadImage(At("b.nii.gz"));
  const reg::Point middle(14.5, 13.5, 12.5);
  reg::AffineTransform turn;
  turn.linear = Eigen::AngleAxisd(0.3, reg::Point::UnitZ()).toRotationMatrix();
  turn.offset = middle - turn.linear * middle;
  reg::WriteImage(reg::Resample(b, b.geometry, pool_, {reg::Interpolation::kCubicBSpline}, turn),
                  At("turned.nii.gz"));
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"--fixed=" + At("turned.nii.gz"), "--moving=" + At("b.nii.gz"),
                                      "--out=" + At("out"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunRegister, words);
  };
  for (const char* flag : {"--affine", "--affine=rigid"}) {
    const Outcome outcome = run({flag});
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    const auto found = reg::AsAffine(reg::ReadTransform(At("out/affine.mat"), {}));
    ASSERT_TRUE(found.has_value());
    EXPECT_LT((found->linear - turn.linear).norm(), 0.02) << flag;
    EXPECT_LT(((*found)(middle)-middle).norm(), 0.25) << flag;
    const reg::Point place(18, 16, 12);  // where the deformable part may add a little
    const Eigen::Vector3d away = reg::ReadField(At("out/field.nii.gz")).at(18, 16, 12).cast<double>();
    EXPECT_LT((place + away - turn(place)).norm(), 0.5) << flag;
  }
  ExpectMistake(run({"--affine=similarity"}), 2,
                "register: --affine: expected one of none, rigid, affine, found 'similarity'");
  const auto field = [&] { return common::ReadFile(At("out/field.nii.gz")); };
  ASSERT_EQ(run({"--affine"}).status, 0);
  const std::string affinely = field();
  ASSERT_EQ(run({}).status, 0);
  EXPECT_EQ(field(), affinely) << "the default";
  std::filesystem::copy_file(At("out/affine.mat"), At("start.mat"));
  ASSERT_EQ(run({"--initial-transform=" + At("start.mat")}).status, 0);
  EXPECT_EQ(field(), affinely) << "a file is the start as it is";
  EXPECT_FALSE(std::filesystem::exists(At("out/affine.mat")));
  ASSERT_EQ(run({"--affine=none"}).status, 0);
  EXPECT_NE(field(), affinely);
  reg::WriteTransform({3, {turn}}, reg::TransformFormat::kItk, At("turn.mat"), {}, pool_);
  ASSERT_EQ(run({"--initial-transform=[" + At("turn.mat") + ",1]",
                 "--params=" + Put("none.json", R"({"levels": 1, "refinements": 0})")})
                .status,
            0);
  const reg::Point corner(2, 3, 4), back = turn.linear.transpose() * (corner - turn.offset);
  EXPECT_LT((reg::ReadField(At("out/field.nii.gz")).at(2, 3, 4).cast<double>() - (back - corner)).norm(),
            1e-4);
  reg::WriteField(reg::DisplacementField(b.geometry, Eigen::Vector3f::Zero()), At("zero.nii.gz"));
  ExpectMistake(run({"--affine", "--initial-transform=" + At("zero.nii.gz")}), 2,
                "register: --affine: expected an affine initial transform, found " + At("zero.nii.gz") +
                    "; leave out --affine or the field");
}

// A stream that sets a flag at the first line: progress begins after all inputs are read.
std::FILE* OpenInterrupter(std::atomic<bool>& flag) {
  cookie_io_functions_t functions = {};
  functions.write = [](void* cookie, const char*, size_t size) {
    *static_cast<std::atomic<bool>*>(cookie) = true;
    return static_cast<ssize_t>(size);
  };
  std::FILE* const stream = fopencookie(&flag, "w", functions);
  setvbuf(stream, nullptr, _IOLBF, 0);
  return stream;
}

TEST_F(RegisterTest, KeepsWhatItReachedWhenInterrupted) {
  std::atomic<bool> interrupted = false;
  std::FILE* const messages = OpenInterrupter(interrupted);
  std::FILE* const nothing = std::fopen("/dev/null", "w");
  const int status =
      RunRegister({"--fixed=" + At("a.nii.gz"), "--moving=" + At("b.nii.gz"), "--out=" + At("out")}, nothing,
                  messages, interrupted);
  std::fclose(messages);
  EXPECT_EQ(status, 130);
  EXPECT_TRUE(std::filesystem::exists(At("out/field.nii.gz")));
  EXPECT_THAT(common::ReadFile(At("out/refinements.tsv")), HasSubstr("1\t1\t"));
  const std::string page = common::ReadFile(At("out/index.html"));
  EXPECT_THAT(page, HasSubstr("after 1 label fields"));
  EXPECT_THAT(page, testing::Not(HasSubstr("no better than the start")));
  // Before the first label field, there is no result to write.
  interrupted = true;
  EXPECT_EQ(RunRegister({"--fixed=" + At("a.nii.gz"), "--moving=" + At("b.nii.gz"), "--out=" + At("none")},
                        nothing, nothing, interrupted),
            130);
  std::fclose(nothing);
  EXPECT_FALSE(std::filesystem::exists(At("none/field.nii.gz")));
}

// A new run removes the files of an older run that it does not write.
TEST_F(RegisterTest, ReplacesAllFilesOfAnEarlierRun) {
  const std::string labels = "--moving-labels=" + At("b-labels.nii.gz");
  ASSERT_EQ(RunProgram(RunRegister, Words({"--affine", labels})).status, 0);
  EXPECT_TRUE(std::filesystem::exists(At("out/affine.mat")));
  EXPECT_TRUE(std::filesystem::exists(At("out/warped_labels.nii.gz")));
  ASSERT_EQ(RunProgram(RunRegister, Words({"--affine=none"})).status, 0);
  EXPECT_FALSE(std::filesystem::exists(At("out/affine.mat")));
  EXPECT_FALSE(std::filesystem::exists(At("out/warped_labels.nii.gz")));
}

TEST_F(RegisterTest, ClassesThatTheLabelsLackAreTold) {
  const std::string weights = Put("w.json", R"({"metrics": {"ncc": 1}, "classes": {
      "bumps": {"label": 3, "weights": {"ncc": 2}}, "holes": {"label": 7, "weights": {"ncc": 3}}}})");
  const std::string labels = "--moving-labels=" + At("b-labels.nii.gz");
  const Outcome one = RunProgram(RunRegister, Words({"--weights=" + weights, labels}));
  EXPECT_EQ(one.status, 0);
  EXPECT_THAT(one.messages, HasSubstr("warning: class 'holes': label 7 is missing in "));
  Put("w.json", R"({"classes": {"holes": {"label": 7, "weights": {"ncc": 3}}}})");
  const Outcome none = RunProgram(RunRegister, Words({"--weights=" + weights, labels}));
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.messages, HasSubstr("expected a label of the classes that have weights, found none"));
}

TEST_F(RegisterTest, MistakesAreTold) {
  const auto run = [&](const std::vector<std::string>& more) { return RunProgram(RunRegister, Words(more)); };
  ExpectMistake(RunProgram(RunRegister, {}), 2,
                "register: --fixed: expected a value, found none; see --help");
  ExpectMistake(run({"--fixed-labels=" + At("a-labels.nii.gz")}), 2,
                "register: --fixed-labels: expected --moving-labels to compare with, found none");
  ExpectMistake(run({"--fixed-mask=" + At("labels.nii.gz")}), 3,
                "register: " + At("labels.nii.gz") + ": expected the grid");
  ExpectMistake(
      run({"--params=" + Put("p.json", "{\"level\": 3}")}), 3,
      "register: " + At("p.json") + ": expected parameters that are known, found level; the nearest: levels");
  ExpectMistake(
      run({"--params=" +
           Put("c.json",
               R"({"metrics": {"ncc": 1}, "classes": {"a": {"label": 3, "weights": {"ncc": 1}}}})")}),
      2,
      "register: --moving-labels: expected a label map, because the weights of " + At("c.json") +
          " depend on classes, found none");
  ExpectMistake(RunProgram(RunRegister, {"--fixed=" + At("a.nii.gz"), "--moving=" + At("b.nii.gz"),
                                         "--out=" + At("a.nii.gz")}),
                3, "register: ");
}

// The pair of RegisterTest, twice, and its mirror image of contrast: no metric but mutual information is
// right.
class LearnMetricsTest : public RegisterTest {
 protected:
  void SetUp() override {
    RegisterTest::SetUp();
    reg::Image negative = reg::ReadImage(At("b.nii.gz"));
    for (float& value : negative.values) value = -value;
    reg::WriteImage(negative, At("negative.nii.gz"), reg::PixelType::kInt16);
    Put("pairs.tsv",
        "fixed\tmoving\tfixed_labels\tmoving_labels\n"
        "a.nii.gz\tnegative.nii.gz\ta-labels.nii.gz\tb-labels.nii.gz\n"
        "a.nii.gz\tnegative.nii.gz\ta-labels.nii.gz\tb-labels.nii.gz\n");
  }

  std::vector<std::string> Learn(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"--pairs=" + At("pairs.tsv"), "--out=" + At("weights.json"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(LearnMetricsTest, WritesWeightsThatRegisterTakes) {
  // --metrics chooses metrics; their options stay those of --params.
  const std::string params = Put("p.json", R"({"metrics": {"mi": {"bins": 17}}})");
  const Outcome outcome = RunProgram(RunLearnMetrics, Learn({"--params=" + params, "--metrics=ncc,mi",
                                                             "--class=bumps=3", "--c=100", "--alpha=0.01"}));
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(outcome.messages, "");
  const common::Table table = common::ParseTsv(outcome.out, "out");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.Text(0, "class"), "bumps");
  EXPECT_LT(table.Number(0, "loss_after"), table.Number(0, "loss_before"));
  EXPECT_LT(table.Number(0, "ncc"), 0.1 * table.Number(0, "mi"));
  EXPECT_THAT(common::ReadFile(At("weights.json")), HasSubstr("\"bins\": 17"));

  const auto dice = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"--fixed=" + At("a.nii.gz"),
                                      "--moving=" + At("negative.nii.gz"),
                                      "--fixed-labels=" + At("a-labels.nii.gz"),
                                      "--moving-labels=" + At("b-labels.nii.gz"),
                                      "--out=" + At("out"),
                                      "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome registered = RunProgram(RunRegister, words);
    EXPECT_EQ(registered.status, 0) << registered.messages;
    return reg::CompareLabels(reg::ReadLabels(At("a-labels.nii.gz")),
                              reg::ReadLabels(At("out/warped_labels.nii.gz")), pool_, {.distances = false})
        .mean_dice;
  };
  EXPECT_GT(dice({"--weights=" + At("weights.json"), "--affine=none"}),
            dice({"--metric=ncc", "--affine=none"}) + 0.1);
}

TEST_F(LearnMetricsTest, ChoosesTheRegularizationAndFindsTheClasses) {
  const Outcome outcome =
      RunProgram(RunLearnMetrics,
                 Learn({"--params=" + Put("p.json", R"({"metrics": {"sad": 0.3, "mi": 2}, "levels": 1})"),
                        "--c=0.001,100", "--alpha=100"}));
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const common::Table table = common::ParseTsv(outcome.out, "out");
  EXPECT_EQ(table.Text(0, "class"), "label 3");
  EXPECT_THAT(
      outcome.out,
      testing::MatchesRegex("(# C = (0.001|100), alpha = 100: mean Dice .*\n){2}# initial weights: (.|\n)*"));
  EXPECT_THAT(common::ReadFile(At("weights.json")), HasSubstr("\"sad\": 0.3"));  // where no class is
}

TEST_F(LearnMetricsTest, MistakesAreTold) {
  const auto run = [&](const std::vector<std::string>& more) {
    return RunProgram(RunLearnMetrics, Learn(more));
  };
  ExpectMistake(RunProgram(RunLearnMetrics, {}), 2,
                "learn_metrics: --pairs: expected a value, found none; see --help");
  ExpectMistake(run({"--class=bladder"}), 2,
                "learn_metrics: --class: expected NAME=LABEL with a label above 0, found 'bladder'");
  ExpectMistake(run({"--class=bladder=9"}), 3,
                "learn_metrics: class 'bladder': expected label 9 in a pair, found none");
  Put("maps.json", R"({"maps_grey_values": true})");
  ExpectMistake(run({"--class=bumps=3", "--params=" + At("maps.json")}), 2,
                "learn_metrics: maps_grey_values of --params: expected false, because weights are learned");
  Put("pairs.tsv", "fixed\tmoving\tfixed_labels\tmoving_labels\n");
  ExpectMistake(run({}), 3, "learn_metrics: " + At("pairs.tsv") + ": expected at least one pair, found none");
  Put("pairs.tsv", "fixed\tmoving\tfixed_label\tmoving_labels\nx\tx\tx\tx\n");
  ExpectMistake(run({}), 3, "learn_metrics: " + At("pairs.tsv") + ":1: expected tab-separated columns fixed");
  Put("pairs.tsv",
      "fixed\tmoving\tfixed_labels\tmoving_labels\na.nii.gz\tnone.nii\ta-labels.nii.gz\tb-labels.nii.gz\n");
  ExpectMistake(run({"--class=bumps=3", "--c=1", "--alpha=1"}), 3,
                "learn_metrics: " + std::filesystem::path(At("none.nii")).lexically_normal().string());
  // A byte-order mark and empty lines at the end are passed over.
  Put("pairs.tsv", "\xef\xbb\xbf" + common::ReadFile(At("pairs.tsv")) + "\n \r\n");
  ExpectMistake(run({"--class=bumps=3", "--c=1", "--alpha=1"}), 3,
                "learn_metrics: " + std::filesystem::path(At("none.nii")).lexically_normal().string());
}

}  // namespace
}  // namespace structlab::tools
