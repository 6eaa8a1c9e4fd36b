// What register does where the start or the metric is not what its user thinks.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "tools/programs/register/register_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

namespace reg = registration;
using testing::HasSubstr;

struct Blob {
  reg::Point centre;
  double width, height;
};

// Thirty Gaussian blobs, moved by a shift, on a grid of 48 x 44 x 40 voxels of 1 mm.
reg::Image Blobs(const reg::Point& shift) {
  common::RandomStream random(11, "blobs");
  std::vector<Blob> blobs;
  for (int i = 0; i < 30; ++i) {
    const double x = random.Uniform(6, 42), y = random.Uniform(6, 38), z = random.Uniform(6, 34);
    blobs.push_back({reg::Point(x, y, z), random.Uniform(2, 5), random.Uniform(0.3, 1)});
  }
  reg::Geometry grid;
  grid.size = {48, 44, 40};
  reg::Image image(grid);
  for (int64_t i = 0; i < grid.num_voxels(); ++i) {
    const reg::Point place = grid.PointOf(grid.IndexAt(i).cast<double>()) + shift;
    double sum = 0;
    for (const Blob& blob : blobs) {
      sum += blob.height * std::exp(-(place - blob.centre).squaredNorm() / (2 * blob.width * blob.width));
    }
    image.values[i] = static_cast<float>(sum);
  }
  return image;
}

class RegisterStartTest : public ProgramTest {
 protected:
  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  Outcome Register(const std::string& fixed, const std::string& moving,
                   const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"--fixed=" + At(fixed), "--moving=" + At(moving), "--out=" + At("out"),
                                      "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunRegister, words);
  }
  // The mean distance from the field to a shift, inside the image.
  double MeanError(const reg::Point& shift) const {
    const reg::DisplacementField field = reg::ReadField(At("out/field.nii.gz"));
    double sum = 0;
    int count = 0;
    for (int64_t i = 0; i < field.geometry.num_voxels(); ++i) {
      const reg::VoxelIndex index = field.geometry.IndexAt(i);
      if ((index.array() < 5 || index.array() >= field.geometry.size.array() - 5).any()) continue;
      sum += (field.values[i].cast<double>() - shift).norm();
      ++count;
    }
    return sum / count;
  }
};

// The moving image has dark blobs where the fixed one has bright ones. The right field is -shift.
TEST_F(RegisterStartTest, FindsInvertedContrast) {
  const reg::Point shift(2, 1, 0.5);
  reg::WriteImage(Blobs(reg::Point::Zero()), At("f.nii.gz"));
  reg::Image inverted = Blobs(shift);
  const float most = *std::ranges::max_element(inverted.values);
  for (float& value : inverted.values) value = most - value;
  reg::WriteImage(inverted, At("m.nii.gz"));
  const std::vector<std::vector<std::string>> settings = {{},
                                                          {"--affine"},
                                                          {"--affine=rigid"},
                                                          {"--affine=none"},
                                                          {"--affine=none", "--metric=mi"},
                                                          {"--affine=none", "--metric=squared_ncc"}};
  for (const std::vector<std::string>& flags : settings) {
    const Outcome outcome = Register("f.nii.gz", "m.nii.gz", flags);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_EQ(outcome.messages, "");
    EXPECT_LT(MeanError(-shift), 1) << fmt::format("{}", fmt::join(flags, " "));
  }
  const Outcome outcome = Register("f.nii.gz", "m.nii.gz", {"--affine=none", "--metric=ncc"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.messages,
              testing::AllOf(HasSubstr("register: warning: patches are anticorrelated at the start (-0."),
                             HasSubstr("take --metric=mi or squared_ncc")));
}

TEST_F(RegisterStartTest, RefusesConstantImages) {
  const reg::Image blobs = Blobs(reg::Point::Zero());
  reg::WriteImage(blobs, At("f.nii.gz"));
  reg::WriteImage(reg::Image(blobs.geometry, 3.0F), At("c.nii.gz"));
  ExpectMistake(Register("f.nii.gz", "c.nii.gz"), 3,
                "register: moving image: expected grey values that differ, found a constant image");
  ExpectMistake(Register("c.nii.gz", "f.nii.gz"), 3,
                "register: fixed image: expected grey values that differ, found a constant image");
}

TEST_F(RegisterStartTest, WarnsOfLittleOverlap) {
  reg::Image fixed = Blobs(reg::Point::Zero()), moving = fixed;
  reg::WriteImage(fixed, At("f.nii.gz"));
  moving.geometry.origin[0] = 36;  // 12 of 48 voxels are shared
  reg::WriteImage(moving, At("m.nii.gz"));
  const std::string params = "--params=" + At("p.json");
  std::FILE* const file = std::fopen(At("p.json").c_str(), "w");
  std::fputs(R"({"levels": 1, "refinements": 1})", file);
  std::fclose(file);
  EXPECT_THAT(
      Register("f.nii.gz", "m.nii.gz", {params, "--affine=none"}).messages,
      HasSubstr("register: warning: the images share only 25% of the smaller one's volume at the start"));
  EXPECT_EQ(Register("f.nii.gz", "m.nii.gz", {params, "--initial-transform=centres"}).messages, "");
}

// Mutual information needs four voxels along an axis; the registration itself does not.
TEST_F(RegisterStartTest, GoesOnWithoutAnAffineStartThatNobodyAskedFor) {
  const reg::Image blobs = Blobs(reg::Point::Zero());
  reg::Image slab;
  slab.geometry = blobs.geometry;
  slab.geometry.size[2] = 3;
  slab.values.assign(blobs.values.begin(), blobs.values.begin() + slab.geometry.num_voxels());
  reg::WriteImage(slab, At("f.nii.gz"));
  const Outcome outcome = Register("f.nii.gz", "f.nii.gz");
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_THAT(outcome.messages,
              testing::AllOf(HasSubstr("register: note: not aligned affinely first: fixed image: "),
                             HasSubstr("use --affine=none")));
  EXPECT_EQ(Register("f.nii.gz", "f.nii.gz", {"--affine=none"}).messages, "");
  EXPECT_EQ(Register("f.nii.gz", "f.nii.gz", {"--affine"}).status, 3);
}

TEST_F(RegisterStartTest, TakesSmallImages) {
  reg::Image small(Blobs(reg::Point::Zero()).geometry);
  small.geometry.size = {16, 16, 16};
  small.values.resize(static_cast<size_t>(small.geometry.num_voxels()));
  for (size_t i = 0; i < small.values.size(); ++i) small.values[i] = static_cast<float>(i * i % 101);
  reg::WriteImage(small, At("f.nii.gz"));
  const Outcome outcome = Register("f.nii.gz", "f.nii.gz", {"--nifti-form=nearest"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_THAT(outcome.out, HasSubstr(" --nifti-form=nearest --out=warped.nii.gz"));
}

TEST_F(RegisterStartTest, TakesAMetricByItsName) {
  const auto params = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.push_back("--print-params");
    return RunProgram(RunRegister, all);
  };
  EXPECT_THAT(params({"--metric=sad"}).out, HasSubstr("\"metrics\": {\n    \"sad\": 15.0\n  }"));
  std::FILE* const file = std::fopen(At("p.json").c_str(), "w");
  std::fputs(R"({"metrics": {"ncc": 2, "mi": {"weight": 0.5, "bins": 32}}})", file);
  std::fclose(file);
  EXPECT_THAT(params({"--metric=mi", "--params=" + At("p.json")}).out,
              testing::AllOf(HasSubstr("\"bins\": 32"), testing::Not(HasSubstr("ncc"))));
  ExpectMistake(params({"--metric=nmi"}), 2, "register: --metric: expected one of");
}

}  // namespace
}  // namespace structlab::tools
